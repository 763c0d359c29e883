"""Beats: the script of each step for the page to play, in order, once, without anything hidden."""

from __future__ import annotations

import random
import re

import pytest

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.moves import Send
from apz.apocalypze.setup import new_game
from apz.core.trace import EVERYBODY
from apz.widgets import Tutor
from apz.widgets.apocalypze.beats import TELL, script
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.base.scripts import SCRIPTS
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.state import MOTIONS
from tests.texts import ui
from tests.widgets.hands import by_hand, click, elements, play, session
from tests.widgets.shortest import ways

ACT = re.compile(r"(\w+)(?: ([\w.:>-]+)((?: -?\d+)*))?")


def attribute(tutor: Tutor, name: str) -> str | None:
    """Return an attribute of the table (None if it isn't set), even if the end of the game is shown instead."""
    found: str | None
    scene = tutor.scene
    tree = scene.view.table(scene) if scene.over else tutor.view["tree"]
    (found,) = [each[1].get(name) for each in elements(tree) if "data-beats" in each[1]]
    return found


def told(tutor: Tutor) -> tuple[str, list[list[str]]]:
    """Return the name and the beats of the script on the page."""
    name, _, beats = str(attribute(tutor, "data-beats")).partition(": ")
    return name, [beat.split(", ") for beat in beats.split("; ") if beat]


def acts(tutor: Tutor) -> list[str]:
    """Return all acts on the page, in order."""
    return [act for beat in told(tutor)[1] for act in beat]


def times() -> dict[str, int]:
    """Return the acts that the page knows, with their times in milliseconds."""
    text = (SCRIPTS / "beats.js").read_text(encoding="utf-8")
    (listed,) = re.findall(r"const TIMES = \{(.*?)\}", text, re.DOTALL)
    return {verb: int(time) for verb, time in re.findall(r"(\w+): (\d+)", listed)}


def whole_games(seeds: range) -> dict[str, list[str]]:
    """Return the scripts of whole games against a bot, by the keys of the notes in their steps."""
    found: dict[str, list[str]] = {}
    for seed in seeds:
        tutor, bot = Tutor(new_game(seed=seed), seats=("you", "regular")), SensibleBot(seed)
        while not tutor.scene.over:
            for do in ways(tutor, bot):
                click(tutor, do)
            for key in {note.key for _, step in tutor.scene.recent for note in step.notes}:
                found.setdefault(key, []).append(str(attribute(tutor, "data-beats")))
        tutor.close()
    return found


@pytest.fixture(scope="module")
def games():
    return whole_games(range(6))


@pytest.mark.parametrize(
    ("note", "act"),
    {
        "character.wounded": r"shake \d+, flash \d+, sound hit",
        "character.killed": r"tilt \d+, sound crack",
        "combat.casualties": r"(down|up) \d+, .*pop wounds:\d\.",
        "combat.breach": r"shake (0|30), flash (0|30), sound thud",
        "consume.deck": r"turn deck:\d>discard:\d",
        "character.recycled": r"turn \d+>deck:\d",
        "combat.sent": r"fly (hand:\d>)?\d+",
        "searchlight.drew": r"(turn deck:0>\d+|fly deck:1>hand:1)",
        "end.won": r"sound (win|down)",
    }.items(),
)
def test_what_happens_is_seen_to_happen(games, note, act):
    assert games[note]
    assert [script for script in games[note] if not re.search(act, script)] == []


def test_the_killed_tilt_and_then_leave(games):
    leaving = [re.findall(r"tilt (\d+)(?=.*(?:fly|turn) \1>)", script) for script in games["character.killed"]]
    assert sum(map(bool, leaving)) > 4
    for beats in games["character.killed"]:
        assert not re.search(r"(?:fly|turn) (\d+)>.*; tilt \1\b", beats)


def test_every_act_is_one_that_the_page_knows_and_takes_less_than_400_ms(games):
    known = times()
    assert max(known.values()) < 400
    for scripts in games.values():
        for beats in scripts:
            for act in re.split("[;,] ", beats.partition(": ")[2]):
                assert not act or (ACT.fullmatch(act) and act.split()[0] in known), act


def test_totals_count_from_what_they_were():
    tutor = by_hand(session("police-station-groups"))
    play(tutor, Send(1, 2))
    before = next(seat.lanes for seat in pictured(tutor.scene).seats if seat.lanes)[1]
    play(tutor, Send(2, 2))
    assert "fly 2" in acts(tutor)
    assert before.owed is not None
    assert f"count sum.2.owed {before.owed.total}" in acts(tutor)
    assert "sum.2.owed" in [each[1].get("data-place") for each in elements(tutor.view["tree"])]


def test_a_bots_turn_is_one_script_in_the_order_of_its_steps():
    tutor, bot = Tutor(new_game(seed=3), seats=("you", "regular")), SensibleBot(3)
    while tutor.scene.position.turn < 3:
        for do in ways(tutor, bot):
            click(tutor, do)
    order = [note.key for _, step in tutor.scene.recent for note in step.notes if note.key in TELL]
    assert order.index("consume.deck") < order.index("occupy.chose") < order.index("character.arrived")
    seen = acts(tutor)
    wanted = ("turn deck:0>discard:0", "pulse 30", r"fly hand:1>\d+", "turn deck:1>discard:1", r"turn deck:0>\d+")
    places = [next(at for at, act in enumerate(seen) if re.fullmatch(each, act)) for each in wanted]
    assert places == sorted(places)


def test_no_card_that_is_hidden_is_named():
    for seed in range(4):
        tutor, bot = Tutor(new_game(seed=seed), seats=("you", "regular"), open_hands=False), SensibleBot(seed)
        while not tutor.scene.over:
            for do in ways(tutor, bot):
                click(tutor, do)
            notes = [note for _, step in tutor.scene.recent for note in step.notes]
            public = {each for note in notes if note.secret in (EVERYBODY, 0) for each in note.cards}
            flying = [act for act in acts(tutor) if not act.startswith("count")]
            named = {int(name) for act in flying for name in re.findall(r"(?<=[ >])\d+(?=>|$)", act)}
            hidden = named & set(tutor.scene.position.sides[1].hand)
            assert hidden <= public, (seed, acts(tutor))
        tutor.close()


def test_a_script_is_played_once_whatever_is_looked_at_meanwhile():
    tutor = by_hand(session("police-station-groups"))
    first = told(tutor)[0]
    click(tutor, f"card:{tutor.scene.moves[0].card}")
    assert told(tutor)[0] == first
    click(tutor, "escape")
    assert told(tutor)[0] == first
    play(tutor, tutor.scene.moves[0])
    assert told(tutor)[0] != first


def test_going_back_shows_no_script():
    tutor = by_hand(session("police-station"))
    play(tutor, tutor.scene.moves[0])
    assert acts(tutor)
    click(tutor, "go:undo")
    assert not acts(tutor)
    click(tutor, "go:redo")
    assert not acts(tutor)


def test_a_refusal_shakes_what_it_is_about_each_time():
    tutor = by_hand(session("first-turn"))
    held = tutor.scene.position.sides[tutor.scene.deciding].hand[0]
    click(tutor, f"card:{held}")
    name, beats = told(tutor)
    assert beats == [[f"shake {held}", "sound knock"]]
    click(tutor, f"card:{held}")
    assert told(tutor) == (told(tutor)[0], beats)
    assert told(tutor)[0] != name


def test_the_script_is_the_same_however_often_it_is_drawn():
    tutor, luck = by_hand(new_game(seed=2)), random.Random(2)
    for _ in range(40):
        tutor.session.do(luck.choice(tutor.scene.moves))
        assert script(tutor.store.look(tutor.store.state)) == attribute(tutor, "data-beats")


def test_how_fast_things_move_and_whether_they_sound_is_chosen_and_kept():
    tutor = by_hand(session("police-station"))
    assert (attribute(tutor, "data-motion"), attribute(tutor, "data-sound")) == ("normal", None)
    click(tutor, "open:controls")
    for name in MOTIONS:
        assert ui("en", f"seats.motion-{name}") in str(tutor.view)
        click(tutor, "set:motion", value=name)
        assert attribute(tutor, "data-motion") == name
    click(tutor, "set:sound", value="on")
    assert attribute(tutor, "data-sound") == "on"
    click(tutor, "set:motion", value="backward")
    click(tutor, "set:sound", value="loud")
    state = tutor.store.state
    assert (state.motion, state.sound) == (MOTIONS[-1], True)
    kept = from_data(to_data(state), tutor.session)
    assert (kept.motion, kept.sound) == (MOTIONS[-1], True)
    assert from_data({"motion": "backward", "sound": "loud"}, tutor.session).motion == "normal"
