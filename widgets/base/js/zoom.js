/* Enlarges an element with data-zoom, with its description and the text of data-zoom below it: after a moment under the mouse,
   at once when the keyboard focuses it, or while a finger holds it. */

import { beside } from "./beside.js";
import { willTake } from "./dragging.js";
import { windowBox } from "./ghosts.js";

const HOVERED = 250; // milliseconds under the mouse
const HELD = 450; // milliseconds under a finger

/** Enlarge elements in a panel. Return `rest`, which must be called before each drawing (the enlarged copy isn't part of the
 * tree), `look`, which must be called after it, `hide` and `stop`.
 * @type {(root: HTMLElement) => { rest: () => void, look: () => void, hide: () => void, stop: () => void }} */
export function zoomOn(root) {
  /** @type {HTMLElement | null} */
  let near = null; // the element being looked at
  /** @type {HTMLElement | null} */
  let sheet = null; // the enlarged copy of it
  let timer = 0;
  let held = false; // whether a finger opened it: that press isn't a click then

  /** @type {(target: EventTarget | null) => HTMLElement | null} */
  const zoomed = (target) => {
    const found = target instanceof Element ? target.closest("[data-zoom]") : null;
    return found && root.contains(found) ? /** @type {HTMLElement} */ (found) : null;
  };

  function hide() {
    clearTimeout(timer);
    sheet?.remove();
    near = null;
    sheet = null;
  }

  /** Enlarge an element; `again` skips the animation, for an element that was only redrawn.
   * @type {(element: HTMLElement, again?: boolean) => void} */
  function show(element, again = false) {
    hide();
    if ("dragging" in root.dataset || !element.isConnected) return;
    near = element;
    sheet = document.createElement("div");
    sheet.className = "apz-zoom"; // with its parent's classes, for the styles that the element gets from them
    sheet.classList.add(...(element.parentElement?.classList ?? []));
    sheet.popover = "manual";
    if (again) sheet.style.animation = "none";
    sheet.setAttribute("aria-hidden", "true");
    const large = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const name of large.getAttributeNames()) if (name !== "class") large.removeAttribute(name);
    large.tabIndex = -1;
    const [kind, ...rest] = (element.dataset.zoom ?? "").split("\n");
    sheet.append(large, told("b", kind), told("p", element.getAttribute("aria-description")), told("small", rest.join("\n")));
    root.append(sheet);
    sheet.showPopover?.();
    place();
  }

  /** @type {(tag: string, text: string | null | undefined) => Node} */
  function told(tag, text) {
    const line = document.createElement(tag);
    line.textContent = text ?? "";
    return text ? line : document.createTextNode("");
  }

  /* Place the copy next to its element, where it covers as little as possible of the element's drop targets and of what stays in
     view or says so. */
  function place() {
    if (!near || !sheet) return;
    const { drag = "", kinds } = (/** @type {HTMLElement} */ (near.closest("[data-drag]") ?? near)).dataset;
    const targets = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-drop]"));
    const kept = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-stays], [data-uncovered]"));
    const taking = [...targets].filter((each) => each !== near && willTake(each.dataset.takes, drag, kinds));
    const avoid = [...taking, ...kept].map(windowBox);
    const { offsetWidth: width, offsetHeight: height } = sheet;
    const { x, y } = beside(windowBox(near), { width, height }, { width: innerWidth, height: innerHeight }, avoid);
    sheet.style.left = `${x}px`;
    sheet.style.top = `${y}px`;
  }

  /** @type {(element: HTMLElement, wait: number) => void} */
  function later(element, wait) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      held = wait === HELD;
      show(element);
    }, wait);
  }

  root.addEventListener("pointerover", (event) => {
    const element = event.pointerType === "mouse" && !event.buttons ? zoomed(event.target) : null;
    if (element && element !== near) later(element, HOVERED);
  });
  root.addEventListener("pointerout", (event) => {
    if (event.pointerType === "mouse" && zoomed(event.relatedTarget) !== near) hide();
  });
  root.addEventListener("pointerdown", (event) => {
    hide();
    held = false;
    const element = event.pointerType === "mouse" ? null : zoomed(event.target);
    if (element) later(element, HELD);
  });
  root.addEventListener("focusin", (event) => {
    const element = zoomed(event.target);
    if (element?.matches(":focus-visible")) show(element);
  });
  root.addEventListener("focusout", hide);
  root.addEventListener("click", (event) => {
    if (held) event.stopImmediatePropagation();
    held = false;
  }, true);
  root.addEventListener("contextmenu", (event) => {
    if (held) event.preventDefault();
  });
  const key = /** @type {(event: KeyboardEvent) => void} */ ((event) => { if (event.key === "Escape") hide(); });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, hide);
  document.addEventListener("scroll", hide, true);
  document.addEventListener("keydown", key, true);
  return {
    rest() {
      sheet?.remove();
      sheet = null;
    },
    look() {
      const element = near;
      hide();
      if (element) show(element, true);
    },
    hide,
    stop() {
      hide();
      for (const name of ["pointerup", "pointercancel"]) document.removeEventListener(name, hide);
      document.removeEventListener("scroll", hide, true);
      document.removeEventListener("keydown", key, true);
    },
  };
}
