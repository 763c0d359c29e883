"""The sheet for the table: turn order, sums, payment, and rules that are often missed or mixed up, on one page."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from apz.apocalypze.language.catalogs import catalog, view_words
from apz.apocalypze.language.rulebook import rules, spoken
from apz.apocalypze.language.words import words
from apz.apocalypze.model import COMBAT, PHASES, Position
from apz.apocalypze.positions import build, seat
from apz.apocalypze.rules.combat import totals, wounds_of
from apz.apocalypze.rules.consumption import NOTHING
from apz.apocalypze.rules.sums import HAND_SIZE, breach_sum, draw_sum, feed_sum, value_sum
from apz.core.language.messages import Catalog
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import read_progress
from apz.core.trace import Sum
from apz.core.writing import write_out

MANY = 12
# What new players miss most; it also fills up the list of a player whose own mistakes we know.
MISSED = (
    "draw.bonus", "occupy.play-there", "character.factions", "combat.where", "combat.all-attack", "combat.blocked",
    "combat.wounds", "combat.simultaneous", "pile.owner", "twofold.persistent", "event.one-copy", "feed.minimum",
)  # fmt: skip
# The letters are as large as one page allows, but at most LARGEST points: about SIZE for LETTERS letters, smaller for
# more. They shrink by less than a square root would, because the space between lines and boxes stays the same.
SIZE, LETTERS, LARGEST, SHRINKS = 8.1, 4600, 7.9, 0.42
ALIKE = {
    "wounds": ("character.wounded", "character.killed"),
    "piles": ("pile.remove", "pile.recycle", "pile.recover"),
    "events": ("event.wildcard", "event.trump"),
}
PAY = ("consume.deck", "consume.hand", "consume.survivor")
ON_PAYING = ("consume.no-change", "consume.no-waste")
RULING, HOUSE = "†", "*"
TAG = re.compile("<[^>]*>")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@cache
def police_station() -> Position:
    """Return the combat at the Police Station from the tutorial: three groups are blocked, one raider gets in."""
    return build(
        seat("Roadside Diner", name="Ann", raiders=["4 Gang Warrior", "Lord Brawn"], deck=["3 Biker"]),
        seat(
            "Police Station", name="Ben", survivors=["3 Police Officer", "Patsy McNally"],
            deck=["2 Handgun", "4 Police Officer"],
        ),
        whose="Ann", phase="combat", occupied="Ben",
        combat={
            "attack": [["2 Gang Warrior"], ["Gang Warrior"], ["Lord Brawn"], ["Gang Warrior"]],
            "defense": [["Police Officer"], ["2 Police Officer"], ["Patsy McNally"], []],
        },
    )  # fmt: skip


@cache
def church_table() -> Position:
    """Return the tutorial's position in which one civilian at the Church must be fed."""
    return build(
        seat("Church", name="Ann", survivors=["Civilian"], hand=["2 Civilian"], deck=["Turned", "3 Civilian"]),
        seat("Roadside Diner", name="Ben", deck=["4 Biker"]),
        whose="Ann", phase="consumption",
    )  # fmt: skip


@cache
def military_base() -> Position:
    """Return a position with two soldiers at the Military Base, where the draw has a bonus."""
    return build(
        seat("Military Base", name="Ann", survivors=["2 Soldier"], hand=["4 Soldier"], deck=["6 Soldier"]),
        seat("Roadside Diner", name="Ben", deck=["4 Biker"]),
        whose="Ann", phase="draw",
    )  # fmt: skip


def sheet_words(language: str) -> Catalog:
    """Return the sheet's own texts."""
    return catalog("sheet", language)


def missed_rules(mastery: Mastery | None = None) -> tuple[str, ...]:
    """Return twelve rules: the ones this learner misses most, then the usual ones."""
    own = mastery.missed() if mastery else []
    return tuple(dict.fromkeys((*own, *MISSED)))[:MANY]


def sheet_html(language: str = "en", mastery: Mastery | None = None) -> str:
    """Return the sheet as a self-contained HTML page without scripts; printed, it's one A4 page."""
    return _Sheet(spoken(language)).page(mastery)


class _Sheet:
    """The writer of one sheet in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.book, self.own, self.say = rules(language), sheet_words(language), words(language)

    def page(self, mastery: Mastery | None) -> str:
        """Return the whole page."""
        title, about = self.text("sheet", "title"), self.text("sheet", "about")
        style = (files("apz.apocalypze.show") / "sheet.css").read_text(encoding="utf-8")
        parts = [
            f"<header><h1>{title}</h1><p>{about}<br>{escape(self.book['end.last'].text)}</p></header>",
            self.turn(), self.sums(), self.pay(), self.missed(mastery), self.alike(), self.legend(),
        ]  # fmt: skip
        inside = "\n".join(parts)
        size = min(LARGEST, SIZE * (LETTERS / len(TAG.sub("", inside))) ** SHRINKS)
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            f"<title>{title}</title>\n<style>\n{style}</style></head>\n"
            f'<body><main style="font-size:{size:.2f}pt">\n{inside}\n</main></body></html>\n'
        )

    def text(self, section: str, key: str, **values: Any) -> str:
        """Return one of the sheet's own texts, escaped for HTML."""
        return escape(self.own.text(section, key, values))

    def section(self, name: str, inside: str, key: str = "") -> str:
        """Return a section of the sheet under its heading."""
        return f'<section class="{name}"><h2>{self.text("sheet", key or name)}</h2>{inside}</section>'

    def rule(self, rule: str, tag: str = "li") -> str:
        """Return a rule from the index: its title, marked if it's one of our rulings, and its text."""
        found = self.book[rule]
        return f"<{tag}><b>{escape(found.title)}{self.mark(rule)}</b> {escape(found.text)}</{tag}>"

    def mark(self, rule: str) -> str:
        """Return the mark for a ruling, or "" for any other rule."""
        return f"<sup>{RULING}</sup>" if self.book[rule].kind == "ruling" else ""

    def total(self, total: Sum) -> str:
        """Return a sum with its terms, with a mark at the end if any of its numbers is a house number."""
        return self.say.sum(total).replace(" - ", " − ") + HOUSE * total.house

    def turn(self) -> str:
        """Return the phases side by side, with combat in steps."""
        fight = "".join(f"<li>{self.text('combat', step)}</li>" for step in self.own.keys("combat"))
        inside = {phase: self.text("turn", phase, size=HAND_SIZE) for phase in PHASES if phase != COMBAT}
        told = {COMBAT: f"<ol>{fight}</ol>"} | {phase: f"<p>{text}</p>" for phase, text in inside.items()}
        names = {phase: escape(self.say.catalog.text("phases", phase).capitalize()) for phase in PHASES}
        return self.section(
            "turn", "<ol>" + "".join(f"<li><h3>{names[phase]}</h3>{told[phase]}</li>" for phase in PHASES) + "</ol>"
        )

    def sums(self) -> str:
        """Return the table of how each number is worked out, with examples from the kernel."""
        least = feed_sum(church_table(), 0).least
        rows = [
            ("draw.six", "draw", self.drawing()),
            ("combat.attack-total", "attack", self.fighting("attack")),
            ("combat.defense-total", "defense", self.fighting("defense")),
            ("combat.casualties", "casualties", self.casualties()),
            ("combat.breach", "breach", self.breach()),
            ("feed.survivors", "feed", self.feeding()),
        ]
        lines = [
            f'<tr><th scope="row">{escape(self.book[rule].title)}</th>'
            f"<td>{self.text('sums', key, size=HAND_SIZE, least=least)}</td><td>{example}</td></tr>"
            for rule, key, example in rows
        ]
        heads = "".join(f'<th scope="col">{self.text("sheet", key)}</th>' for key in ("number", "count", "example"))
        return self.section("sums", f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>")

    def drawing(self) -> str:
        """Return the example of a draw with a bonus."""
        position = military_base()
        held, total = len(position.sides[0].hand), self.total(draw_sum(position, 0))
        return self.text("examples", "draw", held=held, place=self.place(position, 0), total=total)

    def fighting(self, stat: str) -> str:
        """Return the example of an attack or defense total at the first access point."""
        position = police_station()
        sums, names = totals(position, 1), position.game.names
        key, name = ("attack", names[0]) if stat == "attack" else ("guard", names[1])
        return self.text("examples", stat, player=name, total=self.total(sums[key]))

    def casualties(self) -> str:
        """Return the example of both sides' wounds at the first access point."""
        position = police_station()
        sums, names = totals(position, 1), position.game.names
        sides = ((names[1], sums["attack"], sums["guard"]), (names[0], sums["counter"], sums["defense"]))
        lines = [
            {"player": name, "attack": attack.total, "defense": defense.total, "wounds": wounds_of(attack, defense)}
            for name, attack, defense in sides
        ]
        return "<br>".join(self.text("examples", "casualties", **values) for values in lines)

    def breach(self) -> str:
        """Return the example of what unblocked raiders cost."""
        position = police_station()
        assert position.combat
        groups = zip(position.combat.attack, position.combat.defense, strict=True)
        free = [card for attack, defense in groups if not defense for card in attack]
        raiders = tuple(who for who in position.sides[0].raiders if who.id in free)
        damage = position.card(position.sides[1].stronghold).damage
        values = {"place": self.place(position, 1), "player": position.game.names[1], "count": len(raiders)}
        total = breach_sum(position, 1, raiders).total
        return self.text("examples", "breach", damage=damage, total=total, **values)

    def feeding(self) -> str:
        """Return the example of consumption raised to the minimum."""
        position = church_table()
        total = self.total(feed_sum(position, 0))
        return self.text("examples", "feed", place=self.place(position, 0), total=total)

    def place(self, position: Position, player: int) -> str:
        """Return the name of a stronghold."""
        return position.card(position.sides[player].stronghold).name

    def pay(self) -> str:
        """Return the section on paying: what the deck, the hand and survivors pay, and the other rules."""
        position = police_station()
        patsy = position.sides[1].survivors[-1]
        worth = value_sum(position, patsy)
        example = self.text("examples", "survivor", card=patsy.card.name)
        counts = (NOTHING.with_deck().paid, NOTHING.with_hand().with_hand().paid, f"{worth.total}{HOUSE * worth.house}")
        ways = [
            f"<li><strong>{count}</strong><p>{self.rule(rule, 'span')}{note}</p></li>"
            for rule, count, note in zip(PAY, counts, ("", "", f" <em>{example}</em>"), strict=True)
        ]
        more = "".join(map(self.rule, ON_PAYING))
        return self.section("pay", f"<ol>{''.join(ways)}</ol><ul>{more}</ul>")

    def missed(self, mastery: Mastery | None) -> str:
        """Return the section with the rules that this learner, or new players, miss most."""
        own = mastery is not None and bool(mastery.missed())
        lines = "".join(map(self.rule, missed_rules(mastery)))
        return self.section("missed", f"<ul>{lines}</ul>", "missed-own" if own else "missed")

    def alike(self) -> str:
        """Return the section with rules that are easy to mix up, side by side."""
        return self.section("alike", "".join(self.side_by_side(key, each) for key, each in ALIKE.items()))

    def side_by_side(self, key: str, alike: Iterable[str]) -> str:
        """Return rules that are easy to mix up, with the question that tells them apart."""
        return f"<div><h3>{self.text('alike', key)}</h3><ul>{''.join(map(self.rule, alike))}</ul></div>"

    def legend(self) -> str:
        """Return the legend of the marks."""
        house = escape(view_words(self.language).text("show", "house"))
        return f"<footer>{RULING} {self.text('sheet', 'ruling')} · {HOUSE} {house}</footer>"


def sheet(arguments: Namespace) -> int:
    """Write the printable sheet to a file or to the terminal; return the exit code."""
    mastery = read_progress(Path(arguments.progress), rules(), "apocalypze") if arguments.progress else None
    text = sheet_html(arguments.lang, mastery)
    if arguments.out:
        write_out(arguments.out, text)
    else:
        sys.stdout.write(text)
    return 0
