/* The page's side of what a browser keeps and shows for a learner: storage, address, theme, files and notices. It knows no rule
   and no word of any game: all texts come from Python. */
/** @import { Listen, Message, Model } from "./types.js" */

import { followAddress } from "./address.js";
import { copyOnClick } from "./clipboard.js";
import { watchConnection } from "./connection.js";
import { downloadPicture, downloadText } from "./download.js";
import { greeting } from "./greeting.js";
import { inVoila } from "./host.js";
import { Keeping } from "./keep.js";
import { notify, renderNotices } from "./notices.js";
import { Records } from "./records.js";
import {
  DESK, FORGOTTEN, PROGRESS, forgetEverything, hideTabName, leaveTabName, putAside, readEntry, takeTabName, textPutAside,
  writeAfter,
} from "./storage.js";
import { setPageTheme } from "./theme.js";

const PUT_ASIDE = "put-aside.txt"; // the file with everything that was set aside

/** @type {(given: { model: Model }) => () => void} */
function initialize({ model }) {
  const tab = takeTabName();
  const records = new Records();
  const keeping = new Keeping(model, tab, records);
  const ends = [() => keeping.stop()];
  /** @type {Listen} */
  const on = (target, name, act, options) => {
    const listener = /** @type {EventListener} */ (act);
    target.addEventListener(name, listener, options);
    ends.push(() => target.removeEventListener(name, listener, options));
  };
  on(window, "pagehide", () => leaveTabName(tab));
  on(window, "pageshow", hideTabName);

  const arrive = followAddress(model, on);
  const follow = {
    kept: () => keeping.kept(),
    progress: () => keeping.progress(),
    address: arrive,
    turns: arrive,
    heading: arrive,
    theme: () => setPageTheme(model.get("theme")),
    lang: () => { if (inVoila() && model.get("lang")) document.documentElement.lang = model.get("lang"); },
    words: () => keeping.warn(),
  };
  for (const [name, act] of Object.entries(follow)) {
    model.on(`change:${name}`, act);
    ends.push(() => model.off(`change:${name}`, act));
  }
  on(matchMedia("(prefers-color-scheme: dark)"), "change", follow.theme);
  follow.theme();
  follow.lang();
  follow.heading();

  /* Say who we are and what we've kept; records that don't fit are sent afterward. */
  const greet = (more = {}) => {
    const { hello, rest } = greeting(tab, (record) => records.named(record));
    keeping.works = hello.keeps;
    model.send({ hello, ...more });
    for (const each of rest) model.send({ records: each });
  };

  on(window, "storage", /** @type {(event: StorageEvent) => void} */ (({ key, newValue }) => {
    if (key === FORGOTTEN && newValue) {
      keeping.pause();
      model.send({ forgotten: {} });
    } else if (key === null) { // somebody cleared everything, not just ours
      keeping.kept();
      keeping.progress();
    } else {
      const ours = [DESK, PROGRESS].find((start) => key.startsWith(start));
      const entry = ours && readEntry(newValue);
      if (entry) writeAfter(entry);
      if (entry && ours === PROGRESS) model.send({ progress: records.named({ area: "all", key, raw: newValue, ...entry }) });
    }
  }));
  on(document, "click", (event) => copyOnClick(event, (done) => {
    const words = model.get("words");
    notify("passing", { text: done ? words.copied : words.select, passing: true });
  }));
  const connection = watchConnection(model, on, greet);
  /** Do what a message from Python says. @type {(message: Message) => void} */
  const hear = (message) => {
    if (!message || typeof message !== "object") return;
    if ("pong" in message) connection.answered(message.pong);
    if (Array.isArray(message.shown)) connection.shown(message.shown);
    const found = records.places.get(message.aside);
    if (found?.area === "all") putAside(found.key, found.raw ?? null);
    if (message.asides) downloadText(textPutAside(), PUT_ASIDE);
    if (message.forget) forgetEverything();
    if (message.forgot) keeping.paused = false;
    if (typeof message.save === "string") downloadText(message.save, message.name);
    if (typeof message.picture === "string") downloadPicture(message.picture, message.name);
  };
  model.on("msg:custom", hear);
  ends.push(() => model.off("msg:custom", hear), connection.stop);

  greet();
  return () => ends.forEach((end) => end());
}

export default { initialize, render: renderNotices, greeting };
