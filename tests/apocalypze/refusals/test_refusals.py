"""Every refusal in the kernel, with its rule, values, cards and remedy, and a legal move near the refused one."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from apz.apocalypze import moves
from apz.apocalypze.language.rulebook import LANGUAGES, rules
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Decision, amount_of
from apz.apocalypze.play import ASKED, PROCEDURES, why_not
from apz.apocalypze.rules import common_refusals
from apz.core.trace import Refusal
from tests.apocalypze import keys
from tests.apocalypze.refusals import combat_and_consumption, events_and_texts, occupation, targets
from tests.apocalypze.refusals.cases import OFFICER, WARRIOR, Case, at, attacking, in_order, owing, searching, thrown
from tests.apocalypze.situations import Situation, engagement, groups, seat
from tests.apocalypze.walks import EVERY

ELSEWHERE = ("positions/",)  # a position's problem isn't the refusal of a move
TABLES = (occupation, events_and_texts, targets, combat_and_consumption)
CASES = [case for table in TABLES for case in vars(table).values() if isinstance(case, Case)]


# --- the cases, tried -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}: {case.tried.__name__}")
def test_the_refusal_names_its_rule_its_values_its_cards_and_the_nearest_change(case):
    tried = case.tried()
    game, move = next(tried)
    refusal = game.refusal(move)
    assert (refusal.key, refusal.rule, refusal.fix) == (case.key, case.rule, case.fix)
    assert case.values.items() <= refusal.values.items()
    assert tuple(game.names(refusal.cards)) == case.cards
    for language in LANGUAGES:
        assert words(language).refusal(refusal)
    for changed, mended in tried:
        assert why_not(changed.position, mended) is None
        assert mended in changed.position.legal_moves


def test_every_remedy_that_can_be_tried_is_tried():
    untried = [case.key for case in CASES if len(list(case.tried())) == 1]
    assert set(untried) <= {
        "not-a-character",  # a stronghold is never played
        "wrong-target",  # no zombie is ever a human
        "not-your-text", "nothing-to-use", "once-a-game", "not-sent", "not-offered",  # no change helps
    }  # fmt: skip


def asked() -> dict[str, Situation]:
    """Return a situation for each kind of decision."""
    zombie = {"card": WARRIOR, "zombie": True}
    armed = [{"card": OFFICER, "attached": ["Handgun"]}]
    removing = engagement([zombie], armed, ben={"hand": ["Head Shot", "Rest In Peace"]})
    removing.do(moves.Event(removing.card("Head Shot"), (removing.card(WARRIOR),)))
    arriving = at("Ben", {"hand": [WARRIOR]}, {"attached": ["Searchlight"]})
    arriving.do(moves.Play(arriving.card(WARRIOR)))
    found = {
        "draw": Situation(seat("Church"), seat("Church"), phase="draw"),
        "occupy": Situation(seat("Church"), seat("Church"), phase="occupation"),
        "act": at("Ann"),
        "last": at("Ann", ben={"hand": ["Recycle"], "survivors": ["Civilian"]}).do(moves.Done()),
        "attack": attacking(),
        "defend": attacking([OFFICER]).do(*groups([[1, 2]])),
        "order": in_order(),
        "window": engagement([WARRIOR], [{"card": OFFICER, "attached": ["Adrenaline"]}]),
        "wound": in_order().do(moves.Engage(1)),
        "consume": owing(1, deck=["Pop!"]),
        "respond": thrown(["Sentry"]),
        "remove": removing,
        "arrival": arriving,
        "search": searching("Handgun"),
    }
    assert {kind: game.waits()[0] for kind, game in found.items()} == {kind: kind for kind in ASKED}
    return found


@pytest.mark.parametrize("kind", ASKED)
def test_whatever_is_not_awaited_is_refused_with_what_is(kind):
    game = asked()[kind]
    waiting = game.position.waiting
    assert waiting is not None
    for move in EVERY:
        if type(move) in PROCEDURES[kind].moves:
            continue
        refusal = game.refusal(move)
        early = kind == "occupy" and isinstance(move, moves.Play | moves.Attach | moves.Event)
        key = "first-occupy" if early else f"not-now-{type(move).__name__.lower()}"
        assert (refusal.key, refusal.fix) == (key, f"awaited-{kind}")
        assert refusal.values == {"player": game.position.game.names[waiting.player], "amount": amount_of(waiting)}
        assert refusal.rule in rules("en")
        for language in LANGUAGES:
            assert words(language).refusal(refusal)
    assert {type(move) for move in game.position.legal_moves} <= set(PROCEDURES[kind].moves)


@pytest.mark.rule("play.waiting")
def test_every_move_can_come_at_the_wrong_time():
    rule = {
        type(move).__name__: asked()["consume"].refusal(move).rule
        for move in EVERY
        if type(move) not in PROCEDURES[Decision.CONSUME].moves
    }
    assert rule == {
        "Draw": "draw.six", "Occupy": "occupy.choose", "Play": "occupy.any-number", "Attach": "occupy.any-number",
        "Event": "event.moments", "Use": "event.moments", "Take": "pile.shuffle", "Send": "combat.groups",
        "Engage": "combat.order", "Wound": "combat.wounds",
        "Done": "play.waiting", "Pass": "play.waiting",
    }  # fmt: skip
    before = asked()["draw"]
    assert [before.refusal(move).rule for move in (moves.TakeBack(0), moves.Eat())] == ["play.takeback", "consume.mix"]


# --- nothing is left out ----------------------------------------------------------------------------------------------


def refusing_modules() -> list[ModuleType]:
    """Return the kernel's modules that refuse moves."""
    names = {site.where.split(":")[0] for site in keys.refusals()} - set(ELSEWHERE)
    return [importlib.import_module(f"apz.apocalypze.{name.removesuffix('.py').replace('/', '.')}") for name in names]


def sites() -> tuple[keys.Site, ...]:
    """Return every place in the source where a move is refused."""
    return tuple(site for site in keys.refusals() if not site.where.startswith(ELSEWHERE))


@pytest.mark.skipif(not str(common_refusals.__file__).endswith(".py"), reason="compiled code has no lines of source")
def test_every_place_in_the_source_that_refuses_a_move_is_reached_with_every_key_and_remedy(monkeypatch):
    reached: set[tuple[str, str]] = set()
    fixes: set[str] = set()

    def noted(*arguments: Any, **values: Any) -> Refusal:
        refusal = reasons_refuse(*arguments, **values)
        frame = sys._getframe(1)
        where = Path(frame.f_code.co_filename).relative_to(keys.ROOT)
        reached.add((f"{where}:{frame.f_lineno}", refusal.key))
        return refusal

    reasons_refuse = common_refusals.refuse
    for module in refusing_modules():
        monkeypatch.setattr(module, "refuse", noted)
    for case in CASES:
        game, move = next(case.tried())
        fixes.add(game.refusal(move).fix)
    for game in asked().values():
        for move in EVERY:
            if refusal := why_not(game.position, move):
                fixes.add(refusal.fix)
    known = {key for _, key in reached}
    places = {(site.where, key) for site in sites() for key in site.keys}
    assert {(where, key) for where, key in places if not (key.startswith("aim-") and key in known)} - reached == set()
    assert keys.remedies() - fixes - {fix for fix in keys.remedies() if fix.startswith("problem-")} == {"card-in-game"}
