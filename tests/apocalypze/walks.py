"""Random games through the kernel, and random moves that are mostly wrong, for tests that look at very many of them."""

import random
from collections.abc import Callable, Iterator

from apz.apocalypze.cards import Deck
from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import (
    MOVES,
    Attach,
    Done,
    Draw,
    Eat,
    Engage,
    Event,
    Move,
    Occupy,
    Pass,
    Play,
    Send,
    Take,
    TakeBack,
    Use,
    Wound,
)  # fmt: skip
from apz.apocalypze.play import DOORS, legal_moves, step
from apz.apocalypze.setup import new_game
from apz.core.trace import Step

STARTERS = ("Church", "Military Base", "Police Station", "Roadside Diner")
ERRATA = {
    "Albert & Anita Hanson": 1, "Cult Fanatic": 6, "John Misarti": 1, "Civilian": 5, "Bitten": 3, "Shotgun": 3,
    "Handgun": 2, "Head Shot": 2, "Combat Ready": 2, "Molotov Cocktail": 1, "Gang Mark": 2, "Turned": 1,
}  # fmt: skip
SPECIAL = Deck("errata", "Church", ("Church", *(name for name, count in ERRATA.items() for _ in range(count))))


def walk(seed: int, moves: int = 250) -> Iterator[tuple[Position, list[Move], Step]]:
    """A random game: each position, its legal moves, and the step that is made; little is taken back."""
    rng = random.Random(seed)
    first, second = rng.choice((*STARTERS, SPECIAL)), rng.choice((*STARTERS, SPECIAL))
    position = new_game(first, second, seed=seed, strict=seed % 5 == 0)
    for _ in range(moves):
        legal = list(legal_moves(position))
        if not legal:
            return
        onward = [move for move in legal if not isinstance(move, TakeBack)]
        done = step(position, rng.choice(onward if onward and rng.random() < 0.95 else legal))
        yield position, legal, done
        position = done.after


def stray(position: Position, rng: random.Random) -> Move:
    """Any move at all with cards that exist, likely wrong; cards of the mover's own are named more often."""
    waiting = position.waiting
    assert waiting
    side = position.sides[waiting.player]
    near = [*side.hand, *(who.id for who in side.survivors + side.raiders), side.stronghold]

    def card() -> int:
        return rng.choice(near) if rng.random() < 0.7 else rng.randrange(len(position.game.cards))

    def targets() -> tuple[int, ...]:
        return tuple(card() for _ in range(rng.choice((0, 1, 1, 2))))

    kind = rng.choice([*DOORS[waiting.kind]] if rng.random() < 0.7 else MOVES)
    makers: dict[type[Move], Callable[[], Move]] = {
        Draw: Draw,
        Done: Done,
        Pass: Pass,
        Occupy: lambda: Occupy(rng.choice((0, 1, 2))),
        Play: lambda: Play(card(), rng.random() < 0.5),
        Attach: lambda: Attach(card(), rng.choice((card(), DECK))),
        Event: lambda: Event(card(), targets()),
        Use: lambda: Use(card(), targets(), rng.choice((0, 0, 1))),
        Take: lambda: Take(card(), rng.choice((card(), DECK))),
        Send: lambda: Send(card(), rng.randrange(6)),
        TakeBack: lambda: TakeBack(card()),
        Engage: lambda: Engage(rng.randrange(6)),
        Wound: lambda: Wound(card()),
        Eat: lambda: Eat(rng.choice((card(), DECK))),
    }
    return makers[kind]()
