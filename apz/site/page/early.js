// Runs first of all, in any browser however old: Python's worker starts while the page is still being read. What
// it says meanwhile is kept for host.js.
(function () {
  "use strict";
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") return;
  var here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  var modern = false; // a browser asks for the type only if it knows workers that are modules
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
