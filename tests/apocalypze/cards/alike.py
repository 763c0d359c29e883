"""Checks that many cards share: where they fit, what they add, and when they can be used."""

from typing import Any

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.moves import Attach, Event, Play, Use
from tests.apocalypze.cards.staging import ANN, Desk, attack, bearing, named, occupation, side


def unique_survivor(name: str) -> None:
    """Check that only one copy of a survivor can be in play, counting both players, and that it has no zombie side."""
    desk = occupation(side(hand=[name]), side(), "Ann")
    assert desk.no(Play, name, zombie=True) == "one-side-only"
    desk.do(Play, name)
    assert desk.survivors(ANN) == [name]
    taken = occupation(side(hand=[name]), side(survivors=[name]), "Ann")
    assert taken.why(Play, taken.now.sides[ANN].hand[0]).rule == "character.unique"


def survivor_in_occupation_only(name: str) -> None:
    """Check that a survivor's occupation-phase ability is refused in an engagement, even if the survivor is in it."""
    ben = side(survivors=[name], discard=["Handgun"], deck=["Chain Link Fence"])
    desk = attack(side(raiders=["Trudy"]), ben, [["Trudy"]], [[name]], asked="Ben")
    assert desk.why(Use, name)[:2] == ("wrong-moment", "event.moments")


def goes_on(name: str, fits: list[Any], not_on: list[Any]) -> None:
    """Check that one of Ann's attachments fits the characters in `fits`, and none of those in `not_on`."""
    desk = occupation(side(survivors=[*fits, *not_on], hand=[name]), side(), "Ann")
    assert desk.hosts(Attach, name) == set(fits)
    for host in not_on:
        assert desk.no(Attach, name, str(host)) == "wrong-target"


def duel(*mine: Any, against: Any = "Civilian", asked: str = "Ann", **state: Any) -> Desk:
    """Stage Ann's raiders against Ben's survivors in `against` (one or a list), at one access point."""
    foes = against if isinstance(against, list) else [against]
    sides = side(raiders=list(mine)), side(survivors=foes)
    return attack(*sides, [named(mine)], [named(foes)], asked=asked, **state)


def gives(name: str, bearer: str, attack_: int, defense: int) -> None:
    """Check how much an attachment adds to its character's attack and defense in an engagement."""
    bare, armed = duel("Gang Warrior", against=bearer), duel("Gang Warrior", against=bearing(bearer, name))
    assert armed.total("counter") - bare.total("counter") == attack_
    assert armed.total("guard") - bare.total("guard") == defense


def fight(raiders: list[Any], survivors: list[Any], ann: Any = (), ben: Any = (), asked: str = "") -> Desk:
    """Stage Ann's raiders against Ben's survivors; `asked` may act, by default Ann if she has a hand, otherwise Ben."""
    sides = side(raiders=raiders, hand=list(ann)), side(survivors=survivors, hand=list(ben))
    return attack(*sides, [named(raiders)], [named(survivors)], asked=asked or ("Ann" if ann else "Ben"))


def only_in_an_engagement(name: str, *targets: str) -> None:
    """Check that an engagement trump is refused in the occupation phase, and isn't a character or an attachment."""
    ann = side(hand=[name], survivors=[bearing("Police Officer", "Handgun"), "Biker"])
    desk = occupation(ann, side(raiders=["Trudy"]), "Ann")
    assert desk.no(Event, name, *targets) == "wrong-moment"
    assert desk.no(Play, name) == "not-a-character"
    assert desk.no(Attach, name, "Biker") == "not-an-attachment"


def one_copy(desk: Desk, name: str, *targets: str) -> None:
    """Check that playing a second copy of an event in the same turn is refused."""
    played = desk.now._replace(played=((PLAYERS[desk.asked[1]], name),))
    assert Desk(played).why(Event, name, *targets)[:2] == ("one-copy", "event.one-copy")
