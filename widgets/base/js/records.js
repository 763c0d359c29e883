/* The records that Python was told, each with where it is kept and as what, under the names by which Python speaks of them. */
/** @import { Place } from "./types.js" */

export class Records {
  count = 0;
  /** @type {Map<unknown, Place>} */
  places = new Map();

  /** Return a record as Python is told it. @param {Place & { text: string }} record */
  named({ area, key, raw, text }) {
    for (const [name, each] of this.places) if (each.area === area && each.key === key) this.places.delete(name);
    this.count += 1;
    const name = String(this.count);
    this.places.set(name, { area, key, raw });
    return { tab: name, text };
  }
}
