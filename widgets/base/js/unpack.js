/* The renderer's own script: unpacks the compressed script and style sheet of all panels. */
/** @import { Model } from "./types.js" */

const STYLE = "apz-style"; // a page has one style element, however many kernels it shows; a shadow root in it has its own

/** Put the style into a page or a shadow root, replacing one that's there already.
 * @type {(place: HTMLElement | ShadowRoot, style: string) => void} */
function dress(place, style) {
  const sheet = place.querySelector(`#${STYLE}`) ?? place.appendChild(document.createElement("style"));
  sheet.id = STYLE;
  sheet.textContent = style;
}

/** @type {(given: { model: Model }) => Promise<object>} */
async function initialize({ model }) {
  const unpacked = new Blob([model.get("packed")]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { style, script } = await new Response(unpacked).json();
  dress(document.head, style);
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: renderer } = await import(address);
  URL.revokeObjectURL(address);
  const drawing = renderer.initialize();
  /** @type {(given: { model: Model, el: HTMLElement }) => () => void} */
  const render = (given) => {
    const around = given.el.getRootNode();
    if (around instanceof ShadowRoot) dress(around, style); // as in marimo: the page's styles don't get in, but its fonts do
    return drawing.render(given);
  };
  return { ...drawing, render };
}

export default { initialize };
