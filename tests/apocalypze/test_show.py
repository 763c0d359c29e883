"""A position on paper: text and HTML show and describe everything in it, and nothing in it is active."""

import re
from html.parser import HTMLParser

import pytest

from apz.apocalypze.bots import RandomBot, steps_of
from apz.apocalypze.cards import library
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.model import Position, Wounds
from apz.apocalypze.moves import Draw, Send
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.apocalypze.show.text import short, show, show_step, sums_of
from apz.core.trace import Step
from apz.games import html, page

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    '" onmouseover="alert(1)" x=\'',
    "' autofocus onfocus='alert(1)",
    "\u202egnp.exe\u202c\u2066",
    "&lt;b&gt;&#x3c;",
    "a" * 10_000,
    "\x1b[2J\x07\r\nBen has won",
    "{{7*7}} {player} %s",
    "</div></section></body>",
]
VOID = {"meta", "br"}
ALLOWED = {
    *("b", "bdi", "div", "em", "h3", "h4", "h5", "h6", "header", "i", "li", "ol", "p", "q", "section", "small"),
    *("span", "strong", "style", "ul"),
}
ALLOWED_ATTRIBUTES = {"aria-current", "aria-hidden", "aria-label", "class", "data-seen", "lang", "role", "title"}


class Page(HTMLParser):
    """A page as a browser reads it: balanced elements, their attributes, and the text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.styles: list[str] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.styles if self.open[-1:] == ["style"] else self.text).append(data)

    @property
    def labels(self) -> list[str]:
        return [value for _, name, value in self.attributes if name == "aria-label"]


def fight() -> Position:
    """Return a position where the Police Station is attacked at access points 1 and 3, and nobody blocks at 3."""
    return build(
        seat(
            "Roadside Diner", name="Ann", attached=["Chain Link Fence"],
            raiders=["2 Gang Warrior", {"card": "Lord Brawn", "attached": ["Python's Python"]}],
            hand=["Mugged", "Biker"], deck=["3 Biker"], discard=["Hog", "Sentry"],
        ),
        seat(
            "Police Station", name="Ben",
            survivors=[{"card": "Police Officer", "wounds": 1}, "Police Officer", "Patsy McNally"],
            hand=["Pop!"], deck=["2 Handgun"],
        ),
        whose="Ann", turn=5, phase="combat",
        combat={
            "attack": {"1": ["2 Gang Warrior"], "3": ["Lord Brawn"]}, "defense": {"1": ["Police Officer"]},
            "now": 1, "met": [1],
        },
        waiting={"window": "Ann"},
    )  # fmt: skip


def test_the_text_says_when_it_is_who_decides_and_where_everybody_stands() -> None:
    text = str(fight())
    lines = text.splitlines()
    assert lines[0] == "Turn 5, Ann: combat phase"
    assert "Ann may play a card or use an ability in the engagement at access point 1" in lines[1]
    assert "Ben, Police Station (occupied this turn)" in lines
    assert "Ann, Roadside Diner (decides now)" in lines
    assert "  access point 1 (now)" in lines
    assert "  access point 2: nobody" in lines
    assert re.search(r"Gang Warrior #\d+ +att 2 +def 2 +val 2\* +gang raider, twofold", text)
    assert re.search(r"Police Officer #\d+ +att 1 +def 1 +val 2 +police survivor, twofold; 1 wound\n", text)
    assert re.search(r"\+ Python's Python +att \+2\* +attachment", text)
    assert re.search(r"Patsy McNally .*; in the background", text)
    assert "'s hand: 2 cards" in text
    assert "Deck: 3 cards. Discard pile: 2 cards (Hog on top)" in text
    assert "* house number or text" in lines[-1]


def test_the_text_has_the_totals_of_every_engagement_with_their_terms() -> None:
    assert sums_of(fight()) == [
        "access point 1",
        "  Ann: attack 4 = 2 (Gang Warrior) + 2 (Gang Warrior) against defense 1 (Police Officer)",
        "  Ben: attack 1 (Police Officer) against defense 4 = 2 (Gang Warrior) + 2 (Gang Warrior)",
        "access point 3",
        "  Unblocked: if they get in, Ben must consume 2 (Lord Brawn).",
    ]
    assert all(line.strip() in str(fight()) for line in sums_of(fight()))


def test_what_a_card_added_to_one_engagement_counts_there_alone() -> None:
    position = fight()
    assert position.combat
    boosted = build(
        seat("Roadside Diner", raiders=["2 Gang Warrior"], discard=["One Man Army"]),
        seat("Police Station", survivors=["2 Police Officer"]),
        phase="combat",
        combat={
            "attack": [["Gang Warrior"], ["Gang Warrior"]], "defense": [["Police Officer"], ["Police Officer"]],
            "now": 1, "boosts": [{"card": "One Man Army", "by": "Ann", "attack": 3}],
        },
        waiting={"window": "Ann"},
    )  # fmt: skip
    first, second = (line for line in sums_of(boosted) if line.startswith("  Ann"))
    assert "attack 5 = 2 (Gang Warrior) + 3 (One Man Army)" in first
    assert "attack 2 (Gang Warrior) against" in second


def test_a_draw_and_a_meal_have_their_sums_too() -> None:
    position = new_game("Church", "Police Station", seed=1)
    assert sums_of(position) == ["Cards to draw: 0 (up to six in hand)"]
    hungry = build(
        seat("Church", survivors=["2 Civilian"], deck=["3 Civilian"]), seat("Police Station"), phase="consumption"
    )
    assert sums_of(hungry) == ["To consume: 1 = 1 (Civilian) + 1 (Civilian) - 1 (Church)"]


def test_a_position_in_a_line_says_who_must_do_what() -> None:
    assert repr(new_game(seed=1)) == "<Position turn 1, Ann, draw: Ann must draw.>"
    assert repr(fight()).startswith("<Position turn 5, Ann, combat: Ann may play a card")


def test_a_step_lists_what_happened_with_its_rules() -> None:
    step = new_game(seed=1).play(Draw())
    assert isinstance(step, Step)
    assert show_step(step).splitlines() == [
        "Ann: draw cards",
        "  Ann has 6 cards in hand and draws none (a hand fills up to 6). [draw.six]",
    ]
    assert show_step(step, "de").startswith("Ann: Karten ziehen\n  Ann hat 6 Karten")


def test_hidden_cards_are_counted_and_not_named() -> None:
    position = fight().seen_by(1)
    text, source = str(position), html(position)
    for view in (text, source):
        assert "Mugged" not in view
        assert "2 hidden cards" in view
        assert "Pop!" in view


def test_the_table_speaks_german() -> None:
    assert "Zugang 1 (jetzt)" in show(fight(), "de")
    assert "im Hintergrund" in show(fight(), "de")
    assert 'lang="de"' in html(fight(), "de")
    assert show(fight(), "xx") == show(fight(), "en")


def test_the_texts_of_the_cards_in_sight_are_there_on_request() -> None:
    brawn = library()["Lord Brawn"].texts[0]
    assert brawn not in show(fight())
    assert brawn in show(fight(), texts=True)
    assert f"· {brawn}" in Page(html(fight())).text


def test_cards_are_read_aloud_as_one_sentence_each() -> None:
    seen = Page(html(fight()))
    labels = [*seen.labels, *seen.text]
    assert (
        "Lord Brawn, gang raider, unique, attack 6 (house), defense 2, value 4 (house), "
        "at access point 3, with Python's Python"
    ) in labels
    assert "Python's Python, attachment, attack +2 (house)" in labels
    assert any(
        re.fullmatch(r"Police Officer #\d+, police survivor, twofold, .*, 1 wound, at access point 1", x)
        for x in labels
    )
    assert any(x.startswith("Patsy McNally,") and x.endswith("in the background") for x in labels)
    assert "Access point 1 now" in labels
    assert any("Turn 5, Ann: combat phase. Ann may play" in x for x in labels)


def test_a_kind_is_told_by_word_and_sign_and_not_by_color_alone() -> None:
    source = html(fight())
    for kind, word in (("raider", "gang raider"), ("survivor", "police survivor"), ("wildcard", "wildcard")):
        assert f", {word}" in source
        assert f"--sign-{kind}:url(" in source


def test_what_is_only_to_be_seen_is_not_read_a_second_time_where_no_style_is() -> None:
    assert not [text for text in Page(html(fight())).text if text == "Pop!"]
    assert 'data-seen="Pop!"' in html(fight())


def test_a_total_is_followed_by_its_terms() -> None:
    told = " ".join("".join(Page(html(fight())).text).split())
    assert "Ann's attack total at access point 1: 4 +2 Gang Warrior +2 Gang Warrior Ben's defense total" in told


def test_the_html_loads_nothing_and_runs_nothing() -> None:
    for position in (fight(), fight().seen_by(0), new_game(seed=3)):
        seen = Page(html(position))
        assert set(seen.tags) <= ALLOWED
        assert {name for _, name, _ in seen.attributes} <= ALLOWED_ATTRIBUTES
        assert set(re.findall(r"url\(.{20}", html(position))) == {'url("data:image/svg+xml,'}
    whole = page(fight())
    assert "<script" not in whole
    assert "default-src 'none'" in whole
    assert Page(whole.replace("<!doctype html>", "")).tags[0] == "html"


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: name[:12].encode("unicode_escape").decode())
def test_hostile_names_of_players_are_shown_and_do_nothing(name: str) -> None:
    calm = fight()
    position = calm._replace(game=calm.game._replace(names=(name, name + "2")))
    assert_tame(position, calm)
    step = position._replace(agenda=calm.agenda).play(next(iter(position.legal_moves)))
    assert isinstance(step, Step)
    told = show_step(step)
    assert_plain(told)


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: name[:12].encode("unicode_escape").decode())
def test_hostile_names_of_cards_are_shown_and_do_nothing(name: str) -> None:
    calm = fight()
    brawn = library()["Lord Brawn"]
    # an owner can't rename cards, but anybody can build one in Python
    card = type(brawn)(name, "raider", True, brawn.human, texts=(name,), sources={"text": "house"})
    cards = tuple(card if each is brawn else each for each in calm.game.cards)
    sides = [
        side._replace(
            raiders=tuple(who._replace(card=card) if who.card is brawn else who for who in side.raiders),
        )
        for side in calm.sides
    ]
    assert_tame(calm._replace(game=calm.game._replace(cards=cards), sides=(sides[0], sides[1])), calm)


def assert_tame(position: Position, calm: Position) -> None:
    """Check that a position is drawn with the same elements as one with harmless names, and its names as plain text."""
    for language in ("en", "de"):
        seen = Page(html(position, language))
        assert seen.tags == Page(html(calm, language)).tags
        assert {name for _, name, _ in seen.attributes} <= ALLOWED_ATTRIBUTES
        assert len(html(position, language)) < len(html(calm, language)) + 10_000
        assert_plain("\n".join(seen.text + seen.labels))
        assert_plain(show(position, language, texts=True))
        assert_plain(short(position, language))


def assert_plain(text: str) -> None:
    assert all(c.isprintable() or c == "\n" for c in text)
    assert max(map(len, text.splitlines())) < 1200


@pytest.mark.long
def test_every_moment_of_random_games_can_be_shown() -> None:
    for seed, decks in enumerate((("Church", "Police Station"), ("Roadside Diner", "Military Base"))):
        position = new_game(*decks, seed=seed, strict=bool(seed))
        for number, (_, step) in enumerate(steps_of(RandomBot(seed), RandomBot(9), position)):
            language = ("en", "de")[number % 2]
            viewed = step.after.seen_by(number // 2 % 2) if number % 3 else step.after
            assert show(viewed, language, texts=True)
            assert repr(viewed)
            Page(html(viewed, language))
            assert show_step(step, language)
            sums_of(viewed, language)
        assert "has won" in str(step.after)


def test_a_position_that_breaks_rules_can_still_be_looked_at() -> None:
    crowd = build(
        seat("Police Station", survivors=["12 Police Officer", "Gang Warrior"], raiders=["Fast Zombie", "Lord Brawn"]),
        seat("Church", survivors=["2 Patsy McNally"]),
        phase="combat",
    )
    assert crowd.problems()
    assert "Survivors: 13 of 7" in str(crowd)
    Page(html(crowd))


def test_in_combat_totals_are_not_shown_any_more_once_they_explain_nothing() -> None:
    position = build(
        seat("Roadside Diner", raiders=["2 Gang Warrior"]),
        seat("Police Station", survivors=["2 Police Officer"]),
        phase="combat",
        combat={"attack": [["2 Gang Warrior"]], "defense": [["Police Officer"]], "now": 1, "met": [1]},
        waiting={"wound": "Ben", "amount": 3},
    )
    assert "attack 4" in str(position)
    assert "against" not in str(position._replace(agenda=(Wounds(PLAYERS[1], 1),)))


def test_a_refused_move_changes_nothing_that_is_shown() -> None:
    position = fight()
    before = str(position)
    assert not isinstance(position.play(Send(0, 1)), Step)
    assert str(position) == before
