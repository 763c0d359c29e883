/* Motion on top of a panel, which is in its new state at once: pieces travel from where they were to where they are, and
   the acts of a script are seen in order. Any press of a pointer or a key ends it. */
/** @import { Timed } from "./beats.js" */
/** @import { Box, Spot, Track } from "./travel.js" */
/** @import { Tree } from "./types.js" */

import { paceOf, readScript, timed, timeOf } from "./beats.js";
import { effectOf, numbersOf, seenBetween } from "./effects.js";
import { Ghosts, boxIn, windowBox } from "./ghosts.js";
import { playSound } from "./sounds.js";
import { framesOf, tracksBetween, turnOf } from "./travel.js";

const MANY = 24; // nobody's eyes follow more pieces than these
const MARKED = 1200; // milliseconds for which a change is marked where nothing may move
const NUMBER = /-?\d+(?!.*\d)/s; // the last one in a text

/** What was seen before a drawing, with copies of the pieces that it takes away, and what was dropped where.
 * @typedef {{ spots: Map<string, Spot>, places: Map<string, Box>, gone: Map<string, HTMLElement>, ghosts: Ghosts,
 *   dropped?: Spot }} Seen */

/** Move what is in a panel: call `before` before each drawing but the first, with its tree, and `after` after each. `carry`
 * says in which copy something is seen while it's dragged, by its name if it's a piece, and where it was dropped; `carries`
 * tells whether there is any.
 * @type {(root: HTMLElement) => { before: (tree: Tree) => Seen, after: (seen: Seen | null) => void, stop: () => void,
 *   carries: () => boolean, carry: (name: string | null, copy?: Element, target?: string) => void }} */
export function mover(root) {
  /** @type {Map<string, Element>} */
  const stands = new Map(); // by piece: the copy in which it's seen now
  /** @type {{ name: string, copy: Element, target?: string } | null} */
  let carried = null;
  /** @type {(() => void)[]} */
  let ends = [];
  let told = "";
  let marks = 0;

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
    unmark();
    const { name: held = "", copy, target } = carried ?? {};
    const { spots, places } = spotsIn(root, copy ? new Map([...stands, [held, copy]]) : stands);
    const box = copy && boxIn(copy, windowBox(root));
    const dropped = target && box && !spots.has(held) ? { box, place: target, around: box } : undefined;
    const ghosts = new Ghosts(root);
    const stay = piecesOf(tree);
    const leave = [...spots.keys()].filter((name) => !stay.has(name));
    /** @type {Map<string, HTMLElement>} */
    const gone = new Map();
    if (leave.length <= MANY && paceIn(root)) {
      for (const name of leave) gone.set(name, ghosts.add(/** @type {Element} */ (named(root, name))));
    }
    finish();
    return { spots, places, gone, ghosts, dropped };
  }

  /** @type {(seen: Seen | null) => void} */
  function after(seen) {
    const script = readScript(attributeIn(root, "data-beats") ?? "");
    const fresh = seen && script.name !== told;
    told = script.name;
    if (!seen) return;
    const now = spotsIn(root, stands);
    const speed = paceIn(root);
    const acts = fresh ? timed(script.beats, speed || 1) : [];
    const boxOf = /** @type {(name: string) => Box | undefined} */ ((name) => now.places.get(name) ?? seen.places.get(name));
    const tracks = tracksBetween(seen.spots, now.spots, boxOf, acts, timeOf("fly", speed || 1), seen.dropped);
    if (!speed) mark(tracks, acts);
    else if (tracks.length || acts.length) play(tracks, acts, now.spots, seen);
    if (settingIn(root, "sound") !== "on") return;
    for (const { verb, names, start } of acts) if (verb === "sound") ends.push(playSound(names[0] ?? "", start));
  }

  /** Mark what would have moved. @type {(tracks: Track[], acts: Timed[]) => void} */
  function mark(tracks, acts) {
    const doing = acts.filter((act) => act.verb !== "sound").flatMap((act) => act.names);
    for (const name of [...tracks.map((track) => track.name), ...doing]) named(root, name)?.setAttribute("data-changed", "");
    marks = setTimeout(unmark, MARKED);
  }

  /** @type {(tracks: Track[], acts: Timed[], spots: Map<string, Spot>, seen: Seen) => void} */
  function play(tracks, acts, spots, { spots: were, gone, ghosts }) {
    /** @type {(() => Animation | null)[]} */
    const starts = []; // all is looked at before anything is shown: the page need be laid out only once
    /** @type {Map<string, HTMLElement[]>} */
    const copies = new Map([...gone].map(([name, copy]) => [name, [copy]]));
    const flown = new Set(tracks.map((track) => track.name));
    const come = tracks.filter((track) => track.way === "come").length;
    const origin = windowBox(root);
    let flights = 0;
    ghosts.renew();
    /** @type {(element: Element, frames: Keyframe[], duration: number, fill?: FillMode) => void} */
    const show = (element, frames, duration, fill = "none") => {
      starts.push(() => element.animate(frames, { duration, fill }));
    };
    const vanish = /** @type {(copy: Element, name: string) => void} */ ((copy, name) => {
      if (stands.get(name) === copy) stands.delete(name);
      copy.remove();
    });

    for (const track of tracks) {
      const { way, name, faces, end } = track;
      const piece = spots.has(name) ? named(root, name) : null;
      const own = spots.get(name)?.box;
      if (way === "fly") flights += 1;
      if (way === "come") {
        if (piece && come <= MANY) show(piece, [{ opacity: 0 }, { opacity: 1 }], end);
      } else if (piece && own && (way === "slide" || flights > MANY)) {
        show(piece, framesOf(track, own), end);
      } else if (way === "go" || way === "fly") {
        const change = turnOf(track);
        faces.forEach((face, at) => {
          const found = gone.get(face) ?? topOf(root, face);
          if (!found) return;
          const copy = gone.get(face) ?? ghosts.add(found);
          const box = (gone.has(face) ? were.get(face)?.box : spots.get(face)?.box) ?? boxIn(found, origin);
          if (face === name) copies.set(name, [copy]);
          if (at === 0) stands.set(name, copy);
          if (way === "go") show(copy, [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], end, "forwards");
          else show(copy, framesOf(track, box), end, "both");
          if (faces.length > 1) show(copy, at ? seenBetween(change, 1) : seenBetween(0, change), end, "both");
          starts.push(() => ending(copy, end, () => vanish(copy, name)));
        });
        if (piece) show(piece, [{ opacity: 0 }, { opacity: 0 }], end);
      }
    }

    for (const [name, counts] of countsOf(root, acts)) {
      const real = /** @type {HTMLElement} */ (named(root, name));
      const end = Math.max(...counts.map((count) => count.start + count.time));
      const copy = ghosts.add(real);
      copies.set(name, [...(copies.get(name) ?? []), copy]);
      const shown = numbersOf(counts, end);
      const numbers = stacked(copy, shown.map((each) => each.value));
      numbers.forEach((number, at) => show(number, seenBetween(shown[at].from, shown[at + 1]?.from ?? 1), end, "both"));
      show(real, [{ opacity: 0 }, { opacity: 0 }], end);
      starts.push(() => ending(copy, end, () => copy.remove()));
    }

    for (const { verb, names: [name], start, time } of acts) {
      const real = named(root, name ?? "");
      if (verb === "flash" && real) {
        const cover = ghosts.cover(real);
        cover.style.border = "3px solid var(--flash, currentColor)";
        cover.style.opacity = "0";
        const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }];
        starts.push(() => cover.animate(frames, { delay: start, duration: time }));
      } else if (!(verb === "turn" && flown.has(name))) {
        for (const each of [real, ...(copies.get(name) ?? [])]) {
          if (each) starts.push(() => perform(each, verb, start, time, verb === "tilt" && each !== real ? "forwards" : "none"));
        }
      }
    }

    ghosts.show();
    const running = starts.map((start) => start()).filter((animation) => animation !== null);
    ends.push(() => {
      for (const animation of running) animation.cancel();
      ghosts.remove();
    });
    const over = Math.max(0, ...running.map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0)));
    const timer = setTimeout(finish, over);
    ends.push(() => clearTimeout(timer));
  }

  const skip = () => { if (ends.length) finish(); };
  for (const sign of ["pointerdown", "keydown"]) document.addEventListener(sign, skip, true);
  return {
    before,
    after,
    carries: () => carried !== null,
    carry: (name, copy, target) => { carried = name !== null && copy ? { name, copy, target } : null; },
    stop() {
      finish();
      unmark();
      for (const sign of ["pointerdown", "keydown"]) document.removeEventListener(sign, skip, true);
    },
  };
}

/** Do something when a copy has been seen for its time. @type {(copy: Element, time: number, act: () => void) => Animation} */
function ending(copy, time, then) {
  const animation = copy.animate([], { duration: time });
  animation.onfinish = then;
  return animation;
}

/** Let an act be seen on an element.
 * @type {(element: Element, verb: string, delay: number, duration: number, fill: FillMode) => Animation | null} */
function perform(element, verb, delay, duration, fill) {
  const effect = effectOf(verb, getComputedStyle(element).transform);
  return effect && element.animate(effect.frames, { delay, duration, easing: effect.easing, fill });
}

/** Return what counts, by its name: from which number to which, and when. @type {(root: HTMLElement, acts: Timed[]) =>
 *   Map<string, { start: number, time: number, from: number, to: number }[]>} */
function countsOf(root, acts) {
  const found = new Map();
  for (const { verb, names: [name], numbers: [from, to], start, time } of [...acts].reverse()) {
    const later = found.get(name) ?? [];
    const shown = NUMBER.exec(named(root, name ?? "")?.textContent ?? "");
    if (verb !== "count" || from === undefined || !shown) continue;
    found.set(name, [{ start, time, from, to: to ?? later[0]?.from ?? Number(shown[0]) }, ...later]);
  }
  return found;
}

/** Put numbers on top of each other where the last number of an element stands, and return them.
 * @type {(element: HTMLElement, numbers: number[]) => HTMLElement[]} */
function stacked(element, numbers) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let node = null;
  while (texts.nextNode()) if (NUMBER.test(texts.currentNode.nodeValue ?? "")) node = /** @type {Text} */ (texts.currentNode);
  if (!node) return [];
  const { index, 0: { length } } = /** @type {RegExpExecArray} */ (NUMBER.exec(node.data));
  const stack = document.createElement("span");
  stack.style.display = "inline-grid";
  const made = numbers.map((number) => {
    const one = document.createElement("span");
    one.style.gridArea = "1 / 1";
    one.textContent = String(number);
    return one;
  });
  stack.append(...made);
  node.replaceWith(node.data.slice(0, index), stack, node.data.slice(index + length));
  return made;
}

/** Return where each piece of a panel is seen, and the box of each place.
 * @type {(root: HTMLElement, stands: Map<string, Element>) => { spots: Map<string, Spot>, places: Map<string, Box> }} */
function spotsIn(root, stands) {
  const origin = windowBox(root);
  const spots = new Map();
  const places = new Map();
  const around = new Map([[root, { x: 0, y: 0, width: origin.width, height: origin.height }]]);
  for (const place of outside(root, "[data-place], [data-drop]")) {
    around.set(place, boxIn(place, origin));
    const top = place.querySelector("[data-top]");
    const box = top ? boxIn(top, origin) : around.get(place);
    for (const name of [place.dataset.place, place.dataset.drop]) if (name && !places.has(name)) places.set(name, box);
  }
  for (const piece of outside(root, "[data-piece]")) {
    const name = String(piece.dataset.piece);
    const stand = stands.get(name);
    const box = boxIn(stand ?? piece, origin);
    const here = /** @type {HTMLElement} */ (piece.parentElement?.closest("[data-place], [data-drop]") ?? root);
    const place = stand ? null : here.dataset.drop ?? here.dataset.place ?? "";
    if (box.width && !spots.has(name)) spots.set(name, { box, place, around: around.get(here) ?? box });
  }
  return { spots, places };
}

/** Return the names of the pieces in a tree. @type {(tree: Tree, found?: Set<string>) => Set<string>} */
function piecesOf(tree, found = new Set()) {
  if (!Array.isArray(tree) || "data-scope" in tree[1]) return found;
  const [, attributes, ...children] = tree;
  if ("data-piece" in attributes) found.add(String(attributes["data-piece"]));
  for (const child of children) piecesOf(child, found);
  return found;
}

/** Return the elements of a panel, without those of a frame inside it.
 * @type {(root: HTMLElement, selector: string) => HTMLElement[]} */
function outside(root, selector) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector));
  return [...found].filter((each) => !each.closest("[data-scope]"));
}

/** Return the piece or the place of a name. @type {(root: HTMLElement, name: string) => HTMLElement | undefined} */
function named(root, name) {
  const quoted = CSS.escape(name);
  return outside(root, `[data-piece="${quoted}"], [data-place="${quoted}"], [data-drop="${quoted}"]`)[0];
}

/** Return a piece, or what lies on top of a place. @type {(root: HTMLElement, name: string) => Element | undefined} */
function topOf(root, name) {
  const found = named(root, name);
  return found?.querySelector("[data-top]") ?? found;
}

/** Return how fast things move in a panel; 0 where nothing may, or nobody would see it. @type {(root: HTMLElement) => number} */
export function paceIn(root) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  return still ? 0 : paceOf(settingIn(root, "motion"));
}

/** Return an attribute that one element of a panel has. @type {(root: HTMLElement, name: string) => string | undefined} */
export function attributeIn(root, name) {
  return outside(root, `[${name}]`)[0]?.getAttribute(name) ?? undefined;
}

/** Return a setting of a panel. @type {(root: HTMLElement, name: "motion" | "sound") => string | undefined} */
export function settingIn(root, name) {
  return attributeIn(root, `data-${name}`);
}
