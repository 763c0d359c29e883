/* A host for the panels' front-end modules where there's no Jupyter: keeps a model for each of the worker's widgets, runs
   its module, and lays out boxes. The worker's messages about widgets are open, update, custom, close and root; ours are
   {id, content} or {id, state}. What a gesture changes right away comes back as one batch. */

import { Rehearsal, forget, keep, visitOf } from "./rehearsal.js";

/** @typedef {Record<string, any>} State */
/** @typedef {{ el: HTMLElement, end?: () => void }} View */
/** @typedef {(...given: any[]) => void} Act */

const CHILD = "IPY_MODEL_"; // the prefix of a widget's name in a box
const REFERENCE = "anywidget:"; // the prefix of the name of a widget that another one refers to
const IDLE = 5000; // milliseconds without a word after which the next visit is rehearsed
const HUNG = 30000; // milliseconds after which we stop waiting for a Python that doesn't answer
const LOCK = `apz.python.${crypto.randomUUID?.() ?? Math.random()}`; // the worker holds it as long as it lives
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const { apzOpening: opening, apzEarly: early } = /** @type {any} */ (window);

/** Something to listen to, like Jupyter's signals. */
class Signal {
  /** @type {Set<(sender: unknown, value: string) => void>} */
  acts = new Set();
  /** @param {(sender: unknown, value: string) => void} act */
  connect(act) { this.acts.add(act); }
  /** @param {(sender: unknown, value: string) => void} act */
  disconnect(act) { this.acts.delete(act); }
  /** @param {string} value */
  emit(value) { for (const act of [...this.acts]) act(this, value); }
}

/** The worker that runs Python, in place of Jupyter's kernel: the panels ask whether it's still there. */
class Kernel {
  id = LOCK;
  isDisposed = false;
  connectionStatus = "connected";
  connectionStatusChanged = new Signal();
  statusChanged = new Signal();
  heard = Date.now();
  /** @type {number | null} */
  asked = null; // since when something has been waiting for an answer
  timer = 0;
  rehearsal = new Rehearsal(play, (message) => this.ask(message), () => opening.wait());

  constructor() {
    /** @type {{ worker: Worker, modern: boolean, said: any[], lost: boolean }} */
    const { worker, modern } = early;
    this.worker = worker;
    if (!modern) opening.tell("old");
    this.worker.postMessage({ lock: LOCK });
  }

  /* Take over from early.js, with the worker's messages so far. */
  listen() {
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => { event.preventDefault(); this.die(); };
    for (const each of early.said.splice(0)) this.hear(each);
    if (early.lost) this.die();
  }

  /** @param {any} message */
  send(message) {
    if (!this.rehearsal.hears(message)) this.ask(message);
  }

  /** @param {object} message */
  ask(message) {
    if (this.connectionStatus !== "connected") return;
    this.asked ??= Date.now();
    this.worker.postMessage(JSON.stringify(message));
    this.idle();
  }

  /** @param {string | { type: string, [name: string]: any }} data */
  hear(data) {
    this.asked = null;
    if (typeof data !== "string") acts[data.type](data);
    else {
      play(this.rehearsal.heard(JSON.parse(data)));
      this.idle();
    }
  }

  /* Have the next visit rehearsed once nothing has happened for a while, if the rehearsal can be kept. */
  idle() {
    clearTimeout(this.timer);
    if (this.rehearsal.over && "caches" in window) this.timer = setTimeout(rehearse, IDLE);
  }

  /* A worker that ends without a word releases its lock. */
  watch() {
    navigator.locks?.request(LOCK, () => this.die());
  }

  die() {
    if (this.connectionStatus !== "connected") return;
    this.connectionStatus = "dead";
    if (this.rehearsal.over) this.statusChanged.emit("dead");
    else opening.tell("failed");
  }

  /** Say whether Python is still there, for a panel that gets no answer. @returns {Promise<"here" | "busy" | "gone">} */
  async probe() {
    if (this.connectionStatus !== "connected") return "gone";
    if (this.asked === null) return "here";
    return Date.now() - this.asked > HUNG ? "gone" : "busy";
  }

  async reconnect() { /* there's no connection that could be lost */ }
}

/** @type {Map<string, Model>} */
const models = new Map();
/** @type {Map<string, Promise<any>>} */
const modules = new Map(); // one each, no matter how many panels use it

class Model {
  /** @type {Map<string, Act[]>} */
  acts = new Map();
  /** @type {Set<View>} */
  views = new Set();
  /** @type {State} */
  unsaved = {};
  /** @type {any} */
  exports = null;
  /** @type {(() => void) | undefined} */
  stop = undefined;
  widget_manager = { kernel, has_model: (/** @type {string} */ id) => models.has(id) };

  /** @param {string} id @param {State} state */
  constructor(id, state) {
    this.id = id;
    this.state = state;
    this.started = this.start();
  }

  /** @param {string} name */
  get(name) { return this.state[name]; }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.state[name] = value;
    this.unsaved[name] = value;
  }

  save_changes() {
    kernel.send({ id: this.id, state: this.unsaved });
    this.unsaved = {};
  }

  /** @param {object} content */
  send(content) {
    if (kernel.connectionStatus !== "connected") throw new Error("Python is gone");
    kernel.send({ id: this.id, content });
  }

  /** @param {string} names @param {Act} act */
  on(names, act) {
    for (const name of names.split(" ")) this.acts.set(name, [...(this.acts.get(name) ?? []), act]);
  }

  /** @param {string} [names] @param {Act} [act] */
  off(names, act) {
    if (!names) this.acts.clear();
    else for (const name of names.split(" ")) this.acts.set(name, act ? (this.acts.get(name) ?? []).filter((each) => each !== act) : []);
  }

  /** @param {string} name @param {any[]} given */
  tell(name, ...given) {
    for (const act of this.acts.get(name) ?? []) act(...given);
  }

  /** @param {State} state */
  update(state) {
    const changed = Object.keys(state).filter((name) => this.state[name] !== state[name]);
    Object.assign(this.state, state);
    for (const name of changed) this.tell(`change:${name}`, this, this.state[name]);
    if (changed.length) this.tell("change", this);
  }

  async start() {
    this.module = await moduleOf(this.state._esm);
    const made = await this.module?.initialize?.({ model: this, experimental: {} });
    if (typeof made === "function") this.stop = made;
    else this.exports = made;
  }

  /** Show the widget. @returns {Promise<View>} */
  async show() {
    const el = document.createElement("div");
    el.className = ["jupyter-widgets", ...(this.state._dom_classes ?? [])].join(" ");
    /** @type {View} */
    const view = { el };
    this.views.add(view);
    if (this.state.children) {
      const lay = () => layOut(this, el);
      this.on("change:children", lay);
      await lay();
    } else {
      await this.started;
      view.end = await this.module?.render?.({ model: this, el, host, experimental: {} });
    }
    return view;
  }

  /** @param {View} view */
  hide(view) {
    this.views.delete(view);
    view.end?.();
    view.el.remove();
  }

  end() {
    for (const view of [...this.views]) this.hide(view);
    this.stop?.();
  }
}

/** The means for one widget to find another, as in anywidget. */
const host = {
  /** @param {string} name */
  async getWidget(name) {
    const found = models.get(name.replace(REFERENCE, ""));
    if (!found) throw new Error(`there's no widget ${name}`);
    await found.started;
    return { exports: found.exports };
  },
};

/** @param {string} address */
function moduleOf(address) {
  if (!address) return null;
  let found = modules.get(address);
  if (!found) {
    found = import(new URL(address, import.meta.url).href).then(({ default: made }) => (typeof made === "function" ? made() : made));
    modules.set(address, found);
  }
  return found;
}

/** The views of a box's children, by the element of the box. @type {WeakMap<HTMLElement, Map<string, Promise<View>>>} */
const shown = new WeakMap();

/** @param {Model} box @param {HTMLElement} el */
async function layOut(box, el) {
  const old = shown.get(el) ?? new Map();
  const now = new Map();
  shown.set(el, now);
  for (const name of box.get("children")) {
    const id = name.replace(CHILD, "");
    const view = old.get(id) ?? models.get(id)?.show();
    if (view) now.set(id, view);
  }
  /** @type {View[]} */
  const views = await Promise.all(now.values());
  if (shown.get(el) !== now) return;
  for (const [id, view] of old) if (!now.has(id)) view.then((/** @type {View} */ gone) => models.get(id)?.hide(gone) ?? gone.el.remove());
  // elements that stay aren't moved, or they would lose the focus
  views.forEach(({ el: each }, at) => { if (el.children[at] !== each) el.insertBefore(each, el.children[at] ?? null); });
  while (el.children.length > views.length) el.lastElementChild?.remove();
}

/** Resolves after the first paint, or at once in a page that isn't painted. @returns {Promise<void>} */
function painted() {
  return new Promise((done) => {
    if (document.hidden) done();
    else requestAnimationFrame(() => setTimeout(done));
  });
}

/** Do what messages from Python say. @type {(messages: { type: string, [name: string]: any }[]) => void} */
function play(messages) {
  for (const each of messages) acts[each.type](each);
  if (kernel?.rehearsal.over) ready();
}

/** The handlers of the worker's messages. @type {Record<string, (message: any) => void>} */
const acts = {
  open({ id, state }) { models.set(id, new Model(id, state)); },
  update({ id, state }) { models.get(id)?.update(state); },
  custom({ id, content }) {
    if (content.forget) forget();
    models.get(id)?.tell("msg:custom", content, []);
  },
  close({ id }) {
    models.get(id)?.end();
    models.delete(id);
  },
  /* Give a widget Python's own state after everything that was rehearsed; most of it is on the page already. If Python has
     a different widget there, reload the page, at an address for which nothing is rehearsed. */
  stand({ id, state }) {
    const model = models.get(id);
    if (!model) acts.open({ id, state });
    else if (model.get("_esm") === state._esm) model.update(state);
    else if (location.search.length > 1) location.reload();
    else location.search = `?lang=${opening.language}`;
  },
  rehearsed({ visit }) {
    rehearsedFor = askedFor;
    keep(visit);
  },
  async root({ id }) {
    const view = await models.get(id)?.show();
    if (!view) return;
    await dress();
    root.append(view.el);
  },
  held() { kernel.watch(); },
  progress({ word, value }) { opening.tell(word, value); },
  failed({ text }) {
    console.error(text);
    opening.tell("failed");
  },
};

/* Replace the first paint with the app, and press the button in it that was pressed in the meantime. */
function arrive() {
  const plain = (/** @type {string} */ gesture) => gesture.replace(/\d+/g, "#");
  const pressed = plain(opening.pressed());
  opening.done();
  if (pressed) {
    const found = [...root.querySelectorAll("[data-do]")].find((each) => plain(/** @type {HTMLElement} */ (each).dataset.do ?? "") === pressed);
    /** @type {HTMLElement | undefined} */ (found)?.click();
  }
}

/** The whole style, or "" if it can't be fetched; the first paint comes with only the part it uses. @type {Promise<string>} */
const whole = painted().then(async () => (await fetch(new URL("./site.css", import.meta.url))).text()).catch(() => "");
/** @type {Promise<void> | undefined} */
let dressing;

/** Give the page its whole style, just before the app is shown: then the first paint isn't laid out anew for nothing. */
function dress() {
  dressing ??= whole.then((text) => {
    const style = document.createElement("style");
    style.textContent = text;
    document.head.append(style);
  });
  return dressing;
}

let isReady = false;

/* Take note that Python itself is there. */
function ready() {
  if (isReady) return;
  isReady = true;
  performance.mark("apz-there");
  dress().then(opening.ready);
  if ("serviceWorker" in navigator && isSecureContext) keepForLater();
}

let askedFor = ""; // the greeting for which Python was asked to rehearse
let rehearsedFor = ""; // the last greeting for which it did

/* Have Python rehearse how the next visit begins and what its first click leads to, unless it already has. */
async function rehearse() {
  const { greeting } = await moduleOf("./browser_store.js");
  let count = 0; // records are named as records.js does
  const { hello } = greeting("", (/** @type {any} */ { text }) => ({ tab: String(count += 1), text }));
  askedFor = JSON.stringify({ rehearse: { ...hello, address: "" } });
  if (askedFor !== rehearsedFor) kernel.worker.postMessage(askedFor);
}

/* Keep this build for offline use, and offer a new one when it's there; nobody is forced to take it. */
async function keepForLater() {
  const offer = (/** @type {ServiceWorker} */ next) => {
    if (document.getElementById("update")) return;
    const box = document.createElement("div");
    box.id = "update";
    box.setAttribute("role", "status");
    box.append(opening.words.update);
    const take = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      next.postMessage("take over");
    };
    for (const [word, act] of /** @type {[string, () => void][]} */ ([["reload", take], ["later", () => box.remove()]])) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = opening.words[word];
      button.addEventListener("click", act);
      box.append(button);
    }
    document.body.append(box);
  };
  try {
    const kept = await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
    const look = (/** @type {ServiceWorker | null} */ next) => {
      if (!next || !navigator.serviceWorker.controller) return;
      if (next.state === "installed") offer(next);
      else next.addEventListener("statechange", () => { if (next.state === "installed") offer(next); });
    };
    look(kept.waiting);
    look(kept.installing);
    kept.addEventListener("updatefound", () => look(kept.installing));
  } catch (error) {
    console.info("nothing is kept for times without a network:", String(error));
  }
}

document.body.dataset.kernel = LOCK; // the name of the worker that answers this page
const kernel = opening.able && early ? new Kernel() : /** @type {any} */ (null);
if (kernel) {
  kernel.listen();
  const elsewhere = location.search.length > 1; // a link leads to a place of its own
  const begin = async () => kernel.rehearsal.begin(await visitOf(opening.back, opening.language));
  if (!elsewhere) painted().then(begin);
} else if (early) early.worker.terminate();
else if (opening.able) opening.tell("failed");
new MutationObserver((_, watch) => {
  if (!root.querySelector(".apz > *")) return;
  watch.disconnect();
  arrive();
}).observe(root, { childList: true, subtree: true });
