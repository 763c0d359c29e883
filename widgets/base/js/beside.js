/* Finds a spot for a box next to another one. */
/** @import { Box } from "./travel.js" */

const GUTTER = 12; // pixels between the two, and to the edge of the window

/** Return where to show something of this size next to `box`: inside the window, not over `box` if there's room anywhere else,
 * and covering as little as possible of the boxes to `avoid`. Right is best, then left, above and below, then the window's top or
 * bottom.
 * @type {(box: Box, size: { width: number, height: number }, room: { width: number, height: number }, avoid: Box[]) =>
 *   { x: number, y: number }} */
export function beside(box, { width, height }, room, avoid) {
  const within = /** @type {(at: number, long: number, all: number) => number} */ ((at, long, all) => (
    Math.max(GUTTER, Math.min(at, all - long - GUTTER))));
  const middle = { x: box.x + box.width / 2 - width / 2, y: box.y + box.height / 2 - height / 2 };
  const ways = [
    { x: box.x + box.width + GUTTER, y: middle.y }, { x: box.x - GUTTER - width, y: middle.y },
    { x: middle.x, y: box.y - GUTTER - height }, { x: middle.x, y: box.y + box.height + GUTTER },
    ...[middle.x, box.x + box.width + GUTTER, box.x - GUTTER - width].flatMap((x) => [{ x, y: 0 }, { x, y: room.height }]),
  ].map(({ x, y }) => ({ x: within(x, width, room.width), y: within(y, height, room.height) }));
  const cost = ways.map(({ x, y }) => {
    const here = { x, y, width, height };
    return shared(here, box) * 100 + avoid.reduce((sum, each) => sum + shared(here, each), 0);
  });
  return ways[cost.indexOf(Math.min(...cost))];
}

/** Return the area that two boxes share, in square pixels. @type {(one: Box, two: Box) => number} */
function shared(one, two) {
  const wide = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x);
  const high = Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y);
  return Math.max(0, wide) * Math.max(0, high);
}
