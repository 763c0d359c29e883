/* Changes elements into what a tree says, and keeps each one that can stay: with it stay focus, scroll and what is typed. */
/** @import { Attributes, Branch, Tree } from "./types.js" */

import { allowedAttribute, allowedTag } from "./allowed.js";

const FLAGS = new Set("open disabled checked selected readonly".split(" "));
const FOCUSED = new Set("button h1 h2 h3 input p select summary textarea".split(" "));
const SVG = "http://www.w3.org/2000/svg";
const MOMENT = /:@[^:]*/; // in a gesture: the moment at which it can be made
/** @type {WeakMap<Node, Branch>} */
const trees = new WeakMap(); // what each element was drawn from

/** Return a new element or text for a tree. @type {(node: Tree, inSvg: boolean) => Node} */
function create(node, inSvg) {
  if (!Array.isArray(node)) return document.createTextNode(String(node));
  const tag = node[0];
  const svg = inSvg || tag === "svg";
  if (!allowedTag(tag, svg)) return document.createTextNode("");
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  trees.set(element, [tag, {}]);
  if (tag === "button") element.setAttribute("type", "button");
  // JupyterLab asks the focused element itself whether its keys are free for the notebook's shortcuts
  if (FOCUSED.has(tag)) element.setAttribute("data-lm-suppress-shortcuts", "true");
  patch(element, node, svg);
  return element;
}

/** @type {(element: any, name: string, value: any) => void} */
function setAttribute(element, name, value) {
  if (name === "value" && element.matches("input, select, textarea")) {
    // typed text stays; only a new value from Python replaces it, and not in a field that sends each letter
    const typing = element.dataset.live !== undefined && element.matches(":focus");
    if (element.value !== value && !typing) element.value = value;
  } else if (FLAGS.has(name)) {
    if (name in element) element[name] = Boolean(value);
    element.toggleAttribute(name, Boolean(value));
  } else {
    element.setAttribute(name, value);
  }
}

/** Change an element into what a tree with the same tag says. @type {(element: any, node: Branch, inSvg: boolean) => void} */
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
  // a list shows what Python says, once its options are there; what is picked in a form stays until it is sent
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

/** Return what keeps an element the same one: its key; of a button also its gesture, whatever the moment.
 * @type {(node: Tree | undefined) => string | undefined} */
function keyOf(node) {
  if (!Array.isArray(node)) return undefined;
  const { key, "data-do": gesture } = node[1];
  if (key !== undefined) return String(key);
  return gesture && node[0] === "button" ? String(gesture).replace(MOMENT, "") : undefined;
}

/** Return the new tree with the old one in it wherever nothing changed, so that we can skip its elements. What
 * is picked in a list that sends it at once may have been refused: that one is looked at each time.
 * @type {(old: Tree | undefined, now: Tree) => Tree} */
export function reuse(old, now) {
  if (!Array.isArray(old) || !Array.isArray(now)) return now;
  const [tag, attributes] = now;
  let unchanged = tag === old[0] && now.length === old.length && equal(old[1], attributes);
  if (tag === "select" && "data-do" in attributes) unchanged = false;
  for (let at = 2; at < now.length; at += 1) {
    now[at] = reuse(/** @type {Tree} */ (old[at]), /** @type {Tree} */ (now[at]));
    if (now[at] !== old[at]) unchanged = false;
  }
  return unchanged ? old : now;
}

/** @type {(old: Attributes, now: Attributes) => boolean} */
function equal(old, now) {
  const names = Object.keys(now);
  return names.length === Object.keys(old).length && names.every((name) => old[name] === now[name]);
}

/** Change what is inside an element into what some trees say. @type {(element: Element, nodes: Tree[], inSvg?: boolean) => void} */
export function patchChildren(element, nodes, inSvg = false) {
  const keyed = keyedChildren(element, nodes);
  let place = element.firstChild;
  for (const node of nodes) {
    const key = keyOf(node);
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

/** Return an element's children by their keys, and remove those whose keys are gone.
 * @type {(element: Element, nodes: Tree[]) => Map<string, ChildNode[]>} */
function keyedChildren(element, nodes) {
  const keyed = new Map();
  let wanted = null; // most have no keys at all
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

/** Return whether a child can become what a tree says; a button that does, says and looks otherwise is another one.
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
