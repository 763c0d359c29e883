/* Tells which program shows the page. */

/** Return whether this page is an output of a notebook in VS Code. @type {() => boolean} */
export const inVSCode = () => Boolean(document.body.dataset.vscodeThemeKind);

/** Return whether Voila or our own site shows this page, which makes the whole page ours. @type {() => boolean} */
export const inVoila = () => document.body.dataset.voila !== undefined;
