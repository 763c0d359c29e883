/* The first message of a page: its tab, its address, and what the browser has kept. */
/** @import { Kept } from "./types.js" */

import { inVoila } from "./host.js";
import { ASIDE, DESK, MOST_TEXT, PROGRESS, canKeep, entriesOf, keysOf, putBrokenAside, writeAfter } from "./storage.js";

const MOST_IN_BATCH = 8; // records in one message
const MOST_PLACES = 4; // places to offer to a returning learner

/** Return the greeting, and the further messages with the records that don't fit into it; `named` gives a record the name that
 * Python calls it by. @template T @param {string} tab @param {(record: Kept) => T} named */
export function greeting(tab, named) {
  const broken = putBrokenAside();
  const places = entriesOf(DESK);
  const records = entriesOf(PROGRESS);
  [...places, ...records].forEach(writeAfter);
  const first = [...places.filter((each) => each.tab === tab), ...places.filter((each) => each.tab !== tab)];
  const [some = [], ...more] = batches(records).map((batch) => batch.map(named));
  const again = batches(entriesOf(ASIDE)).map((batch) => batch.map(named)); // maybe they can be read now
  const hello = {
    tab,
    address: inVoila() ? location.search.slice(0, MOST_TEXT) : "",
    place: inVoila() ? location.origin + location.pathname : "",
    speaks: navigator.language || "",
    keeps: canKeep(),
    desks: fitting(first.slice(0, MOST_PLACES), 2 * MOST_TEXT).map((each) => ({ tab: each.tab, text: each.text })),
    progress: some,
    broken,
    aside: keysOf("all", ASIDE).length,
  };
  return { hello, rest: [...more.map((progress) => ({ progress })), ...again.map((batch) => ({ again: batch }))] };
}

/** Return the entries that fit into `most` characters, the first ones first. @type {(entries: Kept[], most: number) => Kept[]} */
function fitting(entries, most) {
  let left = most;
  return entries.filter((each) => { left -= each.text.length; return left >= 0; });
}

/** Return the entries in batches that each fit into one message. @type {(entries: Kept[]) => Kept[][]} */
export function batches(entries) {
  /** @type {Kept[][]} */
  const found = [];
  let room = 0;
  for (const each of entries) {
    const last = found.at(-1);
    if (last && each.text.length <= room && last.length < MOST_IN_BATCH) {
      last.push(each);
      room -= each.text.length;
    } else {
      found.push([each]);
      room = MOST_TEXT - each.text.length;
    }
  }
  return found;
}
