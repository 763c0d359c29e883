"""The sheet for the table: complete in every language, with the kernel's numbers, safe, and made for the learner."""

import re
from datetime import date
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.rulebook import LANGUAGES, rules
from apz.apocalypze.language.words import words
from apz.apocalypze.positions import problems, read_position, write_position
from apz.apocalypze.rules.combat import totals
from apz.apocalypze.rules.sums import draw_sum, feed_sum
from apz.apocalypze.show import sheet as module
from apz.apocalypze.show.sheet import (
    ALIKE,
    MANY,
    MISSED,
    ON_PAYING,
    PAY,
    church_table,
    military_base,
    missed_rules,
    police_station,
    sheet_html,
    sheet_words,
)
from apz.cli import main
from apz.core.language.messages import Catalog
from apz.core.language.rulebook import Rulebook
from apz.core.learning.events import QuestionAnswered
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import save_progress

SHELF = Path(__file__).resolve().parents[2] / "tutorials" / "apocalypze" / "positions"
BOTH = pytest.mark.parametrize("language", LANGUAGES)
OWN = ("setup.discard", "event.respond", "combat.emptied")
VOID = ("meta", "br")


def learner(*missed: str) -> Mastery:
    mastery = Mastery(tuple(rules()), KERNEL.name)
    for number, rule in enumerate(missed):
        for _ in range(len(missed) - number):
            mastery = mastery.after(QuestionAnswered((rule,), False), date(2030, 1, 1))
    return mastery


def plain(html: str) -> str:
    return unescape(re.sub("<[^>]*>", "", html[html.index("<main") :]))


# ---- the words


@BOTH
def test_every_word_of_the_sheet_is_used_and_every_one_that_is_used_is_there(language, monkeypatch):
    used, text = set(), Catalog.text

    def heard(self, section, key, values=None):
        if self is sheet_words(language):
            used.add((section, key))
        return text(self, section, key, values or {})

    monkeypatch.setattr(Catalog, "text", heard)
    sheet_html(language)
    sheet_html(language, learner("feed.minimum"))
    catalog = sheet_words(language)
    assert used == {(section, key) for section in catalog.sections() for key in catalog.keys(section)}


@BOTH
def test_no_number_is_written_down(language):
    catalog = sheet_words(language)
    texts = [catalog.raw(section, key) for section in catalog.sections() for key in catalog.keys(section)]
    assert not [text for text in texts if re.search(r"\d", text)]


def test_german_speaks_to_one_player_as_du():
    catalog = sheet_words("de")
    texts = " ".join(catalog.raw(section, key) for section in catalog.sections() for key in catalog.keys(section))
    assert not re.findall(r"\b(Sie|Ihr\w*|ihr|euch|euer\w*|man)\b", texts)


# ---- its content


@pytest.mark.parametrize(("name", "position"), [("police-station", police_station), ("church-table", church_table)])
def test_its_examples_are_those_of_the_tutorial(name, position):
    assert write_position(position()) == write_position(read_position(SHELF / f"{name}.yaml"))


def test_its_examples_break_no_rule():
    assert [list(problems(make())) for make in (police_station, church_table, military_base)] == [[], [], []]


@BOTH
def test_the_sums_are_the_kernels(language):
    said, say = plain(sheet_html(language)), words(language)
    sums = totals(police_station(), 1)
    for total in (sums["attack"], sums["guard"], draw_sum(military_base(), 0), feed_sum(church_table(), 0)):
        assert say.sum(total).replace(" - ", " − ") in said
    assert "4 − 1" in said
    assert "1 − 4" in said
    assert "1 (Military Base)*" in said  # a house number says so


def test_the_numbers_follow_the_kernel(monkeypatch):
    monkeypatch.setattr(module, "HAND_SIZE", 9)
    monkeypatch.setattr(module, "wounds_of", lambda attack, defense: 7)
    said = plain(sheet_html())
    assert "9 − cards in hand" in said
    assert said.count("so 7 wounds") == 2


@BOTH
def test_every_rule_on_it_is_in_the_words_of_the_index_and_rulings_are_marked_as_ours(language):
    html, book = sheet_html(language), rules(language)
    for rule in (*MISSED, *PAY, *ON_PAYING, *(rule for group in ALIKE.values() for rule in group)):
        mark = "<sup>†</sup>" if book[rule].kind == "ruling" else ""
        assert f"<b>{escape(book[rule].title)}{mark}</b> {escape(book[rule].text)}" in html
    assert html.count("†</sup>") == 3
    assert f"† {escape(sheet_words(language).text('sheet', 'ruling'))}" in html


def test_nothing_is_on_it_twice():
    shown = [*MISSED, *PAY, *ON_PAYING, *(rule for group in ALIKE.values() for rule in group)]
    assert len(shown) == len(set(shown))
    assert len(MISSED) == MANY


def test_what_the_learner_missed_comes_first_and_the_usual_rules_fill_up():
    assert missed_rules() == missed_rules(learner()) == MISSED
    assert missed_rules(learner(*OWN)) == (*OWN, *MISSED[: MANY - len(OWN)])
    assert missed_rules(learner("feed.minimum"))[:2] == ("feed.minimum", MISSED[0])
    assert len(missed_rules(learner(*rules()))) == MANY
    html, catalog = sheet_html("en", learner(*OWN)), sheet_words("en")
    assert html.index(rules()[OWN[0]].title) < html.index(rules()[OWN[1]].title) < html.index(rules()[MISSED[0]].title)
    assert f"<h2>{catalog.text('sheet', 'missed-own')}</h2>" in html
    assert f"<h2>{catalog.text('sheet', 'missed')}</h2>" in sheet_html("en", learner())


def test_a_language_that_is_not_spoken_is_english():
    assert sheet_html("fr") == sheet_html("en") != sheet_html("de")


# ---- its HTML


class Balance(HTMLParser):
    """A parser that checks that elements are properly nested: each end tag closes the element opened last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@BOTH
def test_it_is_a_whole_page_that_loads_nothing_and_runs_nothing(language):
    html = sheet_html(language)
    balance = Balance()
    balance.feed(html)
    assert balance.open == []
    assert not {"script", "link", "img", "iframe"} & set(balance.seen)
    assert not re.findall(r"https?:|url\(|@import", html)
    assert f'<html lang="{language}">' in html
    assert balance.seen.count("h1") == 1


def test_what_the_index_says_is_escaped(monkeypatch):
    evil = '<img src=x onerror="alert(1)"> & co'
    book = rules()
    entries = {
        id: {"title": evil, "text": evil, "kind": "rule", "where": "-"} if id == "feed.minimum" else
        {"title": rule.title, "text": rule.text, "kind": rule.kind, "where": rule.where, "reason": rule.reason}
        for id, rule in book.items()
    }  # fmt: skip
    monkeypatch.setattr(module, "rules", lambda language: Rulebook(entries))
    html = sheet_html()
    assert "<img" not in html
    assert f"<b>{escape(evil)}</b> {escape(evil)}" in html


# ---- the command


def test_the_command_writes_the_sheet_to_the_terminal_or_to_a_file(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["sheet"]) == 0
    assert capsys.readouterr().out == sheet_html("en")
    assert main(["sheet", "--lang", "de", "--out", "sheet.html"]) == 0
    assert capsys.readouterr() == ("", "")
    assert Path("sheet.html").read_text(encoding="utf-8") == sheet_html("de")


def test_the_command_takes_a_learners_progress(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_progress(learner(*OWN), "me.yaml")
    assert main(["sheet", "--progress", "me.yaml"]) == 0
    assert capsys.readouterr().out == sheet_html("en", learner(*OWN))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--progress", "nowhere.yaml"], "nowhere.yaml"),
        (["--progress", "bad.yaml"], 'bad.yaml, line 1: this isn\'t "apz: progress 1"'),
        (["--out", "no/such/folder/sheet.html"], "there's no such file"),
        (["--lang", "xx"], "usage: apz sheet"),
    ],
)
def test_what_cannot_be_done_is_answered_with_2(arguments, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("bad.yaml").write_text("apz: session 1\ngame: x\n")
    assert main(["sheet", *arguments]) == 2
    heard = capsys.readouterr()
    assert said in heard.err
    assert heard.out == ""
