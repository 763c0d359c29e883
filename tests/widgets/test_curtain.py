"""The curtain: two people at one screen with hidden hands, and no hand shown to the wrong person."""

from __future__ import annotations

from typing import Any

import pytest

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.cards import library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.apocalypze.visibility import named
from apz.widgets import (
    CardPanel,
    CombatPanel,
    CommandPanel,
    ConsumptionPanel,
    DecisionPanel,
    ExplainPanel,
    HistoryPanel,
    TablePanel,
    Tutor,
)
from apz.widgets.table import ask_box, explain, history, prompt, rail, tutor
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.spelling import spelled
from tests.texts import ui
from tests.widgets.hands import by_hand, click, doing, elements, shown, with_drawer

PANELS = (
    TablePanel, DecisionPanel, ExplainPanel, HistoryPanel, CardPanel, CommandPanel, CombatPanel, ConsumptionPanel,
)  # fmt: skip


def beside(seed: int = 4, **how: Any) -> Tutor:
    """Return a table for two people with hidden hands, with its drawer open."""
    seats = ("you", "you")
    return with_drawer(
        Tutor(new_session(new_game(seed=seed)), seats=seats, open_hands=False, **{"by_hand": True, **how})
    )


def secrets(position: Position, *players: int) -> set[str]:
    """Return the names of the cards that only these players may see."""
    hidden = {card for player in players for card in position.sides[player].hand} - named(position)
    out: set[int] = {*position.sides[0].discard, *position.sides[1].discard}
    for side in position.sides:
        for who in side.survivors + side.raiders:
            out |= {who.id, *(each.id for each in who.attached)}
        out |= {side.stronghold, *(each.id for each in side.fixtures)}
    known = {position.game.cards[card].name for card in out | named(position)}
    own = {position.game.cards[card].name for player in {0, 1} - {*players} for card in position.sides[player].hand}
    said = " ".join(text for card in out for text in library().texts(position.game.cards[card]))
    found = {position.game.cards[card].name for card in hidden} - known - own
    return {name for name in found if name not in said}


def seen(panel: Any) -> str:
    """Return a panel's drawing, announcement and text as one text."""
    return " ".join(
        (shown(panel), str(panel.view["tree"]), panel.view.get("say", {}).get("text", ""), panel.text(), panel.html())
    )


def test_the_curtain_is_down_until_whoever_decides_is_ready():
    table = beside()
    assert table.scene.curtain
    assert doing(table) == ["ready"]
    assert "Pass the screen to Ann." in shown(table)
    click(table, "ready")
    assert not table.scene.curtain
    assert table.scene.yours
    assert secrets(table.session.position, 0)
    assert all(name in shown(table) for name in secrets(table.session.position, 0))
    assert not any(name in seen(table) for name in secrets(table.session.position, 1))


def test_what_is_drawn_says_and_keeps_nothing_of_a_hand_while_it_is_down():
    table = beside()
    click(table, "ready")
    click(table, "move:[draw]")
    click(table, "move:[occupy, 0]")
    click(table, f"card:{table.session.position.sides[0].hand[0]}")
    click(table, "hint")
    while not table.scene.curtain:
        click(table, "move:[done]" if "move:[done]" in doing(table) else doing(table, "move:")[0])
    hands = secrets(table.session.position, 0, 1)
    assert hands
    assert table.view["say"]["text"] == "Pass the screen to Ben."
    kept = to_data(table.store.state)
    assert not {"card", "chosen", "picked", "answer", "hint", "which", "eyes"} & kept.keys()
    for panel in (table, *(each(table.session) for each in PANELS)):
        assert doing(panel) == ["ready"]
        assert [name for name in hands if name in seen(panel)] == []
    for view in (tutor.draw, prompt.draw, explain.draw, history.draw, rail.draw, ask_box.draw):
        assert [name for name in hands if name in str(view(table.scene))] == []
    assert from_data(kept, table.session).eyes is None


@pytest.mark.parametrize(
    "do",
    ["hint", "command", "move:[draw]", "deck:0", "card:0", "go:0", "open:controls", "set:hands", "next", "tab:card",
     "drop:0>board", "edit", "find", "look:hand.0"],
)  # fmt: skip
def test_behind_it_nothing_can_be_done_but_to_raise_it(do):
    table = beside()
    before = table.store.state
    click(table, do, value="open", text="hint")
    assert table.store.state == before


def test_what_happened_meanwhile_is_told_to_whoever_comes_back():
    table = beside(by_hand=False)
    click(table, "ready")
    click(table, "move:[done]")
    while not table.scene.curtain:
        click(table, "deck:0")
    click(table, "ready")
    assert table.scene.viewer == 1
    assert "Ann occupies" in shown(with_drawer(table))  # that was before Ben ever looked
    assert not table.scene.curtain


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_in_long_games_nobody_sees_a_hidden_card_of_the_other(seed):
    table, bot, curtains = beside(seed, by_hand=seed % 2 == 0), SensibleBot(), 0
    for _ in range(90):
        scene = table.scene
        if scene.over:
            break
        if scene.curtain:
            curtains += 1
            assert [name for name in secrets(scene.position, 0, 1) if name in seen(table)] == []
            click(table, "ready")
            continue
        assert [name for name in secrets(scene.position, 1 - scene.viewer) if name in seen(table)] == []
        click(table, f"move:{spelled(bot.choose(scene.game.seen_by(scene.position, scene.viewer)).move)}")
    assert curtains > 4


@pytest.mark.long
def test_the_reason_of_a_pass_and_of_a_payment_is_not_told_to_the_opponent():
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for hands in (True, False):
        for seed in range(3):
            table = by_hand(new_session(new_game(seed=seed)), seats=("you", "regular"), open_hands=hands)
            bot = SensibleBot()
            for _ in range(120):
                scene = table.scene
                if scene.over:
                    break
                if scene.bot:
                    click(table, "next")
                    reason = table.store.state.reasons[table.scene.at]
                    text = scene.words.note(reason)
                    if [
                        each
                        for each in elements(table.view["tree"])
                        if each[1].get("class") == "reason" and text in str(each)
                    ]:
                        told[hands].add(reason.key)
                else:
                    click(table, f"move:{spelled(bot.choose(scene.game.seen_by(scene.position, 0)).move)}")
    assert {"bot.passes", "bot.eats-hand"} & told[True]
    assert not {"bot.passes", "bot.eats-hand", "bot.lets-happen", "bot.takes-back"} & told[False]
    assert {"bot.plays-survivor", "bot.done"} <= told[False]


def test_that_there_was_nothing_else_to_do_is_not_told_to_the_opponent():
    table = beside(by_hand=False)
    click(table, "ready")
    assert ui("en", "explain.forced") in shown(table)
    click(table, "move:[done]")
    while not table.scene.curtain:
        click(table, "deck:0")
    click(table, "ready")
    with_drawer(table)
    steps = [each for each in elements(table.view["tree"]) if str(each[1].get("key", "")).startswith("step")]
    forced = [each[1]["key"] for each in steps if ui("en", "explain.forced") in str(each)]
    assert forced
    own = [f"step{at}" for at, step in table.scene.recent if table.scene.game.decides(step.before) == 1]
    assert {*forced} <= {*own}


def test_hands_that_are_open_need_no_curtain_and_nor_does_one_person():
    assert not Tutor(new_session(new_game(seed=4)), seats=("you", "you")).scene.curtain
    assert not Tutor(new_session(new_game(seed=4)), seats=("you", "regular"), open_hands=False).scene.curtain
