/* Works out which pieces travel between two drawings, from where to where, and the animation frames for it. */
/** @import { Timed } from "./beats.js" */

/** A box in the coordinates of its panel. @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** Where a piece appears: its box, its place (null while it's moving), and the box of that place.
 * @typedef {{ box: Box, place: string | null, around: Box }} Spot */
/** @typedef {{ start: number, time: number, box: Box, turns: boolean }} Stop */
/** The motion of one piece: "slide" inside its place, "fly" from anywhere to anywhere, "come" and "go" without travel. Its faces
 * name the elements that it looks like; a piece that turns over has two. @typedef {{ way: "slide" | "fly" | "come" | "go",
 *   name: string, faces: string[], from: Box, stops: Stop[], end: number }} Track */

const LEAST = 12; // pixels: shorter ways would go unnoticed
const EASE = "cubic-bezier(.6, 0, .2, 1)";

/** Return the tracks of all pieces that move. `boxOf` returns the box of a place. Pieces that the acts don't name start right
 * away and take `time`. A new piece in the place where something was `dropped` comes from that spot.
 * @type {(before: Map<string, Spot>, after: Map<string, Spot>, boxOf: (name: string) => Box | undefined, acts: Timed[],
 *   time: number, dropped?: Spot) => Track[]} */
export function tracksBetween(before, after, boxOf, acts, time, dropped) {
  /** @type {Map<string, Track>} */
  const tracks = new Map();
  /** @type {Track[]} */
  const copies = [];
  for (const { verb, names, start, time: long } of acts) {
    if (verb !== "fly" && verb !== "turn") continue;
    const piece = names.find((name) => before.has(name) || after.has(name));
    const first = names[0];
    const last = names.at(-1) ?? "";
    const to = after.get(last)?.box ?? boxOf(last);
    const known = piece === undefined ? undefined : tracks.get(piece);
    const from = known?.stops.at(-1)?.box ?? before.get(first)?.box ?? boxOf(first);
    if (!from || !to || names.length > 2 || (piece !== undefined && !far(from, to))) continue;
    const stop = { start, time: long, box: to, turns: verb === "turn" };
    const faces = stop.turns && names.length === 2 ? [...names] : [piece ?? first];
    const end = start + long;
    if (known) tracks.set(known.name, { ...known, faces: faces[1] ? faces : known.faces, stops: [...known.stops, stop], end });
    else if (piece !== undefined) tracks.set(piece, { way: "fly", name: piece, faces, from, stops: [stop], end });
    else copies.push({ way: "fly", name: "", faces, from, stops: [stop], end });
  }
  let drop = dropped;
  for (const [name, now] of after) {
    if (tracks.has(name)) continue;
    let was = before.get(name);
    if (!was && drop?.place === now.place) {
      was = { ...drop, place: null };
      drop = undefined;
    }
    if (!was) tracks.set(name, { way: "come", name, faces: [name], from: now.box, stops: [], end: time / 2 });
    else {
      const from = was.place === now.place ? moved(was.box, now.around.x - was.around.x, now.around.y - was.around.y) : was.box;
      const stops = [{ start: 0, time, box: now.box, turns: false }];
      const way = was.place === now.place ? "slide" : "fly";
      if (far(from, now.box)) tracks.set(name, { way, name, faces: [name], from, stops, end: time });
    }
  }
  for (const [name, was] of before) {
    if (tracks.has(name) || after.has(name)) continue;
    const last = Math.max(0, ...acts.filter((act) => act.names.includes(name)).map((act) => act.start + act.time));
    tracks.set(name, { way: "go", name, faces: [name], from: was.box, stops: [], end: last + time / 2 });
  }
  return [...tracks.values(), ...copies];
}

/** Return the animation frames that move an element along a track; `own` is the element's own box.
 * @type {(track: Track, own: Box) => Keyframe[]} */
export function framesOf({ from, stops, end }, own) {
  const frames = [{ offset: 0, easing: "linear", ...seenAt(from, own) }];
  let here = from;
  for (const { start, time, box, turns } of stops) {
    const [begin, done] = [start / end, (start + time) / end];
    frames.push({ offset: begin, easing: turns ? "ease-in" : EASE, ...seenAt(here, own) });
    if (turns) frames.push({ offset: (begin + done) / 2, easing: "ease-out", ...seenAt(between(here, box), own, 0) });
    frames.push({ offset: done, easing: "linear", ...seenAt(box, own) });
    here = box;
  }
  return frames;
}

/** Return the part of a track's time (0 to 1) after which it shows its other face. @type {(track: Track) => number} */
export function turnOf({ stops, end }) {
  const stop = stops.find((each) => each.turns);
  return stop ? (stop.start + stop.time / 2) / end : 1;
}

/** Return the styles that make an element with the box `own` appear in `box`; `thin` narrows it.
 * @type {(box: Box, own: Box, thin?: number) => { translate: string, scale: string }} */
function seenAt(box, own, thin = 1) {
  const size = own.width ? box.width / own.width : 1;
  const x = box.x + box.width / 2 - own.x - own.width / 2;
  const y = box.y + box.height / 2 - own.y - own.height / 2;
  return { translate: `${x.toFixed(1)}px ${y.toFixed(1)}px`, scale: `${(size * thin).toFixed(3)} ${size.toFixed(3)}` };
}

/** @type {(box: Box, x: number, y: number) => Box} */
function moved(box, x, y) {
  return { ...box, x: box.x + x, y: box.y + y };
}

/** @type {(one: Box, two: Box) => Box} */
function between(one, two) {
  const half = /** @type {(a: number, b: number) => number} */ ((a, b) => (a + b) / 2);
  return {
    x: half(one.x, two.x), y: half(one.y, two.y), width: half(one.width, two.width), height: half(one.height, two.height),
  };
}

/** @type {(one: Box, two: Box) => boolean} */
function far(one, two) {
  return Math.abs(one.x - two.x) + Math.abs(one.y - two.y) > LEAST;
}
