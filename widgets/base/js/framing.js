/* Tells a panel and the elements around it what fills the panel (data-frame in its tree), as data-frame on the panel and
   data-holds on the others. A style that looks inside with :has() would be checked again whenever anything comes or goes. */

/** Frame a panel. Return `fill`, to be called with what fills it after each drawing, and `stop`.
 * @type {(root: HTMLElement) => { fill: (kind: unknown) => void, stop: () => void }} */
export function framing(root) {
  /** @type {HTMLElement[]} */
  let around = [];
  const mark = () => {
    around = [];
    for (let each = root.parentElement; each && each !== document.body; each = each.parentElement) around.push(each);
    around.forEach(hold);
  };
  const size = new ResizeObserver(mark); // a new panel isn't on the page yet when it's drawn
  size.observe(root);
  return {
    fill(kind) {
      if (kind === root.dataset.frame) return;
      if (kind) root.dataset.frame = String(kind);
      else delete root.dataset.frame;
      mark();
    },
    stop() {
      size.disconnect();
      delete root.dataset.frame;
      around.forEach(hold);
    },
  };
}

/** Set what fills the panels in an element. @type {(element: HTMLElement) => void} */
function hold(element) {
  const kinds = [...element.querySelectorAll(".apz[data-frame]")].map((each) => each.getAttribute("data-frame"));
  element.dataset.holds = kinds.join(" ");
}
