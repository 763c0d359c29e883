"""stronghold: access points, capacity, damage, its ability, characters without room, once per game."""

import pytest

from apz.apocalypze.language.words import words
from apz.apocalypze.model import DECK, amount_of
from apz.apocalypze.moves import Done, Draw, Eat, Occupy, Pass, Play, Send, Take, Use
from apz.apocalypze.rules.sums import access_sum, breach_sum
from tests.apocalypze.situations import ANN, BEN, Situation, assert_ruling, cited, engagement, groups, seat

OFFICER, WARRIOR, FENCE = "Police Officer", "Gang Warrior", "Chain Link Fence"


def raid(stronghold: str, fixtures: list[str], raiders: int = 2) -> Situation:
    """Return a situation where Ann's gang warriors are about to attack Ben."""
    ben = seat(stronghold, attached=fixtures, survivors=[OFFICER], deck=["9 Police Officer"])
    ann = seat("Roadside Diner", raiders=[f"{raiders} {WARRIOR}"], deck=["3 Biker"])
    return Situation(ann, ben, phase="combat")


@pytest.mark.rule("stronghold.access")
def test_no_group_attacks_beyond_the_access_points():
    game = raid("Police Station", [])
    raider = game.card(WARRIOR)
    assert {move.point for move in game.options(Send) if isinstance(move, Send)} == {1, 2, 3, 4}
    for point in (0, 5):
        refusal = game.refusal(Send(raider, point))
        assert (refusal.key, refusal.rule, refusal.fix) == ("no-such-point", "stronghold.access", "other-point")
        assert (refusal.values["point"], refusal.values["access"].total, refusal.values["points"]) == (
            point,
            4,
            ("1", "2", "3", "4"),
        )
        assert refusal.cards == (raider, game.side(BEN).stronghold)
    assert game.legal(Send(raider, 4))


@pytest.mark.rule("stronghold.access")
def test_a_fence_takes_away_an_access_point_but_never_the_last():
    game = raid("Police Station", [FENCE])
    total = access_sum(game.position, BEN)
    assert [(term.amount, term.name, term.rule) for term in total.terms] == [
        (4, "Police Station", "stronghold.access"),
        (-1, FENCE, "stronghold.access"),
    ]
    refusal = game.refusal(Send(game.card(WARRIOR), 4))
    assert refusal.values["access"] == total  # it names the fence
    assert refusal.house
    assert access_sum(game.position, BEN)._replace(terms=total.terms[1:]).total == 1


@pytest.mark.rule("stronghold.capacity", "stronghold.newest")
def test_a_survivor_beyond_the_capacity_is_removed():
    ann = seat("Roadside Diner", survivors=["6 Biker"], hand=["Moose Tucker"], deck=["3 Biker"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Play(game.card("Moose Tucker")))
    assert len(game.side(ANN).survivors) == 6
    assert game.side(ANN).discard == (game.card("Moose Tucker"),)
    removed = game.note("character.removed")
    assert (removed.rule, removed.cards) == ("stronghold.capacity", (game.card("Moose Tucker"),))


@pytest.mark.rule("stronghold.capacity")
@pytest.mark.parametrize("survivors", [5, 6])
def test_the_last_place_is_a_place(survivors):
    ann = seat("Roadside Diner", survivors=[f"{survivors} Biker"], hand=["Biker"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Play(game.side(ANN).hand[0]))
    assert ("stronghold.capacity" in cited(game.notes)) == (survivors == 6)


@pytest.mark.rule("stronghold.newest")
def test_the_newest_survivor_finds_no_room_and_the_move_is_legal_all_the_same():
    assert_ruling("stronghold.newest")
    ann = seat("Roadside Diner", survivors=["6 Biker"], hand=["Moose Tucker"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    before = game.side(ANN).survivors
    assert game.legal(Play(game.card("Moose Tucker")))
    game.do(Play(game.card("Moose Tucker")))
    assert game.side(ANN).survivors == before
    note = game.note("stronghold.full")
    assert (note.rule, note.values["card"], note.values["capacity"]) == ("stronghold.newest", "Moose Tucker", 6)


@pytest.mark.rule("stronghold.newest")
def test_a_survivor_that_a_text_puts_into_play_finds_no_room_either():
    ann = seat("Police Station", survivors=["7 Police Officer"], deck=["Patsy McNally", "Pop!"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Use(game.side(ANN).stronghold), Take(game.card("Patsy McNally")))
    assert len(game.side(ANN).survivors) == 7
    assert game.side(ANN).discard == (game.card("Patsy McNally"),)
    assert game.note("stronghold.full").rule == "stronghold.newest"


@pytest.mark.rule("stronghold.newest")
def test_a_survivor_that_the_searchlight_found_in_the_opponents_turn_finds_no_room_either():
    ann = seat("Church", hand=["Civilian"], deck=["3 Civilian"])
    ben = seat("Roadside Diner", attached=["Searchlight"], survivors=["6 Biker"], deck=["Moose Tucker", "Hog"])
    game = Situation(ann, ben, phase="occupation", occupied="Ben")
    game.do(Play(game.side(ANN).hand[0], zombie=True))
    assert game.waits() == ("arrival", BEN)
    game.do(Use(game.card("Searchlight")), Take(game.card("Moose Tucker")))
    assert len(game.side(BEN).survivors) == 6
    assert game.side(BEN).discard == (game.card("Moose Tucker"),)
    assert game.note("stronghold.full").values["card"] == "Moose Tucker"


@pytest.mark.rule("stronghold.damage")
@pytest.mark.parametrize(("stronghold", "damage"), [("Police Station", 2), ("Military Base", 1), ("Church", 3)])
def test_each_raider_that_gets_in_costs_the_damage(stronghold, damage):
    game = raid(stronghold, [], raiders=2)
    total = breach_sum(game.position, BEN, game.side(ANN).raiders)
    assert [(term.amount, term.rule) for term in total.terms] == [(damage, "stronghold.damage")] * 2
    first, second = (who.id for who in game.side(ANN).raiders)
    game.do(*groups([[first, second]], []))
    assert game.note("combat.breach").values["damage"] == damage
    assert game.position.waiting is not None
    assert amount_of(game.position.waiting) == 2 * damage


@pytest.mark.rule("stronghold.text")
def test_a_stronghold_text_works_in_its_owners_occupation_phase():
    ann = seat("Police Station", survivors=[OFFICER], deck=["Handgun", "Pop!"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Use(game.side(ANN).stronghold, text=1))
    assert game.note("text.used").rule == "stronghold.text"
    game.do(Pass())
    refusal = game.refusal(Use(game.side(ANN).stronghold, text=1))
    assert (refusal.key, refusal.rule, refusal.fix) == ("once-a-turn", "stronghold.text", "next-turn")


@pytest.mark.rule("stronghold.text")
@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("Police Station", "Ann uses ability 2 of Police Station."),
        ("Moose Tucker", "Ann uses the ability of Moose Tucker."),
    ],
)
def test_the_note_numbers_an_ability_only_of_a_card_that_has_several(card, said):
    ann = seat("Police Station", name="Ann", survivors=[OFFICER, "Moose Tucker"], deck=["Handgun"], discard=["Hog"])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    game.do(Use(game.card(card), text=1 if card == "Police Station" else 0))
    assert words("en").note(game.note("text.used")).startswith(said)


@pytest.mark.rule("stronghold.text")
def test_a_stronghold_text_for_the_occupation_phase_does_not_work_in_combat():
    game = engagement([WARRIOR], [{"card": OFFICER, "attached": ["Adrenaline"]}])
    refusal = game.refusal(Use(game.side(BEN).stronghold, text=1))
    assert (refusal.key, refusal.rule, refusal.fix) == ("wrong-moment", "stronghold.text", "keep-it")
    assert refusal.values == {"card": "Police Station", "moment": "occupation"}


@pytest.mark.rule("stronghold.text")
def test_other_strongholds_work_always_or_at_the_moment_they_name():
    ann = seat("Military Base", survivors=["2 Soldier"], deck=["9 Soldier"])
    game = Situation(ann, seat("Church"), phase="draw")
    game.do(Draw())
    assert len(game.side(ANN).hand) == 6 + 1
    assert game.note("draw.bonus").values == {"card": "Military Base", "amount": 1}
    assert game.refusal(Use(game.side(ANN).stronghold)).key == "not-now-use"
    game.do(Occupy(ANN))
    assert game.refusal(Use(game.side(ANN).stronghold)).key == "nothing-to-use"


@pytest.mark.rule("stronghold.once-game")
def test_a_text_that_works_once_a_game_stays_used_up():
    ann = seat("Police Station", survivors=[OFFICER], deck=["3 Police Officer", "20 Pop!"])
    game = Situation(ann, seat("Church", deck=["20 Civilian"]), phase="occupation", occupied="Ann")
    station, sought = game.side(ANN).stronghold, game.card(OFFICER, 1)
    game.do(Use(station), Take(sought))
    for _ in range(2):
        refusal = game.refusal(Use(station))
        assert (refusal.key, refusal.rule, refusal.fix) == ("once-a-game", "stronghold.once-game", "")
        assert refusal.values == {"card": "Police Station"}
        game.do(Done(), Eat(DECK), Eat(DECK), Draw(), Occupy(BEN), Done(), Eat(DECK), Draw(), Occupy(ANN))
    assert game.legal(Use(station, text=1))  # the other ability can be used every turn
