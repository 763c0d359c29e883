"""The desk: seats, pace, history, stale and double clicks; all panels of a session agree."""

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.language.words import words
from apz.apocalypze.moves import Draw, Occupy
from apz.apocalypze.setup import new_game
from apz.core.trace import Refusal
from apz.widgets import DecisionPanel, ExplainPanel, HistoryPanel, TablePanel
from apz.widgets.base.tree import plain
from apz.widgets.table import scene as scene_module
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.store import TableStore
from tests.texts import ui
from tests.widgets.hands import by_hand, card, click, doing, elements, play, session, shown


@pytest.fixture
def game():
    return new_session(new_game(seed=3))


def test_all_panels_of_a_session_share_one_store(game):
    table, question = TablePanel(game), DecisionPanel(game)
    assert table.store is question.store is TableStore.of(game) is game.store
    assert TableStore.of(new_session(new_game(seed=0))) is not table.store


def test_a_gesture_in_one_panel_is_one_new_view_in_each(game):
    panels = [TablePanel(game), DecisionPanel(game), ExplainPanel(game)]
    before = [panel.serial for panel in panels]
    click(panels[1], "move:[draw]")
    assert [panel.serial for panel in panels] == [number + 1 for number in before]
    assert all(panel.view["at"] == game.at for panel in panels)


def test_a_move_from_python_is_shown_too(game):
    table = TablePanel(game)
    before = table.serial
    game.do(Draw())
    assert table.serial == before + 1
    assert table.view["at"] == game.at


def test_a_closed_panel_is_told_nothing_more(game):
    table = TablePanel(game)
    table.close()
    before = table.serial
    game.do(Draw())
    assert table.serial == before


def test_a_double_click_does_its_thing_once(game):
    tutor = by_hand(game)
    click(tutor, "move:[draw]", at=0)
    click(tutor, "move:[draw]", at=0)
    assert len(game.steps) == 1
    assert tutor.store.state.answer is None


def test_a_stale_click_does_nothing_and_says_so(game, monkeypatch):
    tutor = by_hand(game)
    monkeypatch.setattr(scene_module, "DOUBLE_CLICK", -1)
    click(tutor, "move:[draw]", at=0)
    for do in ("move:[draw]", "card:3", "point:1", "deck:0", "next", "onward"):
        before = tutor.serial
        click(tutor, do, at=0)
        assert len(game.steps) == 1
        assert tutor.serial == before + 1
        assert tutor.store.state.answer == tutor.scene.ui("answers.stale")
    click(tutor, "command", at=0, text="occupy own")
    assert len(game.steps) == 1
    assert tutor.store.state.answer == tutor.scene.ui("answers.stale")


@pytest.mark.parametrize(
    "message",
    [
        None, 7, "draw", [], {}, {"do": 3, "at": 0}, {"do": "card:x", "at": 0}, {"do": "card:-3", "at": 0},
        {"do": "card:99999", "at": 0}, {"do": "card:1", "at": "0"}, {"do": "move:[", "at": 0},
        {"do": "go:x", "at": 0}, {"do": "move:[fly]", "at": 0}, {"do": "move:!!python/object", "at": 0},
        {"do": "set:language", "at": 0}, {"do": "set:seat0", "at": 0, "values": {"value": "root"}},
        {"do": "go:99999", "at": 0}, {"do": "x" * 9999, "at": 0}, {"do": "example:../../secret@x", "at": 0},
        {"do": "draw", "at": 0, "scope": "example"}, {"do": "tab:x", "at": 0},
        {"do": "set:along", "at": 0, "values": {"value": "-1"}}, {"do": "command", "at": 0, "values": 7},
        {"do": "open:n0.0/no.such", "at": 0}, {"do": "point:99999999999", "at": 0}, {"do": "__class__:x", "at": 0},
    ],
)  # fmt: skip
def test_a_message_that_no_page_sends_changes_nothing(game, message):
    tutor = by_hand(game)
    tutor._handle_custom_msg(message, [])
    assert game.at == 0
    assert not tutor.store.state.trouble
    assert tutor.store.state.language == "en"


def test_the_controls_set_seats_hands_pace_and_language(game):
    tutor = by_hand(game)
    click(tutor, "open:controls")
    assert {"set:seat0", "set:seat1", "set:hands", "set:language"} <= set(doing(tutor, "set:"))
    assert "set:pace" not in doing(tutor)  # without a bot, there's no pace to choose
    click(tutor, "set:seat1", value="rookie")
    assert "set:pace" in doing(tutor)
    assert tutor.store.state.seats == ("you", "rookie")
    click(tutor, "set:hands", value="open")
    assert tutor.store.state.open_hands
    click(tutor, "set:pace", value="quick")
    assert tutor.store.state.quick
    click(tutor, "set:language", value="de")
    assert "Ziehphase" in shown(tutor)
    assert tutor.view["lang"] == "de"
    click(tutor, "set:seat0", value="regular")
    assert tutor.store.state.seats == ("regular", "rookie")


def test_history_goes_back_forward_anywhere_and_branches(game):
    panel = HistoryPanel(game)
    table = TablePanel(game)
    click(table, "move:[draw]")
    game.do(Draw())
    play(panel, Occupy(0))
    first = game.at
    click(panel, "go:undo")
    assert game.position.place is None
    assert ui("en", "history.branch") in shown(panel)
    click(panel, "go:redo")
    assert game.at == first
    click(panel, "set:along", value="0")
    assert game.at == 0
    click(panel, "set:along", value="99")
    assert game.at == first
    click(panel, "set:moment", value="1")
    assert game.at == 1
    assert sum(do.startswith("go:") for do in doing(panel)) >= 4


def test_the_way_along_the_history_is_in_the_question_while_somebody_goes_along_it(game):
    tutor = by_hand(game, seats=("you", "you"))

    def steps() -> list[str]:
        (ask,) = [each for each in elements(tutor.view["tree"]) if "ask" in each[1].get("class", "").split()]
        found = [each[1]["data-do"] for each in elements(ask) if each[1].get("data-do")]
        return [do for do in found if do.startswith(("go:", "set:"))]

    for move in ("move:[draw]", "move:[occupy, 0]"):
        click(tutor, move)
        assert steps() == []
    for gesture in ("go:1", "go:undo", "go:redo", "set:along"):
        click(tutor, gesture, value="2")
        assert steps() == ["go:undo", "go:redo", "set:along"]
    assert game.at == 2
    click(tutor, f"card:{game.position.sides[1].stronghold}")  # only looked at
    assert steps() == ["go:undo", "go:redo", "set:along"]
    click(tutor, "move:[done]")
    assert steps() == []


def test_that_nothing_has_happened_yet_is_said_once():
    tutor = by_hand(session("police-station"))
    assert plain(tutor.view["tree"]).count("Nothing has happened yet.") == 1


def test_another_try_stays_in_the_history():
    tutor = by_hand(session("full-house"))
    jones, officer = card(tutor, "Antonio Jones"), tutor.session.position.sides[0].hand[1]
    click(tutor, f"move:[play, {jones}]")
    click(tutor, "go:undo")
    click(tutor, f"move:[play, {officer}]")
    assert "go:1" in doing(tutor, "go:")
    assert ui("en", "history.lines") in shown(tutor)
    click(tutor, "go:1")
    assert tutor.session.at == 1


def test_undo_with_a_bot_goes_back_to_a_decision_of_ones_own(game):
    tutor = by_hand(game, seats=("you", "regular"), quick=True)
    click(tutor, "move:[draw]")
    click(tutor, "move:[occupy, 0]")
    click(tutor, "move:[done]")
    click(tutor, "onward")
    while game.position.waiting.player == 0 and game.position.waiting.kind == "consume":
        click(tutor, "deck:0")
    assert tutor.scene.yours
    click(tutor, "go:undo")
    assert tutor.scene.yours
    click(tutor, "go:redo")
    assert tutor.scene.yours


def test_another_session_can_be_shown(game):
    tutor = by_hand(game, language="de")
    other = session("wounded")
    tutor.show(other)
    assert tutor.session is other
    assert tutor.store.state.language == "de"
    before = tutor.serial
    game.do(Draw())
    assert tutor.serial == before
    for _ in range(2):
        click(tutor, f"card:{card(tutor, 'Patsy McNally')}")
    assert len(other.steps) == 1


def test_a_rule_opens_in_place_with_an_example_that_can_be_played():
    tutor = by_hand(session("first-turn"))
    click(tutor, "tab:rules")
    click(tutor, "find", text="casualties")
    click(tutor, "open:index/combat.casualties")
    rule = tutor.scene.words.rules["combat.casualties"]
    assert rule.text in shown(tutor)
    assert rule.where in shown(tutor)
    (example,) = [do for do in doing(tutor, "example:") if do.endswith("@index/combat.casualties")]
    click(tutor, example)
    scopes = [each for each in elements(tutor.view["tree"]) if each[1].get("data-scope")]
    assert len(scopes) == 1
    click(tutor, "point:1", at=0, scope="example")
    assert tutor.store.state.example is not None
    assert len(tutor.store.state.example.moves) == 1
    assert "Yorick must assign 3 wounds" in shown(tutor)
    assert ui("en", "rules.example-title") in shown(tutor)
    assert tutor.session.at == 0
    click(tutor, example)
    assert tutor.store.state.example is None


def test_a_ruling_gives_its_reason():
    tutor = by_hand(session("first-turn"))
    click(tutor, "tab:rules")
    click(tutor, "find", text="setup.first")
    click(tutor, "open:index/setup.first")
    assert tutor.scene.words.rules["setup.first"].reason in shown(tutor)
    click(tutor, "find", text="zzzz qqqq")
    assert "No rule mentions" in shown(tutor)


def test_the_card_sheet_says_all_and_its_numbers_open():
    tutor = by_hand(session("much-attached"))
    click(tutor, "tab:card")
    officer = tutor.session.position.sides[1].survivors[0].id
    click(tutor, f"card:{officer}")
    assert "open:card.attack" in doing(tutor)
    click(tutor, "open:card.attack")
    assert "Handgun" in shown(tutor)
    click(tutor, f"card:{tutor.session.position.sides[0].stronghold}")
    assert "open:card.access" in doing(tutor)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_sheet_gives_the_reason_of_an_inferred_fact_in_the_language_of_the_desk(language):
    tutor = by_hand(session("much-attached"), language=language)
    click(tutor, "tab:card")
    names = [card.name for card in tutor.session.position.game.cards]
    click(tutor, f"card:{names.index('Handgun')}")
    assert words(language).catalog.text("reasons", "handgun") in shown(tutor)


def test_a_discard_pile_is_browsed_in_its_order():
    tutor = by_hand(session("starving"))
    click(tutor, "open:discard.0")
    pile = tutor.session.position.sides[0].discard
    found = [do for do in doing(tutor, "card:") if int(do[5:]) in pile]
    assert found == [f"card:{each}" for each in pile]


def test_a_refusal_is_data_until_somebody_looks():
    tutor = by_hand(session("first-turn"))
    click(tutor, "move:[occupy, 1]")
    assert isinstance(tutor.store.state.answer, Refusal)
    click(tutor, "set:language", value="de")
    assert "Das geht nicht." in shown(tutor)


def test_house_marks_are_switched_off_on_the_table_and_stay_off_in_the_next_game():
    tutor = by_hand(session("second-turn"))

    def marked() -> list[str | None]:
        boards = [each[1] for each in elements(tutor.view["tree"]) if each[1].get("class") == "board"]
        return [each.get("data-marks") for each in boards]

    assert marked() == [None]
    click(tutor, "open:controls")
    assert ui("en", "seats.marks") in shown(tutor)
    click(tutor, "set:marks", value="zoom")
    assert marked() == ["zoom"]
    click(tutor, "set:marks", value="never")
    assert not tutor.store.state.house_marks
    assert not from_data(to_data(tutor.store.state), tutor.session).house_marks
    click(tutor, "new")
    assert not tutor.store.state.house_marks
