"""The review of an ApocalypZe game: where it turned, what was refused, and which choices the solver can improve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from apz.apocalypze.ids import OTHER, PLAYERS, Player
from apz.apocalypze.lab.aims import NAMES, OVER, Aim, Number, holdings, read_aim, unpacked
from apz.apocalypze.lab.choices import played
from apz.apocalypze.lab.problem import OutOfTimeError, Problem, in_question
from apz.apocalypze.lab.puzzles import Puzzle, decided
from apz.apocalypze.lab.search import Search
from apz.apocalypze.lab.solution import Answer, lab_words
from apz.apocalypze.lab.solve import Following, solved
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import find_legal, why_not
from apz.core.lab.review import COSTLY, ILLEGAL, TURNING, Finding, Review
from apz.core.session import Session
from apz.core.trace import Step

EACH = 0.5  # seconds to find the best decision, and again to score the one made
MOST_TURNING, MOST_COSTLY = 3, 5
SWING = 4  # cards by which the lead must change in a turning point
DECIDED = 1000.0  # the cost of a choice that decides who wins


def review(
    session: Session[Position],
    tried: Sequence[tuple[int, Move]] = (),
    *,
    seat: int | None = None,
    seconds: float = 10.0,
    language: str = "en",
) -> Review[Position]:
    """Return a review of the session's current line.

    `tried` are refused moves, each with the moment it was tried. With a `seat`, the refused moves and costly decisions
    are only that player's; the turning points always count for both.
    The solver examines every decision it can answer, with all cards open, until the `seconds` are over.

    >>> import apz
    >>> session = apz.new_session(apz.named_position("church-doors"))
    >>> step = session.do(apz.moves.Done())
    >>> found = review(session)
    >>> [each.kind for each in found.findings], found.findings[0].exercise is not None
    (['costly'], True)
    """
    if not isinstance(session, Session) or not isinstance(session.start, Position):
        raise TypeError(f"{session!r}: give a session of ApocalypZe; apz.load_session(path) reads one")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
        raise TypeError(f"seconds={seconds!r}: write a number above 0")
    line, until = session.line(), monotonic() + seconds
    seats = PLAYERS if seat is None else (PLAYERS[seat],)
    costly: list[Finding[Position]] = []
    looked_at = left = 0
    for moment, position, moves in decisions(line, session.steps):
        if position.waiting is None or position.waiting.player not in seats:
            continue
        if monotonic() > until:
            left += 1
            continue
        looked_at += 1
        costly += choice(moment, position, moves, language)
    costly = sorted(costly, key=lambda each: -each.cost)[:MOST_COSTLY]
    refused = [each for moment, move in tried for each in illegal(session, moment, move, seats, language)]
    found = sorted([*turning(line, session.steps, language), *refused, *costly], key=lambda each: each.moment)
    said = lab_words(language).text("review", "left" if left else "looked", {"count": looked_at, "left": left})
    return Review(tuple(found), looked_at, left, said)


def decisions(line: Sequence[int], steps: Sequence[Step]) -> Iterator[tuple[int, Position, tuple[Move, ...]]]:
    """Yield each whole decision with a choice that the solver can answer: its moment, its position, and its moves."""
    at = 0
    while at < len(steps):
        position: Position = steps[at].before
        count = 1
        if in_question(position) and len(find_legal(position)) > 1:
            while at + count < len(steps) and decided(position, steps[at : at + count]) is None:
                count += 1
            if decided(position, steps[at : at + count]) is not None:
                yield line[at], position, tuple([step.move for step in steps[at : at + count]])
        at += count


def choice(moment: int, position: Position, moves: tuple[Move, ...], language: str) -> Iterator[Finding[Position]]:
    """Yield a finding if another decision was provably better in who wins or in the aim's first number."""
    assert position.waiting
    player = position.waiting.player
    aim = read_aim(position, player)
    found = solved(position, aim, 1, EACH)
    if not found.exact:
        return
    problem = Problem(position, aim, monotonic() + EACH)
    try:
        score = Search(problem).score(played(position, moves).after)
    except OutOfTimeError:
        return
    best = found.answers[0]
    cost = behind(aim, best.score, score)
    if cost <= 0:
        return
    mine = Answer(position, moves, score, aim, 2, Following(problem))
    values = {
        "turn": position.turn, "player": position.game.names[player],
        "mine": mine.summary(language), "value": mine.value_text(language),
        "best": best.summary(language), "better": best.value_text(language),
    }  # fmt: skip
    said = lab_words(language).text("review", COSTLY, values)
    named = next(name for name, key in NAMES.items() if key == aim.key)
    exercise = Puzzle(f"moment-{moment}", position, named, 2, moves)
    yield Finding(COSTLY, moment, position, player, said, cost, exercise)


def behind(aim: Aim, best: Number, score: Number) -> float:
    """Return how much a decision gave away in the aim's first number, or at least `DECIDED` if it changed who wins."""
    one, two = unpacked(aim, best), unpacked(aim, score)
    if one[0].key == OVER and one[0].amount != two[0].amount:
        return DECIDED * (one[0].amount - two[0].amount)
    return float(one[1].amount - two[1].amount)


def illegal(
    session: Session[Position], moment: Any, move: Any, seats: Sequence[Player], language: str
) -> Iterator[Finding[Position]]:
    """Yield a finding with the reason for a refused move, unless the move is legal or isn't for one of `seats`."""
    position = session.position_at(moment)
    refusal = why_not(position, move)
    waiting = position.waiting
    if refusal is None or waiting is None or waiting.player not in seats:
        return
    say = words(language)
    values = {
        "turn": position.turn, "player": position.game.names[waiting.player], "move": say.move(position, move),
        "why": say.refusal(refusal),
    }  # fmt: skip
    yield Finding(ILLEGAL, moment, position, waiting.player, lab_words(language).text("review", ILLEGAL, values))


def turning(line: Sequence[int], steps: Sequence[Step], language: str) -> list[Finding[Position]]:
    """Return findings on the few turns in which the lead changed most, except the turn that ended the game."""
    turns: dict[int, tuple[int, Position, Position]] = {}
    for at, step in enumerate(steps):
        turn = step.before.turn
        begun = turns[turn][:2] if turn in turns else (line[at], step.before)
        turns[turn] = (*begun, step.after)
    found = []
    for moment, before, after in turns.values():
        swing = lead(after) - lead(before)
        if after.winner is None and abs(swing) >= SWING:
            winner = PLAYERS[0] if swing > 0 else PLAYERS[1]
            values = {"turn": before.turn, "player": before.game.names[winner], "amount": abs(swing)}
            said = lab_words(language).text("review", TURNING, values)
            found.append(Finding(TURNING, moment, before, winner, said, float(abs(swing))))
    return sorted(found, key=lambda each: -each.cost)[:MOST_TURNING]


def lead(position: Position) -> int:
    """Return how much more the first player's `holdings` are worth than the second's."""
    return holdings(position, PLAYERS[0]) - holdings(position, OTHER[PLAYERS[0]])
