"""The end of a game in the app: who won and why, what it cost both players, and the next steps."""

import re
from typing import Any

import pytest

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.lab import review
from apz.apocalypze.language.words import words
from apz.apocalypze.rules.consumption import resources_sum
from apz.apocalypze.rules.sums import summed
from apz.apocalypze.teaching import course
from apz.apocalypze.visibility import seen_by
from apz.core.sums import Term
from apz.core.trace import Note
from apz.widgets import App
from apz.widgets.apocalypze.ending import CONSUMED, GONE, OWED, tally
from apz.widgets.base.tree import plain
from tests.texts import says
from tests.widgets.app.visits import again, come, ended, seen, visit
from tests.widgets.hands import click, doing, elements, session, shown

BREACH, FEED = 0, 6  # seeds of games that end by a breach and by hunger


def over(seed: int = BREACH, kind: str = "play", **more: Any) -> Any:
    """Return the app after a game played to its end."""
    app = visit()
    given = {"session": ended(seed).text(), "seats": "you-regular", "hands": "hidden", "quick": True}
    app.go(kind, {**given, **more})
    return app


def notes(app: Any) -> list[Note]:
    """Return the notes of all the game's steps."""
    return [note for step in app.place.panel.session.steps for note in step.notes]


@pytest.mark.parametrize(("seed", "owed"), [(BREACH, "combat.breach"), (FEED, "feed.owed")])
@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_said_who_won_and_why_with_the_rules_and_the_numbers_of_the_kernel(seed, owed, language):
    app = over(seed)
    app.speak(language)
    panel, said = app.place.panel, seen(app)
    end, say = panel.session.position, words(language).to("Ann")
    assert say.waiting(end) in said
    found = {note.key: note for note in notes(app)}
    assert found["consume.out"].values["player"] == found[owed].values["player"] == end.game.names[1 - end.winner]
    for at, key in enumerate((owed, "consume.out")):
        assert say.note(found[key]) in said
        assert f"open:end{at}/{found[key].rule}" in doing(panel)
    have = resources_sum(end, 1 - end.winner)
    assert have == found["consume.out"].values["have"]
    click(panel, "open:sum.end")
    for term in have.terms:
        assert say.rules[term.rule].title in shown(panel)


@pytest.mark.parametrize("seed", range(8))
def test_the_tally_counts_what_the_steps_tell(seed):
    game = ended(seed)
    told, counted = [note for step in game.steps for note in step.notes], tally(game.steps)
    for key, cards in CONSUMED.items():
        for player, name in enumerate(game.start.game.names):
            paid = [note for note in told if note.key == key and note.values["player"] == name]
            assert counted.get(key.partition(".")[2], [0, 0])[player] == cards * len(paid)
    gone = sum(sum(counted.get(key, ())) for key in ("survivors", "raiders"))
    assert gone == len([note for note in told if note.key in GONE])
    breaches = [note.values for note in told if note.key == "combat.breach"]
    for player, name in enumerate(game.start.game.names):
        inside = sum(values["count"] for values in breaches if values["player"] == name)
        assert counted.get("breach", [0, 0])[1 - player] == inside


def test_the_tally_is_shown_and_nothing_in_it_that_was_not_there():
    app = over()
    panel = app.place.panel
    rows = {row[2][2]: [cell[2] for cell in row[3:]] for row in elements(panel.view["tree"])
            if row[0] == "tr" and row[2][2:]}  # fmt: skip
    assert rows == {says("en", f"tally.{key}"): [str(each) for each in both]
                    for key, both in tally(panel.session.steps).items()}  # fmt: skip
    assert says("en", "end.turns", turns=panel.session.position.turn) in seen(app)


@pytest.mark.parametrize("way", ["again", "swap"])
def test_another_game_has_the_same_settings_and_other_luck(way):
    app = over()
    old = app.place.panel.session.start
    click(app.place.panel, f"end:{way}")
    panel = app.place.panel
    assert app.place.kind == "play"
    assert panel.store.state.seats == (("you", "regular") if way == "again" else ("regular", "you"))
    assert (panel.store.state.open_hands, panel.store.state.quick, panel.scene.yours) == (False, True, True)
    new = panel.session.start
    assert [new.card(side.stronghold).name for side in new.sides] == [
        old.card(side.stronghold).name for side in old.sides
    ]
    assert (new.player, new.game.names, new.luck == old.luck) == (old.player, old.game.names, False)
    assert "end:again" not in doing(panel)
    assert again(app).place.panel.session.text() == panel.session.text()


@pytest.mark.parametrize("by_hand", [True, False])
def test_another_game_asks_for_as_many_clicks_as_this_one(by_hand):
    app = over()
    app.place.panel.store.set(by_hand=by_hand)
    click(app.place.panel, "end:again")
    assert app.place.panel.store.state.by_hand is by_hand


def test_after_a_first_game_the_next_one_is_said_to_have_full_decks():
    app = over()
    assert says("en", "end.again") in seen(app)
    first, bot = new_session(course.opening()), SensibleBot(1)
    while waiting := first.position.waiting:
        first.do(bot.choose(seen_by(first.position, waiting.player)).move)
    app.go("play", {"session": first.text(), "seats": "you-rookie", "hands": "open"})
    assert says("en", "end.anew") in seen(app)
    assert says("en", "end.again") not in seen(app)
    click(app.place.panel, "end:again")
    assert len(app.place.panel.session.start.game.cards) == 60


def test_nobody_can_play_the_other_side_of_a_game_between_bots():
    app = over(seats="regular-rookie")
    assert "end:swap" not in doing(app.place.panel)
    assert "end:walk" in doing(app.place.panel)


def test_a_game_that_was_opened_begins_again_from_the_same_start_and_ones_own_stays():
    app = over(FEED)
    own = app.last["play"]["session"]
    app.go("shared", {"session": ended(BREACH).text(), "seats": "you-you"})
    assert says("en", "end.same-start") in seen(app)
    assert "end:swap" not in doing(app.place.panel)
    start = app.place.panel.session.start
    click(app.place.panel, "end:again")
    assert (app.place.kind, app.place.panel.session.text().count("after:")) == ("shared", 0)
    assert app.place.panel.session.start == start
    assert app.last["play"]["session"] == own


def test_the_game_can_be_walked_through_from_its_start_and_back_to_its_end():
    app = over()
    panel = app.place.panel
    last = panel.session.at
    click(panel, "end:walk")
    assert (panel.session.at, panel.store.state.tab) == (0, "history")
    assert not doing(panel, "end:")
    click(panel, f"go:{last}")
    assert "end:walk" in doing(panel)


@pytest.mark.parametrize(("seed", "rule"), [(BREACH, "combat.breach"), (FEED, "feed.survivors")])
def test_a_lesson_on_what_decided_it_is_offered(seed, rule):
    app = over(seed)
    name = next(each for each in course.order() if rule in course.lesson(each).teaches)
    assert says("en", "end.lesson", title=course.lesson(name).title) in seen(app)
    click(app.place.panel, "end:lesson")
    assert (app.place.kind, app.place.panel.lesson.id) == ("lesson", name)


def test_the_game_is_shared_where_one_is():
    app = over()
    panel = app.place.panel
    click(panel, "open:end.share")
    (area,) = [each[1] for each in elements(panel.view["tree"]) if each[1].get("id") == "app-end-link"]
    assert area["value"].startswith("http://127.0.0.1/voila/render/app.ipynb?session=")
    link = "?" + area["value"].partition("?")[2]
    there = come(App(link), address=link)
    assert there.place.panel.session.text() == panel.session.text()
    click(there.place.panel, "open:end.share")
    assert area["value"] in str(there.place.panel.view["tree"])


def test_before_the_end_and_at_a_stale_click_nothing_of_it_happens():
    app = over()
    panel = app.place.panel
    click(panel, "end:again", at=3)
    click(panel, "end:nowhere")
    assert app.place.panel is panel
    click(panel, "go:undo")
    assert "ending-head" not in str(panel.view["tree"])
    click(panel, "end:again")
    assert app.place.panel is panel
    assert not panel.store.state.trouble


def test_a_position_that_is_over_from_the_beginning_says_who_won():
    app = visit()
    start = ended(FEED).position
    found = session("starving")
    found.start = start
    app.go("shared", {"session": found.text()})
    assert app.place.kind == "shared"
    assert words("en").waiting(start) in seen(app)
    assert "end:again" in doing(app.place.panel)
    assert "end:lesson" not in doing(app.place.panel)


def test_the_next_game_moves_and_sounds_like_the_last_one():
    app = over()
    click(app.place.panel, "set:motion", value="fast")
    click(app.place.panel, "set:sound", value="on")
    click(app.place.panel, "end:again")
    state = app.place.panel.store.state
    assert not app.place.panel.scene.over
    assert (state.motion, state.sound) == ("fast", True)


def headings(app: Any) -> list[str]:
    """Return the headings at the end of the game."""
    return [each[2] for each in elements(app.place.panel.view["tree"]) if each[0] == "h2"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", ["you-regular", "regular-you", "you-you", "regular-rookie"])
def test_the_only_person_is_told_whether_they_won_and_all_others_who_did(seats, language):
    app = over(seats=seats)
    app.speak(language)
    end, people = app.place.panel.session.position, [at for at, who in enumerate(seats.split("-")) if who == "you"]
    text = says(language, "end.won", player=end.game.names[end.winner])
    if len(people) == 1:
        text = says(language, "end.you-won" if people == [end.winner] else "end.you-lost")
    assert text in headings(app)
    assert not doing(app.place.panel, "card:")  # the ending replaces the table


def test_the_table_can_be_seen_at_the_end_and_the_end_again():
    app = over()
    panel = app.place.panel
    click(panel, "open:end.table")
    assert "end:again" not in doing(panel)
    assert doing(panel, "card:")
    click(panel, "open:end.table")
    assert "end:again" in doing(panel)


@pytest.mark.parametrize("seed", range(8))
def test_the_moments_that_decided_it_are_the_losers_heaviest_debts_and_each_opens(seed):
    app = over(seed)
    panel = app.place.panel
    session, end = panel.session, panel.session.position
    found = panel.scene.view.ending.turnings(panel.scene)
    loser = end.game.names[1 - end.winner]
    owed = [note.values["amount"] for note in notes(app) if note.key in OWED and note.values["player"] == loser]
    assert max(each.amount for each in found) == max(owed)
    assert found[-1].amount == owed[-1]
    assert [each.at for each in found] == sorted(each.at for each in found)
    for each in found:
        step = session.nodes[session.nodes[each.at].tries[0]].step
        assert each.note.key in [note.key for note in step.notes]
        assert f"go:{each.at}" in doing(panel)
    turning = max(found, key=lambda each: each.amount)
    click(panel, f"go:{turning.at}")
    assert (panel.session.at, doing(panel, "end:")) == (turning.at, [])


@pytest.mark.parametrize("seed", range(4))
def test_how_both_stood_is_what_the_kernel_counts_from_the_start_to_the_end(seed):
    panel = over(seed).place.panel
    rows = panel.scene.view.ending.course(panel.scene)
    for player, row in enumerate(rows):
        assert row[0] == resources_sum(panel.session.start, player).total
        assert row[-1] == resources_sum(panel.session.position, player).total
        assert len(row) == panel.session.position.turn + 1


@pytest.mark.parametrize("place", ["home", "learn", "setup", "lab"])
def test_the_way_back_leads_to_where_the_game_was_begun_after_a_reload_and_another_game_too(place):
    app = visit()
    app.go(place, {})
    app.go("play", {"session": ended(BREACH).text(), "seats": "you-regular"})
    back = again(app)
    assert says("en", f"end.back-{place}") in seen(back)
    click(back.place.panel, "end:again")
    assert back.place.panel.store.state.back == place
    click(app.place.panel, "end:back")
    assert app.place.kind == place


def test_a_way_back_that_nobody_knows_leads_home():
    app = over(back="nowhere")
    click(app.place.panel, "end:back")
    assert app.place.kind == "home"


def test_a_turning_point_opens_in_the_lab_and_as_an_exercise():
    app = over()
    panel = app.place.panel
    at = panel.scene.view.ending.turnings(panel.scene)[0].at
    moment = panel.session.position_at(at)
    click(panel, f"edit:{at}")
    assert app.place.kind == "lab"
    assert app.place.panel.position == moment
    app = over()
    click(app.place.panel, f"retry:{at}")
    assert app.place.kind == "shared"
    assert app.place.panel.session.start == moment
    assert app.place.panel.store.state.seats == ("you", "regular")
    app = over()
    for strange in ("edit:99999", "retry:x", "retry:-1"):
        click(app.place.panel, strange)
        assert app.place.kind == "play"


def test_moves_that_were_not_legal_are_listed_with_their_rules():
    app = over()
    panel = app.place.panel
    assert says("en", "end.illegal") not in shown(panel)
    click(panel, "go:1")
    click(panel, "command", text="done")
    tried = dict(panel.store.state.refusals)
    assert len(tried) == 1
    (at, rule), *_ = tried.items()
    click(panel, f"go:{panel.scene.whole_line[-1]}")
    assert says("en", "end.illegal") in shown(panel)
    assert panel.scene.words.rules[rule].title in shown(panel)
    assert f"retry:{at}" in doing(panel)


def test_costly_choices_are_found_on_request_and_open_like_turning_points(monkeypatch):
    monkeypatch.setattr(review, "EACH", 60.0)
    monkeypatch.setitem(review.review.__kwdefaults__, "seconds", 600.0)  # so that a busy machine gets the same result
    app = over()
    panel = app.place.panel
    click(panel, "review")
    state = panel.store.state
    assert says("en", "end.costly") in shown(panel)
    assert state.reviewed in shown(panel)
    found = panel.scene.game.review(panel.session, seat=0)
    assert {*state.costly} == {each.moment for each in found.costly_choices}
    for at in state.costly:
        assert {f"go:{at}", f"edit:{at}", f"retry:{at}"} <= {*doing(panel)}
    assert not re.search(r"Turn (\d+)\. Turn \1,", shown(panel))  # the turn is told once


@pytest.mark.parametrize("seats", ["you-regular", "regular-you"])
def test_the_only_persons_line_has_the_first_look_and_the_last_debt_is_told_once(seats):
    app = over(seats=seats)
    tree = app.place.panel.view["tree"]
    lines = [each for each in elements(tree) if each[0] == "li" and each[1].get("class", "").startswith("seat-")]
    (mine,) = [each for each in lines if each[2].startswith(f"{says('en', 'end.you')}:")]
    assert mine[1]["class"] == "seat-0"
    owed = [note for note in notes(app) if note.key in OWED][-1]
    text = words("en").to("Ann" if seats == "you-regular" else "Ben").note(owed)
    told = [each for each in elements(tree) if each[1].get("class") == "turnings"]
    assert says("en", "end.last") in plain(told[0])
    assert text not in plain(told[0])


def test_an_ability_that_raises_the_damage_is_named_in_the_sum():
    extra = Term(1, "Gang Bully", "combat.breach", 7, True, "ability")
    plain_damage = Term(2, "Gang Bully", "stronghold.damage", 7)
    assert words("en").sum(summed([plain_damage, extra])) == "3 = 2 (Gang Bully) + 1 (Gang Bully's ability)"
