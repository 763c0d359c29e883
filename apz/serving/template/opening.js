// Shows the loading progress on the page before the tutor, and removes that page once the tutor is there.
// Reloads a page that can't finish because the server or the network went away in the meantime.
(() => {
  const found = (/** @type {string} */ id) => document.getElementById(id);
  // a box is empty at first; the tutor's stays so until the page has said where it wants to be
  const OTHER = ".jp-OutputArea-output > .lm-Widget:not(.jupyter-widgets) > *"; // any other widget
  const WRONG = "#rendered_cells .jp-OutputArea-output.jupyter-widgets"; // Voila's message that it can't draw a widget
  const DRAWN = `#rendered_cells :is(.apz > *, .jupyter-widgets:not(.widget-container, ${WRONG}), ${OTHER})`;
  // outputs that aren't widgets, and everything to draw
  const PLAIN = "#rendered_cells .plain > .jp-OutputArea-output";
  const OUTPUTS = "#rendered_cells .jp-OutputArea-child";
  const SLOW = 30000;
  const OFTEN = 3000; // milliseconds between checks that everything is still there
  const LONG = 10000; // milliseconds from a failed script until we stop waiting for it
  const RELOADS = "apz.tries"; // how often the page was reloaded since it last worked
  const MOST_RELOADS = 4; // automatic ones
  const KEPT = "apz.desk."; // the prefix of the browser's keys for where somebody was
  let step = 1;
  let broken = false; // whether a part of the page is missing
  let doubted = 0; // when a script failed to arrive

  const tell = (/** @type {number} */ value, /** @type {string} */ key) => {
    const progress = found("progress");
    const [bar, line, link] = [progress?.querySelector("progress"), found("step"), progress?.querySelector("a")];
    if (!progress || !bar || !line || !link || value <= step) return;
    step = value;
    bar.value = Math.min(value, 4);
    line.textContent = progress.dataset[key] ?? "";
    link.hidden = value < 8;
  };

  /* Voila takes a theme by its name in the page's settings: the one asked for, or the system's. */
  const dress = () => {
    const wish = document.body.dataset.wish;
    const dark = wish ? wish === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.body.dataset.jpThemeLight = String(!dark);
    document.body.dataset.jpThemeName = dark ? "JupyterLab Dark" : "JupyterLab Light";
  };

  /* Don't show returning learners how it all begins: it would look as if their work were lost. */
  const welcome = () => {
    try {
      if (!Object.keys(localStorage).some((key) => key.startsWith(KEPT))) return;
    } catch { return; /* nothing can be kept here */ }
    for (const each of document.querySelectorAll("#opening section")) each.toggleAttribute("hidden", each.id !== "back");
  };

  /* Whether cookies are allowed. We try one, because Chromium's navigator.cookieEnabled is true even if it blocks them. */
  const cookies = () => {
    try {
      document.cookie = "apz-try=1; SameSite=Strict";
      const allowed = document.cookie.includes("apz-try=1");
      document.cookie = "apz-try=; Max-Age=0; SameSite=Strict";
      return allowed;
    } catch { return false; }
  };

  /* Whether something is visible, or everything has loaded and nothing more will come. */
  const drawn = () => {
    if (document.querySelector(DRAWN)) return true;
    return found("laid") && (document.querySelector(PLAIN) || !(found("failed") || document.querySelector(OUTPUTS)));
  };

  const look = () => {
    if (document.body && !document.body.dataset.jpThemeName) dress();
    const opening = found("opening");
    if (!opening) return;
    if (drawn()) {
      opening.remove();
      watch.disconnect();
      try { sessionStorage.removeItem(RELOADS); } catch { /* nothing was counted */ }
    } else if (found("failed") || document.querySelector(WRONG)) fail();
    else if (found("laid")) tell(3, "panels");
    else if (found("jupyter-config-data")) tell(2, "laid");
  };

  const fail = () => {
    broken = true;
    tell(9, "failed");
  };

  /* Reload automatically only a few times, so that nobody is caught in a loop; then show the link. */
  const reload = () => {
    try {
      const times = Number(sessionStorage.getItem(RELOADS));
      if (times < MOST_RELOADS) {
        sessionStorage.setItem(RELOADS, String(times + 1));
        location.reload();
        return;
      }
    } catch { /* nothing can be counted here */ }
    fail();
  };

  /* Whether the server is there, and with it the kernel that draws the panels. */
  const probe = async () => {
    const kernel = /"kernelId": ?"([\w-]+)"/.exec(found("jupyter-config-data")?.textContent || "");
    try {
      const reply = await fetch(kernel ? `api/kernels/${kernel[1]}` : "health", { cache: "no-store" });
      return reply.ok ? "here" : reply.status < 500 ? "gone" : "away";
    } catch {
      return "away";
    }
  };

  const guard = async () => {
    if (!found("opening")) return;
    if (document.readyState !== "loading" && !found("laid")) broken = true;
    const state = await probe();
    if (!found("opening")) return;
    if (state !== "here" || (doubted && Date.now() - doubted > LONG)) broken = true;
    if (broken && state !== "away") reload();
    else setTimeout(guard, OFTEN);
  };
  setTimeout(guard, OFTEN);
  addEventListener("error", ({ target }) => { if (target instanceof HTMLScriptElement) doubted ||= Date.now(); }, true);

  const watch = new MutationObserver(look);
  watch.observe(document.documentElement, { childList: true, subtree: true });
  welcome();
  look();
  if (!cookies()) tell(9, "cookies"); // the server wouldn't know whose table it is
  setTimeout(() => tell(8, "slow"), SLOW);
})();
