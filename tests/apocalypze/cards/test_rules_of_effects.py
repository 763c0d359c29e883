"""The rules that each card's ability cites, in readable tables: what it does, its targets and needs, and its bonus."""

from __future__ import annotations

from dis import get_instructions
from types import CodeType, FunctionType
from typing import Any

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.effects import events, texts
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.rules.character_fate import convert
from apz.apocalypze.rules.hooks import ACCESS, BREACH, COMBAT_END, DRAWING, FEEDING, FIGHTING, TEXTS, Text
from apz.apocalypze.rules.sums import CARD_RULES, access_sum, breach_sum, draw_sum, feed_sum, stat_sum
from tests.apocalypze.situations import ANN, BEN, Situation, engagement, seat

# card -> the rules that its abilities cite when they work, one ability after the other
WORK = {
    "Adrenaline": ["pile.recycle timing.engagement"],
    "Albert & Anita Hanson": ["text.kept"],
    "Antonio Jones": ["pile.recycle"],
    "Bishop Land": ["search of the deck"],
    "Bitten": ["attach.target", "pile.remove twofold.bitten twofold.controller"],
    "Cinda Parikh": ["search of the deck"],
    "Combat Ready": ["event.cancelled event.one-answer"],
    "Fast Zombie": ["combat.defend"],
    "Head Shot": ["pile.remove"],
    "Hog": ["combat.defend"],
    "John Misarti": ["pile.remove timing.engagement"],
    "Lieutenant Dan Killmeyer": ["character.wounded"],
    "Lurking Death": ["search of the discard"],
    "Molotov Cocktail": ["character.wounded"],
    "Moose Tucker": ["pile.recover"],
    "Mugged": ["event.resolve"],
    "No Escape": ["event.resolve"],
    "One Man Army": ["timing.engagement"],
    "Police Station": ["search of the deck", "search of the deck"],
    "Pop!": ["character.wounded"],
    "Recycle": ["pile.recycle"],
    "Rest In Peace": ["twofold.removed"],
    "Searchlight": ["character.survivor event.resolve"],
    "Sentry": ["event.cancelled event.one-answer"],
    "Shotgun": ["character.wounded pile.recycle"],
    "Sniper Rifle": ["character.wounded"],
    "Stand Together": ["timing.engagement"],
    "Take What You Need": ["search of the discard"],
    "The Power of Faith": ["event.resolve"],
    "Thief in the Night": ["event.resolve pile.recover"],
    "Turned": ["twofold.controller"],
    "Wes Trentin": ["search of the discard"],
    "Wilfred Python": ["search of the discard"],
}
# card -> the rules by which its targets and its needs are refused
POINTED = {
    "Albert & Anita Hanson": "character.killed",
    "Antonio Jones": "character.killed",
    "Bishop Land": "event.search",
    "Bitten": "timing.engagement attach.target attach.target twofold.turned",
    "Cinda Parikh": "event.search",
    "Fast Zombie": "combat.defend",
    "Head Shot": "timing.engagement character.zombie-not-human",
    "Hog": "combat.defend",
    "Lieutenant Dan Killmeyer": "timing.engagement",
    "Lurking Death": "event.wildcard character.factions event.search",
    "Molotov Cocktail": "timing.engagement",
    "Moose Tucker": "pile.recover",
    "Mugged": "event.wildcard",
    "No Escape": "event.wildcard",
    "One Man Army": "timing.engagement",
    "Police Station": "event.search stronghold.text event.search",
    "Pop!": "timing.engagement attach.attributes",
    "Recycle": "event.trump",
    "Rest In Peace": "twofold.persistent",
    "Searchlight": "event.search",
    "Shotgun": "timing.engagement",
    "Sniper Rifle": "text.here",
    "Stand Together": "timing.engagement",
    "Take What You Need": "event.search",
    "The Power of Faith": "event.wildcard",
    "Thief in the Night": "event.wildcard",
    "Turned": "twofold.turned",
    "Wes Trentin": "event.search",
    "Wilfred Python": "event.search",
}
# card with a bonus that's always on -> the rule of its term in a total
FIGHTS = {
    "Corporal Dwayne Martinson": "timing.engagement",
    "Fire Axe": "attach.target",
    "Lord Brawn": "timing.engagement",
    "Patsy's Pistols": "attach.target",
    "Python's Python": "attach.target",
    "Roadside Diner": "stronghold.text",
    "Scent of Blood": "attach.target",
    "The Power of Faith": "event.resolve",
    "Trudy": "timing.engagement",
}
CALLED = {**vars(events), **vars(texts), "convert": convert}


def cited_by(code: CodeType, seen: frozenset[str] = frozenset()) -> set[str]:
    """Return the rules a function cites, including those of the effect functions it calls."""
    found = {const for const in code.co_consts if isinstance(const, str) and const in rules("en")}
    found |= {"pile.recover"} if "recover" in code.co_names else set()
    for name in {each.argval for each in get_instructions(code) if each.opname == "LOAD_GLOBAL"} - seen:
        called: Any = CALLED.get(name)
        if isinstance(called, FunctionType) and (called.__module__.startswith(texts.__package__) or called is convert):
            found |= cited_by(called.__code__, seen | {name}) - ({"character.killed"} if called is convert else set())
    return found


def at_work(text: Text) -> str:
    """Return the rules that an ability's effect cites, joined into one string, or name the pile it searches."""
    if text.do:
        assert isinstance(text.do, FunctionType)
        return " ".join(sorted(cited_by(text.do.__code__)))
    assert text.search
    return f"search of the {text.search.pile}"


@pytest.mark.skipif(not isinstance(convert, FunctionType), reason="compiled code has no bytecode to read")
def test_every_text_cites_the_rules_that_carry_what_it_does():
    assert {card: [at_work(text) for text in found] for card, found in sorted(TEXTS.items())} == WORK


def test_every_target_and_need_cites_the_rule_that_asks_for_it():
    found = {}
    for card, printed in sorted(TEXTS.items()):
        asked = [part.rule for text in printed for part in ((text.target,) if text.target else ()) + text.needs]
        if asked:
            found[card] = " ".join(asked)
    assert found == POINTED


def test_here_is_cited_only_where_the_card_says_here():
    cards = library()
    for card, asked in POINTED.items():
        if "text.here" in asked:
            assert any(" here" in line for line in cards[card].texts)
    assert not any("text.here" in " ".join(found) for found in WORK.values())


def test_every_bonus_in_an_engagement_cites_the_rule_of_its_kind_of_card():
    cards = library()
    assert {name: CARD_RULES[cards[name].kind] for name in sorted(FIGHTING)} == FIGHTS


@pytest.mark.parametrize(
    ("who", "weapon", "stat"),
    [("Patsy McNally", "Patsy's Pistols", "attack"), ("Wilfred Python", "Python's Python", "attack")],
)
def test_the_extra_bonus_of_a_weapon_on_its_own_hero_is_a_bonus_of_the_attachment(who, weapon, stat):
    ann = seat("Church", survivors=[{"card": who, "attached": [weapon]}])
    game = Situation(ann, seat("Church"), phase="occupation", occupied="Ann")
    terms = stat_sum(game.position, game.who(game.card(who)), stat).terms
    assert [(term.name, term.rule) for term in terms] == [
        (who, "combat.attack-total"), (weapon, "attach.target"), (weapon, "attach.target"),
    ]  # fmt: skip


def test_what_is_always_on_outside_an_engagement_cites_what_it_changes():
    home = ["Alex Bloom", {"card": "Civilian", "attached": ["Illness"]}]
    ann = seat("Church", survivors=home, attached=["Chain Link Fence"], raiders=["Gang Bully"])
    game = Situation(ann, seat("Military Base", survivors=["2 Soldier"]), phase="occupation", occupied="Ann")
    state = game.position
    found = {
        term.name: term.rule
        for total in (
            access_sum(state, ANN), feed_sum(state, ANN), draw_sum(state, BEN),
            breach_sum(state, BEN, state.sides[ANN].raiders),
        )
        for term in total.terms
    }  # fmt: skip
    assert {name: found[name] for name in (*ACCESS, *BREACH, *DRAWING, *FEEDING)} == {
        "Chain Link Fence": "stronghold.access", "Gang Bully": "combat.breach", "Military Base": "draw.bonus",
        "Church": "feed.modifiers", "Alex Bloom": "feed.modifiers", "Illness": "feed.modifiers",
    }  # fmt: skip


def test_a_raider_that_does_not_outlast_the_combat_is_removed_by_the_rule_of_removing():
    game = engagement(["The Juggernaut"], ["Police Officer"])
    game.do(*list(game.position.legal_moves)[:1])
    assert COMBAT_END == {"The Juggernaut": "combat.spent-itself"}
    assert game.note("combat.spent-itself").rule == "pile.remove"
