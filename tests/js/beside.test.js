// Enlarged elements: shown next to the original, inside the window, covering as little as possible of what must stay visible.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { beside } from "../../widgets/base/js/beside.js";

const room = { width: 1000, height: 800 };
const size = { width: 200, height: 300 };
const box = (x, y, width = 100, height = 140) => ({ x, y, width, height });
const at = (near, avoid = []) => Object.values(beside(near, size, room, avoid));

describe("the large form", () => {
  it("is shown right of it, and left where there is no room on the right", () => {
    assert.deepEqual(at(box(300, 400)), [412, 320]);
    assert.deepEqual(at(box(800, 400)), [588, 320]);
  });

  it("stays in the window", () => {
    assert.deepEqual(at(box(300, 0)), [412, 12]);
    assert.deepEqual(at(box(300, 700)), [412, 488]);
  });

  it("is shown above or below what takes the whole width", () => {
    assert.deepEqual(at(box(20, 400, 960)), [400, 88]);
    assert.deepEqual(at(box(20, 100, 960)), [400, 252]);
  });

  it("is shown at the edge of the window, if everything next to it must stay visible", () => {
    assert.deepEqual(at(box(10, 500, 980, 140), [box(0, 320, 1000, 180), box(0, 640, 1000, 160)]), [400, 12]);
  });

  it("leaves targets free, as far as that goes", () => {
    assert.deepEqual(at(box(400, 400), [box(520, 300, 400, 300)]), [188, 320]);
    assert.deepEqual(at(box(400, 400), [box(520, 300, 400, 300), box(0, 300, 380, 300)]), [350, 12]);
    assert.deepEqual(at(box(400, 400), [box(0, 0, 1000, 800)]), [512, 320]);
  });
});
