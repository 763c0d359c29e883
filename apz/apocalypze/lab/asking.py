"""Questions about a position, answered in tables: legal moves, why others aren't legal, and each number's terms."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from apz.apocalypze import ask
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.lab.solution import lab_words
from apz.apocalypze.language.commands import one_move
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.language.words import words
from apz.apocalypze.model import STATS, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import expect_position, find_legal, must_play, why_not
from apz.apocalypze.rules.find import characters
from apz.apocalypze.teaching.exercises.plausible_moves import conceivable
from apz.core.lab.answers import Answers
from apz.core.lab.drawing import BOX
from apz.core.lab.rows import Rows
from apz.core.luck import Chance
from apz.core.reading import hint, quoted, stop
from apz.core.trace import Refusal, Step, Sum

TOTALS = ("attack", "defense", "counter", "guard")
ABSENT = "nothing-to-use"  # the refusal of an ability that a card doesn't have, which gets no row


class Asking:
    """Questions about a position: `moves`, `why_not` and `numbers` are tables with an answer for every row.

    >>> import apz
    >>> questions = apz.named_position("police-station").ask()
    >>> print(questions.why_not["resolve the engagement at access point 4"].rule)
    combat.order
    >>> print(questions.numbers["Patsy McNally, defense"])
    amount  from           rule
         3  Patsy McNally  Defense total
    """

    def __init__(self, position: Position, language: str = "en") -> None:
        expect_position(position)
        self.position, self.language = position, language
        # attributes, not properties: a notebook completes only what it can read without running code
        self.moves: Answers[Step] = Answers(self._moves, lambda text: must_play(position, self._move(text)))
        self.why_not: Answers[Refusal | None] = Answers(self._refused, lambda text: why_not(position, self._move(text)))
        self.numbers: Answers[Rows] = Answers(self._numbers, self._terms)

    def _title(self, key: str) -> str:
        """Return the heading of a table or a column."""
        return lab_words(self.language).text("asking", key)

    def _called(self, moves: list[Move]) -> dict[str, Move]:
        """Return the moves by their text."""
        return dict(zip(words(self.language).moves(self.position, moves), moves, strict=True))

    def _thinkable(self) -> dict[str, Move]:
        """Return the moves somebody might try here, legal or not, by their text."""
        return self._called(conceivable(Chance(0), self.position))

    def _move(self, text: str) -> Move:
        """Return the move that a text means: one from the tables, or any other that can be typed."""
        if not isinstance(text, str):
            raise TypeError(f"{text!r}: a move is asked for as you'd type it")
        legal = self._called(find_legal(self.position))
        return legal.get(text) or self._thinkable().get(text) or one_move(self.position, text)

    def _moves(self) -> Rows:
        """Return a row for each legal move, with the first effect of playing it."""
        say, what, then = words(self.language), self._title("move"), self._title("then")
        found = []
        for text, move in self._called(find_legal(self.position)).items():
            notes = must_play(self.position, move).notes
            found.append({what: text, then: say.note(notes[0]) if notes else ""})
        return Rows(found)

    def _refused(self) -> Rows:
        """Return a row for each illegal move somebody might try: why it's refused, and by which rule."""
        say, index = words(self.language), rules(self.language)
        found = []
        for text, move in self._thinkable().items():
            refusal = why_not(self.position, move)
            if refusal is not None and refusal.key != ABSENT:
                row = {"move": text, "why": say.refusal(refusal), "rule": index[refusal.rule].title}
                found.append({self._title(key): told for key, told in row.items()})
        return Rows(sorted(found, key=lambda row: row[self._title("move")]))

    def _sums(self) -> Iterator[tuple[str, Sum]]:
        """Yield the name and the sum of every number that can be asked for."""
        position, say = self.position, lab_words(self.language)
        for found in characters(position):
            for stat in STATS:
                name = {"card": ask.card_name(position, found.who.id)}
                yield say.text("asking", stat, name), ask.character_sum(position, found.who.id, stat)
        fight = position.combat
        for point in range(1, 1 + len(fight.attack)) if fight else ():
            if fight and fight.attack[point - 1]:
                sums = ask.totals(position, point)
                for key in TOTALS:
                    yield say.text("asking", f"total-{key}", {"point": point}), getattr(sums, key)
        for player in PLAYERS:
            whose = {"player": position.game.names[player]}
            yield say.text("asking", "resources", whose), ask.resources(position, player)
            yield say.text("asking", "debt", whose), ask.debt(position, player)
            yield say.text("asking", "draws", whose), ask.draws(position, player)
            yield say.text("asking", "access", whose), ask.access_points(position, player)

    def _numbers(self) -> Rows:
        """Return a row for each number, with its terms on one line."""
        say = words(self.language)
        what, number, terms = (self._title(key) for key in ("number", "total", "terms"))
        return Rows([{what: name, number: total.total, terms: say.sum(total)} for name, total in self._sums()])

    def _terms(self, name: str) -> Rows:
        """Return the terms of a number, one per row."""
        found = dict(self._sums())
        if name not in found:
            stop("", 0, "unknown-number", value=quoted(str(name)), **hint(str(name), found))
        say, index = words(self.language), rules(self.language)
        amount, source, rule = (self._title(key) for key in ("amount", "from", "rule"))
        return Rows(
            [
                {amount: term.amount, source: say.catalog.source(term), rule: index[term.rule].title}
                for term in found[name].terms
            ]
        )

    def _parts(self) -> dict[str, Answers[Step] | Answers[Refusal | None] | Answers[Rows]]:
        """Return the three tables with their headings."""
        return {
            self._title("moves-title"): self.moves,
            self._title("why-not-title"): self.why_not,
            self._title("numbers-title"): self.numbers,
        }

    def __str__(self) -> str:
        return "\n\n".join([f"{title}\n{table}" for title, table in self._parts().items() if table])

    def __repr__(self) -> str:
        return "<Asking: moves, why_not, numbers>"

    def _repr_html_(self) -> str:
        """Return the tables as HTML for a notebook cell."""
        parts = [f"<h4>{escape(title)}</h4>{table._repr_html_()}" for title, table in self._parts().items() if table]
        return f'<section style="{BOX}">{"".join(parts)}</section>'
