/* Plain texts in the browser's storage, for a learner who comes back.
   What is kept: apz.desk.<tab> where a tab is, apz.progress.<name> what was learned, each with its place in the order of
   writing; apz.aside.<name> what should have been such a record and couldn't be read. A record is never changed: it is
   written under a new name, and then everything it holds is dropped. Tabs see each other's writing late, so none of them can
   drop what another one has just written. What there is no room for outlives a reload in the storage of the tab. */
/** @import { Area, Entry, Kept, Place } from "./types.js" */

export const DESK = "apz.desk.";
export const PROGRESS = "apz.progress.";
export const ASIDE = "apz.aside.";
export const FORGOTTEN = "apz.forgotten"; // set for a moment, so that the other tabs forget too
export const MOST_TEXT = 250000; // characters of one text
const MOST_TABS = 8; // whose places are remembered; the oldest goes first
const TAB = "apz.tab";
let latest = 0; // the last place in the order of writing: setting a clock back doesn't change it

/** Do something with a storage; return `otherwise` where there is none, or no room. @template T
 * @param {Area} area @param {(storage: Storage) => T} act @param {T} otherwise @returns {T} */
export function withStorage(area, act, otherwise) {
  try {
    return act(area === "tab" ? window.sessionStorage : window.localStorage);
  } catch {
    return otherwise;
  }
}

/** @type {(area: Area, key: string) => string | null} */
export function get(area, key) {
  return withStorage(area, (storage) => storage.getItem(key), null);
}

/** Return whether there was room. @type {(area: Area, key: string, raw: string) => boolean} */
export function put(area, key, raw) {
  return withStorage(area, (storage) => { storage.setItem(key, raw); return true; }, false);
}

/** @type {(area: Area, key: string) => void} */
export function drop(area, key) {
  withStorage(area, (storage) => storage.removeItem(key), undefined);
}

/** Return a name that nobody else has. @type {() => string} */
export function newName() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** Return this tab's name: the same after a reload, another one in a copy of the tab, which finds none. @type {() => string} */
export function takeTabName() {
  const known = get("tab", TAB);
  hideTabName();
  return known && /^[a-z0-9]{8,24}$/.test(known) ? known : newName();
}

/** Leave this tab's name for the page after a reload. @type {(tab: string) => void} */
export function leaveTabName(tab) {
  put("tab", TAB, tab);
}

/** Hide this tab's name from copies of the tab. @type {() => void} */
export function hideTabName() {
  drop("tab", TAB);
}

/** Return the entry that a raw text holds, or null if it holds none. @type {(raw: string | null) => Entry | null} */
export function readEntry(raw) {
  try {
    const found = JSON.parse(raw ?? "");
    const sound = found && typeof found.text === "string" && found.text.length <= MOST_TEXT && Number.isFinite(found.when);
    return sound ? { when: found.when, text: found.text } : null;
  } catch {
    return null;
  }
}

/** @type {(area: Area, start: string) => string[]} */
export function keysOf(area, start) {
  return withStorage(area, (storage) => Object.keys(storage).filter((key) => key.startsWith(start)), []);
}

/** Return everything kept under a name, in the tab itself too, newest first; broken ones are left out.
 * @type {(start: string) => Kept[]} */
export function entriesOf(start) {
  const areas = /** @type {Area[]} */ (["tab", "all"]);
  return areas.flatMap((area) => keysOf(area, start).flatMap((key) => {
    const raw = get(area, key);
    const entry = readEntry(raw);
    return raw !== null && entry ? [{ area, key, raw, tab: key.slice(start.length), ...entry }] : [];
  })).sort((one, two) => two.when - one.when);
}

/** From now on, write after an entry of another tab. @type {(entry: Entry) => void} */
export function writeAfter(entry) {
  if (Number.isSafeInteger(entry.when)) latest = Math.max(latest, entry.when);
}

/** Put one entry in the place of another; where even that is too much, the other one stays.
 * @type {(old: string, key: string, raw: string) => boolean} */
function exchange(old, key, raw) {
  const before = get("all", old);
  if (before === null) return false;
  drop("all", old);
  if (put("all", key, raw)) return true;
  put("all", old, before);
  return false;
}

/** Write what a tab keeps, and then drop the entries of which it holds all. Where there is no room, take the place of one of
 * them, or of other tabs' places, the oldest first, if that helps; else the tab's own storage has it. Return whether every
 * tab can read it. @type {(start: string, name: string, held: Place[], tab: string, text: string) => boolean} */
export function write(start, name, held, tab, text) {
  if (text.length > MOST_TEXT) return false;
  latest = Math.max(Date.now(), latest + 1);
  const key = start + name;
  const raw = JSON.stringify({ when: latest, text });
  const others = () => entriesOf(DESK).filter((each) => each.area === "all" && each.tab !== tab).reverse();
  let done = put("all", key, raw) || held.some((each) => each.area === "all" && exchange(each.key, key, raw));
  const spare = done ? [] : others();
  const room = spare.reduce((sum, each) => sum + each.key.length + each.raw.length, 0);
  while (!done && spare.length && room >= key.length + raw.length) {
    drop("all", /** @type {Kept} */ (spare.shift()).key);
    done = put("all", key, raw);
  }
  if (!done) {
    put("tab", start + tab, raw);
    return false;
  }
  drop("tab", start + tab);
  for (const each of held) drop(each.area, each.key);
  if (keysOf("all", DESK).length > MOST_TABS) for (const each of others().slice(0, 1 - MOST_TABS)) drop("all", each.key);
  return true;
}

/** Put a record aside that can't be read, so that it makes room for one that can and isn't lost; its new name is no longer
 * than the old one. @type {(key: string, raw: string | null) => void} */
export function putAside(key, raw) {
  if (!key.startsWith(PROGRESS) || raw === null) return;
  withStorage("all", (storage) => {
    if (storage.getItem(key) !== raw) return;
    const old = ASIDE + key.slice(PROGRESS.length);
    let name = old;
    for (let number = 2; ![null, raw].includes(storage.getItem(name)); number += 1) name = `${old}.${number}`;
    if (!put("all", name, raw)) {
      storage.removeItem(key);
      if (!put("all", name, raw)) storage.setItem(key, raw);
    } else storage.removeItem(key);
  }, undefined);
}

/** Put aside every record that isn't even an entry; return whether there was one. @type {() => boolean} */
export function putBrokenAside() {
  const found = keysOf("all", PROGRESS).map((key) => /** @type {const} */ ([key, get("all", key)]));
  const broken = found.filter(([, raw]) => raw !== null && !readEntry(raw));
  for (const [key, raw] of broken) putAside(key, raw);
  return broken.length > 0;
}

/** Return everything that was put aside, as one text. @type {() => string} */
export function textPutAside() {
  const found = keysOf("all", ASIDE).sort().map((key) => {
    const raw = get("all", key) ?? "";
    return [key, readEntry(raw)?.text ?? raw];
  });
  return found.length === 1 ? found[0][1] : found.map(([key, text]) => `# ${key}\n${text}\n`).join("\n");
}

/** Forget everything, and let the other tabs know. @type {() => void} */
export function forgetEverything() {
  for (const area of /** @type {Area[]} */ (["all", "tab"])) {
    for (const key of [DESK, PROGRESS, ASIDE].flatMap((start) => keysOf(area, start))) drop(area, key);
  }
  put("all", FORGOTTEN, String(Date.now()));
  drop("all", FORGOTTEN);
}

/** Return whether anything can be saved. @type {() => boolean} */
export function canKeep() {
  return withStorage("all", (storage) => { storage.setItem("apz.try", "1"); storage.removeItem("apz.try"); return true; }, false);
}

/** Return why something couldn't be saved: the storage is full, or blocked. @type {() => "full" | "blocked"} */
export function whyNotKept() {
  return withStorage("all", (storage) => storage.length >= 0, false) ? "full" : "blocked";
}
