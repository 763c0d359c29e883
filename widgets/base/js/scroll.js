/* Scrolls what a learner should see into view; elements with data-stays stay in view and cover what's below them. */

const ROOM = 0.8; // of the screen: this much is visible at once

/** Leave as much room next to what we scroll to as the elements that stay in view cover. Call it before something is
 * scrolled to, not at every drawing: it makes the browser compute every style again. @type {(root: HTMLElement) => void} */
export function leaveRoom(root) {
  const covered = { top: 0, bottom: 0 };
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-stays]"))) {
    const { position, top } = getComputedStyle(item);
    const edge = top === "auto" ? "bottom" : "top";
    if (position === "sticky" && !item.closest("[data-scope]")) covered[edge] = Math.max(covered[edge], item.offsetHeight + 8);
  }
  for (const [edge, height] of Object.entries(covered)) root.style.setProperty(`--covered-${edge}`, `${height}px`);
}

/** Scroll to where an element begins, unless it is in sight. @type {(element: Element) => void} */
export function showBeginning(element) {
  const { top } = element.getBoundingClientRect();
  element.scrollIntoView({ block: "nearest" });
  if (element.getBoundingClientRect().top !== top) element.scrollIntoView({ block: "start" });
}

/** Bring news into sight: all of it, or its beginning where there isn't room for all. @type {(element: Element) => void} */
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
