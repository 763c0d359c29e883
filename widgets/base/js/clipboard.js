/* Copies a field's text when someone clicks a button whose data-app-copy names the field. */

/** Copy the field's text if the click was on such a button, and call `tell` with whether it worked.
 * @type {(event: Event, tell: (done: boolean) => void) => void} */
export function copyOnClick(event, tell) {
  const button = /** @type {Element} */ (event.target).closest?.("[data-app-copy]");
  const field = button && document.getElementById(/** @type {HTMLElement} */ (button).dataset.appCopy ?? "");
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const told = /** @type {(done: boolean) => void} */ ((done) => { tell(done); field.select(); });
  // without https, only the old clipboard works
  const old = () => { field.focus(); field.select(); return document.execCommand("copy"); };
  if (navigator.clipboard?.writeText) navigator.clipboard.writeText(field.value).then(() => told(true), () => told(old()));
  else told(old());
}
