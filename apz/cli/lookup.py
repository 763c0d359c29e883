"""`apz cards` and `apz rules`: looking things up."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from textwrap import fill, indent
from typing import TYPE_CHECKING

from apz.apocalypze.rules import rules as index
from apz.apocalypze.view_words import view_words
from apz.cli.options import FINE, NO

if TYPE_CHECKING:
    from apz.apocalypze.cards import Library
    from apz.apocalypze.model import Card, Face
    from apz.apocalypze.words import Words
    from apz.core.messages import Catalog
    from apz.core.rulebook import Rule, Rulebook

WIDTH = 100


def cards(arguments: Namespace) -> int:
    """`apz cards`: a table of all, one card in full, or where the fields come from."""
    from apz.apocalypze.cards import UnknownCard, library

    box = library(*filter(None, [arguments.overlay]))
    if arguments.sources:
        print("\n".join(sources(box)))
        return FINE
    if not arguments.name:
        print("\n".join(table(box, arguments.lang)))
        return FINE
    try:
        card = box.find(" ".join(arguments.name))
    except UnknownCard as unknown:
        print(f"apz: {unknown}", file=sys.stderr)
        return NO
    print(card_text(card, box, arguments.lang))
    return FINE


def numbers(face: Face) -> str:
    """Attack, defense and value; house ones are marked."""
    stats = zip(("attack", "defense", "value"), face[1:4], strict=True)
    return " ".join(f"{number}{'*' if stat in face.house else ' '}" for stat, number in stats)


def table(box: Library, language: str) -> Iterator[str]:
    """All cards, one a line."""
    from apz.apocalypze.model import KINDS, STRONGHOLD
    from apz.apocalypze.words import words

    say, views = words(language), view_words(language)
    for kind in KINDS:
        yield f"{say.catalog.text('kinds', kind).upper()}: {views.text('terminal', f'columns-{kind}')}"
        for card in sorted((card for card in box.values() if card.kind == kind), key=lambda card: card.name):
            texts = " / ".join(box.texts(card, language)) if not card.character and kind != STRONGHOLD else ""
            yield "  ".join(filter(None, (f"  {card.name:28}", row(card, say, views), texts))).rstrip()
        yield ""
    yield f"* {views.text('show', 'house')}"


def row(card: Card, say: Words, views: Catalog) -> str:
    """What a line of the table says of a card."""
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


def sources(box: Library) -> Iterator[str]:
    """How many fields come from where."""
    from apz.apocalypze.card_facts import SOURCES
    from apz.apocalypze.cards import sources_table

    yield "".join([f"{'':12}", *(f"{source:>10}" for source in SOURCES), f"{'fields':>10}"])
    for kind, counts in sources_table(box).items():
        yield "".join([f"{kind:12}", *(f"{counts[source]:10}" for source in SOURCES), f"{sum(counts.values()):10}"])


def card_text(card: Card, box: Library, language: str) -> str:
    """Everything about a card, each field with its source."""
    from apz.apocalypze.words import words

    say = words(language)
    lines = [f"{card.name} ({say.catalog.text('kinds', card.kind)})"]
    for name, fact in box.facts[card.name].items() if card.name in box.facts else ():
        if name in ("kind", "text"):
            continue
        because = f": {fact.because}" if fact.because else ""
        source = say.catalog.text("sources", fact.source)
        lines.append(f"  {name.replace('.', ' '):16} {said(fact.value):22} {source}{because}")
    for text in box.texts(card, language):
        lines += ["", fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    if card.texts:
        lines.append(f"  [{say.catalog.text('sources', card.sources.get('text', 'house'))}]")
    return "\n".join(lines)


def said(value: object) -> str:
    """A field's value as it is read."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {number:+d}" for name, number in value.items())
    return ", ".join(sorted(value)) if isinstance(value, frozenset | tuple) else str(value)


def rules(arguments: Namespace) -> int:
    """`apz rules`: the index, one rule, or those that words find."""
    book, wanted = index(arguments.lang), " ".join(arguments.words)
    found = found_rules(book, wanted)
    if not found:
        print(f"apz: no rule is called so or speaks of that: {wanted[:80]}", file=sys.stderr)
        return NO
    lines = [rule_line(rule, arguments.lang) for rule in found]
    print(rule_text(found[0], arguments.lang) if len(found) == 1 else "\n".join(lines))
    return FINE


def found_rules(book: Rulebook, wanted: str) -> list[Rule]:
    """The rule with this id, or those in which the words occur, best first; all for nothing."""
    if wanted in book:
        return [book[wanted]]
    return list(book.search(wanted)) if wanted else list(book.values())


def cited(rule: Rule, language: str) -> str:
    """A rule's id in brackets; what is not a rule of the book says so."""
    kind = "" if rule.kind == "rule" else view_words(language).text("terminal", rule.kind) + ": "
    return f"[{kind}{rule.id}]"


def rule_line(rule: Rule, language: str) -> str:
    """A rule in a line."""
    return f"{cited(rule, language):40} {rule.title}"


def rule_text(rule: Rule, language: str) -> str:
    """A rule in full, with the reason of a ruling and the rules to read next."""
    say = view_words(language)
    reason = say.text("terminal", "reason", {"reason": rule.reason}) if rule.reason else ""
    lines = [f"{rule.title} {cited(rule, language)}"]
    lines += [indent(fill(text, WIDTH - 2), "  ") for text in (rule.text, reason) if text]
    lines += [f"  ({rule.where})"] if rule.where else []
    lines += [f"  → {other.id}: {other.title}" for other in index(language).related(rule.id)]
    return "\n".join(lines)
