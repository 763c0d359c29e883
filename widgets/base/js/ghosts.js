/* Copies of elements above a panel: they look just like the originals, but can't be clicked or read aloud. */
/** @import { Box } from "./travel.js" */

/* Attributes a copy doesn't keep: those by which an element acts or is found. */
const ACTING = ("id name for tabindex role aria-live autofocus data-do data-to data-escape data-home data-news data-n data-drag "
  + "data-drop data-piece data-place data-zoom data-beats data-keys data-row data-dragged data-target data-over "
  + "data-changed").split(" ");
const HAS_ACTING = ACTING.map((name) => `[${name}]`).join();
const FREE = "position:absolute;right:auto;bottom:auto;margin:0;min-width:0;min-height:0;max-width:none;max-height:none;"
  + "grid-area:auto;justify-self:start;align-self:start;animation:none;transition:none;translate:none;scale:none;"
  + "box-sizing:border-box;";
const UNSEEN = "visibility:hidden;overflow:visible;transform:none;";

/** Return an element's box in the window. @type {(element: Element) => Box} */
export function windowBox(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left, y: top, width, height };
}

/** Return an element's box in the coordinates of a panel whose box in the window is `origin`.
 * @type {(element: Element, origin: Box) => Box} */
export function boxIn(element, origin) {
  const { x, y, width, height } = windowBox(element);
  return { x: x - origin.x, y: y - origin.y, width, height };
}

/** A layer of copies above a panel: it's filled out of sight, and then shown all at once. */
export class Ghosts {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.layer = /** @type {HTMLElement} */ (bare(root.cloneNode(false)));
    this.layer.setAttribute("aria-hidden", "true");
    this.layer.inert = true;
    /** @type {Map<Element, HTMLElement>} */
    this.shells = new Map();
    this.renew();
  }

  /** Drop the shells made so far, because the panel was redrawn. */
  renew() {
    this.shells = new Map([[/** @type {Element} */ (this.root), this.layer]]);
  }

  /** Add a copy of an element in the same place, and return it. @param {Element} element @returns {HTMLElement} */
  add(element) {
    const copy = /** @type {HTMLElement} */ (bare(element.cloneNode(true)));
    this.put(copy, element, "visibility:visible;");
    return copy;
  }

  /** Add an empty box over an element, and return it. @param {Element} element @returns {HTMLElement} */
  cover(element) {
    const cover = document.createElement("div");
    this.put(cover, element, `visibility:visible;border-radius:${getComputedStyle(element).borderRadius};`);
    return cover;
  }

  /** @param {HTMLElement} copy @param {Element} element @param {string} style */
  put(copy, element, style) {
    const parent = element.parentElement ?? this.root;
    const shell = this.shell(parent);
    const box = windowBox(element);
    const outer = boxed(parent, this.root);
    const around = windowBox(outer);
    // the box of a rotated element is larger than the element
    const { offsetWidth: width = box.width, offsetHeight: height = box.height } = /** @type {HTMLElement} */ (element);
    const x = box.x + (box.width - width) / 2 - around.x - outer.clientLeft;
    const y = box.y + (box.height - height) / 2 - around.y - outer.clientTop;
    copy.style.cssText = `${FREE}${style}left:${x}px;top:${y}px;width:${width}px;height:${height}px;`;
    shell.append(copy);
  }

  /** Return an invisible copy of a surrounding element, in which copies keep the style that the element gives its content.
   * @param {Element} element @returns {HTMLElement} */
  shell(element) {
    const known = this.shells.get(element);
    if (known) return known;
    const made = /** @type {HTMLElement} */ (bare(element.cloneNode(false)));
    if (hasBox(element)) {
      this.put(made, element, UNSEEN);
    } else {
      this.shell(element.parentElement ?? this.root).append(made);
    }
    this.shells.set(element, made);
    return made;
  }

  /** Show the copies above the panel in its current place. */
  show() {
    const { width, height } = windowBox(this.root);
    this.layer.style.cssText = `${FREE}${UNSEEN}overflow:clip;left:0;top:0;width:${width}px;height:${height}px;`
      + "pointer-events:none;z-index:50;";
    this.root.after(this.layer);
    const [here, there] = [windowBox(this.layer), windowBox(this.root)];
    this.layer.style.left = `${there.x - here.x}px`;
    this.layer.style.top = `${there.y - here.y}px`;
  }

  remove() {
    this.layer.remove();
  }
}

/** Return a copy stripped, inside too, of the attributes that make it act. @type {(copy: Node) => Node} */
function bare(copy) {
  const top = /** @type {Element} */ (copy);
  for (const each of [top, ...top.querySelectorAll(HAS_ACTING)]) for (const name of ACTING) each.removeAttribute(name);
  return copy;
}

/** @type {(element: Element) => boolean} */
function hasBox(element) {
  return getComputedStyle(element).display !== "contents";
}

/** Return the nearest surrounding element that has a box. @type {(element: Element, root: Element) => Element} */
function boxed(element, root) {
  let found = element;
  while (found !== root && !hasBox(found) && found.parentElement) found = found.parentElement;
  return found;
}
