/* The elements and attributes that a tree may have; anything else in it isn't drawn. */

const TAGS = new Set(("a article aside b br button caption code datalist dd details div dl dt em fieldset figure footer "
  + "form h1 h2 h3 h4 header hr i input kbd label legend li main mark menu meter nav ol option output p pre q section "
  + "select small span strong summary sup table tbody td textarea tfoot th thead time tr ul var").split(" "));
const SVG_TAGS = new Set("svg path g circle rect line polygon title".split(" "));
const PLAIN = new Set(("class id role title type value placeholder name for min max low high optimum rows cols colspan "
  + "rowspan scope tabindex lang dir open disabled checked selected readonly autocomplete spellcheck list maxlength inputmode "
  + "viewBox d fill stroke x y width height cx cy r points focusable").split(" "));

/** Return whether an element may be drawn. @type {(tag: string, inSvg: boolean) => boolean} */
export function allowedTag(tag, inSvg) {
  return inSvg ? SVG_TAGS.has(tag) : TAGS.has(tag);
}

/** Return whether an attribute may be set. @type {(name: string) => boolean} */
export function allowedAttribute(name) {
  return PLAIN.has(name) || name.startsWith("aria-") || name.startsWith("data-");
}
