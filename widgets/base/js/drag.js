/* Dragging in a panel, by mouse, finger, pen or keyboard: an element with data-drag goes to one with data-drop, as one gesture. */
/** @import { Drag, Deed, Happening, Why } from "./dragging.js" */
/** @import { Kernel } from "./types.js" */

import { BY_KEYS, afterwards, filled, liftsBy, willTake } from "./dragging.js";
import { scrollAt } from "./edges.js";
import { Ghosts } from "./ghosts.js";
import { attributeIn, paceIn, settingIn } from "./motion.js";
import { playSound } from "./sounds.js";

const LONG = 450; // milliseconds of a long press
const HOME = 220; // milliseconds that the way back takes
const ANSWER = 2000; // milliseconds that we wait for Python's answer before we put a dropped thing back
const THINGS = "[data-drag]";
const TARGETS = "[data-drop]";

/** What a drag needs from its page: `send` sends a gesture for an element and returns whether it's on its way, `tell` announces
 * a text to screen readers, `lifted` is called at each lift, `carry` names the copy that stands for the dragged piece, and
 * `kernel` knows the state of the connection.
 * @typedef {{ send: (element: HTMLElement, gesture: string) => boolean, tell: (text: string) => void, lifted: () => void,
 *   carry: (name: string | null, copy?: HTMLElement, target?: string) => void, kernel?: Kernel }} Around */

/** Listen for drags in a panel. Return `drawn`, which must be called whenever the panel is redrawn, and `stop`.
 * @type {(root: HTMLElement, around: Around) => { drawn: () => void, stop: () => void }} */
export function listenToDrags(root, { send, tell, lifted, carry, kernel }) {
  /** @type {Drag | null} */
  let drag = null;
  /** @type {HTMLElement | null} */
  let thing = null;
  /** @type {{ ghosts: Ghosts, copy: HTMLElement } | null} */
  let carried = null;
  let hand = { x: 0, y: 0 }; // where the pointer is
  let holding = 0;
  let answering = 0;
  let swallow = false; // whether the click that ends a drag is still to come
  const events = new AbortController();

  /** @type {(now: Happening) => void} */
  function happen(now) {
    const [next, ...deeds] = afterwards(drag, now);
    const before = drag;
    drag = next;
    if (drag?.stage !== "pressed") clearTimeout(holding);
    if (drag?.stage !== "sent") clearTimeout(answering);
    for (const deed of deeds) carryOut(deed, /** @type {Drag} */ (next ?? before));
    if (!drag) thing = null;
  }

  /** @type {(deed: Deed, which: Drag) => void} */
  function carryOut(deed, which) {
    if (deed.act === "back") putBack(which, deed.why);
    else ({ lift, over: aim, send: drop })[deed.act](which);
  }

  /** @type {(which: Drag) => void} */
  function lift(which) {
    if (!thing) return;
    lifted();
    for (const target of targets()) target.dataset.target = takes(target) ? "yes" : "no";
    thing.dataset.dragged = "";
    root.dataset.dragging = "";
    if (settingIn(root, "sound") === "on") playSound("tick");
    if (which.id === BY_KEYS) {
      say("lifted");
      return;
    }
    swallow = true;
    try { root.setPointerCapture(which.id); } catch { /* the pointer is gone already */ }
    const ghosts = new Ghosts(root);
    const copy = ghosts.add(thing);
    copy.dataset.carried = "";
    if (paceIn(root)) Object.assign(copy.style, { scale: "1.05", rotate: "3deg" });
    ghosts.show();
    carried = { ghosts, copy };
    carry(pieceOf(thing), copy);
    drift();
  }

  /** @type {(which: Drag) => void} */
  function aim(which) {
    for (const each of root.querySelectorAll("[data-over]")) each.removeAttribute("data-over");
    const target = targetOf(which);
    target?.setAttribute("data-over", "");
    if (target && which.id === BY_KEYS) say(target.dataset.target === "yes" ? "over" : "not", target);
  }

  /** @type {(which: Drag) => void} */
  function drop(which) {
    const target = targetOf(which);
    const there = !kernel?.connectionStatus || kernel.connectionStatus === "connected";
    if (!thing || !target || !there || !send(target, `drop:${which.thing}>${which.over}`)) {
      happen({ type: "cancel", why: "lost" });
      return;
    }
    if (which.id === BY_KEYS) thing.focus();
    if (carried) carry(pieceOf(thing), carried.copy, which.over ?? "");
    unmark();
    answering = setTimeout(() => happen({ type: "cancel", why: "elsewhere" }), ANSWER);
  }

  /** @type {(which: Drag, why: Why) => void} */
  function putBack(which, why) {
    if (which.stage !== "sent" || why === "lost") say(why === "lost" ? "lost" : "back");
    if (which.id === BY_KEYS && why !== "drawn") thing?.focus();
    const left = carried;
    carried = null;
    carry(null);
    unmark();
    if (!left) return;
    const gone = () => left.ghosts.remove();
    if (why === "drawn" || !paceIn(root)) gone();
    else {
      const home = { translate: "0 0", rotate: "0deg", scale: 1 };
      left.copy.animate([{}, home], { duration: HOME, easing: "ease-out" }).onfinish = gone;
    }
  }

  function unmark() {
    delete root.dataset.dragging;
    for (const name of ["data-dragged", "data-target", "data-over"]) {
      for (const each of root.querySelectorAll(`[${name}]`)) each.removeAttribute(name);
    }
    for (const each of root.querySelectorAll("[data-aimed]")) {
      each.removeAttribute("data-aimed");
      each.removeAttribute("tabindex");
    }
  }

  /* Move the lifted thing along, and see what it's over now. */
  function follow() {
    if (!drag) return;
    happen({ type: "move", id: drag.id, ...hand, over: thing ? targetAt(hand.x, hand.y) : null });
    if (drag?.stage === "lifted" && carried) carried.copy.style.translate = `${hand.x - drag.x}px ${hand.y - drag.y}px`;
  }

  /* Scroll an area if something is held at its edge. */
  function drift() {
    if (!carried || drag?.stage !== "lifted") return;
    if (scrollAt(hand.x, hand.y, performance.now())) follow();
    requestAnimationFrame(drift);
  }

  /** Announce one of the tree's data-say sentences, if it has it. @type {(which: string, target?: HTMLElement) => void} */
  function say(which, target) {
    const sentence = attributeIn(root, `data-say-${which}`);
    if (sentence && thing) tell(filled(sentence, { thing: nameOf(thing), target: target ? nameOf(target) : "" }));
  }

  /** @type {(target: HTMLElement) => boolean} */
  function takes(target) {
    return willTake(target.dataset.takes, thing?.dataset.drag ?? "", thing?.dataset.kinds);
  }

  /** Return the elements that can be targets: neither the thing itself, nor the place where it already is, unless that takes it.
   * @type {(found?: Iterable<Element>) => HTMLElement[]} */
  function targets(found = root.querySelectorAll(TARGETS)) {
    return own(found).filter((each) => each !== thing && (!each.contains(thing) || takes(each)));
  }

  /** @type {(which: Drag) => HTMLElement | undefined} */
  function targetOf({ over }) {
    return targets().find((target) => target.dataset.drop === over);
  }

  /** Return the target at a point: the innermost one that takes the dragged thing, else the innermost.
   * @type {(x: number, y: number) => string | null} */
  function targetAt(x, y) {
    /** @type {Element[]} */
    const around = [];
    for (let each = document.elementFromPoint(x, y)?.closest(TARGETS); each; each = each.parentElement?.closest(TARGETS)) {
      around.push(each);
    }
    const found = targets(around);
    return (found.find(takes) ?? found[0])?.dataset.drop ?? null;
  }

  /** @template {keyof DocumentEventMap} T @param {EventTarget} place @param {T} name
   * @param {(event: DocumentEventMap[T]) => void} act @param {AddEventListenerOptions} [options] */
  function on(place, name, act, options) {
    place.addEventListener(name, /** @type {EventListener} */ (act), { ...options, signal: events.signal });
  }

  on(root, "pointerdown", (event) => {
    swallow = false;
    if (event.button) return;
    const found = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(THINGS));
    const taken = found && own([found]).length ? found : null;
    const byHand = event.pointerType === "mouse";
    const lifts = byHand || !taken ? "all" : liftsBy(getComputedStyle(taken).touchAction);
    if (drag?.stage === "sent") happen({ type: "cancel", why: "elsewhere" });
    const { pointerId: id, clientX: x, clientY: y } = event;
    const first = !drag;
    happen({ type: "press", thing: taken?.dataset.drag ?? null, id, x, y, lifts });
    if (!first || !drag) return;
    thing = taken;
    if (!byHand) holding = setTimeout(() => happen({ type: "hold" }), LONG);
  });
  on(document, "pointerdown", (event) => {
    if (drag?.stage === "lifted" && !root.contains(/** @type {Node} */ (event.target))) give();
  });
  on(document, "pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    hand = { x: event.clientX, y: event.clientY };
    follow();
  });
  on(document, "pointerup", (event) => {
    happen({ type: "release", id: event.pointerId });
    setTimeout(() => { swallow = false; }); // the click comes at once or not at all
  });
  const give = () => { if (drag?.stage !== "sent") happen({ type: "cancel", why: "cancel" }); };
  on(document, "pointercancel", (event) => { if (event.pointerId === drag?.id) give(); });
  on(document, "visibilitychange", () => { if (document.hidden) give(); });
  on(document, "click", (event) => {
    if (!swallow || !root.contains(/** @type {Node} */ (event.target))) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  // what the browser itself would do on a long press or a move
  on(root, "touchmove", (event) => {
    if (drag && (drag.lifts === "all" || drag.stage === "lifted") && event.cancelable) event.preventDefault();
  }, { passive: false });
  on(root, "contextmenu", (event) => { if (drag) event.preventDefault(); });
  on(root, "dragstart", (event) => { if (drag) event.preventDefault(); });
  on(root, "selectstart", (event) => { if (drag) event.preventDefault(); });
  window.addEventListener("resize", give, { signal: events.signal });
  window.addEventListener("blur", give, { signal: events.signal });
  const lose = () => { if (drag?.stage === "lifted") happen({ type: "cancel", why: "lost" }); };
  window.addEventListener("offline", lose, { signal: events.signal });
  const changed = /** @type {(sender: unknown, state: string) => void} */ ((_, state) => { if (state !== "connected") lose(); });
  kernel?.connectionStatusChanged?.connect(changed);

  /* Keys. */

  /** Move on by `step` among the targets: `all` of them, or only those that take the thing, if any.
   * @type {(step: number, all: boolean) => void} */
  function turnTo(step, all) {
    const every = targets().filter((each) => each.offsetParent !== null);
    const takers = every.filter((each) => each.dataset.target === "yes");
    const some = all || !takers.length ? every : takers;
    const at = some.findIndex((each) => each.dataset.drop === drag?.over);
    const next = some[at < 0 ? (step > 0 ? 0 : some.length - 1) : (at + step + some.length) % some.length];
    if (!next) return;
    if (next.tabIndex < 0 && !next.hasAttribute("tabindex")) {
      next.tabIndex = -1;
      next.dataset.aimed = "";
    }
    next.focus();
    happen({ type: "aim", over: next.dataset.drop ?? "" });
  }

  on(document, "keydown", (event) => {
    if (drag?.stage === "lifted" && event.key === "Escape") happen({ type: "cancel", why: "cancel" });
    else if (drag?.stage === "lifted" && drag.id === BY_KEYS) {
      const enter = event.key === "Enter" || event.key === " ";
      if (event.key === "Tab") turnTo(event.shiftKey ? -1 : 1, true);
      else if (/^Arrow(Right|Down)$/.test(event.key)) turnTo(1, false);
      else if (/^Arrow(Left|Up)$/.test(event.key)) turnTo(-1, false);
      else if (enter && !event.repeat) happen({ type: "drop" });
      else if (!enter) return;
    } else if (!drag && (event.key === "Enter" || event.key === " ") && !event.repeat) {
      const found = /** @type {HTMLElement} */ (event.target);
      if (!found.matches(`${THINGS}:not([data-do])`) || !own([found]).length) return;
      thing = found;
      happen({ type: "lift", thing: found.dataset.drag ?? "" });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });

  /** Return the elements that belong to this panel itself, not to a frame inside it.
   * @type {(found: Iterable<Element>) => HTMLElement[]} */
  function own(found) {
    return /** @type {HTMLElement[]} */ ([...found].filter((each) => root.contains(each) && !each.closest("[data-scope]")));
  }

  return {
    drawn() {
      if (drag && !(drag.stage === "pressed" && thing?.isConnected)) happen({ type: "cancel", why: "drawn" });
    },
    stop() {
      happen({ type: "cancel", why: "drawn" });
      kernel?.connectionStatusChanged?.disconnect(changed);
      events.abort();
    },
  };
}

/** Return the name of the piece that an element is or shows. @type {(element: HTMLElement) => string} */
function pieceOf(element) {
  const { piece, drag: name = "" } = element.dataset;
  return piece ?? (element.querySelector(`[data-piece="${CSS.escape(name)}"]`) ? name : "");
}

/** Return an element's name. @type {(element: HTMLElement) => string} */
function nameOf(element) {
  return element.dataset.name || element.getAttribute("aria-label") || element.innerText.replace(/\s+/g, " ").trim();
}
