/* Draws the line from the speaker (data-speaks) to the pieces it talks about, whose names are in the line's data-points. */

const INSIDE = 26; // pixels that the start of the line keeps from the ends of an edge
const GAP_TO_PIECE = 6;

/** Draw the pointing line in a panel. Return `point`, which must be called after each drawing, and `stop`.
 * @type {(root: HTMLElement) => { point: () => void, stop: () => void }} */
export function pointing(root) {
  let shown = "";
  /** @type {Element | null} */
  let watched = null;
  const size = new ResizeObserver(point);
  size.observe(root);
  document.fonts?.ready.then(point);

  function point() {
    const line = /** @type {HTMLElement | null} */ (root.querySelector("[data-points]"));
    const speaker = root.querySelector("[data-speaks]");
    const names = line?.dataset.points ?? "";
    const found = names.split(" ").map((name) => root.querySelector(`[data-piece="${CSS.escape(name)}"]`));
    const pieces = found.filter((each) => each !== null);
    if (names !== shown && pieces.length) bringInto(pieces[0], root);
    shown = names;
    if (watched !== speaker) {
      if (watched) size.unobserve(watched);
      if (speaker) size.observe(speaker);
      watched = speaker;
    }
    if (!line || !speaker) return;
    const way = pieces.length ? wayTo(speaker.getBoundingClientRect(), around(pieces)) : null;
    line.hidden = !way;
    if (!way) return;
    const { left, top } = /** @type {Element} */ (line.offsetParent ?? root).getBoundingClientRect();
    const { x, y, toX, toY } = way;
    line.style.left = `${x - left}px`;
    line.style.top = `${y - top}px`;
    line.style.width = `${Math.hypot(toX - x, toY - y)}px`;
    line.style.rotate = `${Math.atan2(toY - y, toX - x)}rad`;
  }

  return { point, stop: () => size.disconnect() };
}

/** Return the ends of a line from an edge of one box to another box, or null if that's hidden, or neither to its right nor above it.
 * @type {(from: DOMRect, to: { left: number, right: number, top: number, bottom: number }) =>
 *   { x: number, y: number, toX: number, toY: number } | null} */
function wayTo(from, to) {
  if (to.left >= to.right || to.top >= to.bottom) return null;
  const middle = { x: (to.left + to.right) / 2, y: (to.top + to.bottom) / 2 };
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

/** Return the box around elements. @type {(elements: Element[]) => { left: number, right: number, top: number, bottom: number }} */
function around(elements) {
  const boxes = elements.map(inView);
  return {
    left: Math.min(...boxes.map((each) => each.left)), right: Math.max(...boxes.map((each) => each.right)),
    top: Math.min(...boxes.map((each) => each.top)), bottom: Math.max(...boxes.map((each) => each.bottom)),
  };
}

/** Scroll every sideways-scrolling area around an element until the element is in its middle; the page itself doesn't scroll.
 * @type {(element: Element, root: HTMLElement) => void} */
function bringInto(element, root) {
  for (let each = element.parentElement; each && each !== root; each = each.parentElement) {
    if (each.scrollWidth <= each.clientWidth || !/auto|scroll/.test(getComputedStyle(each).overflowX)) continue;
    const [inner, outer] = [element.getBoundingClientRect(), each.getBoundingClientRect()];
    each.scrollBy(inner.left + inner.width / 2 - outer.left - outer.width / 2, 0);
  }
}
