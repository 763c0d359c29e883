/* Saves what Python sends in the browser; if that fails, says so right away and keeps trying. */
/** @import { Model, Place } from "./types.js" */
/** @import { Records } from "./records.js" */

import { reloading } from "./connection.js";
import { downloadText } from "./download.js";
import { notify } from "./notices.js";
import { DESK, PROGRESS, drop, get, newName, whyNotKept, write } from "./storage.js";

const AGAIN = 2500; // milliseconds until the next try
const RECORD = "progress.yaml"; // the name of a record that the learner downloads

export class Keeping {
  /** @param {Model} model @param {string} tab @param {Records} records */
  constructor(model, tab, records) {
    this.model = model;
    this.tab = tab;
    this.records = records;
    this.works = true; // whether Python believes that its texts are being saved
    this.paused = false; // whether another tab deleted everything and Python doesn't know it yet
    /** @type {Set<"kept" | "progress">} */
    this.unkept = new Set();
    /** @type {string | null} */
    this.safe = null; // the record whose loss needs no warning: it was there from the start, or the learner has it as a file
    this.shut = ""; // the reason in the notice that the learner has dismissed
    this.mine = ""; // the name under which this page has written the record
    this.timer = 0;
    this.ask = this.ask.bind(this);
  }

  /** Save where the learner is. */
  kept() {
    this.hold("kept", DESK, this.tab, []);
  }

  /** Save the learner's record under a new name, and delete the records that went into it. */
  progress() {
    this.safe ??= this.model.get("progress") || null;
    const name = newName();
    const joined = /** @type {string[]} */ (this.model.get("joined")).filter((each) => this.records.places.has(each));
    const places = joined.map((each) => /** @type {Place} */ (this.records.places.get(each)));
    // pages of earlier versions change records in place: don't delete one that isn't what we read
    const held = places.filter(({ area, key, raw }) => get(area, key) === raw);
    if (this.mine) held.unshift({ area: "all", key: PROGRESS + this.mine });
    if (!this.hold("progress", PROGRESS, name, held)) return;
    this.mine = name;
    for (const each of joined) this.records.places.delete(each);
  }

  /** Write one of the model's texts; return whether it's where every tab can read it.
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

  /** If something couldn't be saved, say so, offer the record as a file, and try again later. */
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
    } catch { /* Python isn't there yet: we'll tell it later */ }
  }

  /** Have the browser ask before it leaves a page whose record isn't saved. @param {Event} event */
  ask(event) {
    if (this.model.get("progress") !== this.safe && !reloading) event.preventDefault();
  }

  /** Delete what this page has saved, and save nothing more until Python has forgotten it too. */
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
