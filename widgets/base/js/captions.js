/* Puts what's said about a piece (data-beside) next to that piece, but no lower than the style sheet puts it. */

import { beside } from "./beside.js";
import { boxIn, windowBox } from "./ghosts.js";

const NARROW = 700; // pixels: below this, a panel has no room beside a piece

/** Place captions in a panel from now on. Return `place`, to be called after each drawing, and `stop`.
 * @type {(root: HTMLElement) => { place: () => void, stop: () => void }} */
export function captions(root) {
  const size = new ResizeObserver(place);
  size.observe(root);

  function place() {
    for (const caption of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-beside]"))) {
      caption.style.translate = "";
      const piece = root.querySelector(`[data-piece="${CSS.escape(caption.dataset.beside ?? "")}"]`);
      const panel = windowBox(root);
      if (!piece || panel.width < NARROW || getComputedStyle(caption).position !== "absolute") continue;
      const here = boxIn(caption, panel);
      const { x, y } = beside(boxIn(piece, panel), here, { width: panel.width, height: here.y + here.height }, []);
      caption.style.translate = `${x - here.x}px ${y - here.y}px`;
    }
  }

  return { place, stop: () => size.disconnect() };
}
