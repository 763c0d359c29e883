/* The records that Python has been sent, by the names it uses for them: where each is stored, and its raw text there. */
/** @import { Place } from "./types.js" */

export class Records {
  count = 0;
  /** @type {Map<unknown, Place>} */
  places = new Map();

  /** Return a record as it's sent to Python, under a new name, and remember where it's stored.
   * @param {Place & { text: string }} record */
  named({ area, key, raw, text }) {
    for (const [name, each] of this.places) if (each.area === area && each.key === key) this.places.delete(name);
    this.count += 1;
    const name = String(this.count);
    this.places.set(name, { area, key, raw });
    return { tab: name, text };
  }
}
