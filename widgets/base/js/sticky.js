/* Keeps elements with data-held in view in VS Code, where nothing sticks on its own, because the editor around the page scrolls
   and not the page. The browser reports which marks of a ruler beside the panel are in view, and so where to hold them. */

const MARK = 24; // pixels between two marks of the ruler, as in the style sheet
const GAP = 12;

/** Hold elements with data-held in view. Return `hold`, which must be called after each drawing, and `stop`.
 * @type {(root: HTMLElement, el: HTMLElement) => { hold: () => void, stop: () => void }} */
export function holdInSight(root, el) {
  const ruler = document.createElement("div");
  ruler.className = "apz-ruler";
  ruler.setAttribute("aria-hidden", "true");
  el.style.position = "relative";
  el.append(ruler);
  const seen = new Set();
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    hold();
  });
  const size = new ResizeObserver(() => {
    const marks = Math.ceil(root.offsetHeight / MARK);
    while (ruler.childElementCount < marks) sight.observe(ruler.appendChild(document.createElement("div")));
    while (ruler.childElementCount > marks) {
      const last = /** @type {Element} */ (ruler.lastElementChild);
      sight.unobserve(last);
      seen.delete(last);
      last.remove();
    }
    hold();
  });
  size.observe(root);

  function hold() {
    const marks = [...ruler.children].filter((mark) => seen.has(mark));
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-held]"))) {
      item.style.translate = "";
      const style = getComputedStyle(item);
      const last = marks.at(-1);
      if (style.position !== "sticky" || !last) continue;
      const way = wayInto(item, style, marks[0].getBoundingClientRect().bottom, last.getBoundingClientRect().top);
      if (Math.abs(way) > 1) item.style.translate = `0 ${way}px`;
    }
  }

  return { hold, stop: () => { sight.disconnect(); size.disconnect(); } };
}

/** Return how many pixels to move an element to keep it in view: up if it sticks to the bottom, down if it sticks to the top,
 * but not below the end of its data-frame. An element taller than the visible part shows its end.
 * @type {(item: Element, style: CSSStyleDeclaration, top: number, bottom: number) => number} */
function wayInto(item, style, top, bottom) {
  const here = item.getBoundingClientRect();
  const frame = item.closest("[data-frame]");
  const end = frame ? frame.getBoundingClientRect().bottom - GAP : Infinity;
  if (style.bottom !== "auto") return Math.min(0, Math.min(bottom, end) - here.bottom);
  const down = here.height > bottom - top ? bottom - here.bottom : top - here.top;
  return Math.max(0, Math.min(down, end - here.bottom));
}
