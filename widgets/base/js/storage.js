/* Plain texts in the browser's storage, for a returning learner.
   apz.desk.<tab> keeps where a tab is, apz.progress.<name> keeps a learner's record, and each entry has a number that orders the
   writes. apz.aside.<name> keeps a record that couldn't be read. A record is never changed: it's written under a new name, and
   then the records that went into it are deleted. Tabs see each other's writes late, and this way none of them can delete what
   another has just written. If there's no room for an entry, the tab's own storage keeps it through a reload. */
/** @import { Area, Entry, Kept, Place } from "./types.js" */

export const DESK = "apz.desk.";
export const PROGRESS = "apz.progress.";
export const ASIDE = "apz.aside.";
export const FORGOTTEN = "apz.forgotten"; // set for a moment, to make the other tabs forget too
export const MOST_TEXT = 250000; // characters of one text
const MOST_TABS = 8; // tabs whose places are kept; the oldest goes first
const TAB = "apz.tab";
let latest = 0; // the highest number of a write so far: it grows even if somebody sets the clock back

/** Return the result of `act` on a storage, or `otherwise` if there's no storage or no room. @template T
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

/** Store a text, and return whether there was room for it. @type {(area: Area, key: string, raw: string) => boolean} */
export function put(area, key, raw) {
  return withStorage(area, (storage) => { storage.setItem(key, raw); return true; }, false);
}

/** @type {(area: Area, key: string) => void} */
export function drop(area, key) {
  withStorage(area, (storage) => storage.removeItem(key), undefined);
}

/** Return a random name that nobody else has. @type {() => string} */
export function newName() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** Return this tab's name: the same one after a reload, but a new one in a duplicate of the tab. @type {() => string} */
export function takeTabName() {
  const known = get("tab", TAB);
  hideTabName();
  return known && /^[a-z0-9]{8,24}$/.test(known) ? known : newName();
}

/** Store this tab's name, for the page after a reload. @type {(tab: string) => void} */
export function leaveTabName(tab) {
  put("tab", TAB, tab);
}

/** Remove this tab's stored name, so that a duplicate of the tab doesn't take it. @type {() => void} */
export function hideTabName() {
  drop("tab", TAB);
}

/** Return the entry in a raw text, or null if it isn't one. @type {(raw: string | null) => Entry | null} */
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

/** Return the entries whose keys start with `start`, newest first, from the tab's own storage too; broken ones are left out.
 * @type {(start: string) => Kept[]} */
export function entriesOf(start) {
  const areas = /** @type {Area[]} */ (["tab", "all"]);
  return areas.flatMap((area) => keysOf(area, start).flatMap((key) => {
    const raw = get(area, key);
    const entry = readEntry(raw);
    return raw !== null && entry ? [{ area, key, raw, tab: key.slice(start.length), ...entry }] : [];
  })).sort((one, two) => two.when - one.when);
}

/** Make sure that later writes get higher numbers than this entry. @type {(entry: Entry) => void} */
export function writeAfter(entry) {
  if (Number.isSafeInteger(entry.when)) latest = Math.max(latest, entry.when);
}

/** Replace one entry with another, and return whether that worked; if there isn't even room for that, the old one stays.
 * @type {(old: string, key: string, raw: string) => boolean} */
function exchange(old, key, raw) {
  const before = get("all", old);
  if (before === null) return false;
  drop("all", old);
  if (put("all", key, raw)) return true;
  put("all", old, before);
  return false;
}

/** Write a tab's text, then delete the `held` entries that went into it. If there's no room, replace one of those, or delete
 * other tabs' places, oldest first, if that makes enough room; otherwise keep the text in the tab's own storage. Return whether
 * every tab can read it. @type {(start: string, name: string, held: Place[], tab: string, text: string) => boolean} */
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

/** Set an unreadable record aside under another name, so that it isn't lost and doesn't get in the way. The name is normally
 * no longer than the old one, so that there's room for it. @type {(key: string, raw: string | null) => void} */
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

/** Set aside every record that isn't even an entry; return whether there were any. @type {() => boolean} */
export function putBrokenAside() {
  const found = keysOf("all", PROGRESS).map((key) => /** @type {const} */ ([key, get("all", key)]));
  const broken = found.filter(([, raw]) => raw !== null && !readEntry(raw));
  for (const [key, raw] of broken) putAside(key, raw);
  return broken.length > 0;
}

/** Return everything that was set aside, as one text. @type {() => string} */
export function textPutAside() {
  const found = keysOf("all", ASIDE).sort().map((key) => {
    const raw = get("all", key) ?? "";
    return [key, readEntry(raw)?.text ?? raw];
  });
  return found.length === 1 ? found[0][1] : found.map(([key, text]) => `# ${key}\n${text}\n`).join("\n");
}

/** Delete everything we store, and let the other tabs know. @type {() => void} */
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
