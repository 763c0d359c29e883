/* The renderer's own script: unpacks the script and the style of all panels, which come compressed. */
/** @import { Model } from "./types.js" */

const STYLE = "apz-style"; // a page has one, however many kernels it shows

/** @type {(given: { model: Model }) => Promise<object>} */
async function initialize({ model }) {
  const unpacked = new Blob([model.get("packed")]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { style, script } = await new Response(unpacked).json();
  const sheet = document.getElementById(STYLE) ?? document.head.appendChild(document.createElement("style"));
  sheet.id = STYLE;
  sheet.textContent = style;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: renderer } = await import(address);
  URL.revokeObjectURL(address);
  return renderer.initialize();
}

export default { initialize };
