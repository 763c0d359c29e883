/* A drag as a state machine, apart from any page: takes what happened and says what to do. */

/** A drag: the thing, its pointer (-1 for the keyboard), where it started, which moves lift it, and the target it's over.
 * @typedef {{ stage: "pressed" | "lifted" | "sent", thing: string, id: number, x: number, y: number, lifts: Lifts,
 *   over: string | null }} Drag */
/** Which moves of a pointer lift something: all, those that go up or down, those that go sideways, or none.
 * @typedef {"all" | "upright" | "sideways" | "none"} Lifts */
/** Why a thing is put back: it was dropped off target or nothing came of it, the drag was canceled, the panel was redrawn, or
 * the connection is lost. @typedef {"elsewhere" | "cancel" | "drawn" | "lost"} Why */
/** @typedef {{ type: "press", thing: string | null, id: number, x: number, y: number, lifts: Lifts }
 *   | { type: "hold" } | { type: "move", id: number, x: number, y: number, over: string | null }
 *   | { type: "release", id: number } | { type: "lift", thing: string } | { type: "aim", over: string } | { type: "drop" }
 *   | { type: "cancel", why: Why }} Happening */
/** @typedef {{ act: "lift" | "over" | "send" } | { act: "back", why: Why }} Deed */

export const FAR = 12; // pixels a pointer may move between press and release and still click
export const BY_KEYS = -1;

/** Return the drag after an event, or null if there's none, followed by what to do.
 * @type {(drag: Drag | null, now: Happening) => [Drag | null, ...Deed[]]} */
export function afterwards(drag, now) {
  switch (now.type) {
    case "press":
      if (drag) return putAway(drag, "cancel"); // a second finger
      if (now.thing === null) return [null];
      return [{ stage: "pressed", thing: now.thing, id: now.id, x: now.x, y: now.y, lifts: now.lifts, over: null }];
    case "hold":
      return [drag?.stage === "pressed" ? { ...drag, lifts: "all" } : drag];
    case "move":
      return drag?.id === now.id ? afterMove(drag, now.x, now.y, now.over) : [drag];
    case "release":
      if (drag?.id !== now.id) return [drag];
      return drag.stage === "lifted" ? afterDrop(drag) : [drag.stage === "sent" ? drag : null];
    case "lift":
      if (drag) return [drag];
      return [{ stage: "lifted", thing: now.thing, id: BY_KEYS, x: 0, y: 0, lifts: "all", over: null }, { act: "lift" }];
    case "aim":
      return drag?.stage === "lifted" && drag.over !== now.over ? [{ ...drag, over: now.over }, { act: "over" }] : [drag];
    case "drop":
      return drag?.stage === "lifted" ? afterDrop(drag) : [drag];
    default:
      return drag ? putAway(drag, now.why) : [drag];
  }
}

/** @type {(drag: Drag, x: number, y: number, over: string | null) => [Drag | null, ...Deed[]]} */
function afterMove(drag, x, y, over) {
  if (drag.stage === "sent") return [drag];
  if (drag.stage === "lifted") return over === drag.over ? [drag] : [{ ...drag, over }, { act: "over" }];
  const [wide, high] = [Math.abs(x - drag.x), Math.abs(y - drag.y)];
  if (Math.hypot(wide, high) < FAR) return [drag];
  const lifts = drag.lifts === "all" || drag.lifts === (high > wide ? "upright" : "sideways");
  return lifts ? [{ ...drag, stage: "lifted", over }, { act: "lift" }, { act: "over" }] : [null];
}

/** @type {(drag: Drag) => [Drag | null, ...Deed[]]} */
function afterDrop(drag) {
  return drag.over === null ? putAway(drag, "elsewhere") : [{ ...drag, stage: "sent" }, { act: "send" }];
}

/** @type {(drag: Drag, why: Why) => [null, ...Deed[]]} */
function putAway(drag, why) {
  return drag.stage === "pressed" ? [null] : [null, { act: "back", why }];
}

/** Return which finger moves a touch-action leaves to us: those that don't scroll. @type {(action: string) => Lifts} */
export function liftsBy(action) {
  return action === "none" ? "all" : action === "pan-x" ? "upright" : action === "pan-y" ? "sideways" : "none";
}

/** Return whether a target takes a thing: by its name, by one of its kinds, or because the target takes everything.
 * @type {(takes: string | undefined, thing: string, kinds?: string) => boolean} */
export function willTake(takes = "", thing, kinds = "") {
  const wanted = takes.split(/\s+/);
  return ["*", thing, ...kinds.split(/\s+/)].some((each) => each && wanted.includes(each));
}

/** Return a sentence with its slots, such as {thing}, filled with names.
 * @type {(sentence: string | undefined, names: Record<string, string>) => string} */
export function filled(sentence = "", names) {
  return sentence.replace(/\{(\w+)\}/g, (slot, name) => names[name] ?? slot);
}
