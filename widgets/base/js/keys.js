/* The keyboard in a panel: arrow keys move among the buttons of a group marked data-keys="grid", each data-row in it is one
   stop for Tab, Escape sends the gesture in data-escape, and Delete or Backspace the one in data-delete, on the
   focused element or around it. Enter on a heading presses the button marked data-enter. */

import { inVSCode } from "./host.js";

/** Listen for keys; `send` sends a gesture for an element. Return a function that stops listening outside the panel.
 * @type {(root: HTMLElement, send: (element: HTMLElement, gesture: string) => void) => () => void} */
export function listenToKeys(root, send) {
  /** @type {(event: KeyboardEvent, held: HTMLElement) => void} */
  const escape = (event, held) => {
    event.preventDefault();
    event.stopPropagation();
    send(held, held.dataset.escape ?? "");
  };
  /** On our own page, Escape works even when nothing has the focus, say after a click next to a button.
   * @type {(event: KeyboardEvent) => void} */
  const nowhere = (event) => {
    if (event.key !== "Escape" || event.target !== document.body || !("apzPage" in document.body.dataset)) return;
    const held = /** @type {HTMLElement | null} */ (root.querySelector("[data-escape]"));
    if (held && !event.defaultPrevented) escape(event, held);
  };
  document.addEventListener("keydown", nowhere);
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // VS Code listens for keys on the window: Enter would leave the panel, and a letter would delete the cell
    if (inVSCode() && event.key !== "Escape") event.stopPropagation();
    if (event.key === "Enter" && event.repeat) {
      event.preventDefault();
    } else if (event.key === "Enter" && target.dataset.home) {
      /** @type {HTMLButtonElement | null} */
      const onward = root.querySelector("[data-enter]");
      if (onward && !onward.disabled) {
        event.preventDefault();
        event.stopPropagation();
        send(onward, onward.dataset.do ?? "");
      }
    } else if (/^(Arrow|Home|End)/.test(event.key) && moveFocus(target, event.key)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Escape") {
      /** @type {HTMLElement | null} */
      const held = (target.closest("[data-scope]") || root).querySelector("[data-escape]");
      if (held) escape(event, held);
    } else if (/^(Delete|Backspace)$/.test(event.key) && !target.matches("input, select, textarea")) {
      /** @type {HTMLElement | null} */
      const gone = target.closest("[data-delete]");
      if (gone && root.contains(gone)) {
        event.preventDefault();
        event.stopPropagation();
        send(gone, gone.dataset.delete ?? "");
      }
    }
  });
  // JupyterLab takes Enter from every field in a cell, so no command would be sent and no line would end
  root.addEventListener("beforeinput", (event) => {
    if (event.inputType === "insertLineBreak") event.stopPropagation();
  }, true);
  root.addEventListener("focusin", () => setTabStops(root));
  return () => document.removeEventListener("keydown", nowhere);
}

/** Move the focus inside a group; Home and End go to its ends. Return whether it moved.
 * @type {(target: HTMLElement, key: string) => boolean} */
function moveFocus(target, key) {
  const group = target.closest('[data-keys="grid"]');
  if (!group || !target.matches("button")) return false;
  const items = buttonsIn(group).filter((item) => !item.disabled && item.offsetParent !== null);
  const at = items.findIndex((item) => item === target);
  if (at < 0) return false;
  /** @type {Record<string, () => HTMLElement | undefined>} */
  const ways = {
    Home: () => items[0],
    End: () => items.at(-1),
    ArrowRight: () => items[(at + 1) % items.length],
    ArrowLeft: () => items[(at + items.length - 1) % items.length],
    ArrowDown: () => nearest(target, items, 1),
    ArrowUp: () => nearest(target, items, -1),
  };
  const next = ways[key]?.();
  next?.focus();
  return Boolean(next);
}

/** Return the nearest button below (1) or above (-1), if there is one.
 * @type {(target: HTMLElement, items: HTMLElement[], direction: number) => HTMLElement | undefined} */
function nearest(target, items, direction) {
  const here = target.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  let best;
  let least = Infinity;
  for (const item of items) {
    const box = item.getBoundingClientRect();
    const down = (box.top - here.top) * direction;
    const distance = down * 3 + Math.abs(box.left + box.width / 2 - middle);
    if (down > 4 && distance < least) { least = distance; best = item; }
  }
  return best;
}

/** @type {(group: Element) => HTMLButtonElement[]} */
function buttonsIn(group) {
  return [...group.querySelectorAll("button")];
}

/** Make each row one stop for Tab: its most recently focused button, or else its first. @type {(root: Element) => void} */
export function setTabStops(root) {
  for (const row of root.querySelectorAll("[data-row]")) {
    const items = buttonsIn(row);
    const stop = items.find((item) => item === document.activeElement) || items.find((item) => item.tabIndex === 0
      && item.hasAttribute("tabindex")) || items[0];
    for (const item of items) {
      const index = item === stop ? 0 : -1;
      if (item.tabIndex !== index || !item.hasAttribute("tabindex")) item.tabIndex = index;
    }
  }
}
