"""Everything the kernel can say has a text in every language, with all the values it needs."""

import random
import re
from collections import Counter

import pytest

from apz.apocalypze import card_facts as card_files
from apz.apocalypze.bots.random_bot import RandomBot
from apz.apocalypze.bots.sensible import SensibleBot
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.language.command_grammar import MEANINGS
from apz.apocalypze.language.move_text import described
from apz.apocalypze.language.rulebook import LANGUAGES, LINKS, rules
from apz.apocalypze.language.words import CAUSES, words
from apz.apocalypze.model import DECK, HIDDEN_CARD, KINDS, OVER, PHASES, Decision, Position
from apz.apocalypze.moves import Attach, Done, Eat, Event, Occupy, Pass, Play, Send, Take, TakeBack, Use
from apz.apocalypze.play import ASKED, legal_moves, play, why_not
from apz.apocalypze.positions import build, seat
from apz.apocalypze.rules import hooks
from apz.apocalypze.rules.remedies import TRIES
from apz.apocalypze.setup import new_game, opening
from apz.core.facts import SOURCES
from apz.core.language.messages import MessageError
from apz.core.trace import Note, Refusal, Step, Sum, Term
from tests.apocalypze import keys
from tests.apocalypze.walks import stray, walk

ENGLISH = words("en").catalog
BOTH = pytest.mark.parametrize("language", LANGUAGES)
GAMES = 40
# values that a remedy adds when it's tried
FOUND_OUT = {"choices", "engagement", "gone", "leaving", "other", "points", "text"}


def said(section: str) -> set[str]:
    return set(ENGLISH.keys(section))


def used(sites: tuple[keys.Site, ...], field: str = "keys") -> set[str]:
    return set[str]().union(*(getattr(site, field) for site in sites))


def clean(text: str, longest: int) -> None:
    assert text
    assert len(text) <= longest, text
    assert not [strange for strange in ("None", "{", "}", "  ", "..", "?.") if strange in text], text


# the catalogs are complete and have no unused texts


def test_every_note_in_the_source_has_its_words_and_no_words_are_left_over():
    of_every_game = {"bot.random"}
    assert used(keys.notes()) | of_every_game == said("notes")


def test_every_refusal_and_problem_in_the_source_has_its_words_and_no_words_are_left_over():
    of_the_session = {"stale"}
    assert used(keys.refusals()) | of_the_session == said("refusals") | said("problems")
    assert all(key.startswith("problem-") for key in said("problems"))
    assert not [key for key in said("refusals") if key.startswith("problem-")]


def test_every_remedy_in_the_source_has_its_words_and_no_words_are_left_over():
    assert keys.remedies() == said("fixes")
    assert {*TRIES} <= {*keys.remedies(), "awaited"}


@pytest.mark.parametrize("site", keys.notes(), ids=lambda site: site.where)
def test_a_note_is_given_every_value_that_its_words_need(site):
    for key in site.keys:
        assert ENGLISH.slots("notes", key) <= site.values


@pytest.mark.parametrize("site", [s for s in keys.refusals() if s.values is not None], ids=lambda site: site.where)
def test_a_refusal_is_given_every_value_that_its_words_and_its_remedies_need(site):
    for key in site.keys:
        assert ENGLISH.slots("problems" if key.startswith("problem-") else "refusals", key) <= site.values
    for fix in site.fixes - {"awaited"}:
        assert ENGLISH.slots("fixes", fix) <= site.values | FOUND_OUT


def test_what_texts_need_is_pointed_at_and_looked_for_has_its_words():
    assert keys.first_arguments("Need") == said("needs")
    assert keys.first_arguments("Target", "attach_target") == said("targets")
    assert keys.first_arguments("Search", index=1) == said("searches")
    assert keys.first_arguments("Search") == said("piles")
    assert said("moments") == {text.moment or text.when for texts in hooks.TEXTS.values() for text in texts}


def test_what_is_waited_for_has_its_words():
    causes = {"occupy-first", "search-drawn", *CAUSES.values()}
    assert said("waiting") == {*ASKED, *causes, "over"}
    assert said("decisions") == {*Decision}


def test_the_words_of_the_cards_are_there():
    assert said("kinds") == {*KINDS}
    assert said("phases") == {*PHASES, OVER}
    assert said("sources") == {*SOURCES}
    assert list(ENGLISH.keys("reasons")) == [*card_files.REASONS]
    assert said("attributes") == {*card_files.ATTRIBUTES}
    assert said("factions") == {name for names in card_files.FACTIONS.values() for name in names}
    assert said("targets") >= {*card_files.TARGETS}


def test_commands_and_moves_know_each_other():
    meant = {key for groups in MEANINGS.values() for group in groups for key in group.split()}
    assert meant <= said("moves")
    assert said("commands") <= said("moves") | {*MEANINGS}


def test_every_value_that_is_a_key_leads_to_a_section():
    assert set(LINKS.values()) <= set(ENGLISH.sections())


def test_no_message_is_the_same_in_english_and_german():
    other = words("de").catalog
    for section in ("notes", "refusals", "problems", "fixes", "waiting", "needs", "targets", "moments", "reasons"):
        assert not [key for key in ENGLISH.keys(section) if other.raw(section, key) == ENGLISH.raw(section, key)]


@BOTH
def test_notes_refusals_and_remedies_are_sentences(language):
    catalog = words(language).catalog
    for section in ("notes", "refusals", "problems", "fixes", "waiting"):
        for key in catalog.keys(section):
            text = catalog.raw(section, key)
            assert text.endswith((".", ".}")), (section, key)
            assert text[0].isupper() or text[0] == "{", (section, key)


def test_german_speaks_to_one_player_as_du():
    catalog = words("de").catalog
    for section in set(catalog.sections()) - {"commands"}:
        for key in catalog.keys(section):
            heard = {*catalog.raw(section, key).lower().replace(",", " ").replace(".", " ").split()}
            assert not heard & {"euch", "euer", "eure", "man"}, key


# everything that comes up in games has a sentence


@BOTH
def test_every_note_of_many_games_can_be_said(language):
    say, met = words(language), Counter[str]()
    for seed in range(GAMES):
        for _, _, done in walk(seed):
            for note in done.notes:
                met[note.key] += 1
                totals = {name: int(v) if isinstance(v, Sum) else v for name, v in note.values.items()}
                clean(say.note(note._replace(values=totals)), 200)
                clean(say.note(note), 300)
                assert note.rule in rules()
    assert len(met) > 75
    assert met.total() > 5000


@BOTH
def test_every_refusal_of_many_wrong_moves_can_be_said(language):
    say, rng, met = words(language), random.Random(language), Counter[str]()
    for seed in range(GAMES):
        for position, _, _ in walk(seed):
            for _ in range(2):
                move = stray(position, rng)
                refusal = why_not(position, move)
                clean(say.move(position, move), 200)
                if refusal:
                    met[refusal.key] += 1
                    clean(say.refusal(refusal), 400)
                    assert refusal.rule in rules()
    assert len(met) > 50


@BOTH
def test_every_moment_and_every_legal_move_of_many_games_can_be_said_to_either_player(language):
    say, moments, moves = words(language), set(), set()
    for seed in range(GAMES):
        for position, legal, _ in walk(seed):
            assert position.waiting
            moments.add(position.waiting.kind)
            clean(say.waiting(position), 200)
            texts = [say.move(position, move) for move in legal]
            moves |= {described(position, move).key for move in legal}
            assert len(set(texts)) == len(texts), texts
            for text in texts:
                clean(text, 120)
            clean(say.waiting(position.seen_by(position.waiting.player)), 200)
            clean(say.waiting(position.seen_by(1 - position.waiting.player)), 200)
    assert moments == {*ASKED}
    never_legal = {"eat-other"}
    assert moves >= said("moves") - never_legal - {"done", "use-text-on"}


@BOTH
def test_the_player_who_is_spoken_to_is_never_named(language):
    say, rng = words(language), random.Random(1)
    spoken = 0
    for seed in range(6):
        for position, _, done in walk(seed):
            refusal = why_not(position, stray(position, rng))
            for name in ("Ann", "Ben"):
                told = say.to(name)
                both = [(each.waiting(position), *map(each.note, done.notes)) for each in (told, say)]
                pairs = [*zip(*both, strict=True)]
                pairs += [(told.refusal(refusal), say.refusal(refusal))] if refusal else []
                for text, to_nobody in pairs:
                    assert not re.search(rf"(?<!\(){name}\b", text), text
                    assert text[0].isupper() or text[0].isdigit(), text
                    spoken += text != to_nobody
    assert spoken > 500
    assert "Ann" in say.waiting(new_game(seed=0))  # without a name, everyone is named


def test_you_and_a_name_bend_the_sentence():
    note = Note("consume.out", "consume.out", {"player": "Ann", "owed": 3, "have": 2})
    assert words("en").note(note) == "Ann must consume 3 but only has 2, so Ann is out."
    assert words("en").to("Ann").note(note) == "You must consume 3 but only have 2, so you're out."
    assert words("en").to("Ben").note(note) == words("en").note(note)
    assert words("de").to("Ann").note(note) == "Du musst 3 verbrauchen und hast nur 2: Du bist ausgeschieden."
    assert words("de").to("Ben").note(note) == "Ann muss 3 verbrauchen und hat nur 2: Ann ist ausgeschieden."


@BOTH
def test_the_reasons_of_bots_can_be_said(language):
    say = words(language)
    for bots in ((SensibleBot(1), SensibleBot(2)), (RandomBot(1), SensibleBot(3))):
        position = new_game("Police Station", "Church", seed=3)
        for _ in range(150):
            if position.waiting is None:
                break
            choice = bots[position.waiting.player].choose(position.seen_by(position.waiting.player))
            clean(say.note(choice.why), 200)
            done = play(position, choice.move)
            assert isinstance(done, Step)
            position = done.after


@BOTH
def test_the_opening_can_be_said(language):
    position = new_game("Church", "Police Station", seed=0, starts=1, names=("Ann", "Ben"))
    told = [words(language).note(note) for note in opening(position)]
    for text in told:
        clean(text, 200)
    for player, place in (("Ann", "Church"), ("Ben", "Police Station")):
        assert [text for text in told if text.startswith(player) and "30" in text]
        assert [text for text in told if text.startswith(player) and place in text and "29" in text]
    assert "Ben" in told[-1]
    assert "Ann" not in told[-1]


@BOTH
def test_the_problems_of_a_position_can_be_said(language):
    position = new_game(seed=0)
    first, second = position.sides
    first = first._replace(hand=(*first.hand, *second.hand), deck=first.deck[3:], out=True)
    broken = position._replace(sides=(first, second), phase="combat", turn=4)
    found = broken.problems()
    assert len({problem.key for problem in found}) > 3
    for problem in found:
        clean(words(language).refusal(problem), 400)


# the forms


@pytest.mark.parametrize(
    ("key", "values", "english", "german"),
    [
        ("combat.spent-itself", {"card": "The Juggernaut"}, "house text", "unser Text"),
        ("combat.slipped", {"card": "Fast Zombie", "point": 4}, "house text", "unser Text"),
        ("event.obliges", {"card": "Mugged", "player": "Ann", "amount": 2}, "house number", "unsere Zahl"),
        ("combat.breach-once", {"count": 1, "amount": Sum((Term(3, "Trudy", ""),))}, "house number", "unsere Zahl"),
    ],
)
def test_a_note_of_a_house_number_or_text_is_marked(key, values, english, german):
    note = Note(key, "text.here", values, house=True)
    plain = note._replace(house=False)
    assert words("en").note(note) == f"{words('en').note(plain)} ({english})"
    assert words("de").note(note) == f"{words('de').note(plain)} ({german})"


def test_casualties_name_their_numbers():
    attack = Sum((Term(2, "Gang Warrior", "combat.attack-total"), Term(2, "Gang Warrior", "combat.attack-total")))
    defense = Sum((Term(1, "Police Officer", "combat.defense-total"),))
    values = {"player": "Ben", "enemy": "Ann", "point": 1, "attack": attack, "defense": defense, "wounds": 3}
    note = Note("combat.casualties", "combat.casualties", values)
    assert words("en").note(note) == (
        "Ben takes 3 wounds at access point 1: "
        "attack 4 = 2 (Gang Warrior) + 2 (Gang Warrior), minus defense 1 (Police Officer)."
    )
    assert words("de").note(note) == (
        "Ben bekommt 3 Wunden an Zugang 1: "
        "Angriff 4 = 2 (Gang Warrior) + 2 (Gang Warrior), minus Verteidigung 1 (Police Officer)."
    )


def test_a_raised_sum_is_said_in_its_language():
    owed = Sum((Term(1, "Civilian", "feed.survivors"), Term(-1, "Church", "feed.modifiers")), 1)
    assert words("en").sum(owed) == "1: 1 (Civilian) - 1 (Church) = 0, but at least 1"
    assert words("de").sum(owed) == "1: 1 (Civilian) - 1 (Church) = 0, aber mindestens 1"
    assert str(owed).isascii() is False  # a sum doesn't know any language


def test_a_refusal_gives_the_reason_and_then_the_nearest_change():
    values = {"card": "Lord Brawn", "place": "Church", "other": "Church", "occupied": "Roadside Diner"}
    refusal = Refusal("raider-at-theirs", "character.raider", values, fix="occupy-other")
    assert words("en").refusal(refusal) == (
        "You play raiders, zombies included, at your opponent's stronghold: Lord Brawn would go to the Church, "
        "but you're occupying the Roadside Diner. Occupy the Church on another turn."
    )
    assert words("en").refusal(refusal._replace(fix="")).endswith("occupying the Roadside Diner.")


def test_a_ruling_is_cited_as_a_ruling():
    assert words("en").rule("combat.casualties") == "[combat.casualties]"
    assert words("en").rule("combat.all-attack") == "[ruling: combat.all-attack]"
    assert words("de").rule("combat.all-attack") == "[Auslegung: combat.all-attack]"
    assert words("en").rule("play.waiting") == "[play.waiting]"


def test_a_step_is_told_note_by_note_with_its_rules():
    done = play(
        new_game("Church", "Military Base", seed=0),
        next(iter(legal_moves(new_game("Church", "Military Base", seed=0)))),
    )
    assert isinstance(done, Step)
    assert words("en").step(done) == ["Ann has 6 cards in hand and draws none (a hand fills up to 6). [draw.six]"]


def test_a_card_that_may_not_be_known_is_a_hidden_card():
    seen = new_game(seed=0).seen_by(0)
    assert words("en").name(seen, HIDDEN_CARD) == "a hidden card"
    assert words("en").name(seen, new_game(seed=0).sides[1].hand[0]) == "a hidden card"
    assert words("en").name(seen, DECK) == "the top card of the deck"
    assert words("en").name(seen, seen.sides[0].stronghold) == "Police Station"


def test_another_language_falls_back_on_english():
    assert words("xx") is words("en")
    assert words() is words("en")
    assert repr(words("de")) == "<Words in 'de'>"


def test_a_key_without_words_is_an_error_that_names_it():
    with pytest.raises(MessageError, match=r"'no\.such' under 'notes' in language 'de'"):
        words("de").note(Note("no.such", "play.over"))


# moves


@pytest.fixture
def table():
    ann = seat(
        "Roadside Diner", name="Ann", survivors=["Biker", "Biker", "Moose Tucker"], raiders=["Lord Brawn"],
        hand=["Gang Warrior", "Gang Warrior", "Hog", "Mugged"], deck=["Biker"],
    )  # fmt: skip
    ben = seat("Police Station", name="Ben", survivors=["Police Officer", "Patsy McNally"], deck=["Pop!"])
    return build(ann, ben, whose="Ann", phase="occupation", occupied="Ann")


def numbered(position: Position, name: str) -> list[int]:
    return [card for card, printed in enumerate(position.game.cards) if printed.name == name]


def test_moves_read_like_what_a_player_would_say(table):
    say = words("en").move
    (hog,), (moose,), (brawn,) = (numbered(table, name) for name in ("Hog", "Moose Tucker", "Lord Brawn"))
    (mugged,), (station,) = numbered(table, "Mugged"), numbered(table, "Police Station")
    assert say(table, Attach(hog, moose)) == "attach Hog to Moose Tucker"
    assert say(table, Event(mugged)) == "play Mugged"
    assert say(table, Event(mugged, (brawn, moose))) == "play Mugged on Lord Brawn and Moose Tucker"
    assert say(table, Use(moose)) == "use Moose Tucker"
    assert say(table, Use(station, (), 1)) == "use Police Station, ability 2"
    assert say(table, Send(brawn, 3)) == "send Lord Brawn to access point 3"
    assert say(table, Occupy(0)) == "occupy Roadside Diner, at home"
    assert say(table, Occupy(1)) == "occupy Police Station, Ben's stronghold"
    assert say(table, Eat()) == "consume the top card of the deck"
    assert say(table, Eat(mugged)) == "consume Mugged from hand"
    assert say(table, TakeBack(DECK)) == "take back a card from the deck"
    assert say(table, Take(hog, moose)) == "take Hog and attach it to Moose Tucker"
    assert say(table, Done()) == "end the occupation phase"
    assert say(table, Pass()) == "pass"


def test_a_card_has_its_number_only_where_another_of_its_name_could_be_meant(table):
    say = words("en").move
    warrior, hog = numbered(table, "Gang Warrior")[0], numbered(table, "Hog")[0]
    biker = numbered(table, "Biker")
    assert say(table, Play(warrior, True)) == f"play Gang Warrior #{warrior} as a zombie"
    assert say(table, Attach(hog, biker[1])) == f"attach Hog to Biker #{biker[1]}"
    assert words("de").move(table, Attach(hog, biker[1])) == f"Hog an Biker #{biker[1]} hängen"


def test_the_end_of_the_game_is_said():
    position = new_game(seed=0)._replace(agenda=(), winner=PLAYERS[1], phase=OVER)
    assert words("en").waiting(position) == "The game is over: Ben has won."
    assert words("de").waiting(position) == "Das Spiel ist vorbei: Ben hat gewonnen."
