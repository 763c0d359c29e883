// Storage: a learner's work is kept as long as there's any room, and nothing is lost.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";

/** A storage with room for this many characters, like a browser's: its keys are its own properties. */
class Shelves {
  #most;

  constructor(most = Infinity) {
    this.#most = most;
  }

  get length() { return Object.keys(this).length; }

  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; }

  removeItem(key) { delete this[key]; }

  setItem(key, value) {
    const rest = Object.entries(this).filter(([each]) => each !== key).reduce((sum, [a, b]) => sum + a.length + b.length, 0);
    if (rest + key.length + value.length > this.#most) throw new Error("QuotaExceededError");
    this[key] = value;
  }
}

globalThis.window = globalThis;
const storage = await import("../../widgets/base/js/storage.js");
const { batches } = await import("../../widgets/base/js/greeting.js");
const { DESK, PROGRESS, ASIDE, FORGOTTEN, MOST_TEXT } = storage;

/** Start with empty storages; localStorage has room for `most` characters. */
function empty(most) {
  for (const [name, value] of [["localStorage", new Shelves(most)], ["sessionStorage", new Shelves()]]) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
beforeEach(() => empty());

const raw = (when, text) => JSON.stringify({ when, text });
const texts = (start) => storage.entriesOf(start).map((each) => each.text);
const keys = () => Object.keys(localStorage).sort();

describe("entries", () => {
  it("come newest first, from the tab and from the browser", () => {
    localStorage.setItem(`${DESK}a`, raw(1, "old"));
    localStorage.setItem(`${DESK}b`, raw(3, "new"));
    sessionStorage.setItem(`${DESK}c`, raw(2, "tab"));
    assert.deepEqual(texts(DESK), ["new", "tab", "old"]);
    assert.deepEqual(storage.entriesOf(DESK).map(({ area, tab }) => [area, tab]), [["all", "b"], ["tab", "c"], ["all", "a"]]);
  });

  for (const broken of [null, "", "no", "null", "7", "{}", raw("1", "x"), raw(null, "x"), raw(1, 2), raw(1, []),
    raw(1, "x".repeat(MOST_TEXT + 1))]) {
    it(`aren't read from ${String(broken).slice(0, 20)}`, () => assert.equal(storage.readEntry(broken), null));
  }

  it("hold no more than a time and a text", () => {
    assert.deepEqual(storage.readEntry('{"when": 1, "text": "x", "more": 2}'), { when: 1, text: "x" });
  });

  it("are none where the browser has no storage", () => {
    Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("SecurityError"); }, configurable: true });
    assert.deepEqual(texts(DESK), []);
    assert.equal(storage.put("all", "a", "b"), false);
    assert.equal(storage.canKeep(), false);
    assert.equal(storage.whyNotKept(), "blocked");
  });
});

describe("writing", () => {
  it("drops what the new record holds, and nothing else", () => {
    for (const name of ["one", "two"]) localStorage.setItem(PROGRESS + name, raw(1, name));
    assert.equal(storage.write(PROGRESS, "new", [{ area: "all", key: `${PROGRESS}one` }], "tab", "all"), true);
    assert.deepEqual(texts(PROGRESS), ["all", "two"]);
  });

  it("comes after everything written before, even if the clock was set back", () => {
    const later = Date.now() + 1e9;
    storage.writeAfter({ when: later, text: "" });
    storage.write(DESK, "a", [], "a", "first");
    storage.write(DESK, "b", [], "b", "second");
    assert.deepEqual(texts(DESK), ["second", "first"]);
    assert.ok(storage.entriesOf(DESK)[1].when > later);
  });

  it("isn't led astray by a time that is no number", () => {
    storage.writeAfter({ when: Infinity, text: "" });
    storage.writeAfter({ when: 2 ** 60, text: "" });
    storage.write(DESK, "a", [], "a", "text");
    assert.ok(Number.isSafeInteger(storage.entriesOf(DESK)[0].when));
  });

  it("remembers the places of eight tabs, its own and the newest", () => {
    for (let at = 0; at < 12; at += 1) storage.write(DESK, `tab${at}`, [], `tab${at}`, `text${at}`);
    assert.deepEqual(texts(DESK), [11, 10, 9, 8, 7, 6, 5, 4].map((at) => `text${at}`));
  });

  it("takes the place of the record that it holds where there is no room for both", () => {
    empty(300);
    storage.write(PROGRESS, "one", [], "tab", "x".repeat(200));
    assert.equal(storage.write(PROGRESS, "two", [{ area: "all", key: `${PROGRESS}one` }], "tab", "y".repeat(200)), true);
    assert.deepEqual(texts(PROGRESS), ["y".repeat(200)]);
  });

  it("leaves the old record where even that is too much, and keeps the new one in the tab", () => {
    empty(300);
    storage.write(PROGRESS, "one", [], "tab", "x".repeat(200));
    assert.equal(storage.write(PROGRESS, "two", [{ area: "all", key: `${PROGRESS}one` }], "tab", "y".repeat(400)), false);
    assert.deepEqual(storage.entriesOf(PROGRESS).map(({ area, text }) => [area, text[0]]), [["tab", "y"], ["all", "x"]]);
    assert.equal(storage.whyNotKept(), "full");
  });

  it("takes the oldest places of other tabs for a record, never its own", () => {
    empty(500);
    for (const tab of ["own", "old", "new"]) storage.write(DESK, tab, [], tab, "x".repeat(80));
    assert.equal(storage.write(PROGRESS, "one", [], "own", "y".repeat(150)), true);
    assert.deepEqual(keys(), [`${DESK}new`, `${DESK}own`, `${PROGRESS}one`]);
  });

  it("takes no place if all of them wouldn't be enough", () => {
    empty(500);
    for (const tab of ["old", "own", "new"]) storage.write(DESK, tab, [], tab, "x".repeat(80));
    assert.equal(storage.write(PROGRESS, "one", [], "own", "y".repeat(400)), false);
    assert.deepEqual(keys(), [`${DESK}new`, `${DESK}old`, `${DESK}own`]);
  });

  it("clears the tab's own copy once every tab can read it", () => {
    sessionStorage.setItem(`${PROGRESS}tab`, raw(1, "unkept"));
    storage.write(PROGRESS, "one", [], "tab", "kept");
    assert.deepEqual(texts(PROGRESS), ["kept"]);
  });

  it("refuses a text that is too long", () => {
    assert.equal(storage.write(DESK, "a", [], "a", "x".repeat(MOST_TEXT + 1)), false);
    assert.deepEqual([...keys(), ...Object.keys(sessionStorage)], []);
  });
});

describe("putting aside", () => {
  it("takes every record that is no entry, and leaves the others", () => {
    localStorage.setItem(`${PROGRESS}good`, raw(1, "good"));
    localStorage.setItem(`${PROGRESS}bad`, "broken");
    assert.equal(storage.putBrokenAside(), true);
    assert.deepEqual(keys(), [`${ASIDE}bad`, `${PROGRESS}good`]);
    assert.equal(storage.putBrokenAside(), false);
    assert.equal(storage.textPutAside(), "broken");
  });

  it("never takes the place of another one that was put aside", () => {
    for (const text of ["one", "two", "two"]) {
      localStorage.setItem(`${PROGRESS}a`, text);
      storage.putAside(`${PROGRESS}a`, text);
    }
    assert.deepEqual(keys(), [`${ASIDE}a`, `${ASIDE}a.2`]);
    assert.equal(storage.textPutAside(), `# ${ASIDE}a\none\n\n# ${ASIDE}a.2\ntwo\n`);
  });

  it("works without any room left", () => {
    empty(`${PROGRESS}a`.length + 50);
    localStorage.setItem(`${PROGRESS}a`, "x".repeat(50));
    storage.putAside(`${PROGRESS}a`, "x".repeat(50));
    assert.deepEqual(keys(), [`${ASIDE}a`]);
  });

  it("leaves what has changed meanwhile, and what is no record", () => {
    localStorage.setItem(`${PROGRESS}a`, "now");
    localStorage.setItem(`${DESK}a`, "now");
    storage.putAside(`${PROGRESS}a`, "before");
    storage.putAside(`${DESK}a`, "now");
    assert.deepEqual(keys(), [`${DESK}a`, `${PROGRESS}a`]);
  });
});

describe("a tab's name", () => {
  it("is the same after a reload and another one in a copy of the tab", () => {
    const name = storage.takeTabName();
    assert.notEqual(storage.takeTabName(), name);
    storage.leaveTabName(name);
    assert.equal(storage.takeTabName(), name);
    assert.notEqual(storage.takeTabName(), name);
  });

  it("isn't believed if it is no name", () => {
    storage.leaveTabName("../../x");
    assert.match(storage.takeTabName(), /^[0-9a-f]{16}$/);
  });
});

it("forgetting leaves nothing of ours and everything of others", () => {
  const told = [];
  for (const key of [`${DESK}a`, `${PROGRESS}a`, `${ASIDE}a`, "other"]) {
    localStorage.setItem(key, raw(1, "x"));
    sessionStorage.setItem(key, raw(1, "x"));
  }
  const put = localStorage.setItem;
  Object.defineProperty(localStorage, "setItem", { value(key, value) { told.push(key); put.call(this, key, value); } });
  storage.forgetEverything();
  assert.deepEqual([keys(), Object.keys(sessionStorage)], [["other"], ["other"]]);
  assert.deepEqual(told, [FORGOTTEN]);
});

it("records come in batches that each fit into one message, and all of them come", () => {
  const entries = [...Array(20)].map((_, at) => ({ text: "x".repeat(at % 5 === 0 ? MOST_TEXT - 10 : 4) }));
  const found = batches(entries);
  assert.deepEqual(found.flat(), entries);
  for (const batch of found) {
    assert.ok(batch.length >= 1 && batch.length <= 8);
    assert.ok(batch.reduce((sum, each) => sum + each.text.length, 0) <= MOST_TEXT);
  }
  assert.deepEqual(batches([...Array(9)].map(() => ({ text: "" }))).map((batch) => batch.length), [8, 1]);
  assert.deepEqual(batches([]), []);
});
