/* Notices above everything else, one of each kind, with buttons if there's something to do. */
/** @import { Notice } from "./types.js" */

const PASSING = 4000; // milliseconds
/** @typedef {"lost" | "unkept" | "passing"} Kind */
/** @type {Record<Kind, Notice | null>} */
const notices = { lost: null, unkept: null, passing: null };
const kinds = /** @type {Kind[]} */ (Object.keys(notices));
/** @type {Set<(kind: Kind) => void>} */
const showing = new Set(); // one function for each element that shows the notices

/** Show a notice in place of the last one of its kind; null removes that one. @type {(kind: Kind, next: Notice | null) => void} */
export function notify(kind, next) {
  if (next?.text === notices[kind]?.text && !next?.passing) return; // it's already shown
  notices[kind] = next;
  for (const show of showing) show(kind);
}

/** Show the notices in `el`; return a function that stops updating them. @type {(given: { el: HTMLElement }) => () => void} */
export function renderNotices({ el }) {
  el.classList.add("app-notices");
  const shows = new Map(kinds.map((kind) => [kind, noticeBox(el, kind)]));
  const show = /** @type {(kind: Kind) => void} */ ((kind) => shows.get(kind)?.());
  showing.add(show);
  kinds.forEach(show);
  return () => showing.delete(show);
}

/** Add a box for one kind of notice; return a function that shows the current one in it.
 * @type {(el: HTMLElement, kind: Kind) => () => void} */
function noticeBox(el, kind) {
  const box = document.createElement("div");
  box.className = `app-notice app-${kind}`;
  box.setAttribute("role", "alert");
  el.append(box);
  let timer = 0;
  return () => {
    const notice = notices[kind];
    clearTimeout(timer);
    box.replaceChildren();
    box.hidden = !notice;
    if (!notice) return;
    const text = document.createElement("span");
    text.textContent = notice.text;
    box.append(text);
    if (notice.passing) timer = setTimeout(() => notify(kind, null), PASSING);
    for (const [name, act] of /** @type {const} */ ([[notice.action, notice.act], [notice.close, notice.shut]])) {
      if (!act) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name ?? "";
      button.addEventListener("click", act);
      box.append(button);
    }
  };
}
