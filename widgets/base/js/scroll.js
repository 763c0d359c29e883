/* Scrolls elements into view, clear of those with data-stays, which stay in view and cover what's under them. */

const ROOM = 0.8; // the part of the screen that news may fill

/** Set scroll margins as large as the elements that stay in view. Call it before scrolling to something, not at every drawing:
 * it makes the browser recompute every style. @type {(root: HTMLElement) => void} */
export function leaveRoom(root) {
  const covered = { top: 0, bottom: 0 };
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-stays]"))) {
    const { position, top } = getComputedStyle(item);
    const edge = top === "auto" ? "bottom" : "top";
    if (position === "sticky" && !item.closest("[data-scope]")) covered[edge] = Math.max(covered[edge], item.offsetHeight + 8);
  }
  for (const [edge, height] of Object.entries(covered)) root.style.setProperty(`--covered-${edge}`, `${height}px`);
}

/** Scroll to the start of an element, unless it's in view. @type {(element: Element) => void} */
export function showBeginning(element) {
  const { top } = element.getBoundingClientRect();
  element.scrollIntoView({ block: "nearest" });
  if (element.getBoundingClientRect().top !== top) element.scrollIntoView({ block: "start" });
}

/** Scroll news into view: all of it, or its start if there isn't room for all of it. @type {(element: Element) => void} */
export function showNews(element) {
  const { top, height } = element.getBoundingClientRect();
  const begun = top >= 0 && top < innerHeight / 4;
  if (height < innerHeight * ROOM) element.scrollIntoView({ block: "nearest" });
  else if (!begun) element.scrollIntoView({ block: "start" });
}

/** Scroll to an element and focus its first button. @type {(element: Element | null, root: HTMLElement) => void} */
export function goTo(element, root) {
  if (!element) return;
  leaveRoom(root);
  element.scrollIntoView({ block: "end" });
  element.querySelector("button")?.focus({ preventScroll: true });
}
