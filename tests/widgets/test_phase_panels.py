"""The panels of the four phases: each works alone, steps through its phase, and shows the same moment as the others."""

from __future__ import annotations

from typing import Any

import pytest

import apz
from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import COMBAT, CONSUMPTION, DRAW, OCCUPATION, PHASES
from apz.apocalypze.moves import Draw, Eat, Play
from apz.apocalypze.setup import new_game
from apz.widgets import CombatPanel, ConsumptionPanel, DecisionPanel, DrawPanel, OccupationPanel
from apz.widgets.table.spelling import spelled
from tests.widgets.hands import card, click, doing, elements, session, shown

PANELS = {DRAW: DrawPanel, OCCUPATION: OccupationPanel, COMBAT: CombatPanel, CONSUMPTION: ConsumptionPanel}


def played(steps: int = 60) -> Any:
    """Return a session of some turns between bots."""
    found, bot = new_session(new_game(seed=4)), SensibleBot()
    while len(found.steps) < steps and found.position.waiting:
        found.do(bot.choose(found.position).move)
    return found


def ways(panel: Any) -> dict[str, str]:
    """Return the gestures of a phase's back and forward buttons by direction; `""` for a disabled one."""
    found = [
        each
        for each in elements(panel.view["tree"])
        if each[0] == "button" and " in this phase: " in each[1].get("aria-label", "")
    ]
    return {each[1]["aria-label"].split()[1]: "" if each[1].get("disabled") else each[1]["data-do"] for each in found}


def test_the_draw_panel_alone_draws_and_says_why_so_many():
    panel = DrawPanel(apz.new_game(seed=4))
    assert "Cards to draw" in shown(panel)
    click(panel, "open:sum.draw")
    assert "up to six in hand" in shown(panel)
    click(panel, doing(panel, "move:")[0])
    assert isinstance(panel.session.steps[-1].move, Draw)
    assert "draws" in shown(panel)
    assert ways(panel)["back"] == "go:0"


def test_the_occupation_panel_alone_plays_cards_and_says_once_why_others_cannot_be_played():
    panel = OccupationPanel(apz.named_position("first-turn"))
    assert doing(panel, "move:") == ["move:[occupy, 0]"]
    assert shown(panel).count("until you've chosen a stronghold") == 1
    click(panel, "move:[occupy, 0]")
    assert "Ann occupies the Police Station this turn." in shown(panel)
    able = {move.card for move in panel.scene.moves if hasattr(move, "card")}
    hand = panel.session.position.sides[0].hand
    assert able & {*hand}
    assert {*hand} - able
    (listed,) = [each for each in elements(panel.view["tree"]) if each[1].get("class") == "means"]
    said, named = [], []
    for row in elements(listed):
        if row[0] == "li":
            done = [str(part[1]["data-do"]) for part in elements(row) if "data-do" in part[1]]
            cards = [int(do.removeprefix("card:")) for do in done if do.startswith("card:")]
            assert any(do.startswith("move:") for do in done) is able.issuperset(cards)
            assert able.isdisjoint(cards) or able.issuperset(cards)
            said += [part[2] for part in elements(row) if part[0] == "small"]
            assert bool(said) is able.isdisjoint(cards)  # what can be played comes first
            named += cards
    assert sorted(named) == sorted(hand)
    assert len(set(said)) == len(said)
    officer = card(panel, "Police Officer")
    click(panel, f"move:[play, {officer}]")
    assert panel.session.steps[-1].move == Play(officer)
    assert "Ann's survivors: 1 of" in shown(panel)


def test_the_combat_panel_alone_plays_a_combat_to_its_end():
    panel, bot = CombatPanel(apz.named_position("police-station")), SensibleBot()
    while panel.scene.position.phase == COMBAT:
        position = panel.scene.position
        if position.waiting.kind == "consume":
            click(panel, f"move:{spelled(bot.choose(position).move)}")
            continue
        offered = [do for do in doing(panel) if do.startswith(("move:", "point:"))]
        wounded = [f"card:{move.card}" for move in panel.scene.moves if hasattr(move, "card")]
        before = panel.session.at
        click(panel, ([do for do in offered if not do.startswith("point:")] or wounded or offered)[0])
        assert panel.session.at != before
    assert panel.session.steps
    assert "This phase" not in shown(panel)
    assert ways(panel)["back"]


def test_the_consumption_panel_alone_pays():
    panel = ConsumptionPanel(apz.named_position("starving"))
    officer = panel.session.position.sides[0].survivors[0].id
    click(panel, f"move:[eat, {officer}]")
    assert isinstance(panel.session.steps[-1].move, Eat)
    assert "consume" in shown(panel)


@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_is_stepped_through_back_and_forward(phase):
    panel = PANELS[phase](played())
    click(panel, ways(panel)["back"])
    seen = [panel.seen_at]
    while back := ways(panel)["back"]:
        assert panel.scene.position.phase == phase
        click(panel, back)
        seen.append(panel.seen_at)
    assert "step 1 of " in shown(panel)
    turn = panel.scene.position.turn
    for wanted in reversed(seen[:-1]):
        click(panel, ways(panel)["forward"])
        assert panel.seen_at == wanted
        assert (panel.scene.position.phase, panel.scene.position.turn) == (phase, turn)


@pytest.mark.parametrize("phase", PHASES)
def test_each_step_of_a_phase_is_told_with_its_rule(phase):
    panel = PANELS[phase](played())
    while panel.scene.position.phase == phase:
        click(panel, "go:undo")
    told = [
        each
        for each in elements(panel.view["tree"])
        if str(each[1].get("class", "")).startswith("step ") or each[1].get("class") == "step"
    ]
    assert told
    for each in told:
        assert any("rule" in str(part[1].get("class", "")).split() for part in elements(each))


def test_side_by_side_they_show_the_same_moment():
    table = played()
    panels = [kind(table) for kind in PANELS.values()]
    first = panels[1]
    click(first, ways(first)["back"])
    assert len({panel.seen_at for panel in panels}) == 1
    current = [
        panel for panel in panels if " in this phase" in shown(panel) and panel.scene.position.phase == panel.name
    ]
    assert current == [first]


def test_beside_a_panel_that_asks_they_do_not_ask_again():
    alone = CombatPanel(session("police-station-groups"))
    assert "move:[done]" in doing(alone)
    DecisionPanel(alone.session)
    alone.refresh()
    assert "move:[done]" not in doing(alone)


def test_a_phase_that_has_not_come_yet_says_so():
    panel = CombatPanel(apz.new_game(seed=4))
    assert "There are no steps in this phase yet." in shown(panel)
    assert ways(panel) == {"back": "", "forward": ""}


def test_with_hidden_hands_no_panel_shows_the_other_hand():
    panel = OccupationPanel(session("second-turn"))
    panel.store.seat("you", "regular", open_hands=False)
    panel.refresh()
    names = {panel.session.position.game.cards[each].name for each in panel.session.position.sides[1].hand}
    own = {panel.session.position.game.cards[each].name for each in panel.session.position.sides[0].hand}
    assert not [name for name in names - own if name in shown(panel)]
