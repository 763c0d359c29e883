/* The address bar and the browser's history, where the page is our own. */
/** @import { Listen, Model } from "./types.js" */

import { inVoila } from "./host.js";
import { MOST_TEXT } from "./storage.js";

/** Keep the address bar in step with the model, and tell Python when the learner goes back or forward. Return the handler for
 * changes of the model. @type {(model: Model, on: Listen) => () => void} */
export function followAddress(model, on) {
  let turned = 0; // how many turns are already in the history

  on(window, "popstate", /** @type {(event: PopStateEvent) => void} */ ((event) => {
    // a jump within the same page isn't a change of place
    const same = !event.state && location.search === model.get("address");
    if (!inVoila() || !model.get("followed") || same) return;
    const place = typeof event.state?.apz === "string" ? event.state.apz : "";
    model.send({ went: { place, address: location.search.slice(0, MOST_TEXT) } });
  }));

  /* A new place adds an entry to the history, a change within a place doesn't; each place has its own title. */
  return () => {
    if (!inVoila()) return;
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
}
