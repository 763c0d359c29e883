/* A panel's own script: the renderer draws the panel. A page has one renderer, however many panels it shows. */
/** @import { Host, Model } from "./types.js" */

/** @type {(given: { model: Model, el: HTMLElement, host: Host }) => Promise<() => void>} */
async function render({ model, el, host }) {
  const { exports: renderer } = await host.getWidget(model.get("renderer"));
  return renderer.render({ model, el });
}

export default { render };
