"""Texts by key: the templates of a catalog, one file per language, filled with named values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

from apz.core.language.forms import Forms
from apz.core.trace import Sum, Term

# A template is text with slots, in any order and as often as a language likes:
#   {name}                 the value; a Sum with its terms; several names as "this, that and the other"; a linked value
#                          by its own text in its section
#   {name:or}              several names as "this, that or the other"
#   {name:dative}          a linked value by its text in the section for that form, such as "fruits-dative"
#   {name:+}               the number with its sign
#   {name:thousands}       the number with its thousands set apart
#   {name:quoted}          what somebody wrote: a text in quotation marks; a list, fields or nothing only by its kind
#   {name|one|other}       the form for the number, with the number for "#"; forms.py knows a language's plurals
#   {name|none|one|other}  the same, with a form for 0; several names choose by how many they are, and "#" lists them
#   {name|you|other}       for a player: the form for the player we address, or for anyone else, with the name for "#"
SLOT = re.compile(r"\{(\w+)(?::(\+|[a-z]+)|((?:\|[^{}|]*){2,}))?\}")
SIGNED, EITHER, THOUSANDS, QUOTED = "+", "or", "thousands", "quoted"
STYLES = ("", SIGNED, EITHER, THOUSANDS, QUOTED)
GATHERED, LONG = 3, 6  # how many equal terms are written as a product; in a sum this long, two will do
SUMS, TERMS = "sums", "terms"  # the sections with the wording of a sum, and with the terms that no card gives
VALUES = "values"  # the section with names for values that can't be quoted
KINDS: Mapping[type, str] = {dict: "fields", list: "list", type(None): "nothing"}

Sections = Mapping[str, Mapping[str, str]]
NO_VALUES: Mapping[str, Any] = {}
ENGLISH = Forms()


class MessageError(KeyError):
    """The error for a text that isn't in the catalog, a broken template, or a missing value."""

    def __str__(self) -> str:
        return str(self.args[0])


class Slot(NamedTuple):
    """A slot for a value in a template: the value's name, and its style or the forms to choose from."""

    name: str
    style: str = ""
    forms: tuple[str, ...] = ()


Template = tuple[str | Slot, ...]


class Catalog:
    """All texts of one language by section and key; `links` maps the names of values to the sections with their words.

    A missing text is taken, as a whole, from the catalog that `fallback` returns.
    """

    fallback: Callable[[], Catalog] | None = None

    def __init__(
        self, language: str, sections: Sections, links: Mapping[str, str] = NO_VALUES, forms: Forms = ENGLISH
    ) -> None:
        self.language = language
        self.links = links
        self.forms = forms
        self.you: tuple[str, ...] = ()  # names of the player addressed as "you"
        self.own = sections  # its own texts, without the fallback's
        self._templates: dict[tuple[str, str], Template] = {}
        for section, texts in sections.items():
            for key, text in texts.items():
                self._templates[section, key] = self._parsed(section, key, text)

    def to(self, *names: str) -> Catalog:
        """Return a catalog with the same texts that addresses players with these names as "you"."""
        return self if names == self.you else _addressing(self, names)

    def __contains__(self, place: object) -> bool:
        return place in self._templates or (self.fallback is not None and place in self.fallback())

    def __repr__(self) -> str:
        return f"<Catalog {self.language!r} of {len(self._templates)} texts>"

    def sections(self) -> Iterable[str]:
        """Return the names of the sections, including the fallback's."""
        return {**self._other().own, **self.own}.keys()

    def keys(self, section: str) -> Iterable[str]:
        """Return the keys of a section, including the fallback's."""
        return {**self._other().own.get(section, {}), **self.own.get(section, {})}.keys()

    def raw(self, section: str, key: str) -> str:
        """Return a template as written in the file; raise MessageError if it's missing."""
        self._holder(section, key)._template(section, key)
        return self._holder(section, key).own[section][key]

    def slots(self, section: str, key: str) -> frozenset[str]:
        """Return the names of the values a template needs."""
        parts = self._holder(section, key)._template(section, key)
        return frozenset(part.name for part in parts if isinstance(part, Slot))

    def text(self, section: str, key: str, values: Mapping[str, Any] = NO_VALUES) -> str:
        """Return the text of a key with its values filled in; raise MessageError if the text or a value is missing."""
        if (holder := self._holder(section, key)) is not self:
            return holder.to(*self.you).text(section, key, values)
        parts = self._template(section, key)
        return "".join([part if isinstance(part, str) else self._value(part, values, section, key) for part in parts])

    def sum(self, total: Sum) -> str:
        """Return a sum with its terms, such as "4 = 2 (this card) + 2 (that card)"."""
        if not total.terms:
            return str(total.total)
        raised = total.total != total.raw
        terms = " ".join(self._terms(total.terms))
        if len(total.terms) == 1 and not raised:
            return terms
        values = {"total": total.total, "terms": terms} | ({"raw": total.raw} if raised else {})
        return self.text(SUMS, "raised" if raised else "plain", values)

    def _terms(self, terms: Iterable[Term]) -> Iterator[str]:
        """Yield the terms of a sum as texts with their signs; many equal terms are grouped."""
        counts: dict[tuple[int, str], int] = {}
        for term in terms:
            name = self.source(term)
            counts[term.amount, name] = counts.get((term.amount, name), 0) + 1
        many = GATHERED if sum(counts.values()) < LONG else 2
        first = True
        for (amount, name), count in counts.items():
            once = f"{abs(amount)} ({name})"
            for text in [f"{count} × {once}"] if count >= many else [once] * count:
                sign = "-" if amount < 0 else "" if first else "+"
                yield f"{sign}{'' if first or not sign else ' '}{text}"
                first = False

    def source(self, term: Term) -> str:
        """Return the name of a term's source."""
        name = term.name or self.text(TERMS, term.rule)
        return self.text(SUMS, term.form, {"name": name, "host": term.host}) if term.form else name

    def _other(self) -> Catalog:
        """Return the fallback catalog, or this one if there's none."""
        return self.fallback() if self.fallback else self

    def _holder(self, section: str, key: str) -> Catalog:
        """Return the catalog that has a text: this one, unless only the fallback has it."""
        if (section, key) in self._templates or not self.fallback:
            return self
        return self.fallback() if (section, key) in self.fallback() else self

    def _template(self, section: str, key: str) -> Template:
        try:
            return self._templates[section, key]
        except KeyError:
            raise MessageError(f"There is no text {key!r} under {section!r} in language {self.language!r}.") from None

    def _value(self, slot: Slot, values: Mapping[str, Any], section: str, key: str) -> str:
        """Return the text that fills a slot; raise MessageError if its value is missing."""
        value = values.get(slot.name)
        if slot.style == QUOTED and slot.name in values:
            return self._quoted(value)
        if value is None:
            place = f"{section}: {key}"
            raise MessageError(f"The text {place!r} in language {self.language!r} lacks its value {slot.name!r}.")
        if slot.forms:
            return self._form(slot.forms, value)
        if slot.style == SIGNED:
            return f"{int(value):+d}"
        if slot.style == THOUSANDS:
            return f"{int(value):,}".replace(",", self.forms.thousands)
        if slot.name in self.links:
            section = self.links[slot.name]
            return self.text(f"{section}-{slot.style}" if slot.style else section, value, values)
        if isinstance(value, Sum):
            return self.sum(value)
        if isinstance(value, tuple | list):
            return self.forms.joined(value, slot.style or "and")
        return str(value)

    def _quoted(self, value: Any) -> str:
        """Return a value as a file would have it: text in quotation marks; a list, dict or None only as its kind."""
        if isinstance(value, str):
            return self.forms.quotes.replace("#", value)
        return self.text(VALUES, KINDS[type(value)]) if type(value) in KINDS else str(value).lower()

    def _form(self, forms: tuple[str, ...], value: Any) -> str:
        """Return the form for a player's name, for several names or for a number."""
        if isinstance(value, str):
            return forms[0] if value in self.you else forms[-1].replace("#", value)
        if isinstance(value, tuple | list) and not isinstance(value, Sum):
            return self.forms.plural(forms, len(value)).replace("#", self.forms.joined(value))
        number = value if isinstance(value, int) else int(value)
        return self.forms.plural(forms, number).replace("#", str(number))

    def _parsed(self, section: str, key: str, text: object) -> Template:
        """Return a template's parts; raise MessageError if it's broken."""
        parts: list[str | Slot] = []
        end = 0
        for found in SLOT.finditer(text) if isinstance(text, str) else ():
            parts.append(found.string[end : found.start()])
            parts.append(Slot(found[1], found[2] or "", tuple(found[3][1:].split("|")) if found[3] else ()))
            end = found.end()
        rest = text[end:] if isinstance(text, str) else "{"
        if not all(self._sound(part) for part in (*parts, rest)):
            raise MessageError(f"The text {f'{section}: {key}'!r} in language {self.language!r} is broken: {text!r}")
        return tuple(part for part in (*parts, rest) if part != "")

    def _sound(self, part: str | Slot) -> bool:
        """Return True if part of a template is well formed."""
        if isinstance(part, str):
            return "{" not in part and "}" not in part
        if part.forms:
            return self.forms.fits(len(part.forms))
        linked = f"{self.links.get(part.name)}-{part.style}"
        return part.style in STYLES or linked in self.own


@lru_cache(maxsize=64)
def _addressing(catalog: Catalog, names: tuple[str, ...]) -> Catalog:
    """Return a copy of a catalog that addresses players with these names as "you"."""
    said = copy(catalog)
    said.you = names
    return said
