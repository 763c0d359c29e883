/* One performance above a panel: all its animations are prepared first and then start at once, so that the browser lays out the
   page only once. They use only translate, scale, transform and opacity, which the compositor can animate by itself. */
/** @import { Timed } from "./beats.js" */
/** @import { Ghosts } from "./ghosts.js" */
/** @import { Box, Track } from "./travel.js" */

import { effectOf, numbersOf, seenBetween } from "./effects.js";
import { framesOf, turnOf } from "./travel.js";

const NUMBER = /-?\d+(?!.*\d)/s; // the last number in a text

/** @typedef {{ start: number, time: number, from: number, to: number }} Count */

export class Stage {
  /** @param {Ghosts} ghosts @param {Map<string, Element>} stands the copy that stands for each piece while it moves */
  constructor(ghosts, stands) {
    this.ghosts = ghosts;
    this.stands = stands;
    /** @type {Map<string, HTMLElement[]>} */
    this.copies = new Map(); // by the name of the piece or place they were copied from
    /** @type {(() => Animation | null)[]} */
    this.ready = [];
  }

  /** Prepare an animation of an element, and call `then` when it's finished.
   * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options @param {() => void} [then] */
  show(element, frames, options, then) {
    this.ready.push(() => {
      const animation = element.animate(frames, options);
      if (then) animation.onfinish = then;
      return animation;
    });
  }

  /** Hide an element until `end`, while a copy stands for it. @param {Element} element @param {number} end */
  hide(element, end) {
    this.show(element, [{ opacity: 0, easing: "steps(1, end)" }, { opacity: 1 }], { duration: end });
  }

  /** Fade an element in where it is. @param {Element} element @param {Track} track */
  come(element, { end }) {
    this.show(element, [{ opacity: 0 }, { opacity: 1 }], { duration: end });
  }

  /** Move an element itself along its track. @param {Element} element @param {Track} track @param {Box} own */
  slide(element, track, own) {
    this.show(element, framesOf(track, own), { duration: track.end });
  }

  /** Move copies along a track, one for each of its faces, and hide the piece itself meanwhile.
   * @param {Track} track @param {{ face: string, copy: HTMLElement, own: Box }[]} faces @param {Element | undefined} piece */
  fly(track, faces, piece) {
    const { name, way, end } = track;
    const change = turnOf(track);
    faces.forEach(({ face, copy, own }, at) => {
      const gone = () => {
        if (this.stands.get(name) === copy) this.stands.delete(name);
        copy.remove();
      };
      if (face === name) this.copies.set(name, [copy]);
      if (at === 0) this.stands.set(name, copy);
      const frames = way === "go" ? [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }] : framesOf(track, own);
      this.show(copy, frames, { duration: end, fill: "both" }, gone);
      const part = at ? seenBetween(change, 1) : seenBetween(0, change);
      if (faces.length > 1) this.show(copy, part, { duration: end, fill: "both" });
    });
    if (piece && faces.length) this.hide(piece, end);
  }

  /** Count the last number in an element up or down. @param {string} name @param {Element} element @param {Count[]} counts */
  count(name, element, counts) {
    const end = Math.max(...counts.map((each) => each.start + each.time));
    const copy = this.ghosts.add(element);
    const shown = numbersOf(counts, end);
    this.copies.set(name, [...(this.copies.get(name) ?? []), copy]);
    stacked(copy, shown.map((each) => each.value)).forEach((number, at) => {
      const frames = seenBetween(shown[at].from, shown[at + 1]?.from ?? 1);
      this.show(number, frames, { duration: end, fill: "both" }, () => copy.remove());
    });
    this.hide(element, end);
  }

  /** Animate an act on an element and its copies. @param {Timed} act @param {Element | undefined} element */
  perform({ verb, names: [name], start: delay, time: duration }, element) {
    if (verb === "flash") {
      if (element) this.flash(element, delay, duration);
      return;
    }
    for (const each of [element, ...(this.copies.get(name) ?? [])]) {
      if (!each) continue;
      const fill = verb === "tilt" && each !== element ? "forwards" : "none"; // a copy stays tilted, since it may leave next
      this.ready.push(() => {
        const effect = effectOf(verb, getComputedStyle(each).transform);
        return effect && each.animate(effect.frames, { delay, duration, easing: effect.easing, fill });
      });
    }
  }

  /** Flash a frame around an element. @param {Element} element @param {number} delay @param {number} duration */
  flash(element, delay, duration) {
    const cover = this.ghosts.cover(element);
    cover.style.border = "3px solid var(--flash, currentColor)";
    cover.style.opacity = "0";
    this.show(cover, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], { delay, duration });
  }

  /** Start everything. Return how long it takes, and `end`, which stops it. @returns {{ time: number, end: () => void }} */
  begin() {
    this.ghosts.show();
    const running = this.ready.map((start) => start()).filter((animation) => animation !== null);
    const times = running.map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0));
    return {
      time: Math.max(0, ...times),
      end: () => {
        for (const animation of running) animation.cancel();
        this.ghosts.remove();
      },
    };
  }
}

/** Return the last number of a text, if it has one. @type {(text: string | null | undefined) => number | null} */
export function numberIn(text) {
  const found = NUMBER.exec(text ?? "");
  return found && Number(found[0]);
}

/** Replace the last number in an element by these numbers on top of each other, and return their elements.
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
