"""Random games in the kernel, and random moves, mostly illegal, for tests that need very many of them."""

import random
from collections.abc import Callable, Iterator

from apz.apocalypze import moves
from apz.apocalypze.cards import Deck
from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import PROCEDURES, legal_moves, step
from apz.apocalypze.setup import new_game
from apz.core.trace import Step

STARTERS = ("Church", "Military Base", "Police Station", "Roadside Diner")
ERRATA = {
    "Albert & Anita Hanson": 1, "Cult Fanatic": 6, "John Misarti": 1, "Civilian": 5, "Bitten": 3, "Shotgun": 3,
    "Handgun": 2, "Head Shot": 2, "Combat Ready": 2, "Molotov Cocktail": 1, "Gang Mark": 2, "Turned": 1,
}  # fmt: skip
SPECIAL = Deck("errata", "Church", ("Church", *(name for name, count in ERRATA.items() for _ in range(count))))

# one move of each kind
EVERY: tuple[Move, ...] = (
    moves.Draw(), moves.Occupy(0), moves.Play(0), moves.Attach(0, 0), moves.Event(0), moves.Use(0), moves.Take(0),
    moves.Send(0, 1), moves.TakeBack(0), moves.Engage(1), moves.Wound(0), moves.Eat(), moves.Done(), moves.Pass(),
)  # fmt: skip


def walk(seed: int, length: int = 250) -> Iterator[tuple[Position, list[Move], Step]]:
    """Yield a random game of up to `length` steps: each position, its legal moves, its step; take-backs are rare."""
    rng = random.Random(seed)
    first, second = rng.choice((*STARTERS, SPECIAL)), rng.choice((*STARTERS, SPECIAL))
    position = new_game(first, second, seed=seed, strict=seed % 5 == 0)
    for _ in range(length):
        legal = list(legal_moves(position))
        if not legal:
            return
        onward = [move for move in legal if not isinstance(move, moves.TakeBack)]
        done = step(position, rng.choice(onward if onward and rng.random() < 0.95 else legal))
        yield position, legal, done
        position = done.after


def stray(position: Position, rng: random.Random) -> Move:
    """Return a random move with existing cards, probably illegal; the mover's own cards come up more often."""
    waiting = position.waiting
    assert waiting
    side = position.sides[waiting.player]
    near = [*side.hand, *(who.id for who in side.survivors + side.raiders), side.stronghold]

    def card() -> int:
        return rng.choice(near) if rng.random() < 0.7 else rng.randrange(len(position.game.cards))

    def targets() -> tuple[int, ...]:
        return tuple(card() for _ in range(rng.choice((0, 1, 1, 2))))

    kind = rng.choice([*PROCEDURES[waiting.kind].moves] if rng.random() < 0.7 else moves.MOVES)
    makers: dict[type[Move], Callable[[], Move]] = {
        moves.Draw: moves.Draw,
        moves.Done: moves.Done,
        moves.Pass: moves.Pass,
        moves.Occupy: lambda: moves.Occupy(rng.choice((0, 1, 2))),
        moves.Play: lambda: moves.Play(card(), rng.random() < 0.5),
        moves.Attach: lambda: moves.Attach(card(), rng.choice((card(), DECK))),
        moves.Event: lambda: moves.Event(card(), targets()),
        moves.Use: lambda: moves.Use(card(), targets(), rng.choice((0, 0, 1))),
        moves.Take: lambda: moves.Take(card(), rng.choice((card(), DECK))),
        moves.Send: lambda: moves.Send(card(), rng.randrange(6)),
        moves.TakeBack: lambda: moves.TakeBack(card()),
        moves.Engage: lambda: moves.Engage(rng.randrange(6)),
        moves.Wound: lambda: moves.Wound(card()),
        moves.Eat: lambda: moves.Eat(rng.choice((card(), DECK))),
    }
    return makers[kind]()
