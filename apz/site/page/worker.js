/* Python in a worker: starts it, installs the tutor, and passes messages in both directions. The page starts one worker for the
   app, and that one starts others for long work. */
import { SETTINGS } from "./settings.js";
import { loadPyodide } from "./pyodide.mjs";

/** @type {((text: string) => void) | null} */
let receive = null;
/** @type {string[]} */
const waiting = [];
const here = new URL("./", import.meta.url).href;
const HELPER = "apz helper"; // the name of a worker for long work

let begin = () => {};
/** Resolved by the page's first message: heavy work waits for it, or it would delay the first paint. @type {Promise<void>} */
const begun = new Promise((done) => { begin = done; });

/* Hold a lock as long as this worker lives, so that the page can tell when it ends. */
addEventListener("message", ({ data }) => {
  if (typeof data === "string") {
    if (receive) receive(data);
    else waiting.push(data);
  } else {
    begin();
    navigator.locks?.request(data.lock, () => {
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

/** Put files into a folder, from the bytes that `joined` in build.py returns.
 * @type {(fs: any, home: string, all: Uint8Array) => void} */
function put(fs, home, all) {
  let at = all.indexOf(10);
  /** @type {[string, number][]} */
  const files = JSON.parse(new TextDecoder().decode(all.subarray(0, at)));
  at += 1;
  const folders = new Set();
  for (const [name, size] of files) {
    const path = `${home}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) fs.mkdirTree(folder);
    folders.add(folder);
    fs.writeFile(path, all.subarray(at, at + size), { canOwn: true }); // without copying its bytes
    at += size;
  }
}

/** Start a worker for long work; `told` gets its messages, or "" if the worker is lost. @type {(told: any) => Worker} */
function spawn(told) {
  const hear = told.copy();
  const helper = new Worker(import.meta.url, { type: "module", name: HELPER });
  helper.addEventListener("message", ({ data }) => {
    if (typeof data === "string") hear(data);
    else if (data.type === "failed") hear("");
  });
  helper.addEventListener("error", (event) => {
    event.preventDefault();
    hear("");
  });
  return helper;
}

/** @type {(word: string, value: number) => void} */
const tell = (word, value) => postMessage({ type: "progress", word, value });

try {
  tell("python", 10);
  const ours = unpacked("apz.bin");
  if (self.name !== HELPER) await begun;
  const python = await loadPyodide({
    indexURL: here,
    stdLibURL: `${here}stdlib.zip`,
    lockFileContents: SETTINGS.lock,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", APZ_WIDGETS: "light", APZ_GAME: SETTINGS.game },
  });
  tell("tutor", 70);
  put(python.FS, SETTINGS.home, new Uint8Array(await ours));
  python.globals.set("post", (/** @type {string} */ text) => postMessage(text));
  python.globals.set("home", SETTINGS.home);
  python.globals.set("spawn", typeof Worker === "function" ? spawn : undefined);
  tell("tutor", 85);
  const act = self.name === HELPER ? "help_out(post)" : "start(post, spawn)";
  receive = python.runPython(`import apz_finder; apz_finder.install(home)\nfrom apz.site.worker import help_out, start\n${act}`);
  for (const each of waiting.splice(0)) receive?.(each);
} catch (error) {
  postMessage({ type: "failed", text: String(/** @type {Error} */ (error).stack || error) });
}
