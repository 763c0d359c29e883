/* Motion on top of a panel, which is already in its new state: pieces travel from where they were to where they are now, and
   the acts of a script are shown in order. Any click or key press ends it. */
/** @import { Act, Timed } from "./beats.js" */
/** @import { Count } from "./stage.js" */
/** @import { Box, Spot, Track } from "./travel.js" */
/** @import { Tree } from "./types.js" */

import { paceOf, possible, readScript, timed, timeOf } from "./beats.js";
import { Ghosts, boxIn, windowBox } from "./ghosts.js";
import { playSound } from "./sounds.js";
import { Stage, numberIn } from "./stage.js";
import { tracksBetween } from "./travel.js";

const MANY = 24; // nobody's eyes can follow more pieces than this
const FEW = 6; // if more pieces than this appear or disappear, it's a different picture, which is just shown
const MARKED = 1200; // milliseconds for which changes stay marked where nothing may move

/** A panel before a drawing: where its pieces and places were, copies of the pieces that disappear, and what was just dropped.
 * @typedef {{ spots: Map<string, Spot>, places: Map<string, Box>, gone: Map<string, HTMLElement>, ghosts: Ghosts,
 *   dropped?: Spot }} Seen */

/** The spots of a panel's pieces, the boxes of its places, and the elements of both, by name.
 * @typedef {{ spots: Map<string, Spot>, places: Map<string, Box>, elements: Map<string, HTMLElement> }} Sight */

/** Animate a panel: call `before` with the new tree before each drawing but the first, and `after` after each. Motion begins in
 * the frame that shows the drawing, so that the drawing doesn't wait for it. `carry` sets the name of a dragged piece ("" for
 * anything else), the copy that stands for it and the target it was dropped on, or clears them with null; `carries` returns
 * whether something is being dragged.
 * @type {(root: HTMLElement) => { before: (tree: Tree) => Seen, after: (seen: Seen | null) => void, stop: () => void,
 *   carries: () => boolean, carry: (name: string | null, copy?: Element, target?: string) => void }} */
export function mover(root) {
  /** @type {Map<string, Element>} */
  const stands = new Map(); // the copy that stands for each piece while it moves
  /** @type {{ name: string, copy: Element, target?: string } | null} */
  let carried = null;
  /** @type {(() => void)[]} */
  let ends = [];
  let told = "";
  let marks = 0;
  let due = 0; // the frame in which motion begins
  let begin = () => {};

  function finish() {
    const all = ends;
    ends = [];
    for (const end of all) end();
    stands.clear();
  }

  function unmark() {
    clearTimeout(marks);
    for (const each of root.querySelectorAll("[data-changed]")) each.removeAttribute("data-changed");
  }

  /** @type {(tree: Tree) => Seen} */
  function before(tree) {
    if (due) begin();
    unmark();
    const { name: held = "", copy, target } = carried ?? {};
    const { spots, places, elements } = seenIn(root, copy ? new Map([...stands, [held, copy]]) : stands);
    const box = copy && boxIn(copy, windowBox(root));
    const dropped = target && box && !spots.has(held) ? { box, place: target, around: box } : undefined;
    const ghosts = new Ghosts(root);
    const stay = piecesOf(tree);
    const leave = [...spots.keys()].filter((name) => !stay.has(name));
    /** @type {Map<string, HTMLElement>} */
    const gone = new Map();
    if (leave.length <= MANY && paceIn(root)) {
      for (const name of leave) gone.set(name, ghosts.add(/** @type {Element} */ (elements.get(name))));
    }
    finish();
    return { spots, places, gone, ghosts, dropped };
  }

  /** @type {(seen: Seen | null) => void} */
  function after(seen) {
    root.toggleAttribute("data-calm", settingIn(root, "motion") === "off"); // set on the panel itself, because :has() is slow
    const beats = attributeIn(root, "data-beats");
    const script = readScript(beats ?? "");
    const fresh = seen && script.name !== told;
    told = script.name;
    if (!seen) return;
    begin = () => {
      cancelAnimationFrame(due);
      due = 0;
      move(seen, fresh ? script.beats : [], beats !== "");
    };
    if (document.hidden) begin();
    else due = requestAnimationFrame(begin);
  }

  /** Start the motion from what was seen to what is there now, or mark the changes, unless the script is empty: the table was
   * just laid, so that everything differs. @type {(seen: Seen, beats: Act[][], marked: boolean) => void} */
  function move(seen, beats, marked) {
    const now = seenIn(root, stands);
    const speed = paceIn(root);
    const isThere = /** @type {(name: string) => boolean} */ ((name) => (
      now.elements.has(name) || seen.spots.has(name) || seen.places.has(name)));
    const acts = timed(possible(beats, isThere), speed || 1);
    const boxOf = /** @type {(name: string) => Box | undefined} */ ((name) => now.places.get(name) ?? seen.places.get(name));
    const tracks = tracksBetween(seen.spots, now.spots, boxOf, acts, timeOf("fly", speed || 1), seen.dropped);
    if (!speed && marked) mark(tracks, acts, now);
    else if (speed && (tracks.length || acts.length)) play(tracks, acts, now, seen);
    if (settingIn(root, "sound") !== "on") return;
    for (const { verb, names, start } of acts) if (verb === "sound") ends.push(playSound(names[0] ?? "", start));
  }

  /** Mark the elements that would have flown, appeared or acted. @type {(tracks: Track[], acts: Timed[], now: Sight) => void} */
  function mark(tracks, acts, { elements }) {
    const some = waysOfFew(tracks);
    const travel = tracks.filter(({ way }) => way === "fly" || (way === "come" && some.come)).map((track) => track.name);
    const doing = acts.filter((act) => act.verb !== "sound").flatMap((act) => act.names);
    for (const name of [...travel, ...doing]) elements.get(name)?.setAttribute("data-changed", "");
    marks = setTimeout(unmark, MARKED);
  }

  /** @type {(tracks: Track[], acts: Timed[], now: Sight, seen: Seen) => void} */
  function play(tracks, acts, { spots, elements }, { spots: were, gone, ghosts }) {
    const stage = new Stage(ghosts, stands);
    const origin = windowBox(root);
    const flown = new Set(tracks.map((track) => track.name));
    const some = waysOfFew(tracks);
    let flights = 0;
    ghosts.renew();
    for (const track of tracks) {
      const own = spots.get(track.name)?.box;
      const piece = own && elements.get(track.name);
      flights += track.way === "fly" ? 1 : 0;
      if (track.way === "come") {
        if (piece && some.come) stage.come(piece, track);
      } else if (track.way === "go" && !some.go) {
        gone.get(track.name)?.remove();
      } else if (piece && (track.way === "slide" || flights > MANY)) {
        stage.slide(piece, track, own);
      } else {
        stage.fly(track, track.faces.flatMap((face) => {
          const left = gone.get(face);
          const found = left ?? topOf(elements.get(face));
          if (!found) return [];
          return { face, copy: left ?? ghosts.add(found), own: (left ? were : spots).get(face)?.box ?? boxIn(found, origin) };
        }), piece);
      }
    }
    for (const [name, counts] of countsOf(acts, elements)) stage.count(name, /** @type {Element} */ (elements.get(name)), counts);
    for (const act of acts) if (!(act.verb === "turn" && flown.has(act.names[0]))) stage.perform(act, elements.get(act.names[0]));
    const { time, end } = stage.begin();
    const timer = setTimeout(finish, time);
    ends.push(end, () => clearTimeout(timer));
  }

  const skip = () => { if (ends.length) finish(); };
  for (const sign of ["pointerdown", "keydown"]) document.addEventListener(sign, skip, true);
  return {
    before,
    after,
    carries: () => carried !== null,
    carry: (name, copy, target) => { carried = name !== null && copy ? { name, copy, target } : null; },
    stop() {
      cancelAnimationFrame(due);
      finish();
      unmark();
      for (const sign of ["pointerdown", "keydown"]) document.removeEventListener(sign, skip, true);
    },
  };
}

/** Return whether only a few pieces appear, and whether only a few disappear.
 * @type {(tracks: Track[]) => { come: boolean, go: boolean }} */
function waysOfFew(tracks) {
  const few = /** @type {(way: string) => boolean} */ ((way) => tracks.filter((track) => track.way === way).length <= FEW);
  return { come: few("come"), go: few("go") };
}

/** Return the counts by the name of their element: from which number to which, and when.
 * @type {(acts: Timed[], elements: Map<string, HTMLElement>) => Map<string, Count[]>} */
function countsOf(acts, elements) {
  const found = new Map();
  for (const { verb, names: [name], numbers: [from, to], start, time } of [...acts].reverse()) {
    const last = verb === "count" && from !== undefined ? numberIn(elements.get(name)?.textContent) : null;
    const later = found.get(name) ?? [];
    if (last !== null) found.set(name, [{ start, time, from, to: to ?? later[0]?.from ?? last }, ...later]);
  }
  return found;
}

/** Return where the pieces of a panel appear, the boxes of its places, and the elements of both; `stands` has copies to look at.
 * @type {(root: HTMLElement, stands: Map<string, Element>) => Sight} */
function seenIn(root, stands) {
  const origin = windowBox(root);
  const spots = new Map();
  const places = new Map();
  const elements = new Map();
  const around = new Map([[root, { x: 0, y: 0, width: origin.width, height: origin.height }]]);
  for (const place of outside(root, "[data-place], [data-drop]")) {
    around.set(place, boxIn(place, origin));
    const top = topOf(place);
    for (const name of [place.dataset.place, place.dataset.drop]) {
      if (!name || elements.has(name)) continue;
      elements.set(name, place);
      places.set(name, top === place ? around.get(place) : boxIn(top, origin));
    }
  }
  for (const piece of outside(root, "[data-piece]")) {
    const name = String(piece.dataset.piece);
    const stand = stands.get(name);
    const box = boxIn(stand ?? piece, origin);
    const here = /** @type {HTMLElement} */ (piece.parentElement?.closest("[data-place], [data-drop]") ?? root);
    const place = stand ? null : here.dataset.drop ?? here.dataset.place ?? "";
    if (!box.width || spots.has(name)) continue;
    spots.set(name, { box, place, around: around.get(here) ?? box });
    elements.set(name, piece);
  }
  return { spots, places, elements };
}

/** Return the names of the pieces in a tree. @type {(tree: Tree, found?: Set<string>) => Set<string>} */
function piecesOf(tree, found = new Set()) {
  if (!Array.isArray(tree) || "data-scope" in tree[1]) return found;
  const [, attributes, ...children] = tree;
  if ("data-piece" in attributes) found.add(String(attributes["data-piece"]));
  for (const child of children) piecesOf(child, found);
  return found;
}

/** Return the matching elements of a panel, without those of a frame inside it.
 * @type {(root: HTMLElement, selector: string) => HTMLElement[]} */
function outside(root, selector) {
  const found = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];
  return root.querySelector("[data-scope]") ? found.filter((each) => !each.closest("[data-scope]")) : found;
}

/** Return the element marked as the top of a place, or else the place itself.
 * @template {Element | undefined} T @param {T} place @returns {T | Element} */
function topOf(place) {
  return place?.querySelector("[data-top]") ?? place;
}

/** Return the factor for all times in a panel; 0 if nothing may move or nobody would see it.
 * @type {(root: HTMLElement) => number} */
export function paceIn(root) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  return still ? 0 : paceOf(settingIn(root, "motion"));
}

/** Return the value of an attribute from the first element of a panel that has it.
 * @type {(root: HTMLElement, name: string) => string | undefined} */
export function attributeIn(root, name) {
  return outside(root, `[${name}]`)[0]?.getAttribute(name) ?? undefined;
}

/** Return a setting of a panel. @type {(root: HTMLElement, name: "motion" | "sound") => string | undefined} */
export function settingIn(root, name) {
  return attributeIn(root, `data-${name}`);
}
