/* Tells screen readers what's new. */
/** @import { Announcement } from "./types.js" */

/** Add a live region to `el`. Return `hear`, which announces what a view wants announced if it's new; `begin`, which makes the
 * first announcement (screen readers read a live region when it changes, not when it appears); and `tell`, for any text.
 * @type {(el: HTMLElement) => { hear: (say: Announcement | undefined, first: boolean) => void, begin: () => void,
 *   tell: (text: string) => void }} */
export function announcer(el) {
  const live = document.createElement("div");
  live.className = "apz-live";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  el.append(live);
  let said = "";
  let text = "";
  let aside = ""; // what was just said; a view drawn at the same time doesn't replace it

  /* Don't repeat what the focused heading says. */
  function speak() {
    const heard = document.activeElement?.closest(".apz [data-home]")?.textContent || "";
    live.textContent = `${aside} ${heard && text.endsWith(heard) ? text.slice(0, -heard.length) : text}`.trim();
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
    tell(words) {
      live.textContent = live.textContent === words ? `${words}\u00a0` : words; // so that the same words are read again
      aside = words;
      setTimeout(() => { aside = ""; });
    },
  };
}
