"""Shortcuts: forced moves leave no choice, and moves that go together are legal one after the other."""

import random
import re
from itertools import islice
from typing import Any

import pytest

from apz.apocalypze.bots import RandomBot, SensibleBot, steps_of
from apz.apocalypze.game import GAME
from apz.apocalypze.ids import Player
from apz.apocalypze.model import COMBAT, Debt, Decision, Position
from apz.apocalypze.move_preview import warning
from apz.apocalypze.moves import Attach, Done, Eat, Occupy, Pass, Play, Send, TakeBack, Wound
from apz.apocalypze.play import legal_moves, must_play, play
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.apocalypze.shortcuts import alike, declines, forced, placed, shortcuts
from apz.core.trace import Step


def games(count: int) -> list[list[Step]]:
    rng = random.Random(5)
    found = []
    for _ in range(count):
        seed = rng.randrange(10**6)
        other = RandomBot(seed) if rng.random() < 0.7 else SensibleBot()
        found.append([step for _, step in islice(steps_of(SensibleBot(), other, new_game(seed=seed)), 400)])
    return found


GAMES = pytest.fixture(scope="module")(lambda: games(12))


def nameless(position: Position) -> str:
    """Return a position as text that's the same if equal cards trade places."""
    return "\n".join(sorted(re.sub(r"#\d+", "", GAME.show(position, "en", True)).splitlines()))


def test_a_forced_move_is_legal_and_nothing_else_could_have_come_of_it(GAMES: list[list[Step]]) -> None:
    seen = 0
    for steps in GAMES:
        for step in steps:
            position: Position = step.before
            move = forced(position)
            if move is None:
                assert len(list(legal_moves(position))) > 1
                continue
            seen += 1
            assert isinstance(play(position, move), Step)
            others = [each for each in legal_moves(position) if each != move]
            assert position.waiting
            if others and position.waiting.kind is Decision.WOUND:
                assert len({nameless(must_play(position, each).after) for each in (move, *others)}) == 1
            elif others:  # the only choice is the order in which they go to the one access point
                assert position.waiting.kind is Decision.ATTACK
                assert position.combat
                assert len(position.combat.attack) == 1
                assert not [each for each in others if not isinstance(each, Send | TakeBack)]
    assert seen > 100


def test_moves_that_go_together_are_legal_and_do_what_their_name_says(GAMES: list[list[Step]]) -> None:
    ends = ("attack-all", "attack-rest", "block-all", "block-rest")
    names = dict.fromkeys(("play-all", "play-all-at", "send-all", *ends, "as-last-turn", "pay-cheapest"), 0)
    for steps in GAMES:
        for number, step in enumerate(steps):
            position: Position = step.before
            for found in shortcuts(position, steps[:number]):
                names[found.name] += 1
                at = last = position
                for move in found.moves:
                    done = play(at, move)
                    assert isinstance(done, Step)
                    last, at = at, done.after
                if found.name == "send-all":
                    assert {move.point for move in found.moves if isinstance(move, Send)} == {found.number}
                    left = [each for each in legal_moves(at) if isinstance(each, Send) and each.point == found.number]
                    assert not left
                if found.name == "play-all":
                    assert position.waiting
                    hand = position.sides[position.waiting.player].hand
                    assert all(isinstance(move, Play) and move.card in hand for move in found.moves)
                    assert not any(warning(position, move) for move in found.moves[:1])
                if found.name == "play-all-at":
                    occupy, *rest = found.moves
                    assert occupy == Occupy(Player(found.number - 1))
                    assert len(rest) > 1
                    assert all(isinstance(move, Play) for move in rest)
                if found.name in ends:
                    assert found.moves[-1] == Done()
                    assert last.combat
                    assert not [move for move in legal_moves(last) if isinstance(move, Send)]  # nobody is left
                    groups = last.combat.attack if found.name.startswith("attack") else last.combat.defense
                    others = [point for point, group in enumerate(groups, 1) if group and point != found.number]
                    assert groups[found.number - 1]
                    assert bool(others) == found.name.endswith("rest")
                if found.name == "pay-cheapest":
                    waiting = position.waiting
                    assert isinstance(waiting, Debt)
                    assert at.waiting != waiting
                    assert not (isinstance(at.waiting, Debt) and at.waiting.offered)
                    side = position.sides[waiting.player]
                    if len(side.deck) >= waiting.amount:
                        assert set(found.moves) == {Eat()}
                    else:
                        eaten = [move for move in found.moves if isinstance(move, Eat)]
                        assert len(eaten) == len(found.moves)
    assert all(names.values()), names


def test_only_passing_in_combat_can_be_declined_for_a_whole_phase(GAMES: list[list[Step]]) -> None:
    declined = [step.before for steps in GAMES for step in steps if declines(step.before)]
    assert {(each.phase, each.waiting.kind) for each in declined if each.waiting} == {(COMBAT, Decision.WINDOW)}
    assert all(isinstance(play(each, Pass()), Step) for each in declined)


def test_a_card_says_which_stronghold_to_occupy_only_if_it_can_be_played_at_one(GAMES: list[list[Step]]) -> None:
    seen = 0
    for step in (step for steps in GAMES for step in steps):
        found = placed(step.before)
        if step.before.waiting.kind is not Decision.OCCUPY:
            assert not found
            continue
        for card in step.before.sides[step.before.waiting.player].hand:
            here = [
                move for move in legal_moves(step.before)
                if isinstance(move, Occupy) and any(
                    each.card == card for each in legal_moves(must_play(step.before, move).after)
                    if isinstance(each, Play | Attach)
                )
            ]  # fmt: skip
            assert [found.get(card)] == here if len(here) == 1 else card not in found
            seen += len(here) == 1
    assert seen > 100


def fighting(*survivors: Any) -> Position:
    """Return a position where Ben must choose which of his two survivors is wounded first."""
    ann = seat("Church", name="Ann", raiders=["4 Gang Warrior"], deck=["9 Civilian"])
    ben = seat("Police Station", name="Ben", survivors=[*survivors], deck=["9 Pop!"])
    position = build(ann, ben, phase="combat", whose="Ann", occupied="Ben")
    while position.waiting and position.waiting.kind is not Decision.WOUND:
        sent = [each for each in legal_moves(position) if isinstance(each, Send) and each.point == 1]
        position = must_play(position, sent[0] if sent else Done()).after
    return position


def test_equal_characters_are_wounded_without_asking_and_others_are_not() -> None:
    assert isinstance(forced(fighting("2 Police Officer")), Wound)
    assert forced(fighting("Patsy McNally", "Police Officer")) is None


def test_characters_are_alike_only_if_nothing_tells_them_apart() -> None:
    def equal(*survivors: Any) -> bool:
        ann = seat("Police Station", name="Ann", survivors=[*survivors], hand=["Handgun"], deck=["9 Civilian"])
        start = build(ann, seat("Church", name="Ben"), phase="occupation", whose="Ann", occupied="Ann")
        found = [move for move in legal_moves(start) if isinstance(move, Attach)]
        assert len(found) == 2
        return alike(start, found)

    assert equal("2 Police Officer")
    assert not equal("Police Officer", "Patsy McNally")
    assert not equal("Police Officer", {"card": "Police Officer", "attached": ["Adrenaline"]})
