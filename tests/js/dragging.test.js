// Dragging: the state of a drag after each event, and what to do then.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { afterwards, filled, liftsBy, willTake } from "../../widgets/base/js/dragging.js";

const press = (more = {}) => ({ type: "press", thing: "12", id: 1, x: 100, y: 100, lifts: "all", ...more });
const move = (x, y, over = null, id = 1) => ({ type: "move", id, x, y, over });
const release = (id = 1) => ({ type: "release", id });
const cancel = (why) => ({ type: "cancel", why });

/** Return the stage of a drag after these events, and everything there was to do. */
function after(...happenings) {
  let drag = null;
  const deeds = [];
  for (const each of happenings) {
    const [next, ...todo] = afterwards(drag, each);
    drag = next;
    deeds.push(...todo.map((deed) => (deed.act === "back" ? `back: ${deed.why}` : deed.act)));
  }
  return [drag?.stage ?? "none", ...deeds];
}

describe("a pointer", () => {
  it("that is pressed and let go only clicks", () => {
    assert.deepEqual(after(press(), release()), ["none"]);
    assert.deepEqual(after(press(), move(108, 104), release()), ["none"]);
  });

  it("lifts what it takes along, and drops it on a target", () => {
    assert.deepEqual(after(press(), move(120, 100)), ["lifted", "lift", "over"]);
    assert.deepEqual(after(press(), move(120, 100), move(200, 300, "a"), move(210, 300, "a"), release()),
      ["sent", "lift", "over", "over", "send"]);
  });

  it("sends one gesture, whatever comes after", () => {
    const dropped = [press(), move(120, 100, "a"), release()];
    assert.deepEqual(after(...dropped, release(), move(500, 500, "b"), release()), ["sent", "lift", "over", "send"]);
    assert.deepEqual(after(...dropped, cancel("drawn")), ["none", "lift", "over", "send", "back: drawn"]);
  });

  it("that lets go over nothing puts it back", () => {
    assert.deepEqual(after(press(), move(120, 100, "a"), move(130, 100), release()), ["none", "lift", "over", "over", "back: elsewhere"]);
  });

  it("isn't disturbed by another one that only moves or is let go", () => {
    assert.deepEqual(after(press(), move(120, 100), move(900, 900, "b", 2), release(2)), ["lifted", "lift", "over"]);
  });

  it("lifts nothing if a second one is pressed, and puts back what was lifted", () => {
    assert.deepEqual(after(press(), press({ id: 2 }), move(150, 100, "a"), release()), ["none"]);
    assert.deepEqual(after(press(), move(120, 100, "a"), press({ id: 2 }), release(), release(2)), ["none", "lift", "over", "back: cancel"]);
  });

  it("presses nothing where nothing can be dragged", () => {
    assert.deepEqual(after(press({ thing: null }), move(200, 200, "a"), release()), ["none"]);
  });
});

describe("a finger", () => {
  it("lifts by moves that scroll nothing, and scrolls by the others", () => {
    const up = [move(100, 130, "a"), release()];
    const aside = [move(130, 100, "a"), release()];
    assert.deepEqual(after(press({ lifts: "upright" }), ...up), ["sent", "lift", "over", "send"]);
    assert.deepEqual(after(press({ lifts: "upright" }), ...aside), ["none"]);
    assert.deepEqual(after(press({ lifts: "sideways" }), ...aside), ["sent", "lift", "over", "send"]);
    assert.deepEqual(after(press({ lifts: "none" }), ...up), ["none"]);
  });

  it("lifts by any move after a long press", () => {
    assert.deepEqual(after(press({ lifts: "none" }), { type: "hold" }, move(100, 130, "a"), release()), ["sent", "lift", "over", "send"]);
    assert.deepEqual(after(press({ lifts: "none" }), { type: "hold" }, release()), ["none"]);
    assert.deepEqual(after({ type: "hold" }), ["none"]);
  });

  it("scrolls what the style sheet says it scrolls", () => {
    assert.deepEqual(["none", "pan-x", "pan-y", "auto", "manipulation", "pan-x pan-y", "pinch-zoom"].map(liftsBy),
      ["all", "upright", "sideways", "none", "none", "none", "none"]);
  });
});

describe("keys", () => {
  const lift = { type: "lift", thing: "12" };
  const aim = (over) => ({ type: "aim", over });
  it("lift, aim and drop", () => {
    assert.deepEqual(after(lift, aim("a"), aim("b"), { type: "drop" }), ["sent", "lift", "over", "over", "send"]);
  });

  it("drop nothing without a target, and nothing that isn't lifted", () => {
    assert.deepEqual(after(lift, { type: "drop" }), ["none", "lift", "back: elsewhere"]);
    assert.deepEqual(after({ type: "drop" }, aim("a")), ["none"]);
    assert.deepEqual(after(press(), lift, { type: "drop" }), ["pressed"]);
  });
});

describe("whatever comes between", () => {
  for (const why of ["cancel", "drawn", "lost"]) {
    it(`puts back what is lifted, and sends nothing: ${why}`, () => {
      assert.deepEqual(after(press(), move(120, 100, "a"), cancel(why), move(200, 200, "b"), release()),
        ["none", "lift", "over", `back: ${why}`]);
      assert.deepEqual(after(press(), cancel(why), move(200, 200, "b"), release()), ["none"]);
      assert.deepEqual(after(cancel(why)), ["none"]);
    });
  }

  it("never makes a drag of random happenings send more often than something was lifted", () => {
    let seed = 7;
    const pick = (from) => { seed = (seed * 48271) % 2147483647; return from[seed % from.length]; };
    for (let game = 0; game < 200; game += 1) {
      const all = Array.from({ length: 40 }, () => pick([press(), press({ id: 2 }), move(150, 100, "a"), move(101, 100), move(10, 10),
        release(), release(2), { type: "hold" }, { type: "lift", thing: "3" }, { type: "aim", over: "b" }, { type: "drop" },
        cancel("drawn"), cancel("lost"), cancel("cancel")]));
      const [stage, ...deeds] = after(...all);
      const count = (wanted) => deeds.filter((deed) => deed.startsWith(wanted)).length;
      assert.ok(count("send") <= count("lift"));
      assert.equal(count("lift") - count("back"), stage === "lifted" || stage === "sent" ? 1 : 0);
    }
  });
});

describe("targets", () => {
  it("take things by name, by kind, or all", () => {
    assert.ok(willTake("11 12", "12"));
    assert.ok(willTake("b", "12", "a b"));
    assert.ok(willTake("*", "12"));
    assert.ok(!willTake("1 2", "12", "a b"));
    assert.ok(!willTake("", "12", ""));
    assert.ok(!willTake(undefined, "12"));
  });

  it("are named in the sentences of the tree", () => {
    assert.equal(filled("{thing} over {target}. {other}", { thing: "A", target: "B" }), "A over B. {other}");
    assert.equal(filled(undefined, {}), "");
  });
});
