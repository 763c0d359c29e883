"""The solver against plain enumeration on random small positions: `python -m tests.apocalypze.lab.agree 5000`.

`--kind attack` compares only one kind of question, and `--first` sets the first seed.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from apz.apocalypze.cards import library
from apz.apocalypze.lab.problem import Problem
from apz.apocalypze.lab.solve import solved
from apz.apocalypze.model import Position
from tests.apocalypze.lab.plain import Enumeration, TooManyTriesError
from tests.apocalypze.lab.small import KINDS, any_aim, drawn

MOST_TRIES = 20_000  # the most moves that plain enumeration tries in one position; larger positions are skipped


@dataclass(frozen=True)
class Comparison:
    """A random position, an aim, and two results: exact or not, the best score, and the score after each answer."""

    position: Position
    aim: str
    ours: Sequence[object]
    theirs: Sequence[object]


def compared(kind: str, seed: int) -> Comparison | None:
    """Return the comparison for this seed; None if the seed gives no position, or one too large to enumerate."""
    rng = Random(f"{kind} {seed}")
    real = rng.random() < 0.5
    position = drawn(rng, library(), kind, real=real, size=2 if real and rng.random() < 0.7 else 3)
    if position is None:
        return None
    aim = any_aim(rng, position)
    problem = Problem(position, aim)
    plain = Enumeration(problem.is_over, problem.score, aim.player, MOST_TRIES)
    try:
        score = plain.score(position)
    except TooManyTriesError:
        return None
    found = solved(position, aim, 3, float("inf"))
    ours, theirs = [found.exact, found.answers[0].score], [True, score]
    plain.most = float("inf")  # the positions after an answer are already scored
    for answer in found.answers:
        after = position
        for move in answer.moves:
            after = plain.after(after, move)
        ours.append(answer.score)
        theirs.append(plain.score(after))
    return Comparison(position, repr(aim), ours, theirs)


def run(count: int, kinds: tuple[str, ...] = KINDS, first: int = 1) -> int:
    """Compare this many different pairs (position, aim) of each kind, print differences, and return their number."""
    wrong = 0
    for kind in reversed(kinds):  # quick kinds first
        begun, seed, differ = time.perf_counter(), first, 0
        seen: set[tuple[Position, str]] = set()
        while len(seen) < count:
            found = compared(kind, seed)
            if found is not None and (found.position, found.aim) not in seen:
                seen.add((found.position, found.aim))
                if found.ours != found.theirs:
                    differ += 1
                    print(f"{kind} {seed}: solver {found.ours}, enumeration {found.theirs}")
            seed += 1
        took = time.perf_counter() - begun
        print(
            f"{kind}: {len(seen)} different positions compared, seeds {first} to {seed - 1}, in {took:.0f} s: "
            f"{differ} differ",
            flush=True,
        )
        wrong += differ
    return wrong


def main() -> int:
    """Run the comparison from the command line; return 1 if any results differ, otherwise 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.apocalypze.lab.agree", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=100, help="how many positions of each kind")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this kind; can be given several times")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    given = parser.parse_args()
    return min(1, run(given.count, tuple(given.kind or KINDS), given.first))


if __name__ == "__main__":
    raise SystemExit(main())
