/* Light and dark: a panel follows the page around it, and a page of our own follows the learner's choice. */

import { inVoila } from "./host.js";

/** Keep a panel in the theme of JupyterLab, Voila or VS Code; without one of them, the style sheet follows the system. Return a
 * function that stops this. @type {(root: HTMLElement) => () => void} */
export function followTheme(root) {
  const follow = () => {
    const { jpThemeLight: light, vscodeThemeKind: kind } = document.body.dataset;
    const dark = light === undefined ? ["vscode-dark", "vscode-high-contrast"].includes(kind || "") : light === "false";
    if (light !== undefined || kind) root.dataset.theme = dark ? "dark" : "light";
  };
  const watch = new MutationObserver(follow);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  follow();
  return () => watch.disconnect();
}

/** Give Voila's page, which has one theme for everyone, the learner's or else the system's. @type {(theme: string) => void} */
export function setPageTheme(theme) {
  if (!inVoila()) return;
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.body.dataset.jpThemeLight = String(!dark);
  document.body.dataset.apzPage = dark ? "dark" : "light";
}

/** Return whether the page is one of our own, which itself says when the connection is lost. @type {() => boolean} */
export const isOwnPage = () => document.body.dataset.apzPage !== undefined;
