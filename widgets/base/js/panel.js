/* A panel: draws the tree that Python made and sends gestures back. It knows no rule and no view.
   What the tree may say with its attributes:
     key          keeps an element the same one from drawing to drawing
     data-do      the gesture that a click, a form or a field sends; ":@..." in it is the moment at which it can be made
     data-escape  the gesture that Escape sends
     data-to      a selector of what a click leads to on the page itself
     data-clear   a field that is emptied when its form is sent
     data-keys    "grid": arrow keys move among the buttons inside, of which each data-row is one stop for Tab
     data-home    what is focused when what had the focus is gone
     data-news    the name of what was just said: under a new name it comes into sight
     data-scope   a frame inside another, with a session and a moment (data-at) of its own
     data-frame   what fills a panel in which something stays in sight; data-stays: stays in sight above what is scrolled
                  below it; data-held: is held in sight where nothing sticks by itself
     data-fly     the name of what can be seen to move; data-moved: it just did */
/** @import { Gesture, Model, Tree, View } from "./types.js" */

import { announcer } from "./announce.js";
import { arriveAt, focusNow, leaveFrom, passFocusOn } from "./focus.js";
import { inVSCode } from "./host.js";
import { listenToGestures } from "./gestures.js";
import { listenToKeys, setTabStops } from "./keys.js";
import { boxesIn, moveFrom } from "./motion.js";
import { patchChildren, reuse } from "./patch.js";
import { leaveRoom, showNews } from "./scroll.js";
import { holdInSight } from "./sticky.js";
import { followTheme, isOwnPage } from "./theme.js";

const SOON = 150; // milliseconds, after which a new panel is on the page

/** @type {(given: { model: Model, el: HTMLElement }) => () => void} */
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "apz";
  el.append(root);
  const { hear, begin } = announcer(el);
  const gone = document.createElement("p");
  gone.className = "apz-gone";
  gone.setAttribute("role", "alert");
  /** @type {View} */
  let view;
  /** @type {Tree | undefined} */
  let drawn; // the tree that is shown; of one that broke off nobody knows how far it came
  let later = 0;
  const sticky = inVSCode() ? holdInSight(root, el) : null;

  function draw() {
    const first = !view;
    view = JSON.parse(model.get("view"));
    const focused = focusNow(root);
    const told = new Set(newsIn(root).map((each) => each.dataset.news));
    const boxes = boxesIn(root);
    const tree = reuse(drawn, view.tree);
    drawn = undefined;
    patchChildren(root, [tree]);
    drawn = tree;
    root.dataset.n = String(view.n);
    root.classList.remove("lost");
    gone.remove();
    if (view.lang && root.lang !== view.lang) root.lang = view.lang;
    setTabStops(root);
    const news = first ? undefined : newsIn(root).findLast((each) => !told.has(each.dataset.news));
    if (focused.active) passFocusOn(root, focused, news);
    if (news) showNews(news);
    moveFrom(root, boxes);
    hear(view.say, first);
    if (first) later = setTimeout(arrive, SOON);
    sticky?.hold();
  }

  function arrive() {
    arriveAt(root);
    begin();
  }

  /** @type {(gesture: Gesture) => void} */
  function say(gesture) {
    leaveFrom(root);
    try {
      model.send(gesture);
    } catch {
      lose();
    }
  }

  /* Say that the other side is gone, unless the page does. */
  function lose() {
    if (isOwnPage()) return;
    root.classList.add("lost");
    gone.textContent = view.gone ?? "";
    el.prepend(gone);
  }

  const gestures = listenToGestures(root, () => view.at, say);
  listenToKeys(root, (held) => gestures.send(held, held.dataset.escape ?? ""));
  const tab = /** @type {(event: KeyboardEvent) => void} */ ((event) => { if (event.key === "Tab") leaveRoom(root); });
  document.addEventListener("keydown", tab, true);
  model.on("change:view", draw);
  draw();
  const stopTheme = followTheme(root);
  return () => {
    clearTimeout(later);
    stopTheme();
    document.removeEventListener("keydown", tab, true);
    sticky?.stop();
    gestures.stop();
    model.off("change:view", draw);
  };
}

/** @type {(root: HTMLElement) => HTMLElement[]} */
function newsIn(root) {
  return [...root.querySelectorAll("[data-news]")].map((each) => /** @type {HTMLElement} */ (each));
}

export default { render };
