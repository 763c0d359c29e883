"""Remedies that refusals name are carried out, in random positions after random illegal moves, and they help."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from apz.apocalypze.ids import Point
from apz.apocalypze.language.move_text import usable
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.language.words import words
from apz.apocalypze.model import ATTACHMENT, COMBAT, DECK, OCCUPATION, Combat, Decision, Position, Prompt, Window
from apz.apocalypze.moves import Attach, Event, Move, Play, Use
from apz.apocalypze.play import legal_moves, play, why_not
from apz.apocalypze.rules.character_fate import remove
from apz.apocalypze.rules.table import Table
from apz.core.trace import Refusal, Step, Values
from tests.apocalypze.properties.games import a_game, choose, step_of
from tests.apocalypze.properties.legality import conceivable
from tests.apocalypze.properties.steps import standing
from tests.apocalypze.walks import stray
from tests.shares import SHARES, in_shares

GAMES = 160
# remedies that can't be carried out: they say what to do instead, or that nothing helps
PLAIN = {"undo", "no-change", "keep-it", "own-turn", "no-fitting-target", "no-other-host", "play-stronghold", ""}


def by_then(position: Position, later: Values) -> Position:
    """Return the position as it would be once the changes in `later` have happened."""
    player = later.get("player", position.player)
    table = Table(position)
    for card in later.get("gone", ()):
        remove(table, card, "pile.remove")
    position = table.frozen()
    if "turn" in later:
        return position._replace(turn=position.turn + 2, used=(), played=())
    if "engaged" in later:
        survivors = position.sides[1 - player].survivors
        combat = Combat(((later["engaged"],),), ((survivors[0].id,),), (Point(1),), (), Point(1))
        turn = {"turn": position.turn + 2, "player": player, "phase": COMBAT, "place": 1 - player, "combat": combat}
        return position._replace(used=(), played=(), lasting=(), agenda=(Window(player),), **turn)
    if "at" in later:
        return position._replace(place=later["at"])
    if "point" in later:
        assert position.combat
        return position._replace(combat=position.combat._replace(now=later["point"]))
    if "place" not in later:
        return position
    position = position._replace(used=(), played=(), lasting=(), combat=None, agenda=(Prompt(Decision.ACT, player),))
    return position._replace(turn=position.turn + 2, player=player, phase=OCCUPATION, place=later["place"])


def carry_out(position: Position, move: Move, refusal: Refusal) -> str:
    """Carry out a refusal's advice if possible; return its kind: "now", "later", "awaited" or "plain"."""
    assert position.waiting
    if refusal.ways:
        assert not refusal.later
        for way in refusal.ways[:: max(1, len(refusal.ways) // 4)]:
            after = position
            for each in way:
                step = play(after, each)
                assert isinstance(step, Step), f"{refusal}: {each} does not help {move}: {step}"
                after = step.after
        return "now"
    if refusal.later:
        there = by_then(position, refusal.later)
        vague = goes_nowhere(position, move)
        helps = bool(nearest(there, vague)) if vague else why_not(there, move) is None
        assert helps, f"{refusal}: {why_not(there, move)}"
        return "later"
    if refusal.fix == f"awaited-{position.waiting.kind}":
        return "awaited"
    assert refusal.fix in PLAIN, refusal
    return "plain"


def goes_nowhere(position: Position, move: Move) -> Attach | None:
    """Return the move that attaches `move`'s card to nothing, or None if `move` doesn't amount to that."""
    if not isinstance(move, Play | Attach) or position.game.cards[move.card].kind != ATTACHMENT:
        return None
    return Attach(move.card, DECK) if isinstance(move, Play) or move.to == DECK else None


def nearest(position: Position, move: Move) -> list[Move]:
    """Return the legal moves with the same verb, card and ability."""
    told = [getattr(move, name, None) for name in ("card", "text")]
    same = [each for each in legal_moves(position) if type(each) is type(move)]
    return [each for each in same if told == [getattr(each, name, None) for name in ("card", "text")]]


def tried(position: Position, rng: Random) -> Iterator[Move]:
    """Yield moves that are probably wrong, some of them close to right ones."""
    yield from (stray(position, rng) for _ in range(15))
    yield from rng.sample(list(islice(conceivable(position, rng), 4000)), 10)
    assert position.waiting
    hosts = [*standing(position), *(side.stronghold for side in position.sides)]
    for card in position.sides[position.waiting.player].hand:
        yield from (Play(card), Play(card, True), Attach(card, rng.choice(hosts)), Event(card, (rng.choice(hosts),)))
    yield from (Use(card) for card in usable(position))


@in_shares
def test_every_remedy_that_a_refusal_names_helps(share: int):
    seen: Counter[str] = Counter()
    for number in range(GAMES // SHARES):
        rng = Random(f"remedies/{share}/{number}")
        position = a_game(rng)
        while position.waiting is not None:
            for move in tried(position, rng) if rng.random() < 0.15 else ():
                refusal = why_not(position, move)
                if refusal is None:
                    continue
                kind = carry_out(position, move, refusal)
                seen[kind] += 1
                if kind == "plain":
                    assert not nearest(position, move), f"{refusal}: {nearest(position, move)}"
                for language in LANGUAGES:
                    assert words(language).refusal(refusal)
            position = step_of(position, choose(list(legal_moves(position)), rng, True)).after
    assert min(seen[kind] for kind in ("now", "later", "awaited", "plain")) > 100, seen
