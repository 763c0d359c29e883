// Runs before the app, in any browser however old: shows the first paint in the visitor's language and theme, and
// says so if this browser can't run the tutor. The last button pressed in the meantime is kept for the app.
(function () {
  "use strict";
  var KEPT = "apz.desk."; // the prefix of the browser's keys for where somebody was
  var SLOW = 30000;
  var root = document.documentElement;
  var openings = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".site-opening"));
  var wished = { lang: "", theme: "" };
  var link = /[?&](?!lang=|theme=|game=)\w+=/.test(location.search); // whether the address leads somewhere other than home
  var back = false; // whether somebody was here before
  var shown = openings[0];

  /** @param {string} text */
  function read(text) {
    var lang = /\blang(?:uage)?[=:] ?"?(\w+)/.exec(text);
    var theme = /\btheme[=:] ?"?(\w+)/.exec(text);
    if (lang && !wished.lang) wished.lang = lang[1];
    if (theme && !wished.theme) wished.theme = theme[1];
  }

  read(location.search);
  try {
    for (var n = 0; n < localStorage.length; n += 1) {
      var key = localStorage.key(n) || "";
      if (key.indexOf(KEPT) === 0) {
        back = true;
        read(localStorage.getItem(key) || "");
      }
    }
  } catch (blocked) {
    back = !blocked; // nothing can be kept here
  }
  if (!wished.lang) wished.lang = (navigator.language || "").slice(0, 2).toLowerCase();

  for (var at = 0; at < openings.length; at += 1) if (openings[at].lang === wished.lang) shown = openings[at];
  for (at = 0; at < openings.length; at += 1) openings[at].hidden = openings[at] !== shown;
  root.lang = shown.lang;
  var light = wished.theme === "light" || (wished.theme === "auto" && matchMedia("(prefers-color-scheme: light)").matches);
  document.body.setAttribute("data-apz-page", light ? "light" : "dark");
  document.body.setAttribute("data-jp-theme-light", String(light));
  var boxes = shown.querySelectorAll(".apz");
  for (at = 0; at < boxes.length; at += 1) boxes[at].setAttribute("data-theme", light ? "light" : "dark");
  // don't show returning learners the very beginning: it would look as if everything were lost
  part(".site-home").hidden = back || link;
  part(".site-back").hidden = !back;
  part(".site-link").hidden = back || !link;

  /** @param {string} selector @returns {any} */
  function part(selector) {
    return shown.querySelector(selector);
  }

  var progress = part(".site-progress");

  /** Show the loading progress. @param {string} word @param {number} [value] */
  function tell(word, value) {
    progress.querySelector("[role=status]").textContent = shown.getAttribute("data-" + word);
    if (value) progress.querySelector("progress").value = value;
    if (word === "slow" || word === "failed") progress.querySelector("a").hidden = false;
    if (word === "failed" || word === "old") progress.querySelector("progress").hidden = true;
    if (!value) progress.classList.remove("site-quiet");
  }

  /* Whether this browser has everything the tutor needs, as far as we can tell here. */
  function able() {
    if (typeof WebAssembly !== "object" || !("noModule" in document.createElement("script"))) return false;
    return Boolean(window.CSS && CSS.supports && CSS.supports("selector(:has(a))"));
  }

  var pressed = "";
  shown.addEventListener("click", function (event) {
    var target = /** @type {Element} */ (event.target);
    var found = target.closest && target.closest("[data-do]");
    if (!found) return;
    pressed = found.getAttribute("data-do") || "";
    found.setAttribute("aria-busy", "true");
  });
  var opening = {
    able: able(),
    back: back,
    language: shown.lang,
    tell: tell,
    words: { update: shown.getAttribute("data-update"), reload: shown.getAttribute("data-reload"), later: shown.getAttribute("data-later") },
    pressed: function () { return pressed; },
    done: function () {
      var gone = document.getElementById("opening");
      if (!gone) return;
      document.body.appendChild(part(".site-read")); // the links to pages to read stay below the app's home page
      progress.classList.add("site-quiet");
      document.body.appendChild(progress);
      gone.remove();
    },
    wait: function () { progress.classList.remove("site-quiet"); },
    ready: function () {
      opening.done();
      progress.remove();
    },
  };
  /** @type {any} */ (window).apzOpening = opening;
  if (!opening.able) tell("old");
  else setTimeout(function () { if (progress.isConnected) tell("slow"); }, SLOW);
})();
