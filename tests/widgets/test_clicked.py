"""Clicks: at any decision, a click on any card gets a reply about the move most likely meant, with its rule."""

import pytest

from apz.apocalypze.ids import CardId
from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.move_text import has_text
from apz.apocalypze.model import Position, amount_of
from apz.apocalypze.moves import Eat, Play, TakeBack, Use
from apz.apocalypze.play import ASKED, legal_moves, step
from apz.apocalypze.positions import build, seat
from apz.apocalypze.rules.combat import unblocked_sum
from apz.apocalypze.rules.find import attachments, find
from apz.core.trace import Refusal, Step
from apz.widgets import CombatPanel, Tutor
from apz.widgets.apocalypze.gestures import card_of, objects
from apz.widgets.base.tree import plain
from apz.widgets.table.state import Look
from tests.apocalypze.wandering import positions
from tests.texts import ui
from tests.widgets.hands import asked, by_hand, card, click, elements, session, shown

GIVES = {"last": "event.moments", "respond": "event.respond"}  # rules that allow a decision and that no step cites


def in_sight(position: Position) -> list[CardId]:
    """Return the ids of the cards that can be clicked on the table."""
    found = [fixed.at.id for fixed in attachments(position)]
    for side in position.sides:
        found += [side.stronghold, *side.hand, *(who.id for who in side.survivors + side.raiders), *side.discard[:2]]
    return found


@pytest.fixture(scope="module")
def kinds() -> dict[str, Position]:
    """Return the position with the most visible cards in some games, for each kind of decision."""
    found: dict[str, Position] = {}
    for seed in range(12):
        for position in positions(1, seed):
            if position.waiting is None:
                continue
            kind = position.waiting.kind
            if kind not in found or len(in_sight(position)) > len(in_sight(found[kind])):
                found[kind] = position
    return found


def in_force(position: Position) -> set[str]:
    """Return the rules that the kernel cites at this decision: its own, and those of its legal moves' steps."""
    assert position.waiting
    notes = (note for move in legal_moves(position) for note in step(position, move).notes)
    return {getattr(position.waiting, "rule", ""), GIVES.get(position.waiting.kind, ""), *(note.rule for note in notes)}


def answer(position: Position, clicked: int) -> tuple[Refusal | Look | None, str]:
    """Return the reply to a click on a card and the text shown; None and `""` if the card was chosen or played."""
    tutor = by_hand(new_session(position))
    click(tutor, f"card:{clicked}")
    assert not tutor.store.state.trouble
    assert tutor.store.state.card == clicked
    own = [move for move in legal_moves(position) if card_of(position, move) == clicked]
    if steps := tutor.session.steps:
        assert [step.move for step in steps] == own
        assert not regretted(position, steps[0])
        return None, ""
    if tutor.store.state.chosen == clicked:
        assert len(own) > 1 or objects(position, own[0]) or regretted(position, step(position, own[0]))
        return None, ""
    found = tutor.store.state.answer
    assert isinstance(found, Refusal | Look)
    return found, shown(tutor)


def regretted(position: Position, made: Step) -> bool:
    """Return True for moves nobody should make by accident: abilities, take-backs, a survivor consumed, a card lost."""
    lost = any(note.key == "stronghold.full" for note in made.notes)
    eaten = isinstance(made.move, Eat) and find(position, made.move.card) is not None
    return isinstance(made.move, Use | TakeBack) or eaten or (isinstance(made.move, Play) and lost)


def test_there_is_a_table_for_every_decision(kinds):
    assert kinds.keys() == set(ASKED)


@pytest.mark.long
@pytest.mark.parametrize("kind", ASKED)
def test_a_click_on_any_card_is_answered_with_a_rule_and_what_is_to_be_done(kinds, kind):
    position = kinds[kind]
    waiting = position.waiting
    assert waiting
    own, other = position.sides[waiting.player], position.sides[1 - waiting.player]
    idle = 0
    for clicked in dict.fromkeys(in_sight(position)):
        said, text = answer(position, clicked)
        if said is None:
            continue
        rules = (said.rule,) if isinstance(said, Refusal) else said.rules
        assert rules
        assert "not a moment for using texts" not in text or has_text(position, clicked)
        if clicked in other.hand and kind not in ("consume", "search"):
            assert rules == ("play.waiting",)
        elif find(position, clicked) and not has_text(position, clicked) and clicked not in own_food(position, kind):
            idle += 1
            assert len(rules) == 1
            assert {*rules} <= in_force(position)
        assert clicked not in own.hand or isinstance(said, Refusal)
    assert idle


def own_food(position: Position, kind: str) -> list[int]:
    """Return the ids of the deciding player's survivors if cards must be consumed, otherwise []."""
    assert position.waiting
    return [who.id for who in position.sides[position.waiting.player].survivors] if kind == "consume" else []


def test_wounds_for_an_enemy_are_refused_with_the_rule_and_who_can_take_them():
    tutor = by_hand(session("police-station"))
    click(tutor, "point:1")
    assert asked(tutor).kind == "wound"
    brawn = card(tutor, "Lord Brawn")
    click(tutor, f"card:{brawn}")
    said = tutor.store.state.answer
    assert isinstance(said, Refusal)
    assert (said.key, said.rule) == ("not-own-fighter", "combat.wounds")
    can = [move.card for move in legal_moves(tutor.session.position) if hasattr(move, "card")]
    assert "Ben assigns these wounds to their own characters" in shown(tutor)
    assert all(f"Police Officer #{each}" in shown(tutor) for each in can)


def raided(deck: int) -> Tutor:
    """Return a table where Ben has one officer to block three groups, and this many cards to consume."""
    ann = seat("Roadside Diner", raiders=["Lord Brawn", "4 Gang Warrior"], deck=["9 Biker"])
    ben = seat("Police Station", survivors=["Police Officer"], deck=[f"{deck} Soldier"])
    tutor = by_hand(new_session(build(ann, ben, phase="combat", occupied="Ben")))
    raiders = [who.id for who in tutor.session.position.sides[0].raiders]
    for number, point in zip(raiders, (1, 2, 2, 3, 3), strict=True):
        click(tutor, f"move:[send, {number}, {point}]")
    click(tutor, "move:[done]")
    assert asked(tutor).kind == "defend"
    return tutor


def test_who_cannot_pay_for_all_unblocked_groups_together_is_told_before_the_groups_stand():
    tutor = raided(deck=4)
    text, alone = shown(tutor), shown(CombatPanel(tutor.session))
    for each in (text, alone):
        assert ui("en", "meal.cannot-pay", player="Ben", have=7, owed=10) in each
        assert each.count("would be out") == 1
    assert "Block nobody (consume 10)" in text
    click(tutor, "open:sum.all-owed")
    (opened,) = [each for each in elements(tutor.view["tree"]) if each[1].get("class") == "terms"]
    assert plain(opened).count("+2") == 5
    assert unblocked_sum(tutor.session.position).total == 10
    click(tutor, f"move:[send, {card(tutor, 'Police Officer')}, 2]")
    assert "would be out" not in shown(tutor)
    assert "(consume 6)" in shown(tutor)


def test_who_can_pay_for_all_unblocked_groups_is_not_warned():
    tutor = raided(deck=7)
    assert ui("en", "combat.all-owed", player="Ben") in shown(tutor)
    assert "would be out" not in shown(tutor)


def test_what_the_unblocked_groups_cost_before_the_groups_stand_is_what_is_owed_then():
    tutor = raided(deck=20)
    before = unblocked_sum(tutor.session.position)
    click(tutor, "move:[done]")
    assert asked(tutor).kind == "consume"
    assert amount_of(asked(tutor)) == before.total


def test_of_two_copies_every_sentence_names_the_number_that_is_on_the_face():
    tutor = by_hand(session("police-station"))
    click(tutor, "point:1")
    (first, *_) = [move.card for move in legal_moves(tutor.session.position) if hasattr(move, "card")]
    name = f"Police Officer #{first}"
    click(tutor, f"card:{first}")
    assert f"to {name}" in tutor.view["say"]["text"]
    assert f"wounds to {name}" in shown(tutor)


@pytest.mark.parametrize(
    ("language", "hand", "survivors"),
    [("en", "Ben's hand: 2 cards", "Ben's survivors: 1 of"), ("de", "Hand von Ben: 2", "Überlebende von Ben: 1")],
)
def test_every_seat_begins_with_the_name_of_its_player_and_its_lists_say_whose_they_are(language, hand, survivors):
    ben = seat("Church", survivors=["Civilian"], hand=["2 Pop!"], deck=["9 Civilian"])
    start = build(seat("Police Station", deck=["9 Pop!"]), ben, phase="draw", turn=2)
    tutor = by_hand(new_session(start), language=language)
    seats = [each for each in elements(tutor.view["tree"]) if str(each[1].get("class", "")).startswith("seat")]
    assert [each[2][0] for each in seats] == ["h3", "h3"]
    assert [each[2][2] for each in seats] == ["Ben, Church", "Ann, Police Station"]
    labels = [each[1].get("aria-label", "") for each in elements(tutor.view["tree"]) if each[0] == "ul"]
    headings = [" ".join(each[2:]) for each in elements(tutor.view["tree"]) if each[0] == "h4"]
    for found in (labels, headings):
        assert any(each.startswith(hand) for each in found)
        assert any(each.startswith(survivors) for each in found)
    assert "Ben: " in shown(tutor)
