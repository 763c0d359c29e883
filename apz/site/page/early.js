// Runs first, in any browser however old: starts Python's worker while the page is still being read. Anything that the
// worker says before host.js runs is kept for it.
(function () {
  "use strict";
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") return;
  var here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  var modern = false; // a browser reads the type only if it supports module workers
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
