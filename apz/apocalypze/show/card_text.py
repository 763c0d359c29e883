"""`apz cards`: a list of the cards, one card with the source of each field, or a count of the sources."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING

from apz.apocalypze.language.catalogs import view_words

if TYPE_CHECKING:
    from apz.apocalypze.cards import Library
    from apz.apocalypze.language.words import Words
    from apz.apocalypze.model import Card, Face
    from apz.core.facts import Facts
    from apz.core.language.messages import Catalog

FINE, NO = 0, 1  # exit codes
WIDTH = 100
# fields whose values are keys, and the section with their words
WORDS_OF = {"faction": "factions", "attributes": "attributes", "refuses": "attributes", "target": "targets"}


def cards(arguments: Namespace) -> int:
    """Run `apz cards`: print all cards, one in full, or a count of their sources; return the exit code."""
    from apz.apocalypze.cards import UnknownCard, library

    box = library(*filter(None, [arguments.overlay]))
    if arguments.sources:
        print("\n".join(sources(box, arguments.lang)))
        return FINE
    if not arguments.name:
        print("\n".join(table(box, arguments.lang)))
        return FINE
    try:
        card = box.find(" ".join(arguments.name))
    except UnknownCard as unknown:
        print(f"apz: {unknown.text(arguments.lang)}", file=sys.stderr)
        return NO
    print(card_text(card, box, arguments.lang))
    return FINE


def numbers(face: Face) -> str:
    """Return attack, defense and value, with house numbers marked."""
    stats = zip(("attack", "defense", "value"), face[1:4], strict=True)
    return " ".join(f"{number}{'*' if stat in face.house else ' '}" for stat, number in stats)


def table(box: Library, language: str) -> Iterator[str]:
    """Yield the lines of a list of all cards, one card per line, with a heading for each kind."""
    from apz.apocalypze.language.words import words
    from apz.apocalypze.model import KINDS, STRONGHOLD

    say, views = words(language), view_words(language)
    for kind in KINDS:
        yield f"{say.catalog.text('kinds', kind).upper()}: {views.text('terminal', f'columns-{kind}')}"
        for card in sorted((card for card in box.values() if card.kind == kind), key=lambda card: card.name):
            texts = " / ".join(box.texts(card, language)) if not card.character and kind != STRONGHOLD else ""
            yield "  ".join(filter(None, (f"  {card.name:28}", row(card, say, views), texts))).rstrip()
        yield ""
    yield f"* {views.text('show', 'house')}"


def row(card: Card, say: Words, views: Catalog) -> str:
    """Return a card's facts for its line in the table."""
    if card.kind == "stronghold":
        facts = ((name, getattr(card, name)) for name in ("access", "capacity", "damage"))
        return " ".join(f"{number}{'*' if card.house(name) else ' '}" for name, number in facts)
    face = card.human or card.zombie
    if face is None:
        bonus, mark = zip(("att", "def", "val"), card.bonus, strict=True), "*" * card.house("bonus")
        return " ".join(f"{say.label(stat)} {number:+d}{mark}" for stat, number in bonus if number)
    parts = [numbers(face), say.catalog.text("factions", face.faction)]
    parts += [say.label("unique")] if card.unique else []
    if card.human and card.zombie:
        parts.append(views.text("show", "as-zombie", {"stats": numbers(card.zombie).strip()}))
    return ", ".join(parts)


def sources(box: Library, language: str) -> Iterator[str]:
    """Yield the lines of a table that counts the fields from each source."""
    from apz.apocalypze.cards import sources_table
    from apz.apocalypze.language.words import words
    from apz.core.facts import SOURCES

    say, heads = words(language), view_words(language)
    yield "".join([f"{'':12}", *(f"{heads.text('counts', head):>12}" for head in (*SOURCES, "fields"))])
    for kind, counts in sources_table(box).items():
        name = heads.text("counts", kind) if kind == "all" else say.catalog.text("kinds", kind)
        yield "".join([f"{name:12}", *(f"{counts[source]:12}" for source in SOURCES), f"{sum(counts.values()):12}"])


def card_text(card: Card, box: Library, language: str) -> str:
    """Return everything about a card, each field with its source."""
    from apz.apocalypze.language.words import words

    say = words(language)
    lines = [f"{card.name} ({say.catalog.text('kinds', card.kind)})", *fact_lines(box.facts.get(card.name, {}), say)]
    for text in box.texts(card, language):
        lines += ["", fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    if card.texts:
        lines.append(f"  – {say.catalog.text('sources', card.sources.get('text', 'house'))}")
    return "\n".join(lines)


def fact_lines(facts: Facts, say: Words) -> Iterator[str]:
    """Yield a card's fields except kind and text: name, value and source, one per line."""
    views = view_words(say.language)
    told = {name: fact for name, fact in facts.items() if name not in ("kind", "text")}
    rows = [(field(name, views), said(name, fact.value, say, views), fact) for name, fact in told.items()]
    first, second = (max([len(row[column]) for row in rows], default=0) + 2 for column in (0, 1))
    for name, value, fact in rows:
        because = f": {say.catalog.text('reasons', fact.because)}" if fact.because else ""
        yield f"  {name:{first}}{value:{second}}{say.catalog.text('sources', fact.source)}{because}"


def field(name: str, views: Catalog) -> str:
    """Return a field's name, marked if the field belongs to the zombie side."""
    side, _, fact = name.rpartition(".")
    own = views.text("fields", fact)
    return views.text("fields", "as-zombie", {"field": own}) if side else own


def said(name: str, value: object, say: Words, views: Catalog) -> str:
    """Return a field's value as text."""
    if isinstance(value, bool):
        return views.text("fields", "so" if value else "not-so")
    if isinstance(value, dict):
        return ", ".join(f"{say.label(stat)} {number:+d}" for stat, number in value.items())
    if name not in WORDS_OF:
        return str(value)
    several = sorted(value) if isinstance(value, frozenset | tuple) else [str(value)]
    return ", ".join(say.catalog.text(WORDS_OF[name], each) for each in several)
