// Rehearsals: first clicks are answered before Python is there, and then Python's word counts.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";

import { Rehearsal } from "../../apz/site/page/rehearsal.js";

const HELLO = { address: "", desks: [], progress: [] };
const update = (id, view) => ({ type: "update", id, state: { view } });
const open = (id, view) => ({ type: "open", id, state: { _esm: "a", view } });
const click = (what) => ({ id: "w2", content: { do: what, at: 0 } });
const hello = (more = {}) => ({ id: "w1", content: { hello: { tab: "t", ...HELLO, ...more } } });
const VISIT = {
  said: [open("w1", ""), open("w2", "first")],
  hello: HELLO,
  scenes: [
    { said: [update("w2", "home")], next: { '["w2","card:1",0]': 1 } },
    { said: [update("w2", "lifted")], next: {} },
  ],
};
const soon = () => new Promise((done) => { setTimeout(done, 0); });

describe("a rehearsal", () => {
  let played, sent, waits, one;

  beforeEach(() => {
    [played, sent, waits] = [[], [], 0];
    one = new Rehearsal((messages) => played.push(...messages), (message) => sent.push(message), () => { waits += 1; });
  });

  it("answers the greeting and the clicks that it knows", async () => {
    one.begin(VISIT);
    for (const said of [hello(), click("card:1")]) assert.equal(one.hears(said), true);
    await soon();
    assert.deepEqual(played.slice(2), [update("w2", "home"), update("w2", "lifted")]);
    assert.deepEqual([sent, waits], [[], 0]);
  });

  it("isn't for a visitor whose browser has kept something else", async () => {
    one.begin(VISIT);
    one.hears(hello({ progress: [{ tab: "1", text: "learned" }] }));
    one.hears(click("card:1"));
    await soon();
    assert.equal(played.length, 2);
    assert.deepEqual(one.heard([open("w1", ""), open("w2", "other")]), []);
    assert.deepEqual(sent, [{ id: "w1", content: { ping: -1 } }]);
    const stands = one.heard([{ type: "custom", id: "w1", content: { pong: -1 } }]);
    assert.deepEqual(stands.map(({ type, state }) => [type, state.view]), [["stand", ""], ["stand", "other"]]);
    await soon();
    assert.deepEqual(sent.slice(1).map(({ id }) => id), ["w1", "w2"]);
  });

  it("says so when somebody has to wait, and answers nothing after that", async () => {
    one.begin(VISIT);
    for (const said of [hello(), click("card:2"), click("card:1")]) one.hears(said);
    await soon();
    assert.equal(waits, 1);
    assert.equal(played.length, 3);
  });

  it("answers whether somebody is there", () => {
    one.begin(VISIT);
    one.hears({ id: "w1", content: { ping: 7 } });
    assert.deepEqual(played.at(-1), { type: "custom", id: "w1", content: { pong: 7 } });
  });

  it("tells Python everything, and takes over how things stand then", async () => {
    one.begin(VISIT);
    for (const said of [hello(), click("card:1"), click("card:2")]) one.hears(said);
    assert.deepEqual(one.heard([open("w1", ""), open("w2", "first"), open("w3", "gone")]), []);
    assert.deepEqual(sent.map(({ content }) => content.do ?? Object.keys(content)[0]), ["hello", "card:1", "ping"]);
    assert.deepEqual(one.heard([update("w2", "home"), { type: "close", id: "w3" }]), []);
    const stands = one.heard([update("w2", "really"), { type: "custom", id: "w1", content: { pong: -1 } }]);
    assert.deepEqual(stands.map(({ id, state }) => [id, state.view]), [["w1", ""], ["w2", "really"]]);
    await soon();
    assert.equal(sent.at(-1).content.do, "card:2");
    assert.equal(one.hears(click("card:1")), false);
  });

  it("has what a box holds before the box", () => {
    one.begin(VISIT);
    one.heard([{ type: "open", id: "w3", state: { children: ["w4"] } }, open("w4", "new")]);
    const stands = one.heard([{ type: "custom", id: "w1", content: { pong: -1 } }]);
    assert.deepEqual(stands.map(({ id }) => id), ["w4", "w3"]);
  });

  it("keeps what is clicked while Python catches up for Python itself", async () => {
    one.begin(VISIT);
    one.hears(hello());
    one.heard([open("w1", ""), open("w2", "first")]);
    assert.equal(one.hears(click("card:1")), true);
    await soon();
    assert.deepEqual(played.at(-1), update("w2", "home"));
    one.heard([{ type: "custom", id: "w1", content: { pong: -1 } }]);
    await soon();
    assert.deepEqual(sent.map(({ content }) => content.do ?? Object.keys(content)[0]), ["hello", "ping", "card:1"]);
  });

  it("is over if Python is quicker", () => {
    const first = [open("w1", "")];
    assert.equal(one.heard(first), first);
    one.begin(VISIT);
    assert.deepEqual(played, []);
    assert.equal(one.hears(hello()), false);
  });
});
