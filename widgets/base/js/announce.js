/* Tells screen readers what is new. */
/** @import { Announcement } from "./types.js" */

/** Add a live region to `el`. Return `hear`, which takes the announcement of a view and says it if it is new, and
 * `begin`, which says the first one: a live region is read only when it changes, not when it comes.
 * @type {(el: HTMLElement) => { hear: (say: Announcement | undefined, first: boolean) => void, begin: () => void }} */
export function announcer(el) {
  const live = document.createElement("div");
  live.className = "apz-live";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  el.append(live);
  let said = "";
  let text = "";

  /* What the heading says that has the focus is not said twice. */
  function speak() {
    const heard = document.activeElement?.closest(".apz [data-home]")?.textContent || "";
    live.textContent = heard && text.endsWith(heard) ? text.slice(0, -heard.length).trim() : text;
  }

  return {
    hear(say, first) {
      text = say?.text ?? "";
      if (!say || say.id === said) return;
      said = say.id;
      if (!first) speak();
    },
    begin() {
      if (!live.textContent) speak();
    },
  };
}
