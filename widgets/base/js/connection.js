/* Checks whether Python still answers, says so if it doesn't, and reloads the page if nothing else helps. */
/** @import { Listen, Model } from "./types.js" */

import { inVoila } from "./host.js";
import { notify } from "./notices.js";
import { get, put } from "./storage.js";

const RELOADS = "apz.reloads";
const PATIENCE = 8000; // milliseconds that Python may be busy before we check on it
const KNOCK = 2500; // milliseconds between two tries
const READ = 1200; // milliseconds to read a message before the page reloads
const MINUTE = 60000;
const MOST_RELOADS = 4; // automatic, per minute
const IDLE = 300000; // a learner who hasn't touched the page for this long is considered gone
const ENDED = ["dead", "restarting", "autorestarting"]; // kernels that no longer know us

/** Whether we're leaving the page only to reload it. */
export let reloading = false;

/** Watch the connection; `greet` sends the greeting with added fields. Return `answered`, which handles an answer from Python,
 * `shown`, which handles the list of panels that Python shows now, and `stop`.
 * @type {(model: Model, on: Listen, greet: (more: object) => void) => {
 *   answered: (which: unknown) => void, shown: (panels: string[]) => void, stop: () => void }} */
export function watchConnection(model, on, greet) {
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  const kernel = inVoila() ? model.widget_manager?.kernel : null;
  const status = `${config.baseUrl || "/"}api/kernels/${config.kernelId || kernel?.id || ""}`;
  let number = 0;
  let asked = false; // whether we're still waiting for an answer
  let timer = 0;
  let lost = false; // whether we're checking on Python
  let knocks = 0; // how often it was there but didn't answer
  let forgotten = false; // whether it restarted and no longer knows us
  let leaving = false;
  let touched = Date.now();
  let resting = false; // whether Python is gone and the page waits for the learner to come back

  /** Plan one act for later, in place of the one that was planned. @type {(act: () => void, wait: number) => void} */
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

  /* Have both sides repeat the messages that were sent while the connection was down. */
  function catchUp() {
    try {
      if (model.get("followed")) model.send({ again: true });
      else greet({ again: true });
    } catch {
      forgotten = true;
    }
  }

  /** Reload if this page doesn't know one of the panels that Python shows now. @type {(panels: string[]) => void} */
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

  /** Show a notice about the connection, with a button that reloads the page. @type {(word: string) => void} */
  function tell(word) {
    const words = model.get("words");
    notify("lost", { text: words[word], action: words.again, act: () => reload(true) });
  }

  /* Reload the page to get a new Python, but not for a learner who has gone: on a server, that would take up a place. */
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

  /* Ask the server, or the host where there's no server, whether our Python is still there. */
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

  /* Ping a Python that's there; if it doesn't answer several times in a row, it has forgotten us, so reload. */
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

  /** Reload the page; if the learner didn't ask for it, only a few times per minute, so that nobody gets caught in a loop.
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
  on(window, "offline", kernel?.probe ? ask : doubt); // without a server, being offline loses nothing
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

/** Return the times of this tab's recent reloads. @type {() => number[]} */
function reloads() {
  try {
    const times = JSON.parse(get("tab", RELOADS) || "[]");
    return Array.isArray(times) ? times : [];
  } catch {
    return [];
  }
}
