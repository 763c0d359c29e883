// Tells how far the tutor has come, in the page that is shown before it, and takes that page away once it is there.
(() => {
  const found = (id) => document.getElementById(id);
  const DRAWN = "#rendered_cells :is(.apz, .jupyter-widgets) > *";
  const SLOW = 30000;
  let step = 1;

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
    } else if (found("failed")) tell(9, "failed");
    else if (found("laid")) tell(3, "panels");
    else if (found("jupyter-config-data")) tell(2, "laid");
  };
  const watch = new MutationObserver(look);
  watch.observe(document.documentElement, { childList: true, subtree: true });
  look();
  setTimeout(() => tell(8, "slow"), SLOW);
})();
