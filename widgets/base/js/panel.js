/* The renderer: draws the trees that Python sends and sends gestures back. It doesn't know any rule or any view. README.md lists
   the attributes that a tree can use. */
/** @import { Gesture, Model, Tree, View } from "./types.js" */

import { announcer } from "./announce.js";
import { captions } from "./captions.js";
import { listenToDrags } from "./drag.js";
import { arriveAt, focusNow, leaveFrom, passFocusOn } from "./focus.js";
import { framing } from "./framing.js";
import { inVSCode } from "./host.js";
import { listenToGestures } from "./gestures.js";
import { listenToKeys, setTabStops } from "./keys.js";
import { mover } from "./motion.js";
import { patchChildren, reuse } from "./patch.js";
import { pointing } from "./pointing.js";
import { leaveRoom, showNews } from "./scroll.js";
import { holdInSight } from "./sticky.js";
import { followTheme, isOwnPage } from "./theme.js";
import { zoomOn } from "./zoom.js";

const SOON = 150; // milliseconds until a new panel is on the page

/** @type {(given: { model: Model, el: HTMLElement }) => () => void} */
function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "apz";
  el.classList.add("apz-panel");
  el.append(root);
  const { hear, begin, tell } = announcer(el);
  const gone = document.createElement("p");
  gone.className = "apz-gone";
  gone.setAttribute("role", "alert");
  /** @type {View} */
  let view;
  /** @type {Tree | undefined} */
  let drawn; // the tree on the page; undefined if a drawing failed partway
  let later = 0;
  const frame = framing(root);
  const motion = mover(root);
  const zoom = zoomOn(root);
  const pointer = pointing(root);
  const caption = captions(root);
  const sticky = inVSCode() ? holdInSight(root, el) : null;

  function draw() {
    const first = !view;
    view = JSON.parse(model.get("view"));
    const focused = focusNow(root);
    const told = new Set(newsIn(root).map((each) => each.dataset.news));
    const tree = reuse(drawn, view.tree);
    const seen = first || (tree === drawn && !motion.carries()) ? null : motion.before(tree);
    drags.drawn();
    drawn = undefined;
    zoom.rest();
    patchChildren(root, [tree]);
    drawn = tree;
    root.dataset.n = String(view.n);
    frame.fill(Array.isArray(tree) ? tree[1]["data-frame"] : undefined);
    root.classList.remove("lost");
    gone.remove();
    if (view.lang && root.lang !== view.lang) root.lang = view.lang;
    setTabStops(root);
    const news = first ? undefined : newsIn(root).findLast((each) => !told.has(each.dataset.news));
    if (focused.active) passFocusOn(root, focused, news);
    if (news) showNews(news);
    zoom.look();
    if (first || seen) motion.after(seen);
    pointer.point();
    caption.place();
    hear(view.say, first);
    if (first) later = setTimeout(arrive, SOON);
    sticky?.hold();
  }

  function arrive() {
    arriveAt(root);
    begin();
  }

  /** Send a gesture; return whether it's on its way. @type {(gesture: Gesture) => boolean} */
  function say(gesture) {
    leaveFrom(root);
    try {
      model.send(gesture);
      return true;
    } catch {
      lose();
      return false;
    }
  }

  /* Say that Python is gone, unless the page itself does. */
  function lose() {
    if (isOwnPage()) return;
    root.classList.add("lost");
    gone.textContent = view.gone ?? "";
    el.prepend(gone);
  }

  const gestures = listenToGestures(root, () => view.at, say);
  const lifted = () => { gestures.forget(); zoom.hide(); };
  const { kernel } = model.widget_manager ?? {};
  const drags = listenToDrags(root, { send: gestures.send, lifted, tell, carry: motion.carry, kernel });
  const stopKeys = listenToKeys(root, gestures.send);
  const tab = /** @type {(event: KeyboardEvent) => void} */ ((event) => { if (event.key === "Tab") leaveRoom(root); });
  document.addEventListener("keydown", tab, true);
  model.on("change:view", draw);
  draw();
  const stopTheme = followTheme(root);
  return () => {
    clearTimeout(later);
    stopTheme();
    stopKeys();
    frame.stop();
    zoom.stop();
    pointer.stop();
    caption.stop();
    document.removeEventListener("keydown", tab, true);
    sticky?.stop();
    gestures.stop();
    drags.stop();
    motion.stop();
    model.off("change:view", draw);
  };
}

/** @type {(root: HTMLElement) => HTMLElement[]} */
function newsIn(root) {
  return [...root.querySelectorAll("[data-news]")].map((each) => /** @type {HTMLElement} */ (each));
}

export default { initialize: () => ({ render }) }; // via_renderer.js calls this `render`
