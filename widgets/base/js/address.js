/* The address bar and the browser's history, where the page is our own. */
/** @import { Listen, Model } from "./types.js" */

import { inVoila } from "./host.js";
import { MOST_TEXT } from "./storage.js";

/** Let the address follow the model, and tell Python when the learner goes back or forward. Return what handles a change of the
 * model. @type {(model: Model, on: Listen) => () => void} */
export function followAddress(model, on) {
  let turned = 0; // the turns that are already in the history

  on(window, "popstate", /** @type {(event: PopStateEvent) => void} */ ((event) => {
    // another part of the same page isn't another place of ours
    const same = !event.state && location.search === model.get("address");
    if (!inVoila() || !model.get("followed") || same) return;
    const place = typeof event.state?.apz === "string" ? event.state.apz : "";
    model.send({ went: { place, address: location.search.slice(0, MOST_TEXT) } });
  }));

  /* Another place is one more step in the history, a change within it isn't; the title belongs to the place. */
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
