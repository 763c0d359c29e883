/* Draws the line from the speaker (data-speaks) to the pieces it talks about, whose names are in the line's data-points, and
   brings what it's about (data-shows) into view whenever it says something new. */

const INSIDE = 26; // pixels that the start of the line keeps from the ends of an edge
const GAP_TO_PIECE = 6;
const CLEAR = 4; // pixels that a line keeps from everything else
const PARTS = [0.5, 0.35, 0.65, 0.2, 0.8]; // where on the pieces a line may end
const POINTS = 40; // points of a line that are looked at

/** @typedef {{ x: number, y: number, toX: number, toY: number }} Way */

/** Draw the pointing line in a panel. Return `point`, which must be called after each drawing, and `stop`.
 * @type {(root: HTMLElement) => { point: () => void, stop: () => void }} */
export function pointing(root) {
  let shown = "";
  /** @type {Element | null} */
  let watched = null;
  const size = new ResizeObserver(point);
  size.observe(root);
  document.fonts?.addEventListener("loadingdone", point);

  function point() {
    const line = /** @type {HTMLElement | null} */ (root.querySelector("[data-points]"));
    const speaker = /** @type {HTMLElement | null} */ (root.querySelector("[data-speaks]"));
    const pieces = drawn(root, line?.dataset.points);
    const said = `${speaker?.dataset.speaks} ${speaker?.dataset.shows}`;
    const [first] = said === shown ? [] : drawn(root, speaker?.dataset.shows);
    shown = said;
    if (first) bringInto(first, root);
    if (watched !== speaker) {
      if (watched) size.unobserve(watched);
      if (speaker) size.observe(speaker);
      watched = speaker;
    }
    if (!line || !speaker) return;
    const way = nearestWay(root, speaker.getBoundingClientRect(), pieces);
    line.hidden = !way;
    if (!way) return;
    const { left, top } = /** @type {Element} */ (line.offsetParent ?? root).getBoundingClientRect();
    const { x, y, toX, toY } = way;
    line.style.left = `${x - left}px`;
    line.style.top = `${y - top}px`;
    line.style.width = `${lengthOf(way)}px`;
    line.style.rotate = `${Math.atan2(toY - y, toX - x)}rad`;
  }

  function stop() {
    size.disconnect();
    document.fonts?.removeEventListener("loadingdone", point);
  }

  return { point, stop };
}

/** Return the pieces with these names that can be seen somewhere on the table.
 * @type {(root: HTMLElement, names?: string) => Element[]} */
function drawn(root, names) {
  const found = (names?.split(" ") ?? []).map((name) => root.querySelector(`[data-piece="${CSS.escape(name)}"]`));
  return found.filter((each) => each !== null).filter((each) => each.getClientRects().length > 0);
}

/** Return the ends of the shortest line from a box to one of these pieces that runs across nothing else, or null if there's none.
 * @type {(root: HTMLElement, from: DOMRect, pieces: Element[]) => Way | null} */
function nearestWay(root, from, pieces) {
  const seen = [...root.querySelectorAll("[data-piece], [data-stays], h4")];
  const boxes = seen.map((element) => ({ element, box: element.getBoundingClientRect() }));
  const ways = pieces.map((each) => freeWay(from, inView(each), others(boxes, each))).filter((each) => each !== null);
  const [nearest] = ways.sort((a, b) => lengthOf(a) - lengthOf(b));
  return nearest ?? null;
}

/** Return the length of a line. @type {(way: Way) => number} */
function lengthOf({ x, y, toX, toY }) {
  return Math.hypot(toX - x, toY - y);
}

/** Return the ends of the first line from one box to another that runs across nothing else, or null if there's none.
 * @type {(from: DOMRect, to: { left: number, right: number, top: number, bottom: number }, across: DOMRect[]) => Way | null} */
function freeWay(from, to, across) {
  for (const part of PARTS) {
    const way = wayTo(from, to, part);
    if (way && !across.some((box) => meets(way, box))) return way;
  }
  return null;
}

/** Return these boxes without those of a piece, of what it's on and of what's on it.
 * @type {(boxes: { element: Element, box: DOMRect }[], piece: Element) => DOMRect[]} */
function others(boxes, piece) {
  const found = boxes.filter(({ element }) => !element.contains(piece) && !piece.contains(element));
  return found.map(({ box }) => box);
}

/** Return true if a line runs across a box, or along its edge. @type {(way: Way, box: DOMRect) => boolean} */
function meets({ x, y, toX, toY }, box) {
  for (let step = 0; step <= POINTS; step += 1) {
    const [atX, atY] = [x + ((toX - x) * step) / POINTS, y + ((toY - y) * step) / POINTS];
    if (atX > box.left - CLEAR && atX < box.right + CLEAR && atY > box.top - CLEAR && atY < box.bottom + CLEAR) return true;
  }
  return false;
}

/** Return the ends of a line from an edge of one box to another box, at a part of its height or width, or null if that's hidden,
 * or neither to its right nor above it.
 * @type {(from: DOMRect, to: { left: number, right: number, top: number, bottom: number }, part: number) => Way | null} */
function wayTo(from, to, part) {
  if (to.left >= to.right || to.top >= to.bottom) return null;
  const middle = { x: to.left + (to.right - to.left) * part, y: to.top + (to.bottom - to.top) * part };
  const between = /** @type {(at: number, low: number, high: number) => number} */ ((at, low, high) => (
    Math.max(low + INSIDE, Math.min(at, high - INSIDE))));
  if (from.right <= to.left) {
    const y = between(middle.y, from.top, from.bottom);
    return { x: from.right, y, toX: to.left - GAP_TO_PIECE, toY: middle.y };
  }
  if (from.top < to.bottom) return null;
  return { x: between(middle.x, from.left, from.right), y: from.top, toX: middle.x, toY: to.bottom + GAP_TO_PIECE };
}

/** Return an element's box, cut where an element around it cuts it off.
 * @type {(element: Element) => { left: number, right: number, top: number, bottom: number }} */
function inView(element) {
  let { left, right, top, bottom } = element.getBoundingClientRect();
  for (let each = element.parentElement; each && !each.matches(".apz"); each = each.parentElement) {
    const { display, overflow } = getComputedStyle(each);
    if (overflow === "visible" || display === "contents") continue;
    const box = each.getBoundingClientRect();
    [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  return { left, right, top, bottom };
}

/** Scroll every scrolling area around an element until the element, or the large part of the area that it's in, is in its middle,
 * and up or down only if it's cut off there; the page itself doesn't scroll.
 * @type {(element: Element, root: HTMLElement) => void} */
function bringInto(element, root) {
  let part = element; // of the area around it
  for (let each = element.parentElement; each && each !== root; part = each, each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    const [inner, outer] = [element.getBoundingClientRect(), each.getBoundingClientRect()];
    const box = part.getBoundingClientRect();
    const whole = box.width > outer.width / 2 ? box : inner;
    const across = each.scrollWidth > each.clientWidth && /auto|scroll/.test(overflowX);
    const cut = inner.top < outer.top || inner.bottom > outer.bottom;
    const along = cut && each.scrollHeight > each.clientHeight && /auto|scroll/.test(overflowY);
    each.scrollBy(
      across ? whole.left + whole.width / 2 - outer.left - outer.width / 2 : 0,
      along ? inner.top + inner.height / 2 - outer.top - outer.height / 2 : 0,
    );
  }
}
