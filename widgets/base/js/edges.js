/* Scrolls an area when something is held at its edge. */

const EDGE = 40; // pixels
const STEP = 10; // pixels per frame
const PAGE = 700; // milliseconds between two pages of an area that snaps
let turned = 0; // when the last page was turned

/** Scroll the areas under a point near their edges; those that snap scroll by pages. Return whether there are any.
 * @type {(x: number, y: number, now: number) => boolean} */
export function scrollAt(x, y, now) {
  let some = false;
  for (let each = document.elementFromPoint(x, y); each; each = each.parentElement) {
    const { overflowX, overflowY, scrollSnapType } = getComputedStyle(each);
    const box = each.getBoundingClientRect();
    const left = scrolls(overflowX, each.scrollWidth, each.clientWidth) ? way(x, box.left, box.right) : 0;
    const top = scrolls(overflowY, each.scrollHeight, each.clientHeight) ? way(y, box.top, box.bottom) : 0;
    if (!left && !top) continue;
    some = true;
    if (scrollSnapType === "none") each.scrollBy(left * STEP, top * STEP);
    else if (now - turned > PAGE) {
      turned = now;
      each.scrollBy({ left: left * each.clientWidth * 0.8, top: top * each.clientHeight * 0.8, behavior: "smooth" });
    }
  }
  return some;
}

/** @type {(overflow: string, all: number, seen: number) => boolean} */
function scrolls(overflow, all, seen) {
  return all > seen && (overflow === "auto" || overflow === "scroll");
}

/** Return the direction of the nearest edge, or 0. @type {(at: number, low: number, high: number) => number} */
function way(at, low, high) {
  return at < low + EDGE ? -1 : at > high - EDGE ? 1 : 0;
}
