/* Turns clicks, forms and fields into the gesture that data-do names, or into a jump to the element that data-to names. */
/** @import { Gesture } from "./types.js" */

import { FAR } from "./dragging.js";
import { goTo } from "./scroll.js";

const FIELDS = "input, select, textarea";
const PAUSE = 150; // milliseconds without a keystroke before a field with data-live is sent

/** Listen for gestures in a panel; `moment` returns the session's moment, and `say` sends a gesture and returns whether it's on
 * its way. Return `send`, which sends a gesture for an element, `forget`, which keeps the current press from becoming a click,
 * and `stop`.
 * @type {(root: HTMLElement, moment: () => number, say: (gesture: Gesture) => boolean) => {
 *   send: (element: HTMLElement, gesture: string) => boolean, forget: () => void, stop: () => void }} */
export function listenToGestures(root, moment, say) {
  let clicked = "";
  let typing = 0;
  /** @type {{ x: number, y: number, target: Element, meant: Gesture | null } | null} */
  let pressed = null;

  /** Return an element's gesture with its frame and its moment.
   * @type {(element: Element, gesture?: string, values?: Record<string, unknown>) => Gesture} */
  function gestureOf(element, gesture = "", values) {
    const inner = /** @type {HTMLElement | null} */ (element.closest("[data-scope]"));
    const scope = inner && root.contains(inner) ? { scope: inner.dataset.scope, at: Number(inner.dataset.at) } : { at: moment() };
    return { do: gesture, ...scope, ...(values && { values }) };
  }

  /** Return the gesture that a click on this element would send. @type {(target: Element) => Gesture | null} */
  function meaning(target) {
    const element = /** @type {HTMLElement | null} */ (target.closest("[data-do]"));
    if (!element || !root.contains(element) || element.matches(`form, ${FIELDS}, :disabled`)) return null;
    return gestureOf(element, element.dataset.do);
  }

  /** @type {(gesture: Gesture) => void} */
  function click(gesture) {
    clicked = gesture.do;
    say(gesture);
  }

  /* A press counts for its element, even if that moves away or is redrawn before the release. */
  const press = /** @type {(event: PointerEvent) => void} */ ((event) => {
    const target = /** @type {Element} */ (event.target);
    pressed = event.isPrimary ? { x: event.clientX, y: event.clientY, target, meant: meaning(target) } : null;
  });
  const near = /** @type {(event: MouseEvent) => typeof pressed} */ ((event) => (
    pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < FAR ? pressed : null));
  // an element that's gone gets no click
  const release = /** @type {(event: PointerEvent) => void} */ ((event) => {
    const here = near(event);
    if (!here || here.target.isConnected) return;
    if (here.meant) click(here.meant);
    pressed = null;
  });
  const cancel = () => { pressed = null; };
  root.addEventListener("pointerdown", press);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", cancel);
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const way = /** @type {HTMLElement | null} */ (target.closest("[data-to]"));
    if (way?.dataset.to) goTo((way.closest("[data-scope]") || root).querySelector(way.dataset.to), root);
    const meant = (event.detail && near(event)?.meant) || meaning(target);
    pressed = null;
    if (!meant) return;
    event.preventDefault();
    // the second half of a double click isn't meant for whatever has moved there
    if (event.detail < 2 || meant.do === clicked) click(meant);
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typing);
    typing = 0;
    const form = /** @type {HTMLFormElement} */ (event.target);
    const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]).filter((field) => field.name);
    say(gestureOf(form, form.dataset.do, Object.fromEntries(fields.map((field) => [field.name, field.value]))));
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-clear]"))) field.value = "";
  });
  /** Send a field's gesture with its value. @type {(field: HTMLInputElement) => void} */
  function sayField(field) {
    clearTimeout(typing);
    typing = 0;
    if (!field.isConnected || !field.matches(FIELDS) || field.dataset.do === undefined) return;
    say(gestureOf(field, field.dataset.do, { value: field.type === "checkbox" ? field.checked : field.value }));
  }

  root.addEventListener("change", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.dataset.live === undefined || typing) sayField(field); // otherwise it was sent while it was typed
  });
  root.addEventListener("input", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.dataset.live === undefined) return;
    clearTimeout(typing);
    typing = setTimeout(() => sayField(field), PAUSE);
  });
  return {
    send: (element, gesture) => say(gestureOf(element, gesture)),
    forget: cancel,
    stop() {
      clearTimeout(typing);
      document.removeEventListener("pointerup", release);
      document.removeEventListener("pointercancel", cancel);
    },
  };
}
