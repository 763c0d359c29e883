"""A search index of the rules, by their own words and by the terms that players use for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

FIELDS = {"id": 6, "title": 5, "asked": 5, "text": 2}  # how much a word counts in each field
# how much a synonym counts, a similar spelling, and a longer word that contains it
SAME, ALIKE, PART = 0.3, 0.8, 0.1
LENGTH = 0.3  # how strongly a short field is favored over a long one, from 0 to 1
MOST_WORDS = 12  # more words don't narrow a search; they only cost time
LONGEST = 24  # letters of a word that count: no word in the rules is longer, and each letter costs time
SHORT, LONG = 4, 8  # the lengths from which a word may have one wrong letter, or two
WORD = re.compile(r"\w+(?:['’]\w+)*")
SENTENCE = re.compile(r"(?<=[.!?])\s+")

Document = Mapping[str, str]


class SearchWords(NamedTuple):
    """One language's settings for the search: its stemmer, words to ignore, synonyms and players' terms."""

    stemmer: str = "english"
    idle: frozenset[str] = frozenset()  # words to ignore, such as "how" and "the"
    same: tuple[str, ...] = ()  # groups of synonyms
    asked: Mapping[str, str] = {}  # what players call a rule, by its id


NO_WORDS = SearchWords()


class Piece(NamedTuple):
    """A piece of a text, and whether it matched the search."""

    text: str
    marked: bool = False


class Found(NamedTuple):
    """A search result: its id, its title and its best sentence, with the matching words marked."""

    id: str
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]


class Search:
    """An index of documents, each with an id, a title and a text."""

    def __init__(self, documents: Iterable[Document], words: SearchWords = NO_WORDS) -> None:
        """Build the index; the libraries are imported only here, because most pages never search."""
        from lunr.builder import Builder
        from snowballstemmer import stemmer

        self.words = words
        self.documents = {each["id"]: each for each in documents}
        self._stem = stemmer(words.stemmer).stemWord
        groups = [[self.stem(word) for word in _words(group)] for group in words.same]
        self._same = {
            word: {other for group in groups if word in group for other in group} - {word}
            for group in groups
            for word in group
        }
        builder = Builder()
        builder.ref("name")
        builder.b(LENGTH)
        for name, boost in FIELDS.items():
            builder.field(name, boost)
        for each in self.documents.values():
            told = {**each, "asked": words.asked.get(each["id"], "")}
            builder.add(
                {"name": each["id"], **{field: " ".join(map(self.stem, _words(told[field]))) for field in FIELDS}}
            )
        self._index: Any = builder.build() if self.documents else None

    def stem(self, word: str) -> str:
        """Return the stem that all forms of a word share."""
        stem: str = self._stem(word.casefold().replace("’", "'").removesuffix("'s"))
        return stem

    def find(self, text: str) -> tuple[Found, ...]:
        """Return a result for each document that matches a text, best first."""
        asked = _words(text)
        telling = [word for word in asked if word not in self.words.idle] or asked
        stems = list(dict.fromkeys([self.stem(word[:LONGEST]) for word in telling[:MOST_WORDS]]))
        if not stems or self._index is None:
            return ()
        query = self._index.create_query()
        for stem in stems:
            self._ask(query, stem)
        results: list[dict[str, Any]] = self._index.query(query)
        return tuple(map(self._found, results))

    def _ask(self, query: Any, stem: str) -> None:
        """Add a stem and its synonyms to the query.

        Unless the stem is short, add the words that contain it too, and similar ones if it's unknown.
        """
        query.term(stem, use_pipeline=False)
        for other in sorted(self._same.get(stem, ())):
            query.term(other, boost=SAME, use_pipeline=False)
        if len(stem) >= SHORT:
            query.term(f"*{stem}*", boost=PART, use_pipeline=False)
            if len(stem) < LONGEST - 1 and stem not in self._index.inverted_index and stem not in self._same:
                query.term(stem, boost=ALIKE, edit_distance=1 if len(stem) < LONG else 2, use_pipeline=False)

    def _found(self, result: Mapping[str, Any]) -> Found:
        """Return a search result with the matching words marked."""
        document, stems = self.documents[result["ref"]], set(result["match_data"].metadata)
        sentences = [self._marked(each, stems) for each in SENTENCE.split(document["text"])]
        best = max(sentences, key=lambda pieces: sum(piece.marked for piece in pieces))
        return Found(document["id"], self._marked(document["title"], stems), best)

    def _marked(self, text: str, stems: set[str]) -> tuple[Piece, ...]:
        """Return a text in pieces, with the words that have one of these stems marked."""
        pieces, end = [], 0
        for word in WORD.finditer(text):
            if self.stem(word[0]) in stems:
                pieces += [Piece(text[end : word.start()]), Piece(word[0], True)]
                end = word.end()
        return tuple(piece for piece in (*pieces, Piece(text[end:])) if piece.text)


def _words(text: str) -> list[str]:
    """Return the words of a text, in lower case."""
    return [word.replace("’", "'") for word in WORD.findall(text.casefold())]
