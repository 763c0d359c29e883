/* Keeps plain text in the browser for whoever comes back, lets the address follow, copies and saves what is shared,
   and says when nobody answers any more. It knows no rule and no word of any game: all texts come from Python.
   What is kept: apz.desk.<tab> where a tab is, apz.progress.<name> what was learned, each with its place in the order of
   writing; apz.aside.<name> what should have been such a record and could not be read. A record is never changed: it is
   written under a new name, and then goes whatever is in it. Tabs see each other's writing late; so none of them can
   drop what another one has just written. What there is no room for outlives a reload in the storage of the tab. */

const DESK = "apz.desk.";
const PROGRESS = "apz.progress.";
const ASIDE = "apz.aside.";
const FORGOTTEN = "apz.forgotten"; // set for a moment, so that the other tabs forget too
const TAB = "apz.tab";
const RELOADS = "apz.reloads";
const MOST_KEPT = 8; // tabs whose place is remembered, and records in one message; the oldest place goes first
const MOST_TEXT = 250000; // characters of one text
const MOST_SENT = 4; // of the texts that are offered again
const PATIENCE = 8000; // so long somebody may be busy before we ask what has become of him
const AGAIN = 2500;
const READ = 1200; // so long a sentence stands before the page goes
const MOST_RELOADS = 4; // in a minute, by itself
const IDLE = 300000; // whoever has not touched the page for so long is not there
const RECORD = "progress.yaml"; // the file in which a learner takes his record along
const PUT_ASIDE = "put-aside.txt";

const voila = document.body.dataset.voila !== undefined;
const showing = new Set(); // one function for each place where the notices are shown
const notices = { lost: null, unkept: null, passing: null };
let latest = 0; // the place in the order of writing that was given last: no clock that is set back changes it
let reloading = false; // whether we leave the page to come back to it

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
  return known && /^[a-z0-9]{8,24}$/.test(known) ? known : newName();
}

function newName() {
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

function names(area, start) {
  return store(area, (kept) => Object.keys(kept).filter((key) => key.startsWith(start)), []);
}

/* All that is kept under a name, also in the tab itself, the newest first; what is broken is not there. */
function all(start) {
  return ["tab", "all"].flatMap((area) => names(area, start).map((key) => {
    const raw = store(area, (kept) => kept.getItem(key), null);
    const found = opened(raw);
    return found && { area, key, raw, tab: key.slice(start.length), ...found };
  })).filter(Boolean).sort((one, two) => two.when - one.when);
}

/* The first of these that are not too much for one message. */
function within(entries, most) {
  let left = most;
  return entries.filter((each) => { left -= each.text.length; return left >= 0; });
}

/* The entries in parts that are not too much for one message. */
function parts(entries) {
  const found = [];
  let room = 0;
  for (const each of entries) {
    if (each.text.length > room || found.at(-1).length === MOST_KEPT) {
      found.push([]);
      room = MOST_TEXT;
    }
    found.at(-1).push(each);
    room -= each.text.length;
  }
  return found;
}

function put(area, key, raw) {
  return store(area, (kept) => { kept.setItem(key, raw); return true; }, false);
}

function drop(area, key) {
  store(area, (kept) => kept.removeItem(key));
}

/* Puts one entry in the place of another; where even that is too much, the other one stays. */
function exchange(old, key, entry) {
  const raw = store("all", (kept) => kept.getItem(old), null);
  if (raw === null) return false;
  drop("all", old);
  if (put("all", key, entry)) return true;
  put("all", old, raw);
  return false;
}

/* Writes what a tab keeps, and then drops the entries of which it holds all. Where there is no room it takes the place
   of one of them, or of other tabs' places, the oldest first, if that helps; else the tab's own storage has it. */
function write(start, name, held, tab, text) {
  if (text.length > MOST_TEXT) return false;
  latest = Math.max(Date.now(), latest + 1);
  const key = start + name;
  const entry = JSON.stringify({ when: latest, text });
  const others = () => all(DESK).filter((each) => each.area === "all" && each.tab !== tab).reverse();
  let done = put("all", key, entry) || held.some((each) => each.area === "all" && exchange(each.key, key, entry));
  const spare = done ? [] : others();
  const room = spare.reduce((sum, each) => sum + each.key.length + each.raw.length, 0);
  while (!done && spare.length && room >= key.length + entry.length) {
    drop("all", spare.shift().key);
    done = put("all", key, entry);
  }
  if (!done) {
    put("tab", start + tab, entry);
    return false;
  }
  drop("tab", start + tab);
  for (const each of held) drop(each.area, each.key);
  if (names("all", DESK).length > MOST_KEPT) for (const each of others().slice(0, 1 - MOST_KEPT)) drop("all", each.key);
  return true;
}

/* A record that cannot be read makes room for one that can, and is not lost; its new name is no longer than the old. */
function putAside(key, raw) {
  if (!key.startsWith(PROGRESS)) return;
  store("all", (kept) => {
    if (kept.getItem(key) !== raw) return;
    const old = ASIDE + key.slice(PROGRESS.length);
    let name = old;
    for (let number = 2; ![null, raw].includes(kept.getItem(name)); number += 1) name = `${old}.${number}`;
    if (!put("all", name, raw)) {
      kept.removeItem(key);
      if (!put("all", name, raw)) kept.setItem(key, raw);
    } else kept.removeItem(key);
  });
}

/* Puts aside what is no entry at all; whether there was such a thing. */
function sift() {
  const found = names("all", PROGRESS).map((key) => [key, store("all", (kept) => kept.getItem(key), null)]);
  const broken = found.filter(([, raw]) => raw !== null && !opened(raw));
  for (const [key, raw] of broken) putAside(key, raw);
  return broken.length > 0;
}

/* All that was put aside, as one text. */
function asides() {
  const found = names("all", ASIDE).sort().map((key) => {
    const raw = store("all", (kept) => kept.getItem(key), "");
    return [key, opened(raw)?.text ?? raw];
  });
  return found.length === 1 ? found[0][1] : found.map(([key, text]) => `# ${key}\n${text}\n`).join("\n");
}

function forget() {
  for (const area of ["all", "tab"]) {
    for (const key of [DESK, PROGRESS, ASIDE].flatMap((start) => names(area, start))) drop(area, key);
  }
  put("all", FORGOTTEN, String(Date.now()));
  drop("all", FORGOTTEN);
}

/* What is said above everything else, one of each kind: a sentence, and a button where there is something to do. */
function say(kind, next) {
  if (next?.text === notices[kind]?.text && !next?.passing) return; // it is said already
  notices[kind] = next;
  for (const show of showing) show(kind);
}

function initialize({ model }) {
  const tab = tabName();
  const ends = [];
  const sent = new Map(); // the records that Python was told, each with where it is kept and as what
  const unkept = new Set(); // what could not be written
  let turned = 0; // the turns that stand in the history already
  let forgetting = false; // whether another tab forgot everything, and Python does not know it yet
  let keeping = true; // whether Python thinks that what it gives is kept
  let safe = null; // the record that need not be written: there was nothing else yet, or the learner has it as a file
  let shut = ""; // why nothing is kept, once the learner does not want to be told any more
  let timer = 0;
  let told = 0; // how many records Python was told
  let mine = ""; // the name under which this page has written the record
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

  /* Says it at once when something cannot be kept, offers the record as a file, and tries again until it is kept. */
  const warn = () => {
    clearTimeout(timer);
    if (unkept.size) timer = setTimeout(retry, AGAIN);
    const why = unkept.size ? reason() : "";
    const words = model.get("words") || {};
    if (!why) shut = "";
    say("unkept", !why || why === shut ? null : {
      text: words[why], action: words.save, act: give, close: words.shut, shut: () => { shut = why; warn(); },
    });
    if (unkept.has("progress")) window.addEventListener("beforeunload", ask);
    else window.removeEventListener("beforeunload", ask);
    if (keeping === !why) return;
    try {
      model.send({ keeping: { works: !why } });
      keeping = !why;
    } catch { /* nobody is there; he is told when he is */ }
  };
  const ask = (event) => { if (model.get("progress") !== safe && !reloading) event.preventDefault(); };
  const give = () => {
    safe = model.get("progress");
    save(new Blob([safe], { type: "text/plain" }), RECORD);
  };
  const retry = () => { for (const name of [...unkept]) follow[name](); };
  const hold = (what, start, name, held) => {
    const text = model.get(what);
    if (!text || forgetting) return false;
    const done = write(start, name, held, tab, text);
    if (done) unkept.delete(what);
    else unkept.add(what);
    warn();
    return done;
  };
  const follow = {
    kept: () => hold("kept", DESK, tab, []),
    progress: () => {
      safe ??= model.get("progress") || null;
      const name = newName();
      const joined = model.get("joined").filter((each) => sent.has(each));
      // a page of an earlier version changes what it has written
      const same = ({ area, key, raw }) => store(area, (kept) => kept.getItem(key), null) === raw;
      const held = joined.map((each) => sent.get(each)).filter(same);
      if (mine) held.unshift({ area: "all", key: PROGRESS + mine });
      if (!hold("progress", PROGRESS, name, held)) return;
      mine = name;
      for (const each of joined) sent.delete(each);
    },
    address: arrive,
    turns: arrive,
    heading: arrive,
    theme: () => dress(model.get("theme")),
    lang: () => { if (voila && model.get("lang")) document.documentElement.lang = model.get("lang"); },
    words: warn,
  };
  for (const [name, act] of Object.entries(follow)) {
    model.on(`change:${name}`, act);
    ends.push(() => model.off(`change:${name}`, act));
  }
  ends.push(() => { clearTimeout(timer); window.removeEventListener("beforeunload", ask); });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  on(dark, "change", follow.theme);
  for (const name of ["theme", "lang", "heading"]) follow[name]();

  /* A record as Python is told it, under a name by which Python says that it has joined it. */
  const named = ({ area, key, raw, text }) => {
    for (const [name, each] of sent) if (each.area === area && each.key === key) sent.delete(name);
    told += 1;
    sent.set(`${tab}.${told}`, { area, key, raw });
    return { tab: `${tab}.${told}`, text };
  };

  /* Who we are and what we have kept; more records than one message holds come after it. */
  const greet = (more) => {
    const [first, ...rest] = greeting(tab, named);
    keeping = first.keeps;
    model.send({ hello: first, ...more });
    for (const each of rest) model.send({ records: each });
  };

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
      unkept.clear();
      warn();
      for (const key of [DESK + tab, PROGRESS + tab]) drop("tab", key);
      for (const key of [DESK + tab, PROGRESS + mine]) drop("all", key);
      model.send({ forgotten: {} });
      return;
    }
    if (event.key === null) { // somebody cleared it all, who did not mean us
      follow.kept();
      follow.progress();
      return;
    }
    const ours = [DESK, PROGRESS].find((start) => event.key.startsWith(start));
    const found = ours && opened(event.newValue);
    if (!found) return;
    order(found);
    if (ours === PROGRESS) model.send({ progress: named({ area: "all", key: event.key, raw: event.newValue, ...found }) });
  });
  on(document, "click", (event) => share(event, model));
  const watching = watch(model, on, greet);
  const heard = (message) => {
    if (!message || typeof message !== "object") return;
    if ("pong" in message) watching.answered(message.pong);
    if (Array.isArray(message.shown)) watching.shown(message.shown);
    const found = sent.get(message.aside);
    if (found?.area === "all") putAside(found.key, found.raw);
    if (message.asides) save(new Blob([asides()], { type: "text/plain" }), PUT_ASIDE);
    if (message.forget) forget();
    if (message.forgot) forgetting = false;
    if (typeof message.save === "string") save(new Blob([message.save], { type: "text/plain" }), message.name);
    if (typeof message.picture === "string") picture(message.picture, message.name);
  };
  model.on("msg:custom", heard);
  ends.push(() => model.off("msg:custom", heard), watching.stop);

  greet();
  return () => ends.forEach((end) => end());
}

/* What is written from now on comes after this. */
function order(entry) {
  if (Number.isSafeInteger(entry.when)) latest = Math.max(latest, entry.when);
}

/* Why nothing can be kept. */
function reason() {
  return store("all", (kept) => kept.length >= 0, false) ? "full" : "blocked";
}

/* Who we are and what we have kept, and then the records for which that message has no room. */
function greeting(tab, named) {
  const broken = sift();
  const desks = all(DESK);
  const records = all(PROGRESS);
  [...desks, ...records].forEach(order);
  const first = [...desks.filter((each) => each.tab === tab), ...desks.filter((each) => each.tab !== tab)];
  const [some = [], ...more] = parts(records).map((part) => part.map(named));
  const asides = parts(all(ASIDE)).map((part) => part.map(named)); // perhaps they can be read by now
  return [{
    tab,
    address: voila ? location.search.slice(0, MOST_TEXT) : "",
    place: voila ? location.origin + location.pathname : "",
    speaks: navigator.language || "",
    keeps: store("all", (kept) => { kept.setItem("apz.try", "1"); kept.removeItem("apz.try"); return true; }, false),
    desks: within(first.slice(0, MOST_SENT), 2 * MOST_TEXT).map((each) => ({ tab: each.tab, text: each.text })),
    progress: some,
    broken,
    aside: names("all", ASIDE).length,
  }, ...more.map((progress) => ({ progress })), ...asides.map((again) => ({ again }))];
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

function watch(model, on, greet) {
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
      if (model.get("followed")) model.send({ again: true });
      else greet({ again: true });
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
    say("lost", null);
  }

  /* Whether the page is being left: Voila lets go of the connection even before it goes. */
  function left() {
    return leaving || (kernel?.isDisposed && !forgotten);
  }

  function doubt() {
    clearTimeout(timer);
    if (left()) return;
    say("lost", { text: model.get("words").lost, action: model.get("words").again, act: () => reload(true) });
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
    if (resting) say("lost", { text: model.get("words").resting, action: model.get("words").again, act: () => reload(true) });
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
    leaving = reloading = true;
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
    say("passing", { text: done ? words.copied : words.select, passing: true });
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

/* ---- the notices */

function render({ el }) {
  const shows = Object.keys(notices).map((kind) => {
    const box = document.createElement("div");
    box.className = `app-notice app-${kind}`;
    box.setAttribute("role", "alert");
    el.append(box);
    let timer = 0;
    return (which) => {
      if (which !== kind) return;
      const notice = notices[kind];
      clearTimeout(timer);
      box.replaceChildren();
      box.hidden = !notice;
      if (!notice) return;
      const text = document.createElement("span");
      text.textContent = notice.text;
      box.append(text);
      if (notice.passing) timer = setTimeout(() => say(kind, null), 4000);
      for (const [name, act] of [[notice.action, notice.act], [notice.close, notice.shut]]) {
        if (!act) continue;
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = name;
        button.addEventListener("click", act);
        box.append(button);
      }
    };
  });
  const show = (kind) => shows.forEach((each) => each(kind));
  showing.add(show);
  Object.keys(notices).forEach(show);
  return () => showing.delete(show);
}

export default { initialize, render };
