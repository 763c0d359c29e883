"""Pace: moves that leave nothing to decide happen on their own, and one gesture makes moves that go together."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.model import COMBAT, Decision
from apz.apocalypze.moves import Attach, Draw, Eat, Occupy, Pass, Play, Send, Use, Wound
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.apocalypze.shortcuts import shortcuts
from apz.widgets import Lesson, Tutor
from apz.widgets.table.saving import from_data, to_data
from apz.widgets.table.spelling import spelled
from tests.texts import ui
from tests.widgets.hands import asked, card, click, doing, elements, session, shown, with_drawer
from tests.widgets.shortest import passes_on


def test_drawing_and_the_only_stronghold_make_themselves():
    tutor = Tutor(new_game(seed=4), by_hand=False, seats=("you", "regular"))
    assert [type(step.move) for step in tutor.session.steps] == [Draw, Occupy]  # the first turn leaves only one choice
    assert tutor.store.state.forced == (1, 2)
    assert ui("en", "explain.forced") in shown(with_drawer(tutor))


def test_by_hand_nothing_makes_itself():
    tutor = Tutor(new_game(seed=4), by_hand=True, seats=("you", "regular"))
    assert not tutor.session.steps
    click(tutor, "open:controls")
    click(tutor, "set:steps", value="self")
    assert len(tutor.session.steps) == 2


def test_undo_goes_back_over_what_made_itself_and_redo_forward():
    tutor = Tutor(new_game(seed=4), by_hand=False, quick=True, seats=("you", "regular"))
    click(tutor, "move:[done]")
    decided = tutor.store.state.at
    click(tutor, "move:[eat]")
    later = tutor.store.state.at
    assert later > decided + 1
    assert tutor.scene.yours
    click(tutor, "go:undo")
    assert tutor.store.state.at == decided
    click(tutor, "go:redo")
    assert tutor.store.state.at == later


def test_everyone_is_sent_to_one_access_point_by_one_gesture():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    start = tutor.session.at
    offered = tutor.scene.view.shortcuts(tutor.scene)
    name = next(each for each in offered if each.startswith("send-all"))
    click(tutor, f"shortcut:{name}")
    sent = [step.move for step in tutor.session.steps[start:]]
    assert len(sent) > 1
    assert {move.point for move in sent if isinstance(move, Send)} == {int(name[-1])}
    click(tutor, "go:undo")
    assert tutor.session.at < start + len(sent)


def test_a_debt_is_paid_by_one_gesture():
    steps = (step for _, step in steps_of(SensibleBot(), SensibleBot(), new_game(seed=4)))
    owing = next(step.before for step in steps if [each.key for each in shortcuts(step.before)] == ["pay-cheapest"])
    tutor = Tutor(owing, by_hand=False)
    click(tutor, "shortcut:pay-cheapest")
    assert {type(step.move) for step in tutor.session.steps[: owing.waiting.amount]} == {Eat}
    assert tutor.scene.position.waiting != owing.waiting


def test_what_made_itself_is_kept():
    tutor = Tutor(new_game(seed=4), by_hand=False, seats=("you", "regular"))
    kept = from_data(to_data(tutor.store.state), tutor.session)
    assert (kept.by_hand, kept.forced) == (False, (1, 2))


def test_a_shortcut_that_is_not_offered_changes_nothing():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    before = tutor.store.state
    click(tutor, "shortcut:pay-cheapest")
    assert tutor.store.state == before


def test_unless_told_forced_moves_make_themselves_and_bots_move_at_once():
    tutor = Tutor(new_game(seed=4), seats=("regular", "you"))
    assert (tutor.store.state.quick, tutor.store.state.by_hand) == (True, False)
    assert tutor.scene.yours
    assert tutor.session.steps
    stepped = Tutor(new_game(seed=4), seats=("regular", "you"), quick=False, by_hand=True)
    assert not stepped.session.steps


def test_another_panel_of_a_session_leaves_its_pace_alone():
    tutor = Tutor(new_game(seed=4), seats=("you", "regular"), quick=False, by_hand=True)
    again = Tutor(tutor.session)
    assert (again.store.state.quick, again.store.state.by_hand) == (False, True)
    assert not again.session.steps


def test_a_lesson_is_stepped_by_hand():
    assert Lesson("table").store.state.by_hand


def test_a_new_game_begins_as_the_first_one_did():
    tutor = Tutor(new_game(seed=4), seats=("regular", "you"))
    click(tutor, "new")
    assert tutor.scene.yours
    assert tutor.session.steps


def test_ten_raiders_attack_by_one_click_and_undo_takes_them_back():
    ann = seat("Church", name="Ann", raiders=["10 Gang Warrior"], deck=["9 Civilian"])
    ben = seat("Police Station", name="Ben", survivors=["Police Officer"], deck=["9 Pop!"])
    tutor = Tutor(build(ann, ben, phase="combat", whose="Ann", occupied="Ben"))
    assert {f"shortcut:attack-all-{point}" for point in (1, 2, 3, 4)} <= {*doing(tutor)}
    click(tutor, "shortcut:attack-all-3")
    combat = tutor.scene.position.combat
    assert combat
    assert [len(group) for group in combat.attack] == [0, 0, 10, 0]
    assert asked(tutor).kind is not Decision.ATTACK
    click(tutor, "go:undo")
    assert asked(tutor).kind is Decision.ATTACK


def test_who_has_sent_somebody_elsewhere_does_not_attack_one_access_point_with_all():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    click(tutor, f"drop:{tutor.scene.moves[0].card}>point:2")
    assert doing(tutor, "shortcut:attack-all") == ["shortcut:attack-all-2"]


def test_several_who_are_clicked_one_after_the_other_are_sent_by_one_click():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    first, second, third = sorted({move.card for move in tutor.scene.moves})[:3]
    for each in (first, second, third, first):  # the last click takes the first one out again
        click(tutor, f"card:{each}")
    assert (tutor.store.state.chosen, tutor.store.state.picked) == (second, (third,))
    pressed = [each[1]["data-piece"] for each in elements(tutor.view["tree"]) if each[1].get("aria-pressed") == "true"]
    assert {*pressed} == {second, third}
    assert ui("en", "combat.send-these", count=2) in shown(tutor)
    click(tutor, "point:2")
    assert [step.move for step in tutor.session.steps] == [Send(second, 2), Send(third, 2)]
    assert tutor.store.state.chosen is None


def test_several_defenders_block_by_a_click_on_an_attacker_and_the_rest_elsewhere_by_one_more():
    ann = seat("Church", name="Ann", raiders=["4 Gang Warrior"], deck=["9 Civilian"])
    ben = seat("Police Station", name="Ben", survivors=["4 Police Officer"], deck=["9 Pop!"])
    tutor = Tutor(build(ann, ben, phase="combat", whose="Ann", occupied="Ben"))
    raiders = sorted({move.card for move in tutor.scene.moves})
    for do in (f"card:{raiders[0]}", f"card:{raiders[1]}", "point:1", "shortcut:attack-rest-3"):
        click(tutor, do)
    officers = sorted({move.card for move in tutor.scene.moves if isinstance(move, Send)})
    for each in (officers[0], officers[1], raiders[3]):
        click(tutor, f"card:{each}")
    click(tutor, "shortcut:block-rest-1")
    combat = tutor.scene.position.combat
    assert combat
    assert combat.defense == (tuple(officers[2:]), (), tuple(officers[:2]), ())
    assert asked(tutor).kind is not Decision.DEFEND


def test_by_hand_another_click_chooses_another_one():
    tutor = Tutor(session("police-station-groups"), by_hand=True)
    first, second = sorted({move.card for move in tutor.scene.moves})[:2]
    click(tutor, f"card:{first}")
    click(tutor, f"card:{second}")
    assert (tutor.store.state.chosen, tutor.store.state.picked) == (second, ())


def test_who_is_left_joins_one_group_and_the_attack_begins_by_one_click():
    tutor = Tutor(session("police-station-groups"), by_hand=False)
    click(tutor, f"drop:{tutor.scene.moves[0].card}>point:2")
    click(tutor, "shortcut:attack-rest-1")
    combat = tutor.scene.position.combat
    assert combat
    assert [bool(group) for group in combat.attack] == [True, True, False, False]
    assert asked(tutor).kind is not Decision.ATTACK


def armed(*survivors: str, by_hand: bool = False, **zones: Any) -> Tutor:
    """Return a table where Ann can attach a gun to one of her survivors."""
    given = {"survivors": [*survivors], "hand": ["Handgun"], "deck": ["9 Civilian"], **zones}
    start = build(
        seat("Police Station", name="Ann", **given), seat("Church", name="Ben"), phase="occupation", whose="Ann",
        occupied="Ann",
    )  # fmt: skip
    return Tutor(start, by_hand=by_hand)


def test_a_card_with_one_target_or_only_equal_ones_is_played_by_one_click():
    for survivors in (["Police Officer"], ["3 Police Officer"]):
        tutor = armed(*survivors)
        click(tutor, f"card:{card(tutor, 'Handgun')}")
        assert isinstance(tutor.session.steps[0].move, Attach)


def test_a_card_with_several_targets_or_by_hand_waits_for_its_target():
    for tutor in (armed("Police Officer", "Patsy McNally"), armed("Police Officer", by_hand=True)):
        click(tutor, f"card:{card(tutor, 'Handgun')}")
        assert not tutor.session.steps
        assert tutor.store.state.chosen == card(tutor, "Handgun")


def test_all_characters_are_played_by_one_click():
    tutor = armed("Patsy McNally", "Antonio Jones", hand=["3 Police Officer", "Handgun"])
    assert ui("en", "shortcuts.play-all", count=3) in shown(tutor)
    click(tutor, "shortcut:play-all")
    assert [type(step.move) for step in tutor.session.steps] == [Play, Play, Play]


def test_an_ability_with_one_way_to_use_it_has_a_button_of_its_own():
    tutor = armed("Bishop Land", deck=["5 Cult Fanatic"])
    name = f"shortcut:use-{card(tutor, 'Bishop Land')}"
    assert ui("en", "shortcuts.use", card="Bishop Land") in shown(tutor)
    click(tutor, name)
    assert isinstance(tutor.session.steps[0].move, Use)
    assert name not in doing(armed("Bishop Land", deck=["5 Cult Fanatic"], by_hand=True))


def test_a_debt_of_one_survivor_is_paid_by_one_click():
    ann = seat("Police Station", name="Ann", survivors=["2 Police Officer", "Patsy McNally"])
    tutor = Tutor(
        build(ann, seat("Church", name="Ben", deck=["9 Pop!"]), phase="consumption", whose="Ann", occupied="Ann")
    )
    click(tutor, "shortcut:pay-cheapest")
    assert [type(step.move) for step in tutor.session.steps][:1] == [Eat]


def windows() -> Iterator[Tutor]:
    """Yield games against a bot, each at a window where a bot would pass until the end of the phase."""
    for seed in range(40):
        tutor = Tutor(new_game(seed=seed), seats=("you", "regular"))
        bot = SensibleBot(seed)
        for _ in range(60):
            if tutor.scene.over:
                break
            if "decline" in doing(tutor) and passes_on(bot, tutor.scene.position):
                yield tutor
                break
            click(tutor, f"move:{spelled(bot.choose(tutor.scene.position).move)}")
        tutor.close()


def test_passing_is_declined_once_for_a_whole_phase():
    skipped = 0
    for tutor in islice(windows(), 8):
        before = tutor.scene
        click(tutor, "decline")
        after = tutor.scene
        steps = after.steps[len(before.steps) :]
        asked = [
            step.move for step in steps
            if step.before.waiting.player == 0 and step.before.waiting.kind is Decision.WINDOW
            and step.before.phase == COMBAT and step.before.turn == before.position.turn
        ]  # fmt: skip
        assert {*asked} == {Pass()}
        skipped += len(asked) - 1
        if len(asked) > 1:
            click(with_drawer(tutor), "tab:history")
            assert ui("en", "explain.declined") in shown(tutor)
        again = not after.over and (after.position.phase, after.position.turn) == (COMBAT, before.position.turn)
        assert not (again and after.position.waiting.kind is Decision.WINDOW)
        click(tutor, "go:undo")
        assert tutor.store.state.declined is None
        assert "decline" in doing(tutor) or len(asked) == 0
    assert skipped > 0


def test_by_hand_each_window_is_passed_by_itself():
    tutor = next(windows())
    click(tutor, "set:steps", value="hand")
    assert "decline" not in doing(tutor)
    before = tutor.store.state
    click(tutor, "decline")
    assert tutor.store.state.at == before.at


def test_nothing_is_declined_for_the_other_person_at_the_table():
    tutor = next(windows())
    click(tutor, "set:seat1", value="you")
    click(tutor, "decline")
    assert [step.before.waiting.player for step in tutor.session.steps if step.move == Pass()][-1] == 0
    assert tutor.scene.declined is False or tutor.scene.deciding == 0


def choosing(by_hand: bool = False) -> Tutor:
    """Return a table where Ann must occupy a stronghold."""
    hand = ["Patsy McNally", "Alex Bloom", "2 Fast Zombie"]
    ann = seat("Police Station", name="Ann", survivors=["Antonio Jones"], hand=hand, deck=["9 Civilian"])
    ben = seat("Church", name="Ben", deck=["9 Pop!"])
    return Tutor(build(ann, ben, phase="occupation", whose="Ann", turn=3), by_hand=by_hand)


def test_a_card_that_can_be_played_at_one_stronghold_only_occupies_it():
    for name, place, do in (("Patsy McNally", 0, "card:{}"), ("Fast Zombie", 1, "drop:{}>board")):
        tutor = choosing()
        held = card(tutor, name)
        spots = [each for each in elements(tutor.view["tree"]) if "lit" in str(each[1].get("class")).split()]
        assert held in {part[1].get("data-piece") for spot in spots for part in elements(spot)}
        click(tutor, do.format(held))
        assert [step.move for step in tutor.session.steps] == [Occupy(place), Play(held)]
        assert tutor.store.state.forced == (1,)
        for language in ("en", "de", "es"):
            click(tutor, "set:language", value=language)
            assert ui(language, "explain.implied") in shown(with_drawer(tutor))
        click(tutor, "go:undo")
        click(tutor, "go:undo")
        assert tutor.store.state.at == 0


def test_a_drop_on_what_cannot_take_the_card_occupies_nothing():
    tutor = choosing()
    click(tutor, f"drop:{card(tutor, 'Fast Zombie')}>card:{card(tutor, 'Antonio Jones')}")
    assert not tutor.session.steps


def test_by_hand_the_stronghold_is_chosen_first():
    tutor = choosing(by_hand=True)
    click(tutor, f"card:{card(tutor, 'Patsy McNally')}")
    click(tutor, "shortcut:play-all-at-1")
    assert not tutor.session.steps
    assert tutor.store.state.answer


def test_all_characters_are_played_at_a_stronghold_by_one_click():
    tutor = choosing()
    assert ui("en", "shortcuts.play-all-at", count=2, place="Police Station") in shown(tutor)
    click(tutor, "shortcut:play-all-at-1")
    assert [type(step.move) for step in tutor.session.steps] == [Occupy, Play, Play]


def test_equal_characters_are_wounded_without_asking_with_a_word_about_it():
    ann = seat("Church", name="Ann", raiders=["2 Gang Warrior"], deck=["9 Civilian"])
    ben = seat("Police Station", name="Ben", survivors=["2 Police Officer"], deck=["9 Pop!"])
    start = build(ann, ben, phase="combat", whose="Ann", occupied="Ben")
    tutor = Tutor(start)
    click(tutor, "shortcut:attack-all-1")
    click(tutor, "shortcut:block-all-1")
    made = [number for number, step in enumerate(tutor.session.steps, 1) if isinstance(step.move, Wound)]
    assert made[0] in tutor.store.state.forced
    assert ui("en", "explain.alike") in shown(with_drawer(tutor))
    stepped = Tutor(start, by_hand=True)
    for step in tutor.session.steps[: made[0] - 1]:
        click(stepped, f"move:{spelled(step.move)}")
    assert asked(stepped).kind is Decision.WOUND
