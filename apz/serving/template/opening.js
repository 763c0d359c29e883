// Tells how far the tutor has come, in the page that is shown before it, and takes that page away once it is there.
// A page that cannot come to its end, because the server or the network went away meanwhile, is loaded again.
(() => {
  const found = (id) => document.getElementById(id);
  // the frame of the tutor is empty until the page has said where it wants to be
  const DRAWN = "#rendered_cells :is(.apz, .jupyter-widgets:not(.app-frame, .app-frame > *)) > *";
  const SLOW = 30000;
  const OFTEN = 3000; // between two looks whether all are still there
  const LONG = 10000; // after a script did not come, until it is not waited for any more
  const RELOADS = "apz.reloads"; // the tutor counts there too
  const MOST_RELOADS = 4; // in a minute, by itself
  let step = 1;
  let broken = false; // whether a part of the page is missing
  let doubted = 0; // when a script did not come

  const tell = (value, key) => {
    const progress = found("progress");
    if (!progress || value <= step) return;
    step = value;
    progress.querySelector("progress").value = Math.min(value, 4);
    found("step").textContent = progress.dataset[key];
    progress.querySelector("a").hidden = value < 8;
  };

  /* Voila asks for a theme by its name in the page's settings: the wished one, or the system's. */
  const dress = () => {
    const wish = document.body.dataset.wish;
    const dark = wish ? wish === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.body.dataset.jpThemeLight = String(!dark);
    document.body.dataset.jpThemeName = dark ? "JupyterLab Dark" : "JupyterLab Light";
  };

  const look = () => {
    if (document.body && !document.body.dataset.jpThemeName) dress();
    if (!found("opening")) return;
    if (document.querySelector(DRAWN)) {
      found("opening").remove();
      watch.disconnect();
    } else if (found("failed")) fail();
    else if (found("laid")) tell(3, "panels");
    else if (found("jupyter-config-data")) tell(2, "laid");
  };

  const fail = () => {
    broken = true;
    tell(9, "failed");
  };

  /* By itself only a few times, so that nobody is caught in a circle; then there is the link. */
  const reload = () => {
    try {
      const times = JSON.parse(sessionStorage.getItem(RELOADS) || "[]").filter((each) => Date.now() - each < 60000);
      if (times.length >= MOST_RELOADS) return;
      sessionStorage.setItem(RELOADS, JSON.stringify([...times, Date.now()]));
      location.reload();
    } catch { /* nothing can be counted here */ }
  };

  /* Whether the server is there, and with it the one who is to draw the panels. */
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
    setTimeout(guard, OFTEN);
  };
  setTimeout(guard, OFTEN);
  addEventListener("error", (event) => { if (event.target.tagName === "SCRIPT") doubted ||= Date.now(); }, true);

  const watch = new MutationObserver(look);
  watch.observe(document.documentElement, { childList: true, subtree: true });
  look();
  setTimeout(() => tell(8, "slow"), SLOW);
})();
