/* Checks whether Python still answers, says so if it doesn't, and reloads the page if nothing else helps. */
/** @import { Listen, Model } from "./types.js" */

import { inVoila } from "./host.js";
import { notify } from "./notices.js";
import { get, put } from "./storage.js";

const RELOADS = "apz.reloads";
const PATIENCE = 8000; // milliseconds that Python may be busy before we check on it
const KNOCK = 2500; // between two questions
const READ = 1200; // how long a message is shown before the page goes
const MINUTE = 60000;
const MOST_RELOADS = 4; // automatic, per minute
const IDLE = 300000; // a learner who hasn't touched the page for this long is considered gone
const ENDED = ["dead", "restarting", "autorestarting"]; // kernels that no longer know us

/** Whether the page is left only to be loaded again. */
export let reloading = false;

/** Watch the connection; `greet` sends the greeting, with more. Return what handles an answer, what handles the panels
 * that Python shows now, and what ends watching.
 * @type {(model: Model, on: Listen, greet: (more: object) => void) => {
 *   answered: (which: unknown) => void, shown: (panels: string[]) => void, stop: () => void }} */
export function watchConnection(model, on, greet) {
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  const kernel = inVoila() ? model.widget_manager?.kernel : null;
  const status = `${config.baseUrl || "/"}api/kernels/${config.kernelId || kernel?.id || ""}`;
  let number = 0;
  let asked = false; // whether a question has no answer yet
  let timer = 0;
  let lost = false; // whether we're checking on Python
  let knocks = 0; // how often it was there but didn't answer
  let forgotten = false; // whether it restarted and no longer knows us
  let leaving = false;
  let touched = Date.now();
  let resting = false; // whether the learner's place was given up while they were away

  /** Do one thing later, instead of what was planned. @type {(act: () => void, wait: number) => void} */
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

  /* Repeat what was sent while nobody was listening, in both directions. */
  function catchUp() {
    try {
      if (model.get("followed")) model.send({ again: true });
      else greet({ again: true });
    } catch {
      forgotten = true;
    }
  }

  /** Reload if one of the panels that Python shows now was missed. @type {(panels: string[]) => void} */
  function shown(panels) {
    if (inVoila() && panels.some((each) => model.widget_manager?.has_model?.(each) === false)) reload(false);
  }

  function ask() {
    if (!inVoila() || asked || leaving || forgotten) return;
    asked = true;
    send();
    later(doubt, forgotten ? 0 : PATIENCE);
  }

  /** @type {(which: unknown) => void} */
  function answered(which) {
    if (which !== number) return;
    clearTimeout(timer);
    asked = false;
    lost = false;
    knocks = 0;
    notify("lost", null);
  }

  /* Return whether the page is being left: Voila closes the connection even before that. */
  function left() {
    return leaving || (kernel?.isDisposed && !forgotten);
  }

  function doubt() {
    clearTimeout(timer);
    if (left()) return;
    tell("lost");
    lost = true;
    probe().then((found) => {
      if (left() || !lost) return;
      if (found === "gone" || (forgotten && found !== "away")) startAgain();
      else later(found === "here" ? knock : doubt, found === "here" && !knocks ? 0 : KNOCK);
      if (found === "away") knocks = 0;
    });
  }

  /** Say what has happened, with a button that loads the page again. @type {(word: string) => void} */
  function tell(word) {
    const words = model.get("words");
    notify("lost", { text: words[word], action: words.again, act: () => reload(true) });
  }

  /* Get a new Python with a new page, but don't take a place for a learner who has gone. */
  function startAgain() {
    resting = Date.now() - touched > IDLE;
    if (resting) tell("resting");
    else later(() => reload(false), READ);
  }

  function touch() {
    touched = Date.now();
    if (resting) reload(true);
    else if (!lost) ask();
  }

  /* Ask whether our Python is still there: the server, or the host where there's none. */
  async function probe() {
    if (kernel?.probe) return kernel.probe();
    try {
      const reply = await fetch(status, { cache: "no-store" });
      if (reply.status >= 500) return "away";
      if (!reply.ok) return "gone";
      const state = (await reply.json()).execution_state;
      return ENDED.includes(state) ? "gone" : state === "busy" ? "busy" : "here";
    } catch {
      return "away";
    }
  }

  /* Ask a Python that's there: if it still doesn't answer, it has forgotten us. */
  function knock() {
    knocks += 1;
    if (knocks > 4) {
      reload(false);
      return;
    }
    // Jupyter retries on its own, but waits longer and longer
    if (kernel && kernel.connectionStatus !== "connected" && knocks % 2) kernel.reconnect?.().catch(() => {});
    send();
    later(doubt, KNOCK);
  }

  /** Reload the page; unless the learner asked for it, only a few times per minute, so that nobody is caught in a loop.
   * @type {(wanted: boolean) => void} */
  function reload(wanted) {
    const recent = reloads().filter((each) => Date.now() - each < MINUTE);
    if (!wanted && recent.length >= MOST_RELOADS) {
      later(doubt, MINUTE - (Date.now() - recent[recent.length - MOST_RELOADS]));
      return;
    }
    put("tab", RELOADS, JSON.stringify([...recent, Date.now()]));
    leaving = reloading = true;
    location.reload();
  }

  const changed = /** @type {(sender: unknown, state: string) => void} */ ((_, state) => {
    if (state === "connected") {
      asked = false;
      catchUp();
      ask();
    } else if (!document.hidden || state === "disconnected") {
      doubt();
    }
  });
  const dead = /** @type {(sender: unknown, state: string) => void} */ ((_, state) => {
    if (!ENDED.includes(state)) return;
    forgotten = true;
    doubt();
  });
  kernel?.connectionStatusChanged?.connect(changed);
  kernel?.statusChanged?.connect(dead);
  on(window, "offline", kernel?.probe ? ask : doubt); // without a server, nothing is lost
  on(window, "online", () => { asked = false; ask(); });
  on(document, "visibilitychange", () => { if (!document.hidden) ask(); });
  on(window, "pageshow", /** @type {(event: PageTransitionEvent) => void} */ (({ persisted }) => {
    if (persisted) { asked = false; ask(); }
  }));
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

/** Return when the page was loaded again. @type {() => number[]} */
function reloads() {
  try {
    const times = JSON.parse(get("tab", RELOADS) || "[]");
    return Array.isArray(times) ? times : [];
  } catch {
    return [];
  }
}
