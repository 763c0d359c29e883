/* Reads the scripts in data-beats, which list what happened in order, and works out when each act begins. */

/** @typedef {{ verb: string, names: string[], numbers: number[] }} Act */
/** @typedef {Act & { start: number, time: number }} Timed */

/** How long each act takes, in milliseconds at normal speed. @type {Record<string, number>} */
const TIMES = {
  fly: 320, turn: 380, up: 260, down: 260, pop: 300, pulse: 160, shake: 260, tilt: 260, land: 260, flash: 380, count: 320,
  wait: 300, sound: 0,
};
/** @type {Record<string, number>} */
const SPEEDS = { off: 0, slow: 1.8, normal: 1, fast: 0.5 };
const APART = 60; // milliseconds between the starts of equal acts
const MOST_TIME = 6000; // the longest a script may take, in milliseconds at normal speed

/** Return the factor by which a setting stretches normal times; 0 means no motion at all. @type {(setting?: string) => number} */
export function paceOf(setting) {
  return setting && Object.hasOwn(SPEEDS, setting) ? SPEEDS[setting] : 1;
}

/** Return how long an act takes at a pace. @type {(verb: string, pace: number) => number} */
export function timeOf(verb, pace) {
  return TIMES[verb] * pace;
}

/** Return the name and the beats of a script, without anything that isn't an act.
 * @type {(text: string) => { name: string, beats: Act[][] }} */
export function readScript(text) {
  const at = text.indexOf(":");
  const beats = text.slice(at + 1).split(";").map((beat) => beat.split(",").map(readAct).filter((act) => act !== null));
  return { name: at < 0 ? "" : text.slice(0, at).trim(), beats: at < 0 ? [] : beats.filter((beat) => beat.length) };
}

/** @type {(text: string) => Act | null} */
function readAct(text) {
  const [verb, names = "", ...numbers] = text.trim().split(/\s+/);
  if (!Object.hasOwn(TIMES, verb)) return null;
  return { verb, names: names.split(">").filter(Boolean), numbers: numbers.map(Number).filter(Number.isFinite) };
}

/** Return the beats without acts on missing pieces and places, which would only take time.
 * @type {(beats: Act[][], isThere: (name: string) => boolean) => Act[][]} */
export function possible(beats, isThere) {
  const can = /** @type {(act: Act) => boolean} */ (({ verb, names }) => (
    verb === "wait" || verb === "sound" || (names.length > 0 && names.every(isThere))));
  return beats.map((beat) => beat.filter(can));
}

/** Return all acts with their start times: beat after beat, with equal acts of a beat shortly after each other. A script that
 * would take too long is sped up. @type {(beats: Act[][], pace: number) => Timed[]} */
export function timed(beats, pace) {
  /** @type {Timed[]} */
  const acts = [];
  let now = 0;
  for (const beat of beats) {
    let end = now;
    /** @type {Map<string, number>} */
    const equal = new Map();
    for (const act of beat) {
      const before = equal.get(act.verb) ?? 0;
      equal.set(act.verb, before + 1);
      const start = now + before * APART;
      acts.push({ ...act, start, time: TIMES[act.verb] });
      end = Math.max(end, start + TIMES[act.verb]);
    }
    now = end;
  }
  const scale = pace * Math.min(1, MOST_TIME / Math.max(now, 1));
  return acts.map((act) => ({ ...act, start: act.start * scale, time: act.time * scale }));
}
