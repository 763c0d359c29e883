/* Gives the learner files: a text, or a picture of a piece of HTML. */

const WIDTH = 1100; // of a picture, in pixels

/** @type {(text: string, name: unknown) => void} */
export function downloadText(text, name) {
  download(new Blob([text], { type: "text/plain" }), name);
}

/** @type {(content: Blob, name: unknown) => void} */
function download(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = String(name).replace(/[^\w.-]/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Download a picture of some HTML, which must not load anything. @type {(html: string, name: unknown) => Promise<void>} */
export async function downloadPicture(html, name) {
  const page = new DOMParser().parseFromString(html, "text/html").body;
  const dark = document.body.dataset.jpThemeLight === "false";
  const box = document.createElement("div");
  box.style.cssText = "position:absolute;left:-9999px;top:0";
  const copy = document.createElement("div");
  copy.dataset.jpThemeLight = String(!dark); // the picture takes its theme from the page, but isn't part of it
  copy.style.cssText = `margin:0;padding:12px;width:${WIDTH}px;box-sizing:border-box;`
    + `color-scheme:${dark ? "dark" : "light"};background:${dark ? "#14181b" : "#ffffff"};color:${dark ? "#ece9e2" : "#1d2328"}`;
  copy.append(...[...page.childNodes].map((each) => document.importNode(each, true)));
  box.append(copy);
  document.body.append(box);
  const height = Math.ceil(copy.getBoundingClientRect().height);
  const text = new XMLSerializer().serializeToString(copy);
  box.remove();
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">`
    + `<foreignObject width="100%" height="100%">${text}</foreignObject></svg>`;
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH * 2;
    canvas.height = height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => { if (blob) download(blob, `${name}.png`); }, "image/png");
  } catch { // a browser that doesn't export pictures of pages
    download(new Blob([drawn], { type: "image/svg+xml" }), `${name}.svg`);
  }
}
