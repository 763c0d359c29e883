"""The most extreme positions that can be read, and operations on them; run as a program, it prints the slowest.

python -m tests.apocalypze.stress [part of a name]
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import process_time
from types import FrameType
from typing import Any

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.files import faults_of
from apz.apocalypze.game import GAME
from apz.apocalypze.language.commands import parse
from apz.apocalypze.model import Position
from apz.apocalypze.play import play
from apz.apocalypze.positions import build, seat, write_python
from apz.apocalypze.show.text import show
from apz.apocalypze.visibility import seen_by
from apz.core.sharing import position_link, read_link
from apz.games import html
from apz.widgets import PositionEditor, Tutor
from tests.widgets.app.visits import visit
from tests.widgets.hands import click, doing

Fields = dict[str, Any]  # the arguments of `build`, with both players
Operation = tuple[str, Callable[[], object]]

BASE, ZOMBIE, CIVILIAN, POLICE, GANG = "Military Base", "Fast Zombie", "Civilian", "Police Officer", "Gang Warrior"
EVENTS = (
    *("Mugged", "Thief in the Night", "Lurking Death", "No Escape", "Turned", "The Power of Faith", "Pop!", "Recycle"),
    *("Take What You Need", "Sentry", "Combat Ready", "Molotov Cocktail", "Head Shot", "Rest In Peace"),
    *("Stand Together", "One Man Army"),
)
PEOPLE = (CIVILIAN, "Biker", POLICE, "Soldier", "Alex Bloom", "Antonio Jones", "Moose Tucker")
TYPED = (
    "send all civilians to 1",
    "attach handgun to police officer",
    "use shotgun on fast zombie and fast zombie",
    "xyz",
)
MOST_CLICKS = 12
STOPPED = 20.0  # seconds until we give up on an operation


def some(total: int, *names: str) -> list[str]:
    """Return this many cards as a list, about equally many of each name, in entries of at most 99."""
    counts = [total // len(names) + (number < total % len(names)) for number in range(len(names))]
    return [
        f"{min(99, left)} {name}" for name, count in zip(names, counts, strict=True) for left in range(count, 0, -99)
    ]


def with_each(number: int, name: str, *attached: str) -> list[Fields]:
    """Return this many copies of a character, each with these attachments."""
    return [{"card": name, "attached": list(attached)} for _ in range(number)]


def fought(ours: Sequence[Any], theirs: Sequence[Any], waiting: Any, hand: Sequence[Any] = (), **combat: Any) -> Fields:
    """Return the fields of a combat between Ann's raiders and Ben's survivors."""
    first, second = seat(BASE, raiders=ours), seat(BASE, survivors=theirs, hand=hand)
    return {"first": first, "second": second, "phase": "combat", "combat": combat, "waiting": waiting}


def consumed(**fields: Any) -> Fields:
    """Return the fields of Ann's consumption phase."""
    return {"first": seat(BASE, **fields), "second": seat(BASE), "phase": "consumption"}


def at_home(*, theirs: Sequence[Any] = (), stronghold: str = BASE, **fields: Any) -> Fields:
    """Return the fields of Ann's occupation phase, at her own stronghold."""
    first, second = seat(stronghold, **fields), seat(BASE, raiders=theirs)
    return {"first": first, "second": second, "phase": "occupation", "occupied": 0}


def away(*, theirs: Sequence[Any] = (), **fields: Any) -> Fields:
    """Return the fields of Ann's occupation phase, at Ben's stronghold."""
    first, second = seat(BASE, **fields), seat(BASE, survivors=theirs)
    return {"first": first, "second": second, "phase": "occupation", "occupied": 1}


def extremes() -> dict[str, Fields]:
    """Return the fields of a position for each way to be extreme, by name; each is about as large as reading allows."""
    return {**debts(), **tables(), **engagements(), **records()}


def debts() -> dict[str, Fields]:
    """Return the fields of positions, by name, with debts that can be paid in very many ways."""
    stores = {"hand": some(50, "Handgun"), "deck": some(48, "Handgun")}
    promoted = [{"card": POLICE, "wounds": n % 9, "attached": ["The Finest"] * (n % 6)} for n in range(50)]
    feast = consumed(survivors=some(100, *PEOPLE), **stores)
    return {
        "40 civilians to consume": consumed(survivors=some(40, CIVILIAN)),
        "198 survivors to consume": consumed(survivors=some(198, *PEOPLE)),
        "100 survivors, 50 in hand, 48 in the deck": feast,
        "the same, most of it owed": {**feast, "waiting": {"consume": "Ann", "amount": 290, "cards": ["25 deck"]}},
        "survivors of many values": consumed(survivors=promoted, hand=some(6, "Handgun")),
        "nobody may be consumed": {
            **consumed(survivors=some(60, CIVILIAN), deck=some(70, "Handgun"), discard=some(60, "No Escape")),
            "lasting": ["60 No Escape"],
        },
    }


def tables() -> dict[str, Fields]:
    """Return the fields of positions, by name, with many cards to play, attach, use and search."""
    marked = [{"card": POLICE, "attached": ["Handgun", "Gang Mark"] * 95}]
    guns = {"card": "Police Station", "text": "second"}
    return {
        "events at home": at_home(survivors=some(90, CIVILIAN), hand=some(106, *EVENTS), theirs=some(2, ZOMBIE)),
        "events away, gang": away(
            raiders=some(60, GANG), hand=some(48, *EVENTS), discard=some(40, *PEOPLE), theirs=some(50, CIVILIAN)
        ),
        "99 Turned for 99": away(raiders=["Fast Zombie"], hand=some(98, "Turned"), theirs=some(99, CIVILIAN)),
        "99 to attach to 99": at_home(
            survivors=some(99, POLICE), hand=some(99, "Handgun", "Fire Axe", "The Finest", "Adrenaline", "Sniper Rifle")
        ),
        "marks for attachments": away(
            raiders=[GANG], hand=some(98, "Gang Mark"), theirs=[{"card": POLICE, "attached": some(98, "Handgun")}]
        ),
        "marked attachments": away(raiders=[GANG], theirs=marked),
        "190 attachments on one": at_home(survivors=[{"card": POLICE, "attached": some(190, "Handgun", "Fire Axe")}]),
        "three attachments on each": at_home(survivors=with_each(49, POLICE, "Handgun", "The Finest", "Adrenaline")),
        "snipers": at_home(survivors=with_each(60, CIVILIAN, "Sniper Rifle"), theirs=some(75, ZOMBIE)),
        "197 fixtures": at_home(attached=some(197, "Chain Link Fence", "Searchlight")),
        "searchlights": away(raiders=some(99, ZOMBIE), hand=some(5, ZOMBIE), theirs=[]),
        "99 guns for 99 police": {
            **at_home(stronghold="Police Station", survivors=some(99, POLICE), deck=some(99, "Handgun")),
            "waiting": {"search": "Ann", **guns},
        },
        "198 cards in hand": at_home(hand=some(198, *EVENTS, *PEOPLE, "Handgun")),
        "198 cards discarded": {"first": seat(BASE, discard=some(198, *EVENTS)), "second": seat(BASE)},
        "99 to draw": {"first": seat(BASE, deck=some(99, *EVENTS), hand=some(99, *PEOPLE)), "second": seat(BASE)},
    }


def engagements() -> dict[str, Fields]:
    """Return the fields of positions, by name, with many raiders and survivors, in few groups or in many."""
    zombies, civilians = some(99, ZOMBIE), some(99, CIVILIAN)
    singles: list[list[str]] = [[ZOMBIE]] * 99
    kinds = [{"card": name, "wounds": n, "attached": ["Adrenaline"] * (n % 3)} for name in PEOPLE for n in range(6)]
    undead = [{"card": name, "zombie": True, "wounds": n} for name in PEOPLE[:4] for n in range(4)]
    leaders = some(90, "Trudy", "The Juggernaut", "Lord Brawn", "Bishop Land")
    heroes = some(90, "Lieutenant Dan Killmeyer", "Corporal Dwayne Martinson", "Patsy McNally")
    ann, ben = {"attack": "Ann"}, {"defend": "Ben"}
    return {
        "99 raiders, 6 access points": fought(zombies, civilians, ann),
        "99 raiders, 99 access points": fought(zombies, civilians, ann, points=99),
        "raiders and survivors of many kinds": fought([*undead, *some(50, ZOMBIE)], kinds, ann, points=40),
        "99 to block 6 groups": fought(zombies, civilians, ben, attack=[["16 Fast Zombie"]] * 6, points=6),
        "99 to block 99 groups": fought(zombies, civilians, ben, attack=singles),
        "many kinds to block 40 groups": fought(some(60, ZOMBIE), kinds, ben, attack=singles[:40]),
        "99 engagements": fought(
            zombies,
            civilians,
            {"order": "Ben", "amount": 99},
            attack=singles,
            defense=[[CIVILIAN]] * 99,
            met=[*range(1, 100)],
        ),
        "99 against 99": fought(zombies, civilians, {"window": "Ben"}, attack=[zombies], defense=[civilians], now=1),
        "50 wounds for 99": fought(
            zombies, civilians, {"wound": "Ben", "amount": 50}, attack=[zombies], defense=[civilians], now=1
        ),
        "60 against 60 with events": fought(
            some(60, ZOMBIE),
            some(60, CIVILIAN),
            {"window": "Ben"},
            some(78, *EVENTS),
            attack=[["60 Fast Zombie"]],
            defense=[["60 Civilian"]],
            now=1,
        ),
        "shotguns": fought(
            some(60, ZOMBIE),
            with_each(6, POLICE, "Shotgun"),
            {"window": "Ben"},
            attack=[["60 Fast Zombie"]],
            defense=[["6 Police Officer"]],
            now=1,
        ),
        "boosts to use": fought(
            some(46, ZOMBIE),
            with_each(50, POLICE, "Adrenaline", "Patsy's Pistols"),
            {"window": "Ben"},
            attack=[["46 Fast Zombie"]],
            defense=[["50 Police Officer"]],
            now=1,
        ),
        "leaders": fought(leaders, heroes, {"window": "Ben"}, attack=[leaders], defense=[heroes], now=1),
        "leaders to be sent": fought(leaders, heroes, ann),
        "leaders to be blocked": fought(leaders, heroes, ben, attack=[leaders]),
        "somebody to be removed": fought(
            some(80, "Cult Fanatic", "Albert & Anita Hanson"),
            some(40, CIVILIAN),
            [{"window": "Ann"}, {"remove": "Ann", "card": "Cult Fanatic (1)"}],
            some(70, *EVENTS),
            attack=[["40 Cult Fanatic"]],
            defense=[["40 Civilian"]],
            now=1,
        ),
    }


def records() -> dict[str, Fields]:
    """Return the fields of positions, by name, with long lists of cards or decisions, long names or large numbers."""
    sixty: Fields = {"attack": [["60 Fast Zombie"]], "defense": [["60 Civilian"]], "now": 1}
    boosts = [{"card": "Civilian (62)", "by": 1, "attack": 99, "defense": -99, "each": True}] * 200
    mugged = {"event": "Mugged", "targets": ["Civilian (50)"] * 200}
    named = at_home(name="A" * 10_000, survivors=some(98, CIVILIAN), theirs=some(98, ZOMBIE))
    wounded = [{"card": CIVILIAN, "wounds": 99}] * 90
    return {
        "200 boosts": fought(some(60, ZOMBIE), some(60, CIVILIAN), {"window": "Ben"}, **sixty, boosts=boosts),
        "200 marks of each kind": {
            **at_home(survivors=some(60, CIVILIAN)),
            "used": ["Civilian (1)"] * 200, "spent": ["Civilian (2)"] * 200, "played": ["Mugged"] * 200,
        },
        "200 debts": {**at_home(survivors=some(60, CIVILIAN)), "waiting": [{"consume": "Ann", "amount": 3}] * 200},
        "200 to be removed": {
            **at_home(survivors=some(99, CIVILIAN)),
            "waiting": [{"remove": "Ann", "card": f"Civilian ({1 + n % 99})"} for n in range(200)],
        },
        "200 offered": {
            **consumed(survivors=some(60, CIVILIAN), deck=some(99, CIVILIAN)),
            "waiting": {"consume": "Ann", "amount": 999, "cards": ["99 deck", "99 deck", "2 deck"]},
        },
        "200 targets": {
            **away(raiders=some(40, GANG), hand=["Mugged"], theirs=some(50, CIVILIAN)),
            "waiting": [{"act": "Ann"}, {"resolve": "Ann", **mugged}, {"respond": "Ben", **mugged}],
        },
        "long names": named,
        "99 wounds each": fought(some(90, ZOMBIE), wounded, {"defend": "Ben"}, attack=[["90 Fast Zombie"]]),
    }  # fmt: skip


def made(fields: Fields) -> Position:
    """Return the position with these fields."""
    state = dict(fields)
    return build(state.pop("first"), state.pop("second"), **state)


# ---- operations on a position


def reckoned(position: Position) -> Iterator[Operation]:
    """Yield the operations of the kernel, its words and its bots on a position."""
    link, waiting = position_link(GAME, position), position.waiting
    yield "problems", lambda: [fault.text("de") for fault in faults_of(position, "file")]
    yield "write", partial(position_link, GAME, position)
    yield "read", partial(read_link, GAME, link)
    yield "Python", partial(write_python, position)
    yield "legal moves", lambda: position.legal_moves.all()
    yield "legal moves told", lambda: str(position.legal_moves)
    yield "shown", partial(show, position)
    yield "HTML", partial(html, position)
    for text in TYPED:
        yield f'"{text}"', partial(parse, position, text)
    if waiting and position.legal_moves:
        yield "the bot's choice", lambda: SensibleBot().choose(seen_by(position, waiting.player))
    for move in {type(move): move for move in position.legal_moves}.values():
        yield f"play {move}", lambda move=move: str(play(position, move))  # type: ignore[misc]


def drawn(position: Position, clicks: Sequence[str] = ()) -> Iterator[Operation]:
    """Yield a page's operations on a position: draw, click (anywhere, or as given), edit, and open it from a link.

    Each must be carried out before the next is asked for: without the drawing, there's nothing to click on.
    """
    tutors, editors = list[Tutor](), list[PositionEditor]()
    yield "draw", lambda: tutors.append(Tutor(position, open_hands=True))
    for tutor in tutors:
        yield from clicked(tutor, clicks)
    yield "draw the editor", lambda: editors.append(PositionEditor(position))
    for editor in editors:
        yield from clicked(editor, clicks)
    link = position_link(GAME, position)
    yield "open the link", partial(visit, f"?position={link}&seats=regular-you")


def clicked(panel: Tutor | PositionEditor, clicks: Sequence[str]) -> Iterator[Operation]:
    """Yield a click for each kind of gesture in `clicks`, or else for up to `MOST_CLICKS` kinds that a panel offers."""
    for kind in clicks or list(dict.fromkeys(do.partition(":")[0] for do in doing(panel)))[:MOST_CLICKS]:
        for do in doing(panel, kind)[-1:]:
            at = panel.version if isinstance(panel, PositionEditor) else None
            verb = "click" if at is None else "edit"
            yield f"{verb} {do}", partial(click, panel, do, at)


# ---- measuring


class GivenUp(BaseException):
    """The error when an operation takes too long or makes too many calls."""


def calls(do: Callable[[], object], most: int) -> int:
    """Return how many function calls an operation makes in Python; raise GivenUp if there are more than `most`."""
    count, before = 0, sys.gettrace()

    def called(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += 1
        if count > most:
            raise GivenUp(f"more than {most:,} calls")

    sys.settrace(called)
    try:
        do()
    finally:
        sys.settrace(before)
    return count


def give_up(number: int, frame: FrameType | None) -> None:
    """Raise `GivenUp`, to end an operation that takes too long."""
    raise GivenUp


def seconds(do: Callable[[], object]) -> float:
    """Return an operation's processor time in seconds, stopping the operation if it takes too long."""
    signal.setitimer(signal.ITIMER_PROF, STOPPED)
    start = process_time()
    try:
        do()
    except GivenUp:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return process_time() - start


def main(wanted: str = "") -> None:
    """Print the slowest operations for each position with `wanted` in its name, and the slowest of all."""
    signal.signal(signal.SIGPROF, give_up)
    worst = (0.0, "", "")
    for name, fields in extremes().items():
        if wanted not in name:
            continue
        times = [(seconds(partial(made, fields)), "build")]
        position = made(fields)
        for operations in (reckoned(position), drawn(position)):
            times += [(seconds(do), what) for what, do in operations]
        slowest = sorted(times, reverse=True)[:3]
        worst = max(worst, (*slowest[0], name))
        print(f"{name:42} {'; '.join(f'{what} {took:.2f} s' for took, what in slowest)}", flush=True)
    print(f"slowest of all: {worst[1]} with {worst[2]}, {worst[0]:.2f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
