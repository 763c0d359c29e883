/* Keeps one whole build for offline use. The files that the app loads are in a folder of their own for each build, so that
   no page ever gets files of two builds. Another build is kept too, and takes over when the visitor wants it or has left. */

const KEPT = "apz.@BUILD@";
/** The files by their address, with the hash of each. @type {Record<string, string>} */
const FILES = /** @type {any} */ ("@FILES@");
const worker = /** @type {any} */ (self);

/** Fetch a file and check that it came whole. @type {(cache: Cache, name: string) => Promise<void>} */
const keep = async (cache, name) => {
  const versioned = /^[0-9a-f]{12}\//.test(name); // never changes, so the browser's copy is good enough
  const reply = await fetch(name, { cache: versioned ? "force-cache" : "no-cache" });
  const data = await reply.clone().arrayBuffer();
  const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].map((each) => each.toString(16).padStart(2, "0"));
  if (!reply.ok || hash.join("") !== FILES[name]) throw new Error(`${name} didn't arrive whole`);
  await cache.put(name, reply);
};

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  // files that begin with a dot are for a server
  for (const name of Object.keys(FILES).filter((each) => !each.startsWith("."))) await keep(cache, name);
})()));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("apz.") && name !== KEPT) await caches.delete(name);
  await worker.clients.claim();
})()));

worker.addEventListener("message", (/** @type {any} */ event) => { if (event.data === "take over") worker.skipWaiting(); });

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(KEPT);
    const url = new URL(request.url);
    url.search = "";
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    // with its own copy of a file, the browser also keeps the code it compiled from it on the first visit
    const own = url.pathname.endsWith(".wasm") ? await fetch(url.href, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null) : null;
    if (own?.ok) return own;
    return (await cache.match(url.href)) ?? fetch(request);
  })());
});
