"""A game's texts: one YAML file per name and language, which override the shared ones in core."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from apz.core.language.forms import Forms
from apz.core.language.messages import NO_VALUES, Catalog
from apz.core.language.rulebook import Rulebook
from apz.core.language.search import SearchWords
from apz.core.reading import sections_of

DEFAULT = "en"
WHY, NOT, WHY_NOT = "why", "not", "why-not"
SHARED = files("apz.core") / "text"
FORMS = re.compile(r"forms\.([a-z]+)\.yaml")


def _found() -> tuple[str, ...]:
    """Return the codes of the languages that have a file of forms, English first."""
    named = sorted(found[1] for each in SHARED.iterdir() if (found := FORMS.fullmatch(each.name)))
    return (DEFAULT, *(each for each in named if each != DEFAULT))


LANGUAGES = _found()


class Typed(NamedTuple):
    """Typed input: a terminal verb ("" for a move) and the text after it."""

    verb: str
    rest: str


@cache
def forms_of(language: str) -> Forms:
    """Return the forms of a language, read once."""
    return Forms.of(sections_of(SHARED / f"forms.{language}.yaml"))


@dataclass(frozen=True, eq=False)
class Texts:
    """All texts of a game: `messages.en.yaml`, `rules.en.yaml`, `views.de.yaml`... in its folder.

    `links` says which values in messages are keys themselves, and which section has their words. A text missing in one
    language is shown in English.
    """

    folder: Callable[[], Traversable]
    links: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that the game has any texts in, English first."""
        names = [each.name for each in self.folder().iterdir()]
        return (DEFAULT, *(each for each in LANGUAGES[1:] if any(name.endswith(f".{each}.yaml") for name in names)))

    def spoken(self, language: str) -> str:
        """Return `language`, or English if the game has no texts in that language."""
        return language if language in self.languages else DEFAULT

    def catalog(self, name: str, language: str = DEFAULT) -> Catalog:
        """Return a catalog by name, read once: the shared texts, overridden by the game's own."""
        return self._catalog(name, self.spoken(language))

    @cache  # noqa: B019 -- the texts of a game live as long as the program
    def _catalog(self, name: str, language: str) -> Catalog:
        both = [folder / f"{name}.{language}.yaml" for folder in (SHARED, self.folder())]
        links = self.links if name == "messages" else NO_VALUES
        said = sections_of(*(file for file in both if file.is_file()))
        found = Catalog(language, said, links, forms_of(language))
        if language != DEFAULT:
            found.fallback = lambda: self._catalog(name, DEFAULT)
        return found

    def rules(self, language: str = DEFAULT) -> Rulebook:
        """Return the rule index in a language, read once; in English if there's no translation."""
        return self._rules(self.spoken(language))

    @cache  # noqa: B019 -- the texts of a game live as long as the program
    def _rules(self, language: str) -> Rulebook:
        other = self.folder() / f"rules.{language}.yaml"
        overlay = other if language != DEFAULT and other.is_file() else None
        said, asked = self.catalog("search", language), self.catalog("panels", language)
        words = SearchWords(
            forms_of(language).stemmer,
            frozenset(asked.raw("ask", "idle").split()),
            tuple(said.raw("same", key) for key in said.keys("same")),
            {rule: said.raw("asked", rule) for rule in said.keys("asked")},
        )
        return Rulebook.load(self.folder() / f"rules.{DEFAULT}.yaml", overlay, words)

    @cache  # noqa: B019 -- the texts of a game live as long as the program
    def asides(self, language: str, kind: str) -> re.Pattern[str]:
        """Return the pattern for one kind of words in typed input, such as courtesy or articles.

        English ones are always understood, except articles: in another language "an" may be an important word.
        """
        languages = (language,) if kind == "articles" else (DEFAULT, language)
        said = {each for one in languages for each in self.catalog("views", one).raw("asides", kind).split("; ")}
        longest_first = "|".join(sorted(map(re.escape, said), key=len, reverse=True))
        return re.compile(rf"(?<![^\s,])(?:{longest_first})(?![^\s,!?.])", re.IGNORECASE)

    def polite(self, text: str, language: str) -> str:
        """Return a text without the words that only make it polite or say who's speaking."""
        return " ".join(self.asides(language, "courtesy").sub(" ", text.replace("’", "'")).split()).strip(" ,;")

    def saying(self, text: str, language: str) -> str:
        """Return the verb that a whole sentence stands for, or "" if it isn't a known saying."""
        said = self.polite(text.casefold(), language).rstrip("?!. ")
        for each in (DEFAULT, language):
            views = self.catalog("views", each)
            for verb in views.keys("sayings"):
                if said in (self.polite(known, language) for known in views.raw("sayings", verb).split("; ")):
                    return verb
        return ""

    def typed(self, text: str, language: str) -> Typed:
        """Return typed input as a verb, recognized by its first word or as a whole sentence, and the text after it."""
        if whole := self.saying(text, language):
            return Typed(whole, "")
        verbs = self.verbs(language)
        for said in (text, self.polite(text, language)):  # first as typed: a file may be called "please"
            first, _, rest = said.strip().partition(" ")
            verb, (word, _, asked) = verbs.get(first.casefold(), ""), rest.strip().partition(" ")
            if verb == WHY and verbs.get(word.casefold()) == NOT and asked:
                return Typed(WHY_NOT, asked)
            if verb:
                return Typed(verb, rest.strip())
        return Typed("", text)

    def verbs(self, language: str) -> dict[str, str]:
        """Return a mapping from each word to the terminal verb it means; English words are always understood."""
        found: dict[str, str] = {}
        for each in (DEFAULT, language):
            views = self.catalog("views", each)
            found |= {word: verb for verb in views.keys("verbs") for word in views.raw("verbs", verb).split()}
        return found
