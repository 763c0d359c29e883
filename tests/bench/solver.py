"""Measures the solver with eight raiders against eight survivors at five access points: `-m tests.bench.solver`.

Times are processor times, so that other programs don't count. `-m tests.bench.solver growth FILE` measures two to eight
raiders and survivors, and draws the times as HTML with SVG.
"""

import sys
from pathlib import Path
from time import process_time

import apz
from apz import moves
from apz.apocalypze.model import Position
from apz.core.lab.drawing import BOX, Bar, bars

POINTS = (1, 1, 2, 3, 4, 5, 2, 4)  # the raiders' access points, when the question is about the defense
GANG = ["6 Gang Warrior", "Lord Brawn", "Gang Bully"]
CULT = ["6 Cult Fanatic", "Wes Trentin", "Bishop Land"]
PLAIN = ["8 Soldier"]
MIXED = [
    "Civilian",
    "Police Officer",
    "Soldier",
    "Biker",
    "Alex Bloom",
    "Cinda Parikh",
    "Patsy McNally",
    "Moose Tucker",
]
LED = ["7 Soldier", "Corporal Dwayne Martinson"]
ABLE = ["6 Soldier", "Lieutenant Dan Killmeyer", "Corporal Dwayne Martinson"]
CASES: dict[str, tuple[list[str], list[str], list[str], list[str]]] = {  # raiders, survivors, hands of both
    "plain": (GANG, PLAIN, [], []),
    "plain, eight different survivors": (GANG, MIXED, [], []),
    "the attacker's trumps": (CULT, LED, ["Molotov Cocktail", "Pop!"], []),
    "the defender's trump": (CULT, LED, [], ["Stand Together"]),
    "the defender's ability": (CULT, ABLE, [], []),
    "trumps of both and an ability": (CULT, ABLE, ["Molotov Cocktail"], ["Stand Together"]),
}


def attack(raiders: list[str], survivors: list[str], first: list[str], second: list[str]) -> Position:
    """Return a position where the raiders are about to be sent."""
    ann = apz.seat("Roadside Diner", raiders=raiders, hand=first, deck=["10 Biker"])
    ben = apz.seat(
        "Military Base", survivors=survivors, hand=second, deck=["10 Soldier"], attached=["Chain Link Fence"]
    )
    return apz.build(ann, ben, whose="Ann", phase="combat", occupied="Ben")


def defense(position: Position) -> Position:
    """Return the position where the defense groups are about to be formed."""
    for who, point in zip(position.sides[0].raiders, POINTS * 2, strict=False):
        position = position.must_play(moves.Send(who.id, point)).after
    after: Position = position.must_play(moves.Done()).after
    return after


def run(seconds: float = 30.0) -> int:
    """Solve each case as defender and as attacker, print the times, and return the exit code."""
    for name, case in CASES.items():
        sent = attack(*case)
        for asked, position in (("defense", defense(sent)), ("attack", sent)):
            begun = process_time()
            found = position.solve(seconds=seconds)
            print(
                f"{asked:8} {process_time() - begun:7.3f} s  {'exact' if found.exact else 'cut  '}  {name}", flush=True
            )
    return 0


def growth(file: Path, seconds: float = 30.0) -> int:
    """Measure two to eight raiders against as many survivors, different or the same, and draw the times; return 0."""
    parts = []
    defense(attack(GANG, PLAIN, [], [])).solve()  # so that everything is loaded
    for title, alike, defending in (
        ("defense, survivors alike", True, True),
        ("defense, all survivors different", False, True),
        ("attack groups, all survivors different", False, False),
    ):
        rows = []
        for n in range(2, 9):
            sent = attack([f"{n - 1} Gang Warrior", "Lord Brawn"], [f"{n} Soldier"] if alike else MIXED[:n], [], [])
            position = defense(sent) if defending else sent
            begun = process_time()
            found = position.solve(seconds=seconds)
            took = 1000 * (process_time() - begun)
            sure = "" if found.exact else " (not proven)"
            rows.append(Bar(f"{n} against {n}", took, f"{took:.0f} ms{sure}"))
            print(f"{title}, {rows[-1].label}: {rows[-1].said}", flush=True)
        parts.append(f"<h4>{title}</h4>{bars(rows, title)}")
    file.write_text(f'<section style="{BOX}">{"".join(parts)}</section>', encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(growth(Path(sys.argv[2])) if sys.argv[1:2] == ["growth"] else run())
