/* Where the page is shown. */

/** Return whether this page is an output of a notebook in VS Code. @type {() => boolean} */
export const inVSCode = () => Boolean(document.body.dataset.vscodeThemeKind);

/** Return whether Voila or our own site shows this page, so that all of it is ours. @type {() => boolean} */
export const inVoila = () => document.body.dataset.voila !== undefined;
