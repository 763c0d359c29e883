"""The solver's result: the best answers with their values and full calculations, and why nothing is better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from math import inf
from typing import Any

from apz.apocalypze.lab.aims import (
    DAMAGE,
    KEEP,
    LEAST,
    NOBODY,
    OVER,
    OWN,
    SURVIVE,
    WORTHS,
    Aim,
    Measured,
    Number,
    unpacked,
)
from apz.apocalypze.lab.picture import lanes
from apz.apocalypze.language.rulebook import TEXTS
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import must_play
from apz.core.lab.drawing import BEST, BOX, HURT, LINE, MUTED
from apz.core.lab.rows import Rows, Tabled
from apz.core.language.messages import Catalog
from apz.core.trace import Note, Step

AIM_KEYS = (LEAST, SURVIVE, NOBODY, DAMAGE, KEEP, OWN, WORTHS)


def lab_words(language: str) -> Catalog:
    """Return the lab's texts in a language."""
    return TEXTS.catalog("lab", language)


@dataclass(frozen=True, eq=False)
class Answer:
    """One decision: the moves that make it, its value, and how play continues if both do their best."""

    position: Position
    moves: tuple[Move, ...]
    score: Number
    aim: Aim
    rank: int
    follow: Callable[[Position], tuple[Step, ...]] = field(repr=False)
    average: tuple[Measured, ...] = ()  # over several deals of hidden cards

    @property
    def value(self) -> tuple[Measured, ...]:
        """The numbers of the outcome, the most important first."""
        return self.average or unpacked(self.aim, self.score)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The full calculation: every step with its notes and sums, from the kernel itself."""
        done: list[Step] = []
        position = self.position
        for move in self.moves:
            done.append(must_play(position, move))
            position = done[-1].after
        return (*done, *self.follow(position))

    def moves_text(self, language: str = "en") -> list[str]:
        """Return the moves as people type them."""
        say, position, told = words(language), self.position, []
        for move in self.moves:
            told.append(say.move(position, move))
            position = must_play(position, move).after
        return told

    def summary(self, language: str = "en") -> str:
        """Return the decision in one line."""
        groups = group_text(self, language)
        return groups if groups is not None else listed(self.moves_text(language), "; ")

    def reckoning(self, language: str = "en") -> list[str]:
        """Return what happens next, sentence by sentence, each with its rule."""
        return [line for step in self.steps for line in words(language).step(step)]

    def value_text(self, language: str = "en") -> str:
        """Return the value in words."""
        return value_text(self.value, self.position, self.aim, language)

    def __str__(self) -> str:
        return f"{self.summary()}: {self.value_text()}"


def group_text(answer: Answer, language: str) -> str | None:
    """Return a text of who goes where, if the answer forms groups; otherwise None."""
    position, waiting = answer.position, answer.position.waiting
    if waiting is None or waiting.kind not in ("attack", "defend") or type(answer.moves[-1]).__name__ != "Done":
        return None
    say = lab_words(language)
    after = position
    for move in answer.moves[:-1]:
        after = must_play(after, move).after
    fight = after.combat
    assert fight
    groups = fight.attack if waiting.kind == "attack" else fight.defense
    parts = []
    for point, (ids, raiders) in enumerate(zip(groups, fight.attack, strict=True), 1):
        if ids:
            names = listed([position.game.cards[card].name for card in ids], ", ")
            parts.append(say.text("answer", "group", {"point": point, "names": names}))
        elif raiders and waiting.kind == "defend":
            parts.append(say.text("answer", "nobody", {"point": point}))
    return "; ".join(parts) or say.text("answer", "no-groups")


def listed(names: list[str], between: str) -> str:
    """Return the names joined with `between`, each once, with its count if it occurs more than once."""
    counts = {name: names.count(name) for name in dict.fromkeys(names)}
    return between.join([name if count == 1 else f"{count} × {name}" for name, count in counts.items()])


def value_text(value: tuple[Measured, ...], position: Position, aim: Aim, language: str = "en") -> str:
    """Return the numbers of an outcome in words."""
    say = lab_words(language)
    names = {"player": position.game.names[aim.player], "other": position.game.names[aim.opponent]}
    if value[0].key == OVER and value[0].amount in (1, -1):
        return say.text("values", "wins" if value[0].amount > 0 else "out", names)
    card = position.game.cards[aim.card].name if aim.card >= 0 else ""
    told = []
    for key, amount in value:
        if key == OVER:
            continue
        number: Number = 0 - amount if key in ("lost", "gone", "left") else amount  # never -0.0
        number = number if isinstance(number, int) else round(number, 2)
        form = key
        if key == "kept":
            form = "kept" if amount == 1 else "not-kept" if not amount else "kept-average"
            number = round(100 * amount)
        elif key in ("lost", "dealt", "left") and number < 0:
            form, number = f"{key}-more", -number
        shown: Any = number if isinstance(number, int) else f"{number:.2f}".rstrip("0").rstrip(".")
        shown = int(shown) if isinstance(shown, str) and shown.isdigit() else shown  # for the right plural
        if key == "gone" and not isinstance(number, int):
            form = "gone-average"
        told.append(say.text("values", form, {**names, "amount": shown, "card": card}))
    if value[0].key == OVER and value[0].amount:
        standing = "standing" if value[0].amount > 0 else "standing-less"
        told.append(say.text("values", standing, {**names, "percent": round(100 * abs(value[0].amount))}))
    return "; ".join(told)


@dataclass(frozen=True, eq=False)
class Solution(Tabled):
    """The best decisions of the player who must decide, ranked, and the proof that nothing is better.

    `exact` says whether the value is proven or, if cards are hidden, whether every sampled deal was examined in full.
    If it's False, nothing better than `bound` is possible (with hidden cards, in the sampled deals).
    """

    position: Position
    aim: Aim
    answers: tuple[Answer, ...]  # ranked, the best first
    best: tuple[Answer, ...]  # all answers found that are as good as the first one
    all_best: bool  # whether these are all of them
    exact: bool
    bound: Number  # no answer has a higher score
    proof: tuple[Note, ...]
    worlds: int = 0  # deals of the hidden cards that were examined; 0 if hidden cards make no difference
    seconds: float = 0.0

    @property
    def value(self) -> tuple[Measured, ...]:
        """The numbers of the best outcome, the most important first."""
        return self.answers[0].value

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the best answer."""
        return self.answers[0].moves

    @property
    def sure(self) -> str:
        """The certainty as a word: "proven", "sampled" over deals of hidden cards, or "found" for the best so far."""
        return "sampled" if self.worlds else "proven" if self.exact else "found"

    def reasons(self, language: str = "en") -> list[str]:
        """Return the proof, or the arguments for the best answer if it isn't proven, sentence by sentence."""
        say = lab_words(language)
        return [say.text("proof", note.key, self.told_values(note, language)) for note in self.proof]

    def lines(self, language: str = "en") -> list[tuple[str, str]]:
        """Return the solution's lines, each a pair of its place (such as "title", "best" or "proof") and its text."""
        say, position = lab_words(language), self.position
        card = position.game.cards[self.aim.card].name if self.aim.card >= 0 else ""
        values = {"player": position.game.names[self.aim.player], "card": card}
        aim = say.text("aims", self.aim.key, values)
        title = say.text("solution", "title", {**values, "aim": aim, "asked": words(language).waiting(position)})
        told = [("title", title), ("best", self.answers[0].summary(language))]
        told.append(("value", self.answers[0].value_text(language)))
        told.append(("said", self.certainty(language)))
        more = len(self.best) - 1
        if more:
            key = "ties-more" if self.exact and not self.worlds and not self.all_best else "ties"
            told.append(("said", say.text("solution", key, {"count": more})))
        told += [("proof", line) for line in self.reasons(language)]
        for answer in self.answers[1:]:
            told.append(("answer", f"{answer.rank}. {answer.summary(language)}: {answer.value_text(language)}"))
        return told

    def told_values(self, note: Note, language: str) -> dict[str, Any]:
        """Return a reason's values, with outcomes in words."""
        values = dict(note.values)
        if isinstance(score := values.get("score"), int | float):
            values["value"] = value_text(unpacked(self.aim, score), self.position, self.aim, language)
        return values

    def certainty(self, language: str = "en") -> str:
        """Return a sentence on certainty: proven, the best found with a bound, or weighed over hidden cards."""
        say = lab_words(language)
        if self.worlds:
            key = "sampled" if self.exact else "sampled-cut"
            return say.text("solution", key, {"worlds": self.worlds})
        if self.exact:
            return say.text("solution", "exact")
        seconds = f"{self.seconds:.1f}"
        if self.bound == inf:
            return say.text("solution", "cut-unbounded", {"seconds": seconds})
        bound = value_text(unpacked(self.aim, self.bound), self.position, self.aim, language)
        return say.text("solution", "cut", {"bound": bound, "seconds": seconds})

    def heading(self, place: str) -> str:
        """Return the key of a part's heading; reasons are called a proof only if they prove the answer."""
        return f"{place}-title" if place != "proof" or (self.exact and not self.worlds) else "support-title"

    def table(self, language: str = "en") -> Rows:
        """Return the ranked answers as rows to print, draw or turn into a data frame."""
        say = lab_words(language)
        rows = [
            {"rank": answer.rank, "answer": answer.summary(language), **dict(answer.value)} for answer in self.answers
        ]
        titles = {key: say.text("columns", key) for key in {name for row in rows for name in row}}
        return Rows(rows, titles)

    def text(self, language: str = "en") -> str:
        """Return the solution as text: the best answer, its value, the proof, and the other answers."""
        say, told, seen = lab_words(language), [], set()
        for place, line in self.lines(language):
            if place in ("proof", "answer") and place not in seen:
                seen.add(place)
                told.append(say.text("solution", self.heading(place)))
            told.append(f"  {line}" if place in ("proof", "answer", "value") else line)
        return "\n".join(told)

    def html(self, language: str = "en") -> str:
        """Return the solution as HTML: the best answer (drawn if it forms groups), its value and proof, the others."""
        say = lab_words(language)
        by_place: dict[str, list[str]] = {}
        for place, line in self.lines(language):
            by_place.setdefault(place, []).append(escape(line))
        best = self.answers[0]
        color = BEST if self.exact and not self.worlds else HURT
        said = " ".join(by_place.get("said", []))
        proof = "".join([f"<li>{line}</li>" for line in by_place.get("proof", [])])
        reckoned = "".join([f"<li>{escape(line)}</li>" for line in best.reckoning(language)])
        drawn = lanes(self.position, best.moves, say)
        summary = "" if drawn else f'<div style="font-size:17px;font-weight:600">{by_place["best"][0]}</div>'
        return (
            f'<section style="{BOX}"><div style="color:{MUTED}">{by_place["title"][0]}</div>{summary}{drawn}'
            f'<div style="border-left:4px solid {color};padding:2px 0 2px 12px;margin:10px 0">'
            f'<div style="font-size:18px;font-weight:600">{by_place["value"][0]}</div><div>{said}</div></div>'
            f"<h4>{escape(say.text('solution', self.heading('proof')))}</h4><ul>{proof}</ul>"
            f"{self.others(language)}"
            f"<details><summary>{escape(say.text('solution', 'reckoning'))}</summary><ol>{reckoned}</ol></details>"
            "</section>"
        )

    def others(self, language: str = "en") -> str:
        """Return the answers after the first as HTML, each with its value; "" if there are none."""
        if len(self.answers) < 2:
            return ""
        say = lab_words(language)
        cell = f"padding:5px 14px 5px 0;border-top:1px solid {LINE};vertical-align:top;text-align:left"
        rows = ""
        for answer in self.answers[1:]:
            color = BEST if answer.rank == 1 else HURT
            cells = [f"{answer.rank}.", escape(answer.summary(language)), escape(answer.value_text(language))]
            drawn = [f'<td style="{cell}">{each}</td>' for each in cells[:2]]
            rows += f'<tr>{"".join(drawn)}<td style="{cell};color:{color}">{cells[2]}</td></tr>'
        title = escape(say.text("solution", "answer-title"))
        return f'<h4>{title}</h4><table style="border-collapse:collapse;width:100%"><tbody>{rows}</tbody></table>'

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        sure = "exact" if self.exact and not self.worlds else "sampled" if self.worlds else "not proven"
        return f"<Solution {self.answers[0]} ({sure})>"

    def _repr_html_(self) -> str:
        """Return the solution as HTML for a notebook cell."""
        return self.html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the solution as HTML and as plain text, for any front end."""
        return {"text/html": self.html(), "text/plain": self.text()}
