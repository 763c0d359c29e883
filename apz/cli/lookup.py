"""`apz rules`: looking up the rules of a game."""

from __future__ import annotations

import sys
from argparse import Namespace
from textwrap import fill, indent
from typing import Any

from apz.cli.options import FINE, NO
from apz.core.game import Game
from apz.core.language.rulebook import Rule, Rulebook
from apz.core.reading import clean

WIDTH = 100


def rules(arguments: Namespace) -> int:
    """`apz rules`: print the index, one rule, or the rules that match some words; return the exit code."""
    game = arguments.game
    book, wanted = game.rules(arguments.lang), " ".join(arguments.words)
    found = found_rules(book, wanted)
    if not found:
        said = game.catalog("views", arguments.lang).text("terminal", "no-rule", {"typed": clean(wanted, 80)})
        print(f"apz: {said}", file=sys.stderr)
        return NO
    lines = [rule_line(game, rule, arguments.lang) for rule in found]
    print(rule_text(game, found[0], arguments.lang) if len(found) == 1 else "\n".join(lines))
    return FINE


def found_rules(book: Rulebook, wanted: str) -> list[Rule]:
    """Return the rule with the id `wanted`, or the rules that match its words, best first; all rules if it's empty."""
    if wanted in book:
        return [book[wanted]]
    return list(book.search(wanted)) if wanted else list(book.values())


def cited(game: Game[Any], rule: Rule, language: str) -> str:
    """Return a rule's id in brackets, with its kind in front if it's a ruling or the tutor's own."""
    kind = "" if rule.kind == "rule" else game.catalog("views", language).text("terminal", rule.kind) + ": "
    return f"[{kind}{rule.id}]"


def rule_line(game: Game[Any], rule: Rule, language: str) -> str:
    """Return a rule's id and title on one line."""
    return f"{cited(game, rule, language):40} {rule.title}"


def rule_text(game: Game[Any], rule: Rule, language: str) -> str:
    """Return a rule in full, with a ruling's reason, its place in the book and its related rules."""
    say = game.catalog("views", language)
    reason = say.text("terminal", "reason", {"reason": rule.reason}) if rule.reason else ""
    lines = [f"{rule.title} {cited(game, rule, language)}"]
    lines += [indent(fill(text, WIDTH - 2), "  ") for text in (rule.text, reason) if text]
    lines += [f"  ({rule.where})"] if rule.where else []
    lines += [f"  → {other.id}: {other.title}" for other in game.rules(language).related(rule.id)]
    return "\n".join(lines)
