/* The animation frames of effects in place. They move a piece by `transform` alone, so that it can travel at the same time. */

/** @typedef {{ frames: Keyframe[], easing: string }} Effect */

const OUT = "cubic-bezier(.2, .8, .2, 1)";
const POP = "cubic-bezier(.2, 1.5, .4, 1)";
/** The transforms of each verb, and for some the part of its time (0 to 1) at which they're reached.
 * @type {Record<string, [string, number?][]>} */
const CHANGES = {
  up: [["translateY(-16px)", 0.45]],
  down: [["translateY(16px)", 0.45]],
  pop: [["scale(1.5)", 0.4]],
  pulse: [["scale(1.12)", 0.5]],
  shake: [["translateX(-6px)"], ["translateX(6px)"], ["translateX(-5px)"], ["translateX(5px)"]],
  turn: [["scaleX(0)", 0.5]],
  land: [["translateY(4px)", 0.7]],
};
const STEPS = 12; // the most numbers a count shows on its way

/** Return the effect of an act on an element whose own transform is `own`, or null if the verb has no such effect.
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

/** One number of a count, and the part of the time (0 to 1) from which it's shown.
 * @typedef {{ value: number, from: number }} Shown */

/** Return which numbers are shown when, up to `end`; before and between counts, the last number reached stays.
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

/** Return frames that show an element only between two parts of the time (0 to 1).
 * @type {(from: number, to: number) => Keyframe[]} */
export function seenBetween(from, to) {
  return [
    { opacity: from > 0 ? 0 : 1, offset: 0 }, { opacity: from > 0 ? 0 : 1, offset: from }, { opacity: 1, offset: from },
    { opacity: 1, offset: to }, { opacity: to < 1 ? 0 : 1, offset: to }, { opacity: to < 1 ? 0 : 1, offset: 1 },
  ];
}
