/* Draws a tree that Python made, keeps focus and scroll when it changes, and sends gestures back. It knows no rule.
   A tree is a string or [tag, attributes, ...children]; `key` in the attributes keeps an element the same element.
   data-do on an element is the gesture it sends; data-keys="grid" lets arrow keys move among its buttons, of which
   each data-row is one stop for Tab; data-scope marks a desk that lies inside another; data-home is where the focus
   goes when what had it is gone; what has data-stays stays in sight while the rest is scrolled; data-news names what
   was just said, which comes into sight; data-to is what a click leads to on the page itself. */

const TAGS = new Set(("a article aside b br button caption code datalist dd details div dl dt em fieldset figure footer "
  + "form h1 h2 h3 h4 header hr i input kbd label legend li main menu meter nav ol option output p pre q section select "
  + "small span strong summary sup table tbody td textarea tfoot th thead time tr ul var").split(" "));
const SVG_TAGS = new Set("svg path g circle rect line polygon title".split(" "));
const PLAIN = new Set(("class id role title type value placeholder name for min max low high optimum rows cols colspan "
  + "rowspan scope tabindex lang dir open disabled checked selected readonly autocomplete spellcheck list maxlength inputmode "
  + "viewBox d fill stroke x y width height cx cy r points focusable").split(" "));
const FLAGS = new Set("open disabled checked selected readonly".split(" "));
const FOCUSED = new Set("button h1 h2 h3 input p select summary textarea".split(" "));
const SVG = "http://www.w3.org/2000/svg";
const FAR = 12;
const MARK = 24;
const GAP = 12;
const ROOM = 0.8; // of the screen: so much can be seen at once
const inVSCode = () => Boolean(document.body.dataset.vscodeThemeKind);
const SOON = 150; // by then a new panel is on the page; what a live region says from the beginning is read by nobody
const MOMENT = /^(learn:[^:]*:)[^:]*/; // in a gesture: at which moment it can be made

function allowed(name) {
  return PLAIN.has(name) || name.startsWith("aria-") || name.startsWith("data-");
}

function create(node, svg) {
  if (!Array.isArray(node)) return document.createTextNode(String(node));
  const tag = node[0];
  const inSvg = svg || tag === "svg";
  if (inSvg ? !SVG_TAGS.has(tag) : !TAGS.has(tag)) return document.createTextNode("");
  const element = inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  element._tree = [tag, {}];
  if (tag === "button") element.type = "button";
  // JupyterLab asks the focused element itself whether its keys are free for the notebook's shortcuts
  if (FOCUSED.has(tag)) element.setAttribute("data-lm-suppress-shortcuts", "true");
  patch(element, node, inSvg);
  return element;
}

function setAttribute(element, name, value) {
  if (name === "value" && element.matches("input, select, textarea")) {
    // what somebody is typing is his; only a new value from Python replaces it
    if (element.value !== value) element.value = value;
  } else if (FLAGS.has(name)) {
    if (name in element) element[name] = Boolean(value);
    element.toggleAttribute(name, Boolean(value));
  } else {
    element.setAttribute(name, value);
  }
}

function patch(element, node, svg) {
  const [, before] = element._tree;
  const [tag, attributes] = node;
  const picked = element.value;
  for (const name of Object.keys(before)) {
    if (!(name in attributes) && allowed(name)) {
      if (FLAGS.has(name) && name in element) element[name] = false;
      element.removeAttribute(name);
    }
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (allowed(name) && before[name] !== value) setAttribute(element, name, value);
  }
  element._tree = node;
  patchChildren(element, node.slice(2), svg);
  // a list shows what Python says, once its options are there; what is picked in a form stays until it is sent
  if (tag === "select" && "value" in attributes) {
    const mine = before.value === attributes.value && !("data-do" in attributes);
    element.value = mine ? picked : attributes.value;
    if (element.selectedIndex < 0) element.value = attributes.value;
  }
}

/* What keeps an element the same one: its key; of a button also its gesture, whatever the moment. */
function keyOf(node) {
  if (!Array.isArray(node)) return undefined;
  const { key, "data-do": gesture } = node[1];
  return key === undefined && gesture && node[0] === "button" ? gesture.replace(MOMENT, "$1") : key;
}

/* The new tree with the old one in it wherever nothing changed, so that no element there need be looked at. What is
   picked in a list that sends it at once was perhaps refused: it is looked at each time. */
function kept(old, now) {
  if (!Array.isArray(old) || !Array.isArray(now)) return now;
  const [tag, attributes] = now;
  let same = tag === old[0] && now.length === old.length && alike(old[1], attributes);
  if (tag === "select" && "data-do" in attributes) same = false;
  for (let at = 2; at < now.length; at += 1) {
    now[at] = kept(old[at], now[at]);
    if (now[at] !== old[at]) same = false;
  }
  return same ? old : now;
}

function alike(old, now) {
  const names = Object.keys(now);
  return names.length === Object.keys(old).length && names.every((name) => old[name] === now[name]);
}

function patchChildren(element, children, svg) {
  const keyed = new Map();
  let wanted = null; // most have no keys at all
  for (const child of [...element.childNodes]) {
    const key = child._tree && keyOf(child._tree);
    if (key === undefined) continue;
    wanted ||= new Set(children.map(keyOf));
    if (!wanted.has(key)) child.remove();
    else if (keyed.has(key)) keyed.get(key).push(child);
    else keyed.set(key, [child]);
  }
  let place = element.firstChild;
  for (const node of children) {
    const key = keyOf(node);
    let child = key === undefined ? place : (keyed.get(key) || []).shift();
    if (child && key === undefined && child._tree && keyOf(child._tree) !== undefined) child = undefined;
    if (child && same(child, node)) {
      if (child !== place) element.insertBefore(child, place);
      else place = place.nextSibling;
      if (child._tree === node) continue;
      if (Array.isArray(node)) patch(child, node, svg || node[0] === "svg");
      else if (child.data !== String(node)) child.data = String(node);
    } else {
      element.insertBefore(create(node, svg), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    element.removeChild(place);
    place = next;
  }
}

/* Whether an element can become what a node says; a button that does, says and looks otherwise is another one. */
function same(child, node) {
  if (!Array.isArray(node)) return child.nodeType === Node.TEXT_NODE;
  if (!child._tree || child._tree[0] !== node[0]) return false;
  if (node[0] !== "button") return true;
  const [, old, ...words] = child._tree;
  const [, now, ...next] = node;
  return old["data-do"] === now["data-do"] || old.class === now.class || JSON.stringify(words) === JSON.stringify(next);
}

function buttonsIn(group) {
  return [...group.querySelectorAll("button:not([disabled])")].filter((item) => item.offsetParent !== null);
}

/* Arrow keys move inside a group marked data-keys="grid"; Home and End go to its ends. */
function moveFocus(target, key) {
  const group = target.closest('[data-keys="grid"]');
  if (!group || !target.matches("button")) return false;
  const items = buttonsIn(group);
  const at = items.indexOf(target);
  if (at < 0) return false;
  if (key === "Home") return focus(items[0]);
  if (key === "End") return focus(items[items.length - 1]);
  if (key === "ArrowRight") return focus(items[(at + 1) % items.length]);
  if (key === "ArrowLeft") return focus(items[(at + items.length - 1) % items.length]);
  const here = target.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  let best = null;
  let least = Infinity;
  for (const item of items) {
    const box = item.getBoundingClientRect();
    const down = box.top - here.top;
    if ((key === "ArrowDown" && down > 4) || (key === "ArrowUp" && down < -4)) {
      const distance = Math.abs(down) * 3 + Math.abs(box.left + box.width / 2 - middle);
      if (distance < least) { least = distance; best = item; }
    }
  }
  return best ? focus(best) : false;
}

function focus(item) {
  item.focus();
  return true;
}

/* Nobody has the focus, or something that is disabled meanwhile and loses it soon. */
function nobody() {
  const active = document.activeElement;
  return !active || active === document.body || active.disabled;
}

/* All around an element, from the inside to the outside. */
function around(element, root) {
  const found = [];
  for (let each = element; each && each !== root; each = each.parentElement) found.push(each);
  return [...found, root];
}

/* Keep as much room beside what is scrolled to as is covered by what stays in sight. Asked for before something is
   scrolled to, not at every drawing: the whole desk is styled anew by it. */
function cover(root) {
  const tall = { top: 0, bottom: 0 };
  for (const item of root.querySelectorAll("[data-stays]")) {
    const { position, top } = getComputedStyle(item);
    const edge = top === "auto" ? "bottom" : "top";
    if (position === "sticky" && !item.closest("[data-scope]")) tall[edge] = Math.max(tall[edge], item.offsetHeight + 8);
  }
  for (const [edge, height] of Object.entries(tall)) root.style.setProperty(`--covered-${edge}`, `${height}px`);
}

/* Scroll to where something begins, unless it is in sight. */
function begin(element) {
  const { top } = element.getBoundingClientRect();
  element.scrollIntoView({ block: "nearest" });
  if (element.getBoundingClientRect().top !== top) element.scrollIntoView({ block: "start" });
}

/* What was just said comes into sight: all of it, or its beginning where there is not room for all. */
function reveal(element) {
  const { top, height } = element.getBoundingClientRect();
  const begun = top >= 0 && top < innerHeight / 4;
  if (height < innerHeight * ROOM) element.scrollIntoView({ block: "nearest" });
  else if (!begun) element.scrollIntoView({ block: "start" });
}

/* Lead somebody to a place on the page, whose first button has the focus then. */
function go(place, root) {
  if (!place) return;
  cover(root);
  place.scrollIntoView({ block: "end" });
  place.querySelector("button")?.focus({ preventScroll: true });
}

/* Each row of the table is one stop for Tab: the button in it that had the focus last, else its first. */
function rove(root) {
  for (const row of root.querySelectorAll("[data-row]")) {
    const items = [...row.querySelectorAll("button")];
    const stop = items.find((item) => item === document.activeElement) || items.find((item) => item.tabIndex === 0
      && item.hasAttribute("tabindex")) || items[0];
    for (const item of items) {
      const index = item === stop ? 0 : -1;
      if (item.tabIndex !== index || !item.hasAttribute("tabindex")) item.tabIndex = index;
    }
  }
}

/* Where cards that just changed places come from, so that they can be seen to move. */
function boxes(root) {
  const found = new Map();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return found;
  for (const item of root.querySelectorAll("[data-fly]")) {
    if (!item.closest("[data-scope]")) found.set(item.dataset.fly, item.getBoundingClientRect());
  }
  return found;
}

function fly(root, before) {
  for (const item of root.querySelectorAll(".fresh > [data-fly]")) {
    const from = before.get(item.dataset.fly);
    if (!from || item.closest("[data-scope]")) continue;
    const to = item.getBoundingClientRect();
    const x = from.left - to.left;
    const y = from.top - to.top;
    if (Math.abs(x) + Math.abs(y) > FAR) {
      item.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }],
        { duration: 260, easing: "ease-out" });
    }
  }
}

/* In VS Code what scrolls is not the page but the editor around it, so that nothing in the page sticks by itself. A
   ruler beside the panel, of which the browser says what part is in sight, tells where to hold what should stick. */
function stick(root, el) {
  const ruler = document.createElement("div");
  ruler.className = "apz-ruler";
  ruler.setAttribute("aria-hidden", "true");
  el.style.position = "relative";
  el.append(ruler);
  const seen = new Set();
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    hold();
  });
  const size = new ResizeObserver(() => {
    const marks = Math.ceil(root.offsetHeight / MARK);
    while (ruler.childElementCount < marks) sight.observe(ruler.appendChild(document.createElement("div")));
    while (ruler.childElementCount > marks) {
      sight.unobserve(ruler.lastChild);
      seen.delete(ruler.lastChild);
      ruler.lastChild.remove();
    }
    hold();
  });
  size.observe(root);

  /* How far something is moved to stay in sight: one at the foot upwards, one at the head downwards, never out of its
     desk; one that is higher than what is in sight shows its end. */
  function way(item, style, top, bottom) {
    const here = item.getBoundingClientRect();
    const end = item.closest(".desk, .lesson").getBoundingClientRect().bottom - GAP;
    if (style.bottom !== "auto") return Math.min(0, Math.min(bottom, end) - here.bottom);
    const down = here.height > bottom - top ? bottom - here.bottom : top - here.top;
    return Math.max(0, Math.min(down, end - here.bottom));
  }

  function hold() {
    const marks = [...ruler.children].filter((mark) => seen.has(mark));
    for (const item of root.querySelectorAll(".lead, .asking, .ask, .beside, .task")) {
      item.style.translate = "";
      const style = getComputedStyle(item);
      if (style.position !== "sticky" || !marks.length) continue;
      const [top, bottom] = [marks[0].getBoundingClientRect().bottom, marks.at(-1).getBoundingClientRect().top];
      const far = way(item, style, top, bottom);
      if (Math.abs(far) > 1) item.style.translate = `0 ${far}px`;
    }
  }

  return { hold, stop: () => { sight.disconnect(); size.disconnect(); } };
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "apz";
  const live = document.createElement("div");
  live.className = "apz-live";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  el.append(root, live);
  const gone = document.createElement("p");
  gone.className = "apz-gone";
  gone.setAttribute("role", "alert");
  root._tree = ["div", {}];
  let view = {};
  let said = "";
  let clicked = "";
  let pressed = null;
  let later = 0;
  const sticky = inVSCode() ? stick(root, el) : null;

  function draw() {
    const { tree: old, whole } = view;
    view = JSON.parse(model.get("view"));
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const mine = active && active.dataset.do;
    const panes = active ? around(active, root) : [];
    const homes = new Map(active ? [...root.querySelectorAll("[data-home]")].map((home) => [home, home.textContent]) : []);
    const told = new Set([...root.querySelectorAll("[data-news]")].map((each) => each.dataset.news));
    const before = boxes(root);
    view.tree = kept(whole && old, view.tree); // of one that broke off nobody knows how far it came
    patchChildren(root, [view.tree], false);
    view.whole = true;
    root.dataset.n = view.n;
    root.classList.remove("lost");
    root.classList.toggle("stays", Boolean(root.firstElementChild?.matches(".desk, .lesson")));
    gone.remove();
    if (view.lang && root.lang !== view.lang) root.lang = view.lang;
    rove(root);
    const news = !old ? null : [...root.querySelectorAll("[data-news]")].findLast((each) => !told.has(each.dataset.news));
    if (active) follow(active, mine, panes, homes, news);
    if (news) reveal(news);
    fly(root, before);
    if (view.say && view.say.id !== said) {
      said = view.say.id;
      if (old) announce();
    }
    if (!old) later = setTimeout(arrive, SOON);
    dress();
    if (sticky) sticky.hold();
  }

  /* Once it is on the page, a panel that comes in the place of one that led here by a gesture has the focus, if nothing
     else has it. */
  function arrive() {
    const left = document.apzLeft && !document.apzLeft.isConnected;
    if (left && nobody() && document.hasFocus()) {
      document.apzLeft = null;
      follow(null, "", [], new Map(), null);
    }
    if (!live.textContent) announce();
  }

  /* If what had the focus is gone, its heir has it: what does the same, else the home of what was just said or of the
     pane it was in. Whoever uses the keyboard sees what has the focus, and everybody the beginning of something new. */
  function follow(active, mine, panes, homes, news) {
    if (nobody()) {
      const heir = [active, mine && root.querySelector(`[data-do="${CSS.escape(mine)}"]`)].find((each) => each
        && root.contains(each) && !each.disabled) || homeOf(news ? [news, ...panes] : panes);
      if (!heir) return;
      heir.focus({ preventScroll: true });
      if (news) return;
      cover(root);
      if (heir.dataset.home && homes.get(heir) !== heir.textContent) {
        begin(heir);
        return;
      }
    }
    const now = document.activeElement;
    if (!now.matches(":focus-visible")) return;
    cover(root);
    now.scrollIntoView({ block: "nearest" });
  }

  function homeOf(panes) {
    const pane = panes.find((each) => root.contains(each) && each.querySelector("[data-home]"));
    return (pane || root).querySelector("[data-home]");
  }

  /* Say what is new; what the heading says that has the focus is not said twice. */
  function announce() {
    const { text } = view.say || { text: "" };
    const home = document.activeElement && document.activeElement.closest(".apz [data-home]");
    const heard = home ? home.textContent : "";
    live.textContent = heard && text.endsWith(heard) ? text.slice(0, -heard.length).trim() : text;
  }

  /* Follow the theme of JupyterLab, Voila or VS Code where there is one, else the system's. */
  function dress() {
    const { jpThemeLight: light, vscodeThemeKind: kind } = document.body.dataset;
    const dark = light === undefined ? ["vscode-dark", "vscode-high-contrast"].includes(kind) : light === "false";
    const theme = light !== undefined || kind ? (dark ? "dark" : "light") : undefined;
    if (theme && root.dataset.theme !== theme) root.dataset.theme = theme;
  }

  /* The gesture of an element, on which desk and at which moment. */
  function gestureOf(element, gesture) {
    const inner = element.closest("[data-scope]");
    const scope = inner && root.contains(inner) ? { scope: inner.dataset.scope, at: Number(inner.dataset.at) } : { at: view.at };
    return { do: gesture, ...scope };
  }

  function send(element, gesture, extra) {
    say({ ...gestureOf(element, gesture), ...extra });
  }

  /* Every panel is a module of its own: the page knows who sent a gesture last, for whoever comes in his place. */
  function say(gesture) {
    document.apzLeft = root;
    try {
      model.send(gesture);
    } catch {
      lose();
    }
  }

  /* Whom it was sent to is gone: that is said, unless the page around does. */
  function lose() {
    if (document.body.classList.contains("app-page")) return;
    root.classList.add("lost");
    gone.textContent = view.gone;
    el.prepend(gone);
  }

  /* What a click on this would mean. */
  function meaning(target) {
    const element = target.closest("[data-do]");
    if (!element || !root.contains(element) || element.matches("form, input, select, textarea, :disabled")) return null;
    return gestureOf(element, element.dataset.do);
  }

  function did(gesture) {
    clicked = gesture.do;
    say(gesture);
  }

  /* What was pressed is meant, though it may fly away or be drawn anew before it is let go. */
  const press = (event) => {
    const { target, clientX: x, clientY: y } = event;
    pressed = event.isPrimary ? { x, y, target, meant: meaning(target) } : null;
  };
  const near = (event) => pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < FAR;
  // of something that is gone there comes no click
  const release = (event) => {
    if (!near(event) || pressed.target.isConnected) return;
    if (pressed.meant) did(pressed.meant);
    pressed = null;
  };
  const cancel = () => { pressed = null; };
  root.addEventListener("pointerdown", press);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", cancel);
  root.addEventListener("click", (event) => {
    const way = event.target.closest("[data-to]");
    if (way) go((way.closest("[data-scope]") || root).querySelector(way.dataset.to), root);
    const meant = (event.detail && near(event) && pressed.meant) || meaning(event.target);
    pressed = null;
    if (!meant) return;
    event.preventDefault();
    // the second half of a double click is no click on whatever has come to lie there meanwhile
    if (event.detail < 2 || meant.do === clicked) did(meant);
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    const values = Object.fromEntries([...form.elements].filter((e) => e.name).map((e) => [e.name, e.value]));
    send(form, form.dataset.do, { values });
    for (const field of form.querySelectorAll("[data-clear]")) field.value = "";
  });
  root.addEventListener("change", (event) => {
    const field = event.target;
    if (field.matches("select[data-do], input[data-do], textarea[data-do]")) {
      const value = field.type === "checkbox" ? field.checked : field.value;
      send(field, field.dataset.do, { values: { value } });
    }
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // VS Code hears at the window whatever is pressed in its page: Enter leaves the panel, a letter deletes the cell
    if (inVSCode() && event.key !== "Escape") event.stopPropagation();
    if (event.key === "Enter" && event.repeat) {
      event.preventDefault();
    } else if (/^(Arrow|Home|End)/.test(event.key) && moveFocus(event.target, event.key)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Escape") {
      const inner = event.target.closest("[data-scope]");
      const held = (inner || root).querySelector("[data-escape]");
      if (held) {
        event.preventDefault();
        event.stopPropagation();
        send(held, held.dataset.escape, {});
      }
    }
  });
  // JupyterLab takes Enter from every field in a cell: no command would be sent, no line of a text ended
  root.addEventListener("beforeinput", (event) => {
    if (event.inputType === "insertLineBreak") event.stopPropagation();
  }, true);
  root.addEventListener("focusin", () => rove(root));
  const watch = new MutationObserver(dress);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  const tab = (event) => { if (event.key === "Tab") cover(root); };
  document.addEventListener("keydown", tab, true);
  model.on("change:view", draw);
  draw();
  return () => {
    clearTimeout(later);
    watch.disconnect();
    document.removeEventListener("keydown", tab, true);
    if (sticky) sticky.stop();
    document.removeEventListener("pointerup", release);
    document.removeEventListener("pointercancel", cancel);
    model.off("change:view", draw);
  };
}

export default { render };
