"""What a small screen needs: a way to each access point, what bots did, and what's still to do, each in few words."""

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Decision
from apz.apocalypze.moves import Wound
from apz.apocalypze.positions import build, seat
from apz.apocalypze.teaching import course
from apz.widgets import Lesson, Tutor
from apz.widgets.base.tree import plain
from apz.widgets.table import explain
from tests.texts import ui
from tests.widgets.hands import by_hand, click, doing, elements, refused, session, shown
from tests.widgets.learning_hands import go_to


def tabs(tutor: Tutor) -> dict[str, str]:
    """Return the text of each button that leads to an access point, by where it leads."""
    found = [each for each in elements(tutor.view["tree"]) if "point:" in each[1].get("data-to", "")]
    return {each[1]["data-to"]: plain(each) for each in found}


def test_each_access_point_has_a_tab_with_its_result():
    tutor = by_hand(session("police-station"))
    found = tabs(tutor)
    assert [*found] == [f"[data-place='point:{point}']" for point in (1, 2, 3, 4)]
    for point, text in enumerate(found.values(), 1):
        lane = next(each for each in elements(tutor.view["tree"]) if each[1].get("data-place") == f"point:{point}")
        said = text.partition(": ")[2]
        assert said
        assert point == 4 or all(part in plain(lane) for part in said.split(", "))
    assert "consume 2" in found["[data-place='point:4']"]


def test_a_tab_tells_no_result_that_a_learner_has_to_find():
    tutor = by_hand(session("police-station"))
    tutor.store.set(reckons=False)
    tutor.refresh()
    assert [*tabs(tutor).values()] == [f"Access point {point}" for point in (1, 2, 3, 4)]


def test_a_tab_shows_the_wounds_of_whoever_decides():
    panel = Lesson("timing")
    go_to(panel, course.lesson("timing").index("stopped"))
    found = next(each for each in elements(panel.view["tree"]) if "point:1" in each[1].get("data-to", ""))
    assert plain(found).startswith("Access point 1: Ann takes no wounds, Ben takes 2 wounds")
    assert plain(next(each for each in elements(found) if each[0] == "small")) == "2"
    panel.close()


def places(tutor: Tutor) -> list[str]:
    """Return the access points with a place that says what it's for, before a character is chosen."""
    words = ("Send here", "Block here")
    return [each[1]["data-do"] for each in elements(tutor.view["tree"]) if each[0] == "span" and each[-1] in words]


def test_every_empty_access_point_says_that_raiders_can_go_there():
    tutor = by_hand(session("police-station-groups"))
    assert places(tutor) == [f"point:{point}" for point in (1, 2, 3, 4)]
    click(tutor, places(tutor)[0])
    assert ui("en", "answers.choose-first") in shown(tutor)
    click(tutor, "escape")
    card = doing(tutor, "card:")
    move = tutor.scene.moves[0]
    assert f"card:{move.card}" in card
    click(tutor, f"card:{move.card}")
    assert not places(tutor)
    click(tutor, "point:2")
    assert places(tutor) == ["point:1", "point:3", "point:4"]


def test_only_raiders_can_be_blocked():
    tutor = by_hand(session("church-doors"))
    assert places(tutor) == ["point:2"]


def test_an_attack_that_comes_too_early_still_says_why():
    tutor = by_hand(session("police-station-groups"))
    click(tutor, next(do for do in doing(tutor, "move:") if "done" in do))
    assert refused(tutor)


def test_what_a_bot_paid_with_does_not_push_what_it_played_out_of_the_headline():
    start = build(
        seat("Church", name="Ann", hand=["2 Civilian"], deck=["9 Civilian"]),
        seat("Police Station", name="Ben", hand=["Sentry"], deck=["9 Soldier"]),
        phase="occupation",
        whose="Ann",
    )
    tutor = by_hand(new_session(start), seats=("regular", "you"), open_hands=True)
    while tutor.scene.bot:
        click(tutor, "next")
    tutor.store.set(since=0)
    tutor.refresh()
    told = explain.headline(tutor.scene)
    assert "joins Ann's survivors" in told
    assert "which pays" not in told
    how = [each for each in elements(tutor.view["tree"]) if "by-bots" in each[1].get("class", "")]
    assert told in plain(how[0])


def test_wounds_that_are_left_over_are_told_before_they_are_assigned():
    tutor = by_hand(session("both-bleed"))
    click(tutor, "point:1")
    while tutor.scene.position.waiting.kind is not Decision.WOUND:
        click(tutor, "move:pass")
    assert any(isinstance(move, Wound) for move in tutor.scene.moves)
    assert ui("en", "choice.left", wounds=1) in shown(tutor)


def test_a_rule_is_named_once_under_a_total():
    tutor = by_hand(session("police-station"))
    click(tutor, "open:sum.1.attack")
    found = [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "terms"]
    chips = [each[1]["data-do"] for each in elements(found[0]) if "rule" in each[1].get("class", "").split()]
    assert len(found[0]) > 4  # more than one term
    assert chips == [*dict.fromkeys(chips)]
