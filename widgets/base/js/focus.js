/* Moves the focus when its element is gone: to one with the same gesture, or else to a heading marked data-home. */

import { leaveRoom, showBeginning } from "./scroll.js";

/** @type {HTMLElement | null} */
let lastSender = null; // the panel that sent the last gesture: another panel may replace it

/** The focus before a drawing: its element, that element's gesture and ancestors, and the texts of the data-home headings.
 * @typedef {{ active: HTMLElement | null, gesture: string, around: Element[], homes: Map<Element, string | null> }} Before */

/** Return where the focus in a panel is now. @type {(root: HTMLElement) => Before} */
export function focusNow(root) {
  const active = /** @type {HTMLElement | null} */ (root.contains(document.activeElement) ? document.activeElement : null);
  const homes = active ? [...root.querySelectorAll("[data-home]")] : [];
  const around = [];
  for (let each = /** @type {Element | null} */ (active); each && each !== root; each = each.parentElement) around.push(each);
  return {
    active,
    gesture: active?.dataset.do || "",
    around: active ? [...around, root] : [],
    homes: new Map(homes.map((home) => [home, home.textContent])),
  };
}

/** Return whether nothing has the focus, or only an element that's disabled by now and about to lose it. @type {() => boolean} */
function nothingFocused() {
  const active = /** @type {HTMLButtonElement | null} */ (document.activeElement);
  return !active || active === /** @type {Element} */ (document.body) || active.disabled;
}

/** If the focused element is gone, focus one with the same gesture, or else the home of the news or of the part it was in.
 * Scroll to the focused element for people who use the keyboard, and for everyone to the start of a home with a new text.
 * @type {(root: HTMLElement, before: Before, news?: Element) => void} */
export function passFocusOn(root, before, news) {
  if (nothingFocused()) {
    const heir = heirOf(root, before) || homeOf(root, news ? [news, ...before.around] : before.around);
    if (!heir) return;
    heir.focus({ preventScroll: true });
    if (news) return;
    leaveRoom(root);
    if (heir.dataset.home && before.homes.get(heir) !== heir.textContent) {
      showBeginning(heir);
      return;
    }
  }
  const now = document.activeElement;
  if (!now?.matches(":focus-visible")) return;
  leaveRoom(root);
  now.scrollIntoView({ block: "nearest" });
}

/** @type {(root: HTMLElement, before: Before) => HTMLElement | undefined} */
function heirOf(root, { active, gesture }) {
  const twin = gesture ? root.querySelector(`[data-do="${CSS.escape(gesture)}"]`) : null;
  const usable = /** @type {(each: any) => boolean} */ ((each) => each && root.contains(each) && !each.disabled);
  return /** @type {HTMLElement | undefined} */ ([active, twin].find(usable));
}

/** @type {(root: HTMLElement, around: Element[]) => HTMLElement | null} */
function homeOf(root, around) {
  const part = around.find((each) => root.contains(each) && each.querySelector("[data-home]"));
  return (part || root).querySelector("[data-home]");
}

/** Note that a panel sent a gesture, for the panel that may replace it. @type {(root: HTMLElement) => void} */
export function leaveFrom(root) {
  lastSender = root;
}

/** Focus a new panel if it replaced the one that sent the last gesture and nothing else has the focus.
 * @type {(root: HTMLElement) => void} */
export function arriveAt(root) {
  if (!lastSender || lastSender.isConnected || !nothingFocused() || !document.hasFocus()) return;
  lastSender = null;
  passFocusOn(root, { active: null, gesture: "", around: [], homes: new Map() });
}
