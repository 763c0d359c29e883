"""The forms of a language: its own name, plurals, lists, quotation marks and large numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

# Plurals are told apart by the digits of the number, one pattern for each form but the last, which takes the rest.
# English has "1" alone; Polish has "1" and "(.*[^1])?[2-4]". So a new language needs no code.


class Forms(NamedTuple):
    """One language's forms for numbers and lists; the default is English."""

    plurals: tuple[str, ...] = ("1",)
    comma: str = ", "
    words: Mapping[str, str] = {"and": " and ", "or": " or "}
    name: str = "English"  # what the language calls itself
    stemmer: str = "english"  # which of snowballstemmer's algorithms the search uses
    quotes: str = '"#"'  # the quotation marks; "#" stands for the quoted text
    thousands: str = ","  # the separator between the thousands of a large number

    @classmethod
    def of(cls, sections: Mapping[str, Mapping[str, str]]) -> Forms:
        """Return the forms in a file's sections; English fills in anything they leave out."""
        plain = cls()
        lists = {**plain.words, **sections.get("lists", {})}
        comma = lists.pop("comma", plain.comma)
        own = {"name": plain.name, "stemmer": plain.stemmer, **sections.get("language", {})}
        plurals = tuple(sections.get("plurals", {}).values()) or plain.plurals
        signs = {"quotes": plain.quotes, "thousands": plain.thousands, **sections.get("signs", {})}
        return cls(plurals, comma, lists, own["name"], own["stemmer"], signs["quotes"], signs["thousands"])

    def fits(self, count: int) -> bool:
        """Return True if a slot may have `count` forms: 2 for a player, or as many as a number needs."""
        return count in (2, len(self.plurals) + 1, len(self.plurals) + 2)

    def plural(self, forms: Sequence[str], number: int) -> str:
        """Return the form for a number; if there's one form more than the language has, the first is for 0."""
        more = len(forms) - len(self.plurals) - 1
        if more > 0 and number == 0:
            return forms[0]
        digits = str(number)
        for form, pattern in zip(forms[max(more, 0) :], self.plurals, strict=False):
            if re.fullmatch(pattern, digits):
                return form
        return forms[-1]

    def joined(self, names: Sequence[object], word: str = "and") -> str:
        """Return names joined into a phrase, such as "Ann, Ben and Cleo"."""
        *first, last = map(str, names) if names else ("",)
        return self.comma.join(first) + self.words[word] + last if first else last
