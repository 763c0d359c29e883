// Motion: how a script is read, when each of its acts starts, and which pieces travel from where to where.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { paceOf, possible, readScript, timed } from "../../widgets/base/js/beats.js";
import { effectOf, numbersOf, seenBetween } from "../../widgets/base/js/effects.js";
import { framesOf, tracksBetween, turnOf } from "../../widgets/base/js/travel.js";

const act = (verb, names = [], numbers = []) => ({ verb, names, numbers });

describe("scripts", () => {
  it("have a name, and beats of acts", () => {
    assert.deepEqual(readScript("41: up 12, down 30; count sum:2 5 3;fly 30>pile:1"), {
      name: "41",
      beats: [[act("up", ["12"]), act("down", ["30"])], [act("count", ["sum:2"], [5, 3])], [act("fly", ["30", "pile:1"])]],
    });
  });

  it("are empty without a name, and leave out what isn't an act", () => {
    assert.deepEqual(readScript("up 12"), { name: "", beats: [] });
    assert.deepEqual(readScript(""), { name: "", beats: [] });
    assert.deepEqual(readScript("1: ; dance 3, ; toString 4; shake 2").beats, [[act("shake", ["2"])]]);
  });

  it("are played beat after beat, equal acts of a beat shortly after each other", () => {
    const starts = timed(readScript("1: fly a, fly b, pop c; shake a; wait; shake b").beats, 1);
    assert.deepEqual(starts.map((each) => [each.verb, each.start]),
      [["fly", 0], ["fly", 60], ["pop", 0], ["shake", 380], ["wait", 640], ["shake", 940]]);
  });

  it("are played slower, faster, and never longer than six seconds", () => {
    const end = (text, pace) => Math.max(...timed(readScript(text).beats, pace).map((each) => each.start + each.time));
    assert.equal(end("1: fly a; fly b", 1), 640);
    assert.equal(end("1: fly a; fly b", paceOf("fast")), 320);
    assert.equal(end("1: fly a; fly b", paceOf("slow")), 1152);
    assert.equal(Math.round(end(`1: ${"fly a;".repeat(50)}`, 1)), 6000);
  });

  it("lose no time with what isn't there", () => {
    const beats = possible(readScript("1: pop x; fly a>x, shake a; wait; fly x>a; sound x; tilt").beats, (name) => name === "a");
    assert.deepEqual(timed(beats, 1).map((each) => [each.verb, each.start]), [["shake", 0], ["wait", 260], ["sound", 560]]);
  });

  it("know four speeds, and take any other for the normal one", () => {
    for (const each of [undefined, "", "whatever", "constructor"]) assert.equal(paceOf(each), paceOf("normal"));
    assert.equal(paceOf("off"), 0);
    assert.ok(paceOf("fast") < paceOf("normal") && paceOf("normal") < paceOf("slow"));
  });

  it("have no act of 400 milliseconds or more at normal speed", () => {
    const verbs = "fly turn up down pop pulse shake tilt land flash count wait sound".split(" ");
    const acts = timed([verbs.map((verb) => act(verb))], 1);
    assert.equal(acts.length, verbs.length);
    assert.deepEqual(acts.filter((each) => each.time >= 400), []);
  });
});

const box = (x, y, width = 100) => ({ x, y, width, height: 140 });
const around = (x, y) => ({ x, y, width: 600, height: 200 });
const spot = (place, x, y, placed = around(0, 0)) => ({ box: box(x, y), place, around: placed });
const places = { "pile:0": box(900, 0, 50), "pile:1": box(900, 500, 50) };
const tracks = (before, after, script = "", dropped = undefined) => tracksBetween(
  new Map(Object.entries(before)), new Map(Object.entries(after)), (name) => places[name],
  timed(readScript(`1: ${script}`).beats, 1), 320, dropped);
const brief = (all) => all.map(({ way, name, faces, from, stops, end }) => (
  [way, name, faces.join(), from.x, stops.map((stop) => [stop.start, stop.box.x]), end]));

describe("pieces", () => {
  it("fly to another place, and slide inside their own", () => {
    assert.deepEqual(brief(tracks({ a: spot("left", 0, 0), b: spot("left", 100, 0), c: spot("left", 200, 0) },
      { a: spot("right", 0, 300), b: spot("left", 0, 0), c: spot("left", 205, 0) })), [
      ["fly", "a", "a", 0, [[0, 0]], 320],
      ["slide", "b", "b", 100, [[0, 0]], 320],
    ]);
  });

  it("go along with a place that moves", () => {
    assert.deepEqual(tracks({ a: spot("left", 10, 10) }, { a: spot("left", 10, 310, around(0, 300)) }), []);
    const [slid] = tracks({ a: spot("left", 10, 10) }, { a: spot("left", 60, 310, around(0, 300)) });
    assert.deepEqual([slid.way, slid.from.x, slid.from.y], ["slide", 10, 310]);
  });

  it("fly home though they are in the place where they were, if they were carried", () => {
    assert.deepEqual(brief(tracks({ a: spot(null, 400, 0) }, { a: spot("left", 0, 0) })), [["fly", "a", "a", 400, [[0, 0]], 320]]);
  });

  it("that are new or gone come and go without travel", () => {
    assert.deepEqual(brief(tracks({ a: spot("left", 0, 0) }, { b: spot("left", 0, 0) })),
      [["come", "b", "b", 0, [], 160], ["go", "a", "a", 0, [], 160]]);
  });

  it("come from a place and go to a place if a script says so, in its order", () => {
    assert.deepEqual(brief(tracks({ a: spot("left", 0, 0) }, { b: spot("left", 100, 0) }, "fly a>pile:1; fly pile:0>b")),
      [["fly", "a", "a", 0, [[0, 900]], 320], ["fly", "b", "b", 900, [[320, 100]], 640]]);
  });

  it("stay where they were until their beat", () => {
    const [track] = tracks({ a: spot("left", 0, 0) }, { a: spot("right", 500, 0) }, "wait; fly a");
    assert.deepEqual(framesOf(track, box(500, 0)).map(({ offset, translate }) => [offset.toFixed(2), translate]),
      [["0.00", "-500.0px 0.0px"], ["0.48", "-500.0px 0.0px"], ["1.00", "0.0px 0.0px"]]);
  });

  it("can go to several places one after the other", () => {
    assert.deepEqual(brief(tracks({ a: spot("left", 0, 0) }, {}, "fly a>pile:0; wait; fly a>pile:1")),
      [["fly", "a", "a", 0, [[0, 900], [620, 900]], 940]]);
  });

  it("that are gone stay until the last act on them is over", () => {
    const [track] = tracks({ a: spot("left", 0, 0) }, {}, "shake a; tilt a; wait");
    assert.deepEqual([track.way, track.end], ["go", 680]);
  });

  it("come from where something was dropped, one of them, if that's the place in which they are", () => {
    const dropped = spot("right", 400, 0);
    assert.deepEqual(brief(tracks({}, { a: spot("right", 0, 0), b: spot("right", 100, 0) }, "", dropped)),
      [["fly", "a", "a", 400, [[0, 0]], 320], ["come", "b", "b", 100, [], 160]]);
    assert.deepEqual(brief(tracks({}, { a: spot("left", 0, 0) }, "", dropped)), [["come", "a", "a", 0, [], 160]]);
  });

  it("needn't be drawn: then a copy of what is on one place flies to another", () => {
    assert.deepEqual(brief(tracks({}, {}, "fly pile:0>pile:1, fly pile:0>pile:1")),
      [["fly", "", "pile:0", 900, [[0, 900]], 320], ["fly", "", "pile:0", 900, [[60, 900]], 380]]);
  });

  it("show another face after half of a turn", () => {
    const [track] = tracks({}, { a: spot("left", 0, 0) }, "turn pile:0>a");
    assert.deepEqual([track.faces, turnOf(track)], [["pile:0", "a"], 0.5]);
    assert.deepEqual(framesOf(track, box(0, 0)).map((frame) => frame.scale), ["0.500 0.500", "0.500 0.500", "0.000 0.750", "1.000 1.000"]);
  });

  it("are left alone by acts on what isn't there", () => {
    assert.deepEqual(tracks({}, {}, "fly x; fly x>pile:0; fly pile:0>y; turn; fly a>b>c"), []);
  });
});

describe("effects", () => {
  it("end as they began, on top of what an element looks like by itself", () => {
    for (const verb of ["up", "down", "pop", "pulse", "shake", "turn"]) {
      const { frames } = effectOf(verb, "rotate(2deg)");
      assert.equal(frames[0].transform, "rotate(2deg)");
      assert.equal(frames.at(-1).transform, "rotate(2deg)");
      assert.ok(frames.length > 2);
    }
    assert.equal(effectOf("up", "none").frames.at(-1).transform, "none");
    assert.equal(effectOf("wait", "none"), null);
  });

  it("move on the compositor: by transform and opacity alone", () => {
    const used = ["up", "down", "pop", "pulse", "shake", "turn", "land", "tilt"].flatMap((verb) => (
      effectOf(verb, "none").frames.flatMap(Object.keys)));
    assert.deepEqual([...new Set(used)].sort(), ["offset", "opacity", "transform"]);
  });

  it("count through all numbers between, and through some of many", () => {
    const count = (from, to) => numbersOf([{ start: 100, time: 400, from, to }], 500);
    assert.deepEqual(count(5, 2).map((each) => each.value), [5, 4, 3, 2]);
    assert.deepEqual(count(5, 2).map((each) => each.from), [0, 0.4, 0.6, 0.8]);
    assert.equal(count(0, 100).length, 13);
    assert.equal(count(0, 100).at(-1).value, 100);
    assert.deepEqual(count(3, 3).map((each) => each.value), [3, 3]);
  });

  it("show something for a part of the time", () => {
    const opacity = (from, to) => seenBetween(from, to).map((frame) => [frame.offset, frame.opacity]);
    assert.deepEqual(opacity(0.2, 0.6), [[0, 0], [0.2, 0], [0.2, 1], [0.6, 1], [0.6, 0], [1, 0]]);
    assert.deepEqual(opacity(0, 1).map((each) => each[1]), [1, 1, 1, 1, 1, 1]);
  });
});
