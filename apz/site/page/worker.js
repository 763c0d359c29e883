/* Python in a worker: starts it, gives it the tutor, and passes messages on in both directions. */
import { SETTINGS } from "./settings.js";
import { loadPyodide } from "./pyodide.mjs";

/** @type {((text: string) => void) | null} */
let receive = null;
/** @type {string[]} */
const waiting = [];
const here = new URL("./", import.meta.url).href;

/* As long as we live we hold a lock, by which the page knows. */
addEventListener("message", ({ data }) => {
  if (typeof data === "string") {
    if (receive) receive(data);
    else waiting.push(data);
  } else if (navigator.locks) {
    navigator.locks.request(data.lock, () => {
      postMessage({ type: "held" });
      return new Promise(() => {});
    });
  }
});

/** Fetch a file of this build and unpack it. @type {(name: string) => Promise<ArrayBuffer>} */
async function unpacked(name) {
  const reply = await fetch(here + name);
  if (!reply.ok || !reply.body) throw new Error(`${name}: ${reply.status}`);
  return new Response(reply.body.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/** @type {(word: string, value: number) => void} */
const tell = (word, value) => postMessage({ type: "progress", word, value });

try {
  tell("python", 10);
  const ours = unpacked("apz.bin");
  const python = await loadPyodide({
    indexURL: here,
    stdLibURL: `${here}stdlib.zip`,
    lockFileContents: SETTINGS.lock,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", APZ_WIDGETS: "light", APZ_GAME: SETTINGS.game },
  });
  tell("tutor", 70);
  python.FS.mkdirTree(SETTINGS.home);
  python.unpackArchive(await ours, "zip", { extractDir: SETTINGS.home });
  python.globals.set("post", (/** @type {string} */ text) => postMessage(text));
  python.globals.set("home", SETTINGS.home);
  tell("tutor", 85);
  receive = python.runPython("import sys; sys.path.insert(0, home)\nfrom apz.site.worker import start\nstart(post)");
  for (const each of waiting.splice(0)) receive?.(each);
} catch (error) {
  postMessage({ type: "failed", text: String(/** @type {Error} */ (error).stack || error) });
}
