"""attach: where attachments fit, one copy, attributes, the occupied stronghold, replaced weapons, what comes off."""

from typing import Any

import pytest

from apz.apocalypze.moves import Attach, Event, Take, Use
from apz.apocalypze.rules.find import has
from tests.apocalypze.situations import ANN, BEN, Situation, assert_ruling, seat

OFFICER, PATSY, WARRIOR, FENCE = "Police Officer", "Patsy McNally", "Gang Warrior", "Chain Link Fence"


def attaching(*hand: str, whose: str = "Ann", ben: dict[str, Any] | None = None, **zones: Any) -> Situation:
    """Return a situation where Ann occupies her Police Station or Ben's Church, with these cards in hand."""
    ann = seat("Police Station", hand=hand, deck=["Pop!"], **zones)
    return Situation(ann, seat("Church", deck=["3 Civilian"], **(ben or {})), phase="occupation", occupied=whose)


@pytest.mark.rule("attach.target")
def test_an_attachment_goes_on_what_its_text_says():
    game = attaching("The Finest", survivors=[OFFICER, "Biker"])
    finest, biker = game.card("The Finest"), game.card("Biker")
    refusal = game.refusal(Attach(finest, biker))
    assert (refusal.key, refusal.rule, refusal.fix) == ("wrong-target", "attach.target", "fitting-target")
    assert refusal.values == {"card": "The Finest", "target": "Biker", "wanted": "your-police", "choices": (OFFICER,)}
    assert refusal.cards == (finest, biker)
    game.do(Attach(finest, game.card(OFFICER)))
    assert [at.id for at in game.who(game.card(OFFICER)).attached] == [finest]
    assert game.note("attachment.attached").rule == "attach.target"


@pytest.mark.rule("attach.target")
def test_there_are_attachments_for_characters_for_strongholds_and_for_other_attachments():
    game = attaching(FENCE, survivors=[OFFICER])
    assert game.refusal(Attach(game.card(FENCE), game.card(OFFICER))).rule == "attach.target"
    game.do(Attach(game.card(FENCE), game.side(ANN).stronghold))
    assert [at.id for at in game.side(ANN).fixtures] == [game.card(FENCE)]
    game = attaching("Gang Mark", whose="Ben", ben={"attached": [FENCE]})
    assert game.refusal(Attach(game.card("Gang Mark"), game.side(BEN).stronghold)).rule == "attach.target"
    game.do(Attach(game.card("Gang Mark"), game.card(FENCE)))
    assert [at.to for at in game.side(BEN).fixtures] == [game.side(BEN).stronghold, game.card(FENCE)]


@pytest.mark.rule("attach.target")
def test_an_attachment_needs_a_target():
    game = attaching("Handgun", survivors=[OFFICER])
    refusal = game.refusal(Attach(game.card("Handgun"), game.side(BEN).deck[0]))
    assert (refusal.key, refusal.rule) == ("wrong-target", "attach.target")


@pytest.mark.rule("attach.one-copy")
def test_any_number_goes_on_one_card_but_no_second_copy():
    game = attaching("Handgun", "The Finest", survivors=[{"card": OFFICER, "attached": ["Handgun"]}, PATSY])
    officer, first, second = game.card(OFFICER), game.card("Handgun", 0), game.card("Handgun", 1)
    refusal = game.refusal(Attach(second, officer))
    assert (refusal.key, refusal.rule, refusal.fix) == ("second-copy", "attach.one-copy", "another-host")
    assert refusal.values == {"card": "Handgun", "host": OFFICER, "choices": ("Patsy McNally",)}
    assert refusal.cards == (second, officer, first)
    game.do(Attach(game.card("The Finest"), officer), Attach(second, game.card(PATSY)))
    assert len(game.who(officer).attached) == 2


@pytest.mark.rule("attach.one-copy")
@pytest.mark.parametrize("row", ["fixtures", "mark"])
def test_no_second_copy_goes_on_a_stronghold_or_on_another_attachment(row):
    if row == "fixtures":
        game = attaching(FENCE, attached=[FENCE])
        move = Attach(game.side(ANN).hand[0], game.side(ANN).stronghold)
    else:
        game = attaching("Gang Mark", whose="Ben", ben={"attached": [FENCE, {"card": "Gang Mark", "owner": "Ann"}]})
        move = Attach(game.side(ANN).hand[0], game.card(FENCE))
    assert game.refusal(move).rule == "attach.one-copy"


@pytest.mark.rule("attach.attributes")
@pytest.mark.parametrize(
    ("raider", "card", "attribute"), [("Bishop Land", "Handgun", "weapon"), ("Wes Trentin", "Baseball Bat", "weapon")]
)
def test_some_characters_refuse_what_has_an_attribute(raider, card, attribute):
    game = attaching(card, whose="Ben", raiders=[raider, "Cult Fanatic"])
    refusal = game.refusal(Attach(game.card(card), game.card(raider)))
    assert (refusal.key, refusal.rule, refusal.fix) == ("refuses-attribute", "attach.attributes", "another-host")
    assert refusal.values == {"card": card, "host": raider, "attribute": attribute, "choices": ("Cult Fanatic",)}
    assert game.legal(Attach(game.card(card), game.card("Cult Fanatic")))


@pytest.mark.rule("attach.attributes")
def test_john_misarti_refuses_guns_but_bears_a_bat():
    game = attaching("Handgun", "Baseball Bat", survivors=["John Misarti"])
    misarti = game.card("John Misarti")
    assert game.refusal(Attach(game.card("Handgun"), misarti)).values["attribute"] == "gun"
    assert game.legal(Attach(game.card("Baseball Bat"), misarti))


@pytest.mark.rule("attach.attributes")
def test_attributes_decide_what_a_search_may_take():
    deck = ["Handgun", "Baseball Bat", "Sniper Rifle"]
    game = Situation(
        seat("Police Station", survivors=[OFFICER], deck=deck), seat("Church"), phase="occupation", occupied="Ann"
    )
    game.do(Use(game.side(ANN).stronghold, text=1))
    offered = {game.position.card(move.card).name for move in game.options(Take) if isinstance(move, Take)}
    assert offered == {"Handgun", "Sniper Rifle"}


@pytest.mark.rule("attach.location", "occupy.play-there")
def test_attachments_are_played_at_the_occupied_location_only():
    game = attaching("Handgun", whose="Ben", survivors=[OFFICER], raiders=[WARRIOR])
    officer, handgun = game.card(OFFICER), game.card("Handgun")
    refusal = game.refusal(Attach(handgun, officer))
    assert (refusal.key, refusal.rule, refusal.fix) == ("attach-elsewhere", "attach.location", "occupy-other")
    assert (refusal.values["place"], refusal.values["occupied"]) == ("Police Station", "Church")
    assert refusal.cards == (handgun, officer)
    assert game.legal(Attach(handgun, game.card(WARRIOR)))
    at_home = attaching("Handgun", survivors=[OFFICER], raiders=[WARRIOR])
    assert at_home.legal(Attach(handgun, officer))
    assert at_home.refusal(Attach(handgun, game.card(WARRIOR))).rule == "attach.location"


@pytest.mark.rule("attach.displace")
def test_the_older_weapon_makes_way_for_the_new_one():
    assert_ruling("attach.displace")
    game = attaching("Baseball Bat", survivors=[{"card": OFFICER, "attached": ["Handgun", "The Finest"]}])
    game.do(Attach(game.card("Baseball Bat"), game.card(OFFICER)))
    attached = game.names(tuple(at.id for at in game.who(game.card(OFFICER)).attached))
    assert attached == ["The Finest", "Baseball Bat"]
    assert game.side(ANN).deck[-1] == game.card("Handgun")
    note = game.note("attachment.displaced")
    assert (note.rule, note.cards) == ("attach.displace", (game.card("Handgun"),))


@pytest.mark.rule("attach.displace")
def test_an_older_weapon_makes_way_even_while_a_gang_mark_takes_its_effect():
    marked = {"card": OFFICER, "attached": ["Handgun", {"card": "Gang Mark", "owner": "Ben", "to": "Handgun"}]}
    game = attaching("Baseball Bat", survivors=[marked], ben={"raiders": [WARRIOR]})
    officer = game.card(OFFICER)
    assert not has(game.position, game.who(officer), "handgun", ANN)
    game.do(Attach(game.card("Baseball Bat"), officer))
    assert game.names(tuple(at.id for at in game.who(officer).attached)) == ["Baseball Bat"]
    assert (game.side(ANN).deck[-1], game.side(BEN).deck[-1]) == (game.card("Handgun"), game.card("Gang Mark"))


@pytest.mark.rule("attach.displace")
def test_patsy_keeps_all_her_weapons():
    game = attaching("Patsy's Pistols", survivors=[{"card": PATSY, "attached": ["Handgun"]}])
    game.do(Attach(game.card("Patsy's Pistols"), game.card(PATSY)))
    assert len(game.who(game.card(PATSY)).attached) == 2
    assert game.all("attachment.displaced") == []


@pytest.mark.rule("attach.unfit")
def test_what_does_not_fit_a_turned_character_any_more_is_removed_to_its_owners_discard_pile():
    assert_ruling("attach.unfit")
    officer = {"card": OFFICER, "attached": ["Handgun", "The Finest", "Illness"]}
    game = attaching("Turned", whose="Ben", ben={"survivors": [officer]})
    game.do(Event(game.card("Turned"), (game.card(OFFICER),)))
    assert game.side(ANN).raiders[0].attached == ()
    assert game.names(game.side(BEN).discard) == ["The Finest", "Handgun"]
    assert game.names(game.side(ANN).discard) == ["Illness", "Turned"]
    notes = game.all("attachment.unfit")
    assert [(note.rule, note.values["card"]) for note in notes] == [
        ("attach.unfit", "Handgun"),
        ("attach.unfit", "The Finest"),
        ("attach.unfit", "Illness"),
    ]


@pytest.mark.rule("attach.unfit")
def test_what_fits_the_zombie_stays_on():
    game = attaching("Turned", whose="Ben", raiders=[{"card": WARRIOR, "attached": ["Adrenaline", "Baseball Bat"]}])
    game.do(Event(game.card("Turned"), (game.card(WARRIOR),)))
    (zombie,) = game.side(ANN).raiders
    assert game.names(tuple(at.id for at in zombie.attached)) == ["Adrenaline"]
