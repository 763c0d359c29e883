"""A miner of puzzles: `python -m apz.apocalypze.lab.mine --games 100 --into FOLDER`.

It lets bots play, stops at every decision the solver can answer, and keeps those with exactly one best answer that the
bot missed. Then it takes cards away, a few at a time, as long as the puzzle stays the same.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.cards import library
from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.lab.aims import BASE, NAMES, OVER, Aim, Measured, Number, read_aim, unpacked
from apz.apocalypze.lab.choices import played, ways
from apz.apocalypze.lab.problem import Problem, in_question, is_quiet
from apz.apocalypze.lab.puzzles import FORMAT, Puzzle, decided, read_puzzle
from apz.apocalypze.lab.search import Search
from apz.apocalypze.lab.solve import solved
from apz.apocalypze.model import COMBAT, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import find_legal
from apz.apocalypze.positions import problems
from apz.apocalypze.setup import new_game
from apz.core.reading import BadInput, read_text
from apz.core.trace import Step
from apz.core.writing import write_whole

FEWEST, MOST = 4, 400  # how many decisions a puzzle offers
EASY, MEDIUM = 8, 16  # the most decisions at levels 1 and 2; they count twice if cards can be played along the way
SECONDS = 0.5  # the solver's time for one position
TURNS = 60  # of a game
T = TypeVar("T")


class Look(NamedTuple):
    """A position's qualities as a puzzle: the tempting answer, the number of decisions, and the difficulty."""

    tempting: tuple[Move, ...]
    ways: int
    difficulty: int
    value: tuple[Measured, ...]  # the best answer's value, up to the number that counts


def mined(games: int, seed: int = 0) -> Iterator[tuple[Puzzle, Look]]:
    """Yield puzzles from bot games, each made as small as possible; most positions give none."""
    decks = [*combinations_with_replacement(library().decks, 2)]
    seen: set[str] = set()  # neighbors in a game are often the same puzzle
    for number in range(seed, seed + games):
        start = new_game(*decks[number % len(decks)], seed=number, starts=number & 1)
        for position in decisions(start):
            found = look(position)
            small = reduced(position, found) if found is not None else None
            found = look(small) if small is not None else None
            if small is None or found is None:
                continue
            puzzle = read_puzzle(f"mined-{number}", read_text(written(small, found), "mined"))
            if (said := f"{puzzle.title()}: {puzzle.answer()}") not in seen:
                seen.add(said)
                yield puzzle, found


def decisions(start: Position) -> Iterator[Position]:
    """Yield the positions of a bot game with a decision the solver can answer."""
    asked: Position | None = None
    steps: list[Step] = []
    for _, step in steps_of(SensibleBot(1), SensibleBot(2), start):
        if asked is None and in_question(step.before) and len(find_legal(step.before)) > 1:
            asked, steps = step.before, []
            yield asked
        if asked is not None:
            steps.append(step)
            if decided(asked, steps) is not None:
                asked = None
        if step.after.turn > TURNS:
            return


def tempting(position: Position) -> tuple[Move, ...]:
    """Return the tempting decision, which is the one a bot makes."""
    steps: list[Step] = []
    for _, step in steps_of(SensibleBot(1), SensibleBot(2), position):
        steps.append(step)
        if decided(position, steps) is not None:
            break
    return tuple([step.move for step in steps])


def look(position: Position) -> Look | None:
    """Return a position's qualities as a puzzle, or None if it isn't one.

    A puzzle has `FEWEST` to `MOST` possible decisions, and exactly one best answer, which the solver can prove quickly.
    The tempting one and the second best are worse by a number that counts, not by a tie-break.
    """
    assert position.waiting
    aim = read_aim(position, position.waiting.player)
    count = len([*islice(ways(position, aim), MOST + 1)])
    if not FEWEST <= count <= MOST:
        return None
    found = solved(position, aim, 2, SECONDS)
    if not found.exact or not found.all_best or len(found.best) != 1 or len(found.answers) < 2:
        return None
    best, second = found.answers
    moves = tempting(position)
    tempted = Search(Problem(position, aim)).score(played(position, moves).after)
    if clearly(aim, best.score, second.score) <= 0 or clearly(aim, best.score, tempted) <= 0:
        return None
    return Look(moves, count, difficulty(position, count), best.value[:2])


def clearly(aim: Aim, best: Number, other: Number) -> Number:
    """Return how much better an answer is in the number that counts: who wins, or the aim's first number."""
    one, two = unpacked(aim, best), unpacked(aim, other)
    assert one[0].key == OVER
    if one[0].amount != two[0].amount:
        return (one[0].amount - two[0].amount) * BASE
    return one[1].amount - two[1].amount


def difficulty(position: Position, count: int) -> int:
    """Return the difficulty of a puzzle with this many decisions; it's harder if cards can be played along the way."""
    quiet = position.phase != COMBAT or is_quiet(position)
    weighed = count if quiet else 2 * count
    return 1 if weighed <= EASY else 2 if weighed <= MEDIUM else 3


# removing cards that make no difference


def smaller(position: Position) -> Iterator[Position]:
    """Yield positions with a little less on the table; for each player, the biggest cuts come first."""
    fight = position.combat
    fighting = {card for ids in (*fight.attack, *fight.defense) for card in ids} if fight else set()
    if position.used or position.spent or position.played:
        yield position._replace(used=(), spent=(), played=())
    for player, side in enumerate(position.sides):
        fewer = [side._replace(discard=())] if side.discard else []
        fewer += [side._replace(deck=side.deck[: len(side.deck) // 2])] if len(side.deck) > 1 else []
        fewer += [side._replace(deck=side.deck[:-1])] if side.deck else []
        fewer += [side._replace(hand=without(side.hand, at)) for at in range(len(side.hand))]
        free = [at for at, who in enumerate(side.survivors) if who.id not in fighting]
        fewer += [side._replace(survivors=without(side.survivors, at)) for at in free]
        free = [at for at, who in enumerate(side.raiders) if who.id not in fighting]
        fewer += [side._replace(raiders=without(side.raiders, at)) for at in free]
        for less in fewer:
            yield position._replace(sides=(less, position.sides[1]) if not player else (position.sides[0], less))


def without(row: tuple[T, ...], at: int) -> tuple[T, ...]:
    """Return a row without the card at index `at`."""
    return row[:at] + row[at + 1 :]


def reduced(position: Position, found: Look) -> Position | None:
    """Return the smallest position found that's still the same puzzle, or None if the position isn't a puzzle."""
    less = again(position, found)
    while less is not None:
        position = less
        less = next((made for each in smaller(position) if (made := again(each, found)) is not None), None)
    return position if look(position) is not None else None


def again(position: Position, found: Look) -> Position | None:
    """Return a position with its remaining cards renumbered; None if it's invalid or no longer the same puzzle."""
    try:
        made = KERNEL.read(re.sub(r"(?m) \(\d+\)|^luck:.*\n", "", KERNEL.write(position)))
    except (BadInput, ValueError, LookupError):  # the decision needs a card that was taken away
        return None
    now = look(made) if not problems(made) else None
    return made if now is not None and now.value == found.value else None


def written(position: Position, found: Look) -> str:
    """Return the text of a puzzle's file."""
    assert position.waiting
    aim = next(name for name, key in NAMES.items() if key == read_aim(position, position.waiting.player).key)
    lines = [f"apz: {FORMAT}", f"aim: {aim}", f"difficulty: {found.difficulty}", "tempting:"]
    lines += [f"  - {json.dumps(KERNEL.write_move(move))}" for move in found.tempting]
    lines += ["position:", *[f"  {line}" for line in KERNEL.write(position).splitlines()]]
    return "\n".join(lines) + "\n"


def name_of(puzzle: Puzzle, taken: Counter[str]) -> str:
    """Return a puzzle's name (the decision, the stronghold and a number), and count it in `taken`."""
    title = puzzle.title().rpartition(" ")[0]  # without its number
    plain = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")
    taken[plain] += 1
    return f"{plain}-{taken[plain]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Mine puzzles, print a line on each, write them if there's a folder for them, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m apz.apocalypze.lab.mine", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games of bots to look through (20)")
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed (0)")
    parser.add_argument("--into", type=Path, help="the folder to write puzzles to; without it they're only listed")
    given = parser.parse_args(arguments)
    taken: Counter[str] = Counter()
    for puzzle, found in mined(given.games, given.seed):
        name = name_of(puzzle, taken)
        print(f"{name}: difficulty {found.difficulty}, {found.ways} decisions. {puzzle.answer()}", flush=True)
        if given.into:
            write_whole(given.into / f"{name}.yaml", written(puzzle.position, found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
