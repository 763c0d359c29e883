/* Lets what has data-fly be seen to move, when it is marked data-moved and stands elsewhere than before. */

const LEAST = 12; // pixels

/** Return where everything with data-fly is now, unless nobody would see it move.
 * @type {(root: HTMLElement) => Map<string, DOMRect>} */
export function boxesIn(root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return new Map();
  return new Map(flying(root, "[data-fly]").map((item) => [String(item.dataset.fly), item.getBoundingClientRect()]));
}

/** Move everything that has moved from where it was to where it is. @type {(root: HTMLElement, before: Map<string, DOMRect>) => void} */
export function moveFrom(root, before) {
  for (const item of flying(root, "[data-fly][data-moved]")) {
    const from = before.get(String(item.dataset.fly));
    if (!from) continue;
    const to = item.getBoundingClientRect();
    const x = from.left - to.left;
    const y = from.top - to.top;
    if (Math.abs(x) + Math.abs(y) > LEAST) {
      item.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }],
        { duration: 260, easing: "ease-out" });
    }
  }
}

/** @type {(root: HTMLElement, selector: string) => HTMLElement[]} */
function flying(root, selector) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector));
  return [...found].filter((item) => !item.closest("[data-scope]"));
}
