"""The solver against plain enumeration on random small positions: `python -m tests.apocalypze.lab.agree 5000`."""

import sys
import time
from random import Random

from apz.apocalypze.cards import library
from apz.apocalypze.lab.problem import Problem
from apz.apocalypze.lab.solve import solved
from apz.apocalypze.model import Position
from tests.apocalypze.lab.plain import Enumeration
from tests.apocalypze.lab.small import KINDS, any_aim, drawn


def compared(kind: str, seed: int) -> tuple[Position, object, object] | None:
    """Return a random position with the scores of the solver and of plain enumeration; None if there's no such
    position.

    The scores are those of the position, and of the three best answers.
    """
    rng = Random(f"{kind} {seed}")
    real = rng.random() < 0.5
    few = real or (kind == "attack" and rng.random() < 0.8)  # plain enumeration of three against three takes seconds
    position = drawn(rng, library(), kind, real=real, size=2 if few else 3)
    if position is None:
        return None
    aim = any_aim(rng, position)
    problem = Problem(position, aim)
    plain = Enumeration(problem.is_over, problem.score, aim.player)
    found = solved(position, aim, 3, float("inf"))
    ours, theirs = [found.exact, found.answers[0].score], [True, plain.score(position)]
    for answer in found.answers:
        after = position
        for move in answer.moves:
            after = plain.after(after, move)
        ours.append(answer.score)
        theirs.append(plain.score(after))
    return position, ours, theirs


def run(count: int, kinds: tuple[str, ...] = KINDS) -> int:
    """Compare this many positions of each kind; return the number of differences."""
    wrong = 0
    for kind in reversed(kinds):  # the quick ones first
        begun, done, seed = time.perf_counter(), 0, 0
        while done < count:
            seed += 1
            result = compared(kind, seed)
            if result is None:
                continue
            done += 1
            _, ours, theirs = result
            if ours != theirs:
                wrong += 1
                print(f"{kind} {seed}: solver {ours}, enumeration {theirs}")
        print(f"{kind}: {done} compared in {time.perf_counter() - begun:.0f} s, {wrong} differ so far", flush=True)
    return wrong


if __name__ == "__main__":
    raise SystemExit(min(1, run(int(sys.argv[1]) if len(sys.argv) > 1 else 100)))
