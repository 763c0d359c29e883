/* Keeps plain text in the browser for whoever comes back, lets the address follow, copies and saves what is shared,
   and says when nobody answers any more. It knows no rule and no word of any game: all texts come from Python.
   What is kept: apz.desk.<tab> where a tab is, apz.progress.<tab> what was learned there, each with its time;
   apz.aside.<time>.<tab> what should have been such a record and could not be read. */

const DESK = "apz.desk.";
const PROGRESS = "apz.progress.";
const ASIDE = "apz.aside.";
const FORGOTTEN = "apz.forgotten"; // set for a moment, so that the other tabs forget too
const TAB = "apz.tab";
const RELOADS = "apz.reloads";
const MOST_KEPT = 8; // tabs that are remembered; the oldest goes first
const MOST_ASIDE = 2;
const MOST_TEXT = 250000; // characters of one text
const MOST_SENT = 4; // of the texts that are offered again
const PATIENCE = 8000; // so long somebody may be busy before we ask what has become of him
const AGAIN = 2500;
const READ = 1200; // so long a sentence stands before the page goes
const MOST_RELOADS = 4; // in a minute, by itself
const IDLE = 300000; // whoever has not touched the page for so long is not there

const voila = document.body.dataset.voila !== undefined;
const showing = new Set(); // one function for each place where the notice is shown
let notice = null;

function store(area, act, other) {
  try {
    return act(area === "tab" ? window.sessionStorage : window.localStorage);
  } catch {
    return other; // no storage here, or none left
  }
}

/* The name of this tab: the same after a reload, another one in a copy of the tab, which finds none. */
function tabName() {
  const known = store("tab", (kept) => kept.getItem(TAB), null);
  store("tab", (kept) => kept.removeItem(TAB));
  if (known && /^[a-z0-9]{8,24}$/.test(known)) return known;
  return [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

function opened(text) {
  try {
    const found = JSON.parse(text);
    const sound = found && typeof found.text === "string" && found.text.length <= MOST_TEXT && Number.isFinite(found.when);
    return sound ? { when: found.when, text: found.text } : null;
  } catch {
    return null;
  }
}

/* All that is kept under a name, the newest first; what is broken is not there. */
function all(start) {
  return store("all", (kept) => Object.keys(kept).filter((key) => key.startsWith(start)).map((key) => {
    const found = opened(kept.getItem(key));
    return found && { tab: key.slice(start.length), ...found };
  }).filter(Boolean).sort((one, two) => two.when - one.when), []);
}

/* The first of these that are not too much for one message. */
function within(entries, most) {
  let left = most;
  return entries.filter((each) => { left -= each.text.length; return left >= 0; });
}

function write(start, tab, text) {
  if (text.length > MOST_TEXT) return false;
  let done = false;
  const entry = JSON.stringify({ when: Date.now(), text });
  for (let tries = 0; tries <= MOST_KEPT && !done; tries += 1) {
    done = store("all", (kept) => { kept.setItem(start + tab, entry); return true; }, false);
    if (done) break;
    const oldest = all(DESK).filter((each) => each.tab !== tab).pop();
    if (!oldest) break;
    store("all", (kept) => kept.removeItem(DESK + oldest.tab));
  }
  for (const old of all(start).slice(MOST_KEPT)) store("all", (kept) => kept.removeItem(start + old.tab));
  return done;
}

/* A record that cannot be read makes room for one that can, and is not lost. */
function putAside(tab) {
  store("all", (kept) => {
    const text = kept.getItem(PROGRESS + tab);
    if (text === null) return;
    const old = Object.keys(kept).filter((key) => key.startsWith(ASIDE)).sort();
    for (const key of old.slice(0, -(MOST_ASIDE - 1))) kept.removeItem(key);
    kept.removeItem(PROGRESS + tab);
    kept.setItem(`${ASIDE}${Date.now()}.${tab}`, text);
  });
}

/* Puts aside what is no entry at all; whether there was such a thing. */
function sift() {
  const keys = store("all", (kept) => Object.keys(kept).filter((key) => key.startsWith(PROGRESS)), []);
  const broken = keys.filter((key) => !store("all", (kept) => opened(kept.getItem(key)), true));
  for (const key of broken) putAside(key.slice(PROGRESS.length));
  return broken.length > 0;
}

function forget() {
  store("all", (kept) => {
    const ours = (key) => [DESK, PROGRESS, ASIDE].some((start) => key.startsWith(start));
    for (const key of Object.keys(kept)) if (ours(key)) kept.removeItem(key);
    kept.setItem(FORGOTTEN, String(Date.now()));
    kept.removeItem(FORGOTTEN);
  });
}

/* What is said above everything else: a sentence, and a button where there is something to do. */
function say(next) {
  notice = next;
  for (const show of showing) show();
}

function initialize({ model }) {
  const tab = tabName();
  const ends = [];
  let turned = 0; // the turns that stand in the history already
  let forgetting = false; // whether another tab forgot everything, and Python does not know it yet
  const on = (target, name, act, ...more) => {
    target.addEventListener(name, act, ...more);
    ends.push(() => target.removeEventListener(name, act, ...more));
  };
  const keep = () => store("tab", (kept) => kept.setItem(TAB, tab));
  const take = () => store("tab", (kept) => kept.removeItem(TAB));
  on(window, "pagehide", keep);
  on(window, "pageshow", take);

  /* Another place is one more step in the history, a change within it is none; the title belongs to where one is. */
  const arrive = () => {
    if (!voila) return;
    if (model.get("followed")) {
      const wanted = location.pathname + model.get("address") + location.hash;
      const turns = model.get("turns");
      const state = { ...history.state, apz: model.get("place") };
      if (turns > turned) history.pushState(state, "", wanted);
      else history.replaceState(state, "", wanted);
      turned = turns;
    }
    if (model.get("heading")) document.title = model.get("heading");
  };
  const follow = {
    kept: () => { if (model.get("kept") && !forgetting) write(DESK, tab, model.get("kept")); },
    progress: () => {
      const text = model.get("progress");
      if (!text || forgetting || !write(PROGRESS, tab, text)) return;
      const joined = model.get("joined");
      for (const each of all(PROGRESS)) {
        if (each.tab !== tab && joined.includes(each.tab)) store("all", (kept) => kept.removeItem(PROGRESS + each.tab));
      }
    },
    address: arrive,
    turns: arrive,
    heading: arrive,
    theme: () => dress(model.get("theme")),
    lang: () => { if (voila && model.get("lang")) document.documentElement.lang = model.get("lang"); },
  };
  for (const [name, act] of Object.entries(follow)) {
    model.on(`change:${name}`, act);
    ends.push(() => model.off(`change:${name}`, act));
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  on(dark, "change", follow.theme);
  for (const name of ["theme", "lang", "heading"]) follow[name]();

  on(window, "popstate", (event) => {
    // another place in the same page is no other place of ours
    const same = !event.state && location.search === model.get("address");
    if (!voila || !model.get("followed") || same) return;
    const place = typeof event.state?.apz === "string" ? event.state.apz : "";
    model.send({ went: { place, address: location.search.slice(0, MOST_TEXT) } });
  });
  on(window, "storage", (event) => {
    if (event.key === FORGOTTEN && event.newValue) {
      forgetting = true;
      for (const start of [DESK, PROGRESS]) store("all", (kept) => kept.removeItem(start + tab));
      model.send({ forgotten: {} });
    }
    if (!event.key || !event.key.startsWith(PROGRESS) || !event.newValue) return;
    const found = opened(event.newValue);
    if (found) model.send({ progress: { tab: event.key.slice(PROGRESS.length), text: found.text } });
  });
  on(document, "click", (event) => share(event, model));
  const watching = watch(model, on, tab);
  const heard = (message) => {
    if (!message || typeof message !== "object") return;
    if ("pong" in message) watching.answered(message.pong);
    if (Array.isArray(message.shown)) watching.shown(message.shown);
    if (typeof message.aside === "string") putAside(message.aside);
    if (message.forget) forget();
    if (message.forgot) forgetting = false;
    if (typeof message.save === "string") save(new Blob([message.save], { type: "text/plain" }), message.name);
    if (typeof message.picture === "string") picture(message.picture, message.name);
  };
  model.on("msg:custom", heard);
  ends.push(() => model.off("msg:custom", heard), watching.stop);

  model.send({ hello: greeting(tab) });
  return () => ends.forEach((end) => end());
}

/* Who we are and what we have kept. */
function greeting(tab) {
  const first = (each) => [...each.filter((entry) => entry.tab === tab), ...each.filter((entry) => entry.tab !== tab)];
  const broken = sift();
  return {
    tab,
    address: voila ? location.search.slice(0, MOST_TEXT) : "",
    place: voila ? location.origin + location.pathname : "",
    speaks: navigator.language || "",
    keeps: store("all", (kept) => { kept.setItem("apz.try", "1"); kept.removeItem("apz.try"); return true; }, false),
    desks: within(first(all(DESK)).slice(0, MOST_SENT), 2 * MOST_TEXT),
    progress: within(first(all(PROGRESS)).slice(0, MOST_KEPT), MOST_TEXT),
    broken,
  };
}

/* Voila has one theme for all; here it is the learner's, or his system's. */
function dress(theme) {
  if (!voila) return;
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.body.dataset.jpThemeLight = String(!dark);
  document.body.classList.add("app-page");
  document.body.classList.toggle("app-dark", dark);
}

/* ---- is anybody there? */

function watch(model, on, tab) {
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  const kernel = voila ? model.widget_manager?.kernel : null;
  const status = `${config.baseUrl || "/"}api/kernels/${config.kernelId || kernel?.id || ""}`;
  let number = 0;
  let asked = false; // whether a question has no answer yet
  let timer = 0;
  let lost = false; // whether we ask what has become of him
  let knocks = 0; // how often he was there and did not answer
  let forgotten = false; // whether he began anew and knows us no more
  let leaving = false;
  let touched = Date.now();
  let resting = false; // whether his place was given up while nobody was there

  /* One thing is to come at a time: whatever was to come before is not. */
  function later(act, wait) {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  }

  function send() {
    number += 1;
    try {
      model.send({ ping: number });
    } catch {
      forgotten = true;
    }
  }

  /* What was said while nobody heard it is said again, in both directions. */
  function catchUp() {
    try {
      model.send(model.get("followed") ? { again: true } : { hello: greeting(tab), again: true });
    } catch {
      forgotten = true;
    }
  }

  /* The panels that he shows now: if even one of those was missed, only a new page helps. */
  function shown(panels) {
    if (voila && panels.some((each) => model.widget_manager?.has_model?.(each) === false)) reload(false);
  }

  function ask() {
    if (!voila || asked || leaving || forgotten) return;
    asked = true;
    send();
    later(doubt, forgotten ? 0 : PATIENCE);
  }

  function answered(which) {
    if (which !== number) return;
    clearTimeout(timer);
    asked = false;
    lost = false;
    knocks = 0;
    if (notice && !notice.passing) say(null);
  }

  /* Whether the page is being left: Voila lets go of the connection even before it goes. */
  function left() {
    return leaving || (kernel?.isDisposed && !forgotten);
  }

  function doubt() {
    clearTimeout(timer);
    if (left()) return;
    say({ text: model.get("words").lost, action: model.get("words").again, act: () => reload(true) });
    lost = true;
    probe().then((found) => {
      if (left() || !lost) return;
      if (found === "gone" || (forgotten && found !== "away")) anew();
      else later(found === "here" ? knock : doubt, found === "here" && !knocks ? 0 : AGAIN);
      if (found === "away") knocks = 0;
    });
  }

  /* With a new page somebody else is there to talk to, but no place is taken for a learner who has gone. */
  function anew() {
    resting = Date.now() - touched > IDLE;
    if (resting) say({ text: model.get("words").resting, action: model.get("words").again, act: () => reload(true) });
    else later(() => reload(false), READ);
  }

  function touch() {
    touched = Date.now();
    if (resting) reload(true);
    else if (!lost) ask();
  }

  /* The server knows whether the one we talk to is still there. */
  async function probe() {
    try {
      const reply = await fetch(status, { cache: "no-store" });
      if (reply.status >= 500) return "away";
      if (!reply.ok) return "gone";
      const state = (await reply.json()).execution_state;
      return ["dead", "restarting", "autorestarting"].includes(state) ? "gone" : state === "busy" ? "busy" : "here";
    } catch {
      return "away";
    }
  }

  /* He is there: then he should answer; if he still does not, he has forgotten us. */
  function knock() {
    knocks += 1;
    if (knocks > 4) {
      reload(false);
      return;
    }
    // Jupyter tries again by itself, but waits longer and longer
    if (kernel && kernel.connectionStatus !== "connected" && knocks % 2) kernel.reconnect?.().catch(() => {});
    send();
    later(doubt, AGAIN);
  }

  /* By itself only a few times in a minute, so that nobody is caught in a circle; there is also a button. */
  function reload(wanted) {
    const times = store("tab", (kept) => JSON.parse(kept.getItem(RELOADS) || "[]"), []);
    const recent = (Array.isArray(times) ? times : []).filter((each) => Date.now() - each < 60000);
    if (!wanted && recent.length >= MOST_RELOADS) {
      later(doubt, 60000 - (Date.now() - recent[recent.length - MOST_RELOADS]));
      return;
    }
    store("tab", (kept) => kept.setItem(RELOADS, JSON.stringify([...recent, Date.now()])));
    leaving = true;
    location.reload();
  }

  const changed = (_, state) => {
    if (state === "connected") {
      asked = false;
      catchUp();
      ask();
    } else if (!document.hidden || state === "disconnected") {
      doubt();
    }
  };
  const dead = (_, state) => {
    if (!["dead", "autorestarting", "restarting"].includes(state)) return;
    forgotten = true;
    doubt();
  };
  kernel?.connectionStatusChanged?.connect(changed);
  kernel?.statusChanged?.connect(dead);
  on(window, "offline", doubt);
  on(window, "online", () => { asked = false; ask(); });
  on(document, "visibilitychange", () => { if (!document.hidden) ask(); });
  on(window, "pageshow", (event) => { if (event.persisted) { asked = false; ask(); } });
  on(window, "pagehide", () => { leaving = true; });
  on(window, "pageshow", () => { leaving = false; });
  on(window, "popstate", touch);
  for (const sign of ["pointerdown", "keydown", "wheel"]) on(document, sign, touch, { capture: true, passive: true });
  return {
    answered,
    shown,
    stop: () => {
      clearTimeout(timer);
      kernel?.connectionStatusChanged?.disconnect(changed);
      kernel?.statusChanged?.disconnect(dead);
    },
  };
}

/* ---- taking something along */

function share(event, model) {
  const button = event.target.closest?.("[data-app-copy]");
  const field = button && document.getElementById(button.dataset.appCopy);
  if (!field) return;
  const told = (done) => {
    const words = model.get("words");
    say({ text: done ? words.copied : words.select, passing: true });
    field.select();
  };
  // without encryption there is no clipboard but the old one
  const old = () => { field.focus(); field.select(); return document.execCommand("copy"); };
  if (navigator.clipboard?.writeText) navigator.clipboard.writeText(field.value).then(() => told(true), () => told(old()));
  else told(old());
}

function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = String(name).replace(/[^\w.-]/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/* A piece of HTML that loads nothing, drawn as a picture. */
async function picture(html, name) {
  const width = 1100;
  const page = new DOMParser().parseFromString(html, "text/html").body;
  const dark = document.body.dataset.jpThemeLight === "false";
  page.style.cssText = `margin:0;padding:12px;width:${width}px;box-sizing:border-box;`
    + `color-scheme:${dark ? "dark" : "light"};background:${dark ? "#14181b" : "#ffffff"};color:${dark ? "#ece9e2" : "#1d2328"}`;
  const box = document.createElement("div");
  box.style.cssText = "position:absolute;left:-9999px;top:0";
  const copy = document.createElement("div");
  copy.style.cssText = page.style.cssText;
  copy.append(...[...page.childNodes].map((each) => document.importNode(each, true)));
  box.append(copy);
  document.body.append(box);
  const height = Math.ceil(copy.getBoundingClientRect().height);
  const text = new XMLSerializer().serializeToString(copy);
  box.remove();
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`
    + `<foreignObject width="100%" height="100%">${text}</foreignObject></svg>`;
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(blob, `${name}.png`), "image/png");
  } catch { // a browser that does not give pictures of pages away
    save(new Blob([drawn], { type: "image/svg+xml" }), `${name}.svg`);
  }
}

/* ---- the notice */

function render({ el }) {
  const box = document.createElement("div");
  box.className = "app-notice";
  box.setAttribute("role", "alert");
  el.append(box);
  let timer = 0;
  const show = () => {
    clearTimeout(timer);
    box.replaceChildren();
    box.hidden = !notice;
    if (!notice) return;
    const text = document.createElement("span");
    text.textContent = notice.text;
    box.append(text);
    box.classList.toggle("app-passing", Boolean(notice.passing));
    if (notice.passing) timer = setTimeout(() => say(null), 4000);
    if (!notice.act) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = notice.action;
    button.addEventListener("click", notice.act);
    box.append(button);
  };
  showing.add(show);
  show();
  return () => showing.delete(show);
}

export default { initialize, render };
