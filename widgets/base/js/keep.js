/* Saves in the browser what Python sends, reports right away what can't be saved, and retries until it is. */
/** @import { Model, Place } from "./types.js" */
/** @import { Records } from "./records.js" */

import { reloading } from "./connection.js";
import { downloadText } from "./download.js";
import { notify } from "./notices.js";
import { DESK, PROGRESS, drop, get, newName, whyNotKept, write } from "./storage.js";

const AGAIN = 2500; // milliseconds until the next try
const RECORD = "progress.yaml"; // the file for taking a record along

export class Keeping {
  /** @param {Model} model @param {string} tab @param {Records} records */
  constructor(model, tab, records) {
    this.model = model;
    this.tab = tab;
    this.records = records;
    this.works = true; // whether Python thinks that what it sends is saved
    this.paused = false; // whether another tab forgot everything, and Python doesn't know it yet
    /** @type {Set<"kept" | "progress">} */
    this.unkept = new Set();
    /** @type {string | null} */
    this.safe = null; // the record we don't have to write: it's all there was, or the learner has it as a file
    this.shut = ""; // why nothing is kept, once the learner has dismissed the notice
    this.mine = ""; // the name under which this page has written the record
    this.timer = 0;
    this.ask = this.ask.bind(this);
  }

  /** Keep where the learner is. */
  kept() {
    this.hold("kept", DESK, this.tab, []);
  }

  /** Keep what was learned, under a new name, and drop the records that it holds. */
  progress() {
    this.safe ??= this.model.get("progress") || null;
    const name = newName();
    const joined = /** @type {string[]} */ (this.model.get("joined")).filter((each) => this.records.places.has(each));
    const places = joined.map((each) => /** @type {Place} */ (this.records.places.get(each)));
    // a page of an earlier version changes what it has written
    const held = places.filter(({ area, key, raw }) => get(area, key) === raw);
    if (this.mine) held.unshift({ area: "all", key: PROGRESS + this.mine });
    if (!this.hold("progress", PROGRESS, name, held)) return;
    this.mine = name;
    for (const each of joined) this.records.places.delete(each);
  }

  /** Write a text of the model; return whether every tab can read it.
   * @param {"kept" | "progress"} what @param {string} start @param {string} name @param {Place[]} held */
  hold(what, start, name, held) {
    const text = this.model.get(what);
    if (!text || this.paused) return false;
    const done = write(start, name, held, this.tab, text);
    if (done) this.unkept.delete(what);
    else this.unkept.add(what);
    this.warn();
    return done;
  }

  /** Say what can't be kept, offer the record as a file, and try again later. */
  warn() {
    clearTimeout(this.timer);
    if (this.unkept.size) this.timer = setTimeout(() => { for (const what of [...this.unkept]) this[what](); }, AGAIN);
    const why = this.unkept.size ? whyNotKept() : "";
    const words = this.model.get("words") || {};
    if (!why) this.shut = "";
    notify("unkept", !why || why === this.shut ? null : {
      text: words[why],
      action: words.save,
      act: () => { this.safe = this.model.get("progress"); downloadText(this.safe ?? "", RECORD); },
      close: words.shut,
      shut: () => { this.shut = why; this.warn(); },
    });
    if (this.unkept.has("progress")) window.addEventListener("beforeunload", this.ask);
    else window.removeEventListener("beforeunload", this.ask);
    if (this.works === !why) return;
    try {
      this.model.send({ keeping: { works: !why } });
      this.works = !why;
    } catch { /* nobody is there yet; we'll say it later */ }
  }

  /** Have the browser ask before it leaves a page whose record isn't saved. @param {Event} event */
  ask(event) {
    if (this.model.get("progress") !== this.safe && !reloading) event.preventDefault();
  }

  /** Forget what this page keeps, and keep nothing until Python has forgotten it too. */
  pause() {
    this.paused = true;
    this.unkept.clear();
    this.warn();
    for (const key of [DESK + this.tab, PROGRESS + this.tab]) drop("tab", key);
    for (const key of [DESK + this.tab, PROGRESS + this.mine]) drop("all", key);
  }

  stop() {
    clearTimeout(this.timer);
    window.removeEventListener("beforeunload", this.ask);
  }
}
