/* Updates elements to match a tree, and keeps every element it can, with its focus, its scroll position and its typed text. */
/** @import { Attributes, Branch, Tree } from "./types.js" */

import { allowedAttribute, allowedTag } from "./allowed.js";

const FLAGS = new Set("open disabled checked selected readonly".split(" "));
const FOCUSED = new Set("button h1 h2 h3 input p select summary textarea".split(" "));
const SVG = "http://www.w3.org/2000/svg";
const MOMENT = /:@[^:]*/; // the part of a gesture that gives its moment
/** @type {WeakMap<Node, Branch>} */
const trees = new WeakMap(); // the tree that each element was drawn from

/** Return a new element or text node for a tree. @type {(node: Tree, inSvg: boolean) => Node} */
function create(node, inSvg) {
  if (!Array.isArray(node)) return document.createTextNode(String(node));
  const tag = node[0];
  const svg = inSvg || tag === "svg";
  if (!allowedTag(tag, svg)) return document.createTextNode("");
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  trees.set(element, [tag, {}]);
  if (tag === "button") element.setAttribute("type", "button");
  // JupyterLab asks the focused element itself whether keys may trigger the notebook's shortcuts
  if (FOCUSED.has(tag)) element.setAttribute("data-lm-suppress-shortcuts", "true");
  patch(element, node, svg);
  return element;
}

/** @type {(element: any, name: string, value: any) => void} */
function setAttribute(element, name, value) {
  if (name === "value" && element.matches("input, select, textarea")) {
    // typed text stays: only a new value from Python replaces it, and never in a focused field that sends while you type
    const typing = element.dataset.live !== undefined && element.matches(":focus");
    if (element.value !== value && !typing) element.value = value;
  } else if (FLAGS.has(name)) {
    if (name in element) element[name] = Boolean(value);
    element.toggleAttribute(name, Boolean(value));
  } else {
    element.setAttribute(name, value);
  }
}

/** Update an element to match a tree with the same tag. @type {(element: any, node: Branch, inSvg: boolean) => void} */
function patch(element, node, inSvg) {
  const [, before] = /** @type {Branch} */ (trees.get(element));
  const [tag, attributes] = node;
  const picked = element.value;
  for (const name of Object.keys(before)) {
    if (!(name in attributes) && allowedAttribute(name)) {
      if (FLAGS.has(name) && name in element) element[name] = false;
      element.removeAttribute(name);
    }
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (allowedAttribute(name) && before[name] !== value) setAttribute(element, name, value);
  }
  trees.set(element, node);
  patchChildren(element, childrenOf(node), inSvg);
  // a list shows Python's value once it has its options; a choice in a form stays until the form is sent
  if (tag === "select" && "value" in attributes) {
    const mine = before.value === attributes.value && !("data-do" in attributes);
    element.value = mine ? picked : attributes.value;
    if (element.selectedIndex < 0) element.value = attributes.value;
  }
}

/** @type {(node: Branch) => Tree[]} */
function childrenOf(node) {
  return /** @type {Tree[]} */ (node.slice(2));
}

/** Return the key that identifies a tree's element: its own, or for a button its gesture without the moment.
 * @type {(node: Tree | undefined) => string | undefined} */
function keyOf(node) {
  if (!Array.isArray(node)) return undefined;
  const { key, "data-do": gesture } = node[1];
  if (key !== undefined) return String(key);
  return gesture && node[0] === "button" ? String(gesture).replace(MOMENT, "") : undefined;
}

/** Return the new tree with the old one's parts wherever nothing changed, so that their elements can be skipped. A list that
 * sends its choice right away is never skipped: Python may have refused the choice.
 * @type {(old: Tree | undefined, now: Tree) => Tree} */
export function reuse(old, now) {
  if (!Array.isArray(old) || !Array.isArray(now)) return now;
  const [tag, attributes] = now;
  let unchanged = tag === old[0] && now.length === old.length && equal(old[1], attributes);
  if (tag === "select" && "data-do" in attributes) unchanged = false;
  const fewer = old.length - now.length;
  let end = now.length; // where the children begin that are the same, counted from the end
  if (fewer) while (end > Math.max(2, 2 - fewer) && reused(old, end - 1 + fewer, now, end - 1)) end -= 1;
  for (let at = 2; at < end; at += 1) if (!reused(old, at, now, at)) unchanged = false;
  return unchanged ? old : now;
}

/** Put the parts of an old child that haven't changed into a new child; return whether the child is the same.
 * @type {(old: Branch, from: number, now: Branch, at: number) => boolean} */
function reused(old, from, now, at) {
  now[at] = reuse(/** @type {Tree} */ (old[from]), /** @type {Tree} */ (now[at]));
  return now[at] === old[from];
}

/** @type {(old: Attributes, now: Attributes) => boolean} */
function equal(old, now) {
  const names = Object.keys(now);
  return names.length === Object.keys(old).length && names.every((name) => old[name] === now[name]);
}

/** Update the children of an element to match these trees. @type {(element: Element, nodes: Tree[], inSvg?: boolean) => void} */
export function patchChildren(element, nodes, inSvg = false) {
  const keyed = keyedChildren(element, nodes);
  let fewer = element.childNodes.length - nodes.length;
  let place = element.firstChild;
  for (const node of nodes) {
    const key = keyOf(node);
    for (let gone = key === undefined ? goneBefore(place, node, fewer) : 0; gone > 0 && place; gone -= 1, fewer -= 1) {
      const next = place.nextSibling;
      place.remove();
      place = next;
    }
    let child = key === undefined ? place : keyed.get(key)?.shift();
    if (child && key === undefined && keyOf(trees.get(child)) !== undefined) child = undefined;
    if (child && fits(child, node)) {
      if (child !== place) element.insertBefore(child, place);
      else place = child.nextSibling;
      if (Array.isArray(node)) {
        if (trees.get(child) !== node) patch(child, node, inSvg || node[0] === "svg");
      } else if (child.nodeValue !== String(node)) child.nodeValue = String(node);
    } else {
      element.insertBefore(create(node, inSvg), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    element.removeChild(place);
    place = next;
  }
}

/** Return how many children from `place` on come before the one that was drawn from this very tree; 0 if it isn't among the next
 * ones, of which `most` can go, or if one with a key comes before it.
 * @type {(place: ChildNode | null, node: Tree, most: number) => number} */
function goneBefore(place, node, most) {
  if (!Array.isArray(node)) return 0;
  let child = place;
  for (let gone = 0; child && gone <= most; gone += 1, child = child.nextSibling) {
    const tree = trees.get(child);
    if (tree === node) return gone;
    if (keyOf(tree) !== undefined) return 0;
  }
  return 0;
}

/** Return an element's children by their keys, and remove those whose keys are gone.
 * @type {(element: Element, nodes: Tree[]) => Map<string, ChildNode[]>} */
function keyedChildren(element, nodes) {
  const keyed = new Map();
  let wanted = null; // made only if a child has a key: most have none
  for (const child of [...element.childNodes]) {
    const key = keyOf(trees.get(child));
    if (key === undefined) continue;
    wanted ||= new Set(nodes.map(keyOf));
    if (!wanted.has(key)) child.remove();
    else if (keyed.has(key)) keyed.get(key).push(child);
    else keyed.set(key, [child]);
  }
  return keyed;
}

/** Return whether a child can be updated to match a tree; a button with another gesture, class and text is a different one.
 * @type {(child: Node, node: Tree) => boolean} */
function fits(child, node) {
  const tree = trees.get(child);
  if (!Array.isArray(node)) return child.nodeType === Node.TEXT_NODE;
  if (!tree || tree[0] !== node[0]) return false;
  if (node[0] !== "button") return true;
  const [, old] = tree;
  const [, now] = node;
  const sameWords = () => JSON.stringify(childrenOf(tree)) === JSON.stringify(childrenOf(node));
  return old["data-do"] === now["data-do"] || old.class === now.class || sameWords();
}
