"""The rule index of the basic game: complete in every language, sound in its references, easy to search."""

import re
from importlib.resources import files

import pytest

from apz.apocalypze.language.rulebook import LANGUAGES, rules
from apz.core.language.rulebook import Rulebook, RulebookError

GROUPS = {
    "setup": "players deck table discard first mulligan",
    "pile": "owner remove recycle recover shuffle recover-named many",
    "stronghold": "access capacity damage text newest",
    "character": "survivor raider factions stats unique wounded killed zombie-not-human",
    "twofold": "sides persistent turned controller attachments removed",
    "attach": "target one-copy attributes location",
    "event": "wildcard trump one-copy respond resolve order priority cancelled",
    "text": "here once",
    "draw": "six bonus empty",
    "occupy": "choose first play-there text-there any-number",
    "combat": "where groups defend order attack-total defense-total casualties wounds killed wounded blocked "
    "breach all-attack simultaneous breach-once emptied excess",
    "timing": "engagement attacker-first direct",
    "consume": "deck hand survivor mix no-change out wounded attached no-waste",
    "feed": "survivors modifiers minimum",
    "end": "last",
}
LEDGER = [f"{group}.{name}" for group, names in GROUPS.items() for name in names.split()]

RULINGS = {
    "setup": "first mulligan",
    "pile": "recover-named many",
    "stronghold": "newest",
    "twofold": "controller attachments removed",
    "event": "priority cancelled",
    "draw": "empty",
    "combat": "all-attack simultaneous breach-once emptied excess",
    "consume": "wounded attached no-waste",
}
LEDGER_RULINGS = {f"{group}.{name}" for group, names in RULINGS.items() for name in names.split()}

ADDED = {
    "stronghold.once-game": "rule",
    "twofold.bitten": "ruling",
    "attach.displace": "ruling",
    "attach.unfit": "ruling",
    "event.moments": "ruling",
    "event.one-answer": "ruling",
    "event.search": "ruling",
    "text.whose": "ruling",
    "text.kept": "ruling",
    "combat.wounds-first": "ruling",
    "play.waiting": "tutor",
    "play.over": "tutor",
    "play.unknown": "tutor",
    "play.takeback": "tutor",
}

SECTIONS = (
    """
Object|The Basic Game|The Cards|Strongholds|Characters|Attachments|Wildcards & Trumps|Consuming Resources
Beginning the Game|The Turn|Phase 1: Draw|Phase 2: Occupation|Playing Cards From Your Hand|Phase 4: Combat
Timing During Combat|Combat Example at a Stronghold|Phase 5: Consumption
""".strip()
    .replace("\n", "|")
    .split("|")
)

EN, DE = rules(), rules("de")


def test_the_index_holds_the_whole_ledger_in_its_order_and_what_the_kernel_needs_besides() -> None:
    assert [id for id in EN if id not in ADDED] == LEDGER
    assert set(EN) == {*LEDGER, *ADDED}


def test_rules_rulings_and_the_tutors_own_rules_are_told_apart() -> None:
    assert {id for id in LEDGER if EN[id].kind == "ruling"} == LEDGER_RULINGS
    assert {EN[id].kind for id in LEDGER} == {"rule", "ruling"}
    assert {id: EN[id].kind for id in ADDED} == ADDED


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_is_complete(language: str) -> None:
    rules(language).check()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_and_nothing_else_has_a_reason(language: str) -> None:
    book = rules(language)
    assert [id for id in book if book[id].reason] == [id for id in book if book[id].kind == "ruling"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_stands_twice_in_a_file_and_all_are_in_order(language: str) -> None:
    file = files("apz.apocalypze") / "text" / f"rules.{language}.yaml"
    found = re.findall(r"^([a-z][a-z.-]*):", file.read_text(encoding="utf-8"), re.MULTILINE) if file.is_file() else []
    assert found == [id for id in EN if id in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_differ_and_texts_are_short_whole_sentences(language: str) -> None:
    book = rules(language)
    assert len({rule.title for rule in book.values()}) == len(book)
    for rule in book.values():
        assert len(rule.title) <= 45, rule.id
        assert len(rule.text.split()) <= 60, rule.id
        assert rule.text.endswith("."), rule.id
        assert not rule.title.endswith("."), rule.id
        assert rule.text.isprintable(), rule.id
        assert not rule.reason or rule.reason.endswith("."), rule.id


@pytest.mark.parametrize(
    ("book", "foreign"),
    [
        (EN, r"graveyard|minions?|tap(ped)?|creatures?|mana"),
        (DE, r"Friedhof|tappen|Stronghold|Survivor|Raider"),
    ],
)
def test_the_words_are_the_rulebooks(book: Rulebook, foreign: str) -> None:
    for rule in book.values():
        words = f"{rule.title} {rule.text} {rule.reason}"
        assert not re.search(rf"\b({foreign})\b", words, re.IGNORECASE), rule.id


def test_german_is_german() -> None:
    assert [id for id in EN if DE[id].text == EN[id].text] == []
    assert {id for id in EN if DE[id].title == EN[id].title} == {"event.wildcard"}
    assert DE["pile.recycle"].title == "Zurücklegen"
    assert DE["combat.casualties"].title == "Verlustsumme"


def test_every_rule_says_where_it_stands_in_the_rulebook() -> None:
    for rule in EN.values():
        places = rule.where.split("; ") if rule.where else []
        assert bool(places) == (rule.kind != "tutor"), rule.id
        for place in places:
            assert place in SECTIONS or re.fullmatch(r"(Glossary|Errata): [A-Z][A-Za-z &]+", place), rule.id


def test_related_rules_exist_and_know_each_other() -> None:
    for rule in EN.values():
        for other in EN.related(rule.id):
            assert rule in EN.related(other.id)


def test_rules_is_read_once_and_an_unknown_language_is_english() -> None:
    assert rules() is rules("en") is rules("xx")
    assert rules("de") is DE


def test_an_unknown_rule_is_answered_with_a_near_one() -> None:
    with pytest.raises(RulebookError, match=r"Did you mean combat\.breach"):
        EN["combat.breech"]


@pytest.mark.parametrize(
    ("book", "words", "id"),
    [
        (EN, "combat.breach", "combat.breach"),
        (EN, "recycle", "pile.recycle"),
        (EN, "who goes first", "setup.first"),
        (EN, "hand limit", "draw.bonus"),
        (EN, "Casualty total", "combat.casualties"),
        (EN, "asterisk", "character.unique"),
        (EN, "capasity", "stronghold.capacity"),
        (EN, "recycel", "pile.recycle"),
        (EN, "zombies humans", "character.zombie-not-human"),
        (DE, "Verlustsumme", "combat.casualties"),
        (DE, "zugänge", "stronghold.access"),
        (DE, "Plunderer", "character.raider"),
    ],
)
def test_search_finds(book: Rulebook, words: str, id: str) -> None:
    assert book.search(words)[0].id == id
