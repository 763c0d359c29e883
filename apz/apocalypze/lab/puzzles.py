"""Puzzles of ApocalypZe: positions with one best decision, which isn't the one that looks best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import inf

from apz.apocalypze.ids import OTHER
from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.lab.aims import Aim, Number, read_aim, unpacked
from apz.apocalypze.lab.choices import played
from apz.apocalypze.lab.coach import SOLVER, Advice, things_to_see
from apz.apocalypze.lab.problem import Problem
from apz.apocalypze.lab.search import Search
from apz.apocalypze.lab.solution import Answer, Solution, lab_words, value_text
from apz.apocalypze.lab.solve import solved
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Debt, Decision, Position
from apz.apocalypze.moves import Move, Send, TakeBack
from apz.core.lab.puzzles import Verdict
from apz.core.reading import Fault, Item, check_game, hint, quoted, read_text, refuse, stop
from apz.core.trace import Step

FORMAT = "puzzle 1"
DIFFICULTIES = (1, 2, 3)
SHOWN = 5  # answers that are ranked


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle: a position, an aim, and a tempting but worse answer; the solver finds the best one."""

    name: str
    position: Position
    aim: str
    difficulty: int
    tempting: tuple[Move, ...]

    @cached_property
    def solution(self) -> Solution:
        """The solver's proven solution, with the runners-up."""
        return solved(self.position, self._aim, SHOWN, inf)

    @property
    def _aim(self) -> Aim:
        waiting = self.position.waiting
        assert waiting
        return read_aim(self.position, waiting.player, self.aim)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the best decision."""
        return self.solution.moves

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the best line uses."""
        notes = [note for step in self.solution.answers[0].steps for note in step.notes]
        return tuple(dict.fromkeys([note.rule for note in notes if note.rule]))

    def worth(self, after: Position) -> Number:
        """Return the score of a position after the decision, if both players then play as well as possible."""
        return Search(Problem(self.position, self._aim)).score(after)

    def title(self, language: str = "en") -> str:
        """Return the puzzle's title: the kind of decision, the stronghold and a number."""
        position, waiting = self.position, self.position.waiting
        assert waiting
        place = position.sides[OTHER[position.player] if position.combat else waiting.player].stronghold
        values = {"place": position.game.cards[place].name, "owed": waiting.amount if isinstance(waiting, Debt) else 0}
        number = self.name.rpartition("-")[2]
        return lab_words(language).text("puzzle", f"title-{waiting.kind}", {**values, "number": number})

    def goal(self, language: str = "en") -> str:
        """Return the decision's aim as a sentence; the position's prompt says who must decide what."""
        say, aim = lab_words(language), self._aim
        card = self.position.game.cards[aim.card].name if aim.card >= 0 else ""
        return say.text("puzzle", "goal", {"aim": say.text("aims", aim.key, {"card": card})})

    def terms(self, language: str = "en") -> str:
        """Return what's the same in every puzzle: all cards are open, and the opponent plays as well as possible."""
        return lab_words(language).text("puzzle", "open")

    def hints(self, language: str = "en") -> tuple[str, ...]:
        """Return the hints: what to look at, what can be achieved, and what only looks good."""
        say, position, waiting = lab_words(language), self.position, self.position.waiting
        assert waiting
        look = (*things_to_see(position, waiting.player),)
        advice = Advice(position, SOLVER, look, (), (), self.solution)
        best = self.solution.answers[0]
        tempted = Answer(position, self.tempting, self.tempted, self._aim, 2, best.follow)
        return (
            " ".join([advice.said(note, language) for note in look]),
            say.text("puzzle", "reach", {"value": best.value_text(language)}),
            say.text(
                "puzzle", "tempting", {"answer": tempted.summary(language), "value": tempted.value_text(language)}
            ),
        )

    @cached_property
    def tempted(self) -> Number:
        """The score of the tempting decision."""
        return self.worth(played(self.position, self.tempting).after)

    def answer(self, language: str = "en") -> str:
        """Return the best decision and its value in one line."""
        best = self.solution.answers[0]
        values = {"answer": best.summary(language), "value": best.value_text(language)}
        return lab_words(language).text("puzzle", "answer", values)

    def verdict(self, steps: Sequence[Step], language: str = "en") -> Verdict | None:
        """Return the verdict on the decision in these steps; None while it isn't complete.

        >>> puzzle = puzzles()[0]
        >>> steps, position = [], puzzle.position
        >>> for move in puzzle.moves:
        ...     steps.append(position.must_play(move))
        ...     position = steps[-1].after
        >>> puzzle.verdict([]), puzzle.verdict(steps).right
        (None, True)
        """
        after = decided(self.position, steps)
        if after is None:
            return None
        score, best = self.worth(after), self.solution.answers[0].score
        right = score >= best
        values = {
            "value": value_text(unpacked(self._aim, score), self.position, self._aim, language),
            "best": self.solution.answers[0].value_text(language),
        }
        return Verdict(right, lab_words(language).text("puzzle", "right" if right else "wrong", values))

    def __repr__(self) -> str:
        return f"<Puzzle {self.name}: {words().waiting(self.position)}>"


def decided(position: Position, steps: Sequence[Step]) -> Position | None:
    """Return the position where the decision that starts in `position` is complete; None if it isn't yet."""
    asked = position.waiting
    assert asked
    for step in steps:
        if isinstance(step.move, TakeBack):
            continue
        now: Position = step.after
        if asked.kind in (Decision.ATTACK, Decision.DEFEND):
            if not isinstance(step.move, Send):
                return now
        elif isinstance(asked, Debt):
            top = now.agenda[-1] if len(now.agenda) == len(position.agenda) else None
            if not isinstance(top, Debt) or top._replace(offered=()) != asked._replace(offered=()):
                return now
        else:
            return now
    return None


# files


def read_puzzle(name: str, item: Item) -> Puzzle:
    """Return a puzzle read from its file's content; raise BadInput with the faults found."""
    faults: list[Fault] = []
    needed = ("apz", "aim", "difficulty", "tempting", "position")
    parts = item.mapping(faults, (*needed, "game"), needed)
    refuse(faults)
    if parts["apz"].value != FORMAT:
        parts["apz"].expected(faults, "puzzle", "write-format", format=FORMAT)
    check_game(parts, KERNEL.name, faults)
    aim, difficulty = parts["aim"].text(faults), parts["difficulty"].value
    if difficulty not in DIFFICULTIES:
        parts["difficulty"].fault(faults, "bad-difficulty", "write-difficulty")
    tempting = [KERNEL.read_move(each, faults) for each in parts["tempting"].sequence(faults)]
    refuse(faults)
    return Puzzle(name, KERNEL.read(parts["position"]), aim, difficulty, tuple(tempting))


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the tutorials, easiest first.

    >>> [each.difficulty for each in puzzles()] == sorted([each.difficulty for each in puzzles()])
    True
    """
    folder = files("apz.tutorials") / "apocalypze" / "puzzles"
    found = []
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".yaml"):
            text = file.read_text(encoding="utf-8")
            found.append(read_puzzle(file.name.removesuffix(".yaml"), read_text(text, file.name)))
    return tuple(sorted(found, key=lambda each: (each.difficulty, each.name)))


def puzzle(name: str) -> Puzzle:
    """Return a puzzle by name; raise BadInput, with a similar name if possible, if there's no such puzzle.

    >>> found = puzzle("defend-the-church-1")
    >>> found.title(), len(found.hints())
    ('Defend the Church #1', 3)
    """
    known = {each.name: each for each in puzzles()}
    if name not in known:
        stop("", 0, "unknown-puzzle", value=quoted(name), **hint(str(name), known))
    return known[name]
