"""Every panel draws every moment: in English and German, complete, small enough, and acceptable to a page."""

import json
import re
from random import Random

import pytest

from apz import widgets
from apz.apocalypze.cards import library
from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.play import ASKED
from apz.apocalypze.positions import build, seat
from apz.widgets.apocalypze.breaks import breakable
from apz.widgets.apocalypze.changes import recent_changes
from apz.widgets.base.panel import as_json
from apz.widgets.base.scripts import script
from apz.widgets.base.tree import plain
from apz.widgets.table.panel import SessionPanel
from apz.widgets.table.tutor import sheets_of
from tests.apocalypze.wandering import any_move, positions
from tests.texts import ui
from tests.widgets.hands import POSITIONS, by_hand, click, doing, elements, play, position, shown

PANELS: tuple[type[SessionPanel], ...] = (
    widgets.TablePanel, widgets.PhasePanel, widgets.DecisionPanel, widgets.ExplainPanel, widgets.HistoryPanel,
    widgets.RulesPanel, widgets.CardPanel, widgets.CombatPanel, widgets.ConsumptionPanel, widgets.CommandPanel,
    widgets.Tutor,
)  # fmt: skip
LIMIT = 50_000
SCRIPT = script("panel.js")


def words_of(name: str) -> set[str]:
    """Return the words of a list in the script."""
    found = re.search(rf"const {name} = new Set\((.*?)\.split", SCRIPT, re.DOTALL)
    assert found
    return set(" ".join(re.findall(r'"([^"]*)"', found[1])).split())


TAGS = words_of("TAGS") | words_of("SVG_TAGS")
ATTRIBUTES = words_of("PLAIN") | {"key"}


def looked_at(panel: SessionPanel) -> None:
    """Check that a panel's view is complete and that a page accepts it."""
    assert not panel.store.state.trouble
    assert len(as_json(panel.view).encode()) < LIMIT
    for tag, attributes, *_ in elements(panel.view["tree"]):
        assert tag in TAGS
        strange = {name for name in attributes if not name.startswith(("aria-", "data-"))} - ATTRIBUTES
        assert not strange
        assert all(isinstance(value, str | int) for value in attributes.values())
        if tag == "button":
            assert attributes.get("data-do") or attributes.get("data-to") or attributes.get("type") == "submit"


@pytest.fixture(scope="module")
def kinds() -> dict[str, Position]:
    """Return a position for each kind of decision, and one of a finished game."""
    found: dict[str, Position] = {}
    for path in POSITIONS:
        moment = position(path.stem)
        found.setdefault(moment.waiting.kind if moment.waiting else "over", moment)
    for seed in range(40):
        for moment in positions(1, seed):
            found.setdefault(moment.waiting.kind if moment.waiting else "over", moment)
        if len(found) == len(ASKED) + 1:
            break
    return found


def test_there_is_a_moment_of_every_kind(kinds):
    assert set(kinds) == {*ASKED, "over"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", [*ASKED, "over"])
def test_every_panel_draws_every_kind_of_moment(kinds, kind, language):
    for panel_type in PANELS:
        panel = panel_type(new_session(kinds[kind]), language=language)
        looked_at(panel)
        panel.close()


@pytest.mark.parametrize("kind", [*ASKED, "over"])
def test_every_moment_can_be_seen_by_one_person_with_hidden_hands(kinds, kind):
    tutor = by_hand(new_session(kinds[kind]), seats=("you", "regular"))
    looked_at(tutor)
    assert not tutor.store.state.open_hands
    waiting = kinds[kind].waiting
    if waiting is None:
        click(tutor, "open:end.table")
    own = {name for player in [0] for card in kinds[kind].sides[player].hand for name in [f"card:{card}"]}
    assert own <= set(doing(tutor, "card:")) or (waiting is not None and waiting.kind == "search")
    tutor.close()


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_every_named_position_is_drawn_with_every_sheet(path):
    tutor = by_hand(new_session(position(path.stem)))
    for sheet in sheets_of(tutor.scene):
        click(tutor, f"tab:{sheet}")
        looked_at(tutor)
    tutor.close()


def test_random_legal_moves_lead_to_something_that_can_be_drawn():
    for seed in (3, 5):
        rng = Random(seed)
        start = next(iter(positions(1, seed)))
        session = new_session(start)
        tutor = by_hand(session, language=rng.choice(("en", "de")))
        for _ in range(120):
            if session.position.waiting is None:
                break
            play(tutor, any_move(session.position, rng))
            looked_at(tutor)
        tutor.close()


@pytest.mark.long
def test_the_view_stays_small_whatever_is_unfolded_in_random_games():
    for seed in range(2):
        rng = Random(seed)
        tutor = by_hand(new_session(next(iter(positions(1, seed + 50)))), language="de")
        for _ in range(70):
            if tutor.session.position.waiting is None:
                break
            for do in rng.sample(opens, k=min(4, len(opens))) if (opens := doing(tutor, "open:")) else ():
                click(tutor, do)
            click(tutor, f"tab:{rng.choice(list(sheets_of(tutor.scene)))}")
            if examples := doing(tutor, "example:"):
                click(tutor, rng.choice(examples))
            play(tutor, any_move(tutor.session.position, rng))
            assert len(as_json(tutor.view).encode()) < LIMIT
            assert not tutor.store.state.trouble
        tutor.close()


def test_a_view_is_one_text_that_says_everything():
    tutor = by_hand(new_session(position("police-station")))
    state = tutor.get_state("view")["view"]
    assert isinstance(state, str)
    assert json.loads(state) == tutor.view
    tutor.close()


def test_a_card_is_read_aloud_with_all_that_is_to_know():
    tutor = by_hand(new_session(position("police-station")))
    said = [each[2] for each in elements(tutor.view["tree"]) if each[1].get("class") == "aloud"]
    brawn = re.compile(r"Lord Brawn, gang raider, unique, attack 4, defense 2, value \d+.*, at access point 3")
    assert any(brawn.match(text) for text in said)
    tutor.close()


def test_every_button_has_a_name():
    for path in POSITIONS:
        tutor = by_hand(new_session(position(path.stem)))
        for tag, attributes, *children in elements(tutor.view["tree"]):
            if tag == "button":
                assert attributes.get("aria-label") or children, attributes
        tutor.close()


def test_house_numbers_are_marked_and_said():
    tutor = by_hand(new_session(position("police-station")))
    marked = [each for each in elements(tutor.view["tree"]) if "house" in str(each[1].get("class", "")).split()]
    assert marked
    assert "(house)" in shown(tutor)
    tutor.close()


def test_what_is_cited_is_a_rule_and_a_ruling_says_that_it_is_one():
    table = widgets.ExplainPanel(new_session(position("police-station")))
    panel = widgets.RulesPanel(table.session)
    click(panel, "open:group.combat")
    chips = [each for each in elements(panel.view["tree"]) if "rule" in str(each[1].get("class", "")).split()]
    rulings = [chip for chip in chips if "ruling" in chip[1]["class"].split()]
    assert rulings
    assert all(chip[2].startswith("ruling · ") for chip in rulings)
    table.close()
    panel.close()


@pytest.mark.parametrize(
    ("card", "zombie", "numbers"),
    [
        ("Patsy McNally", "bitten", "attack 1, defense 3, value 4"),
        ("Police Officer", True, "defense 1 (house), value 0"),
    ],
)
def test_where_learners_do_the_sums_a_wounded_zombie_has_its_face_and_a_value_less_its_wounds(card, zombie, numbers):
    turned = {"card": card, "zombie": zombie, "owner": "Ben", "wounds": 1}
    seats = seat("Church", name="Ann", raiders=[turned]), seat("Police Station", name="Ben", deck=["3 Soldier"])
    tutor = by_hand(new_session(build(*seats, phase="combat", whose="Ann", occupied="Ben")))
    tutor.store.set(reckons=False)
    tutor.store.tell()
    assert tutor.store.state.trouble == ""
    (face,) = [each for each in elements(tutor.view["tree"]) if each[1].get("data-do") == "card:1"]
    assert numbers in plain(face)


def test_a_face_is_read_with_its_text_and_its_numbers_in_words():
    ann = seat("Police Station", hand=["Biker", "Pop!"], deck=["9 Pop!"])
    tutor = by_hand(new_session(build(ann, seat("Church", deck=["9 Civilian"]), phase="draw", turn=3)))
    faces = [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "card"]
    assert {each[1]["aria-pressed"] for each in faces} == {"false"}
    (biker,) = [each for each in faces if "Biker" in each[2][2]]
    assert "as a zombie attack 1" in biker[2][2]
    assert "/" not in biker[2][2]
    assert "*" not in biker[2][2]
    (pop,) = [each for each in faces if each[2][2].startswith("Pop!")]
    assert pop[1]["aria-description"].startswith("Give one opposing character in the engagement")


def test_the_phase_that_is_on_is_marked_on_its_button_and_the_steps_are_one_stop():
    tutor = by_hand(new_session(position("first-turn")))
    (now,) = [each for each in elements(tutor.view["tree"]) if each[1].get("aria-current") == "step" and "look:" in
              each[1].get("data-do", "")]  # fmt: skip
    assert now[0] == "button"
    (steps,) = [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "moments"]
    assert steps[1]["data-row"]
    assert not [each for each in elements(tutor.view["tree"]) if "title" in each[1]]


def test_a_full_hand_draws_nothing_and_no_sum_is_made_of_that():
    full = build(seat("Police Station", hand=["6 Pop!"], deck=["9 Pop!"]), seat("Church", deck=["9 Civilian"]),
                 phase="draw", turn=3)  # fmt: skip
    tutor = by_hand(new_session(full))
    assert ui("en", "question.hand-full", player="Ann", count=6) in shown(tutor)
    assert "Cards to draw: 0" in shown(tutor)
    assert "= 0" not in shown(tutor)
    assert tutor.view["say"]["text"].endswith("draws nothing.")
    assert ui("en", "question.draw-none") in shown(tutor)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_long_word_of_a_card_can_break(language):
    say, cards = words(language), library()
    said = [say.label("unique"), say.label("twofold")]
    said += [say.catalog.text("kinds", kind) for kind in say.catalog.keys("kinds")]
    said += [text for card in cards.values() for text in cards.texts(card, language)]
    unbroken = {piece for text in said for piece in re.findall(r"\w+", breakable(language, text)) if len(piece) > 10}
    assert unbroken == set()


def test_the_page_is_told_what_fills_it_and_what_stays_in_sight():
    table, lesson, practice = by_hand(new_session(position("half-time"))), widgets.Lesson("combat"), widgets.Practice()
    for panel, frame in ((table, "screen"), (lesson, "lesson"), (practice, "1")):
        assert panel.view["tree"][1]["data-frame"] == frame
        sticky = {"lead", "asking", "ask", "beside", "task"}
        held = [each for each in elements(panel.view["tree"]) if sticky & set(each[1].get("class", "").split())]
        assert held
        assert all(each[1].get("data-held") == "1" for each in held)
    for other in (widgets.Course().map, widgets.PositionEditor()):
        assert other.view["tree"][1]["data-frame"] == "1"


def test_a_card_keeps_its_name_for_the_page_wherever_it_is_drawn_and_is_drawn_once():
    table = widgets.TablePanel(new_session(position("half-time")))
    before = pieces_on(table)
    play(table, table.scene.moves[0])
    assert set(recent_changes(table.scene)) & set(before) & set(pieces_on(table))
    assert len(before) == len(set(before)) > 10


def pieces_on(panel: SessionPanel) -> list[int]:
    """Return the ids of the pieces a panel draws."""
    return [each[1]["data-piece"] for each in elements(panel.view["tree"]) if "data-piece" in each[1]]


def test_a_card_is_drawn_with_words_that_can_break():
    gang_mark = seat("Police Station", hand=["Gang Mark"], deck=["9 Pop!"])
    table = widgets.TablePanel(new_session(build(gang_mark, seat("Church", deck=["9 Civilian"]), phase="draw", turn=3)))
    kinds = {plain(each) for each in elements(table.view["tree"]) if each[1].get("class") == "foot"}
    assert kinds == {"attach\u00adment"}
