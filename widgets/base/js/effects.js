/* The frames of effects that happen in place. They use `transform`, so that something can travel meanwhile. */

/** @typedef {{ frames: Keyframe[], easing: string }} Effect */

const OUT = "cubic-bezier(.2, .8, .2, 1)";
const POP = "cubic-bezier(.2, 1.5, .4, 1)";
/** By the verb: how something is changed, at which part of the time. @type {Record<string, [string, number?][]>} */
const CHANGES = {
  up: [["translateY(-16px)", 0.45]],
  down: [["translateY(16px)", 0.45]],
  pop: [["scale(1.5)", 0.4]],
  pulse: [["scale(1.12)", 0.5]],
  shake: [["translateX(-6px)"], ["translateX(6px)"], ["translateX(-5px)"], ["translateX(5px)"]],
  turn: [["scaleX(0)", 0.5]],
  land: [["translateY(4px)", 0.7]],
};
const STEPS = 12; // numbers that are shown, at most, while something counts

/** Return what is seen of an act on something whose own transform is `own`; null for an act that isn't seen so.
 * @type {(verb: string, own: string) => Effect | null} */
export function effectOf(verb, own) {
  const still = own === "none" ? "" : own;
  const as = /** @type {(change: string) => string} */ ((change) => `${change} ${still}`.trim() || "none");
  if (verb === "tilt") {
    return { frames: [{ transform: as(""), opacity: 1 }, { transform: as("rotate(8deg)"), opacity: 0.55 }], easing: OUT };
  }
  const changes = CHANGES[verb];
  if (!changes) return null;
  const first = verb === "land" ? "translateY(-24px)" : "";
  const frames = [{ transform: as(first) }, ...changes.map(([change, offset]) => (
    { transform: as(change), ...(offset && { offset }) })), { transform: as("") }];
  return { frames, easing: verb === "pop" ? POP : OUT };
}

/** One number of something that counts, and from which part of the time on it's shown.
 * @typedef {{ value: number, from: number }} Shown */

/** Return which numbers are shown when, up to `end`: before and between its counts something shows the number it came to.
 * @type {(counts: { start: number, time: number, from: number, to: number }[], end: number) => Shown[]} */
export function numbersOf(counts, end) {
  /** @type {Shown[]} */
  const shown = [{ value: counts[0].from, from: 0 }];
  for (const { start, time, from, to } of counts) {
    const steps = Math.min(STEPS, Math.max(1, Math.abs(to - from)));
    for (let step = 1; step <= steps; step += 1) {
      shown.push({ value: Math.round(from + ((to - from) * step) / steps), from: (start + (time * step) / (steps + 1)) / end });
    }
  }
  return shown;
}

/** Return frames in which something is seen only between two parts of the time.
 * @type {(from: number, to: number) => Keyframe[]} */
export function seenBetween(from, to) {
  return [
    { opacity: from > 0 ? 0 : 1, offset: 0 }, { opacity: from > 0 ? 0 : 1, offset: from }, { opacity: 1, offset: from },
    { opacity: 1, offset: to }, { opacity: to < 1 ? 0 : 1, offset: to }, { opacity: to < 1 ? 0 : 1, offset: 1 },
  ];
}
