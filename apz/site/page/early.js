// Runs first, in any browser however old: starts Python's worker while the page is still loading, and keeps the
// worker's messages for host.js.
(function () {
  "use strict";
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") return;
  var here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  var modern = false; // only a browser that supports module workers reads the type
  var type = { get type() { modern = true; return /** @type {"module"} */ ("module"); } };
  var worker = new Worker(here.replace(/[^/]*$/, "worker.js"), type);
  var early = { worker: worker, modern: modern, said: /** @type {any[]} */ ([]), lost: false };
  worker.onmessage = function (event) { early.said.push(event.data); };
  worker.onerror = function (event) {
    event.preventDefault();
    early.lost = true;
  };
  /** @type {any} */ (window).apzEarly = early;
})();
