"""The `apz` command: its help, the cards and the rules, and its measurements."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from apz.apocalypze.card_facts import TARGETS
from apz.apocalypze.cards import library
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.language.rulebook import rules
from apz.cli import bench
from tests.cli.given import Run

# ---- help


def test_alone_it_says_what_it_can_do_and_what_its_exit_codes_mean(apz: Run) -> None:
    code, out, _ = apz()
    assert code == 0
    for word in ("cards", "rules", "check", "show", "play", "replay", "sheet", "bench", "exit codes"):
        assert word in out


@pytest.mark.parametrize("command", ["cards", "rules", "check", "show", "play", "replay", "sheet", "bench"])
def test_every_command_has_a_sentence_and_an_example(apz: Run, command: str) -> None:
    code, out, _ = apz(command, "--help")
    assert code == 0
    assert f"  apz {command}" in out


def test_the_version_is_the_one_of_the_package(apz: Run) -> None:
    code, out, _ = apz("--version")
    assert code == 0
    assert re.fullmatch(r"apz \d+\.\d+\.\d+\S*\n", out)


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"], ["--fly"], ["check"], ["show"], ["replay"], ["play", "--bot", "chess"], ["rules", "--lang", "xx"],
        ["play", "--seed", "seven"], ["replay", "x", "--to", "y"],
    ],
)  # fmt: skip
def test_what_cannot_be_typed_is_refused_with_2(apz: Run, arguments: list[str]) -> None:
    code, out, err = apz(*arguments)
    assert code == 2
    assert err.startswith("usage: apz")
    assert not out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check"], "apz check: es fehlt: FILE"),
        (["check", "a", "--fly"], "das gehört nicht hierher: --fly"),
        (["play", "--bot", "chess"], "apz play: --bot: 'chess' gibt es nicht; möglich sind"),
        (["play", "--seed", "seven"], "--seed: 'seven' ist keine ganze Zahl"),
        (["play", "--seed"], "--seed: hier fehlt der Wert"),
        (["serve", "--port", "x"], "--port: 'x' ist keine Zahl von 1 bis 65535"),
    ],
)
def test_what_cannot_be_typed_is_refused_in_the_language_asked_for(apz: Run, arguments: list[str], said: str) -> None:
    command, *rest = arguments
    code, out, err = apz(command, "--lang", "de", *rest)
    assert (code, out) == (2, "")
    assert err.startswith("Aufruf: apz")
    assert said in err


# ---- cards and rules


def test_cards_lists_them_all_with_their_numbers(apz: Run) -> None:
    code, out, _ = apz("cards")
    assert code == 0
    listed = re.findall(r"^  (\S.*?)  ", out, re.MULTILINE)
    assert sorted(listed) == sorted(library())
    assert re.search(r"Lord Brawn +4  2  4\*, gang, unique", out)
    assert re.search(r"Police Station +4  7\* 2", out)


def test_a_card_is_found_by_part_of_its_name_and_says_where_each_field_comes_from(apz: Run) -> None:
    code, out, _ = apz("cards", "lord", "brawn")
    assert (code, out) == apz("cards", "BRAWN")[:2]
    assert code == 0
    assert re.search(r"attack +4 +from the rulebook", out)
    assert re.search(r"value +4 +house \(ours\)", out)
    assert "Hausregel (von uns)" in apz("cards", "brawn", "--lang", "de")[1]


def test_a_card_and_the_sources_speak_the_language_that_was_asked_for(apz: Run) -> None:
    views = view_words("en")
    english = {views.raw("fields", key) for key in views.keys("fields")} - {"bonus"} | {*TARGETS}
    for name in library():
        code, out, _ = apz("cards", name, "--lang", "de")
        assert code == 0
        told = out.splitlines()[1:]
        assert not {*re.findall(r"[\w-]+", " ".join(told))} & english
    assert re.search(r"einzigartig +nein +aus dem Regelheft", apz("cards", "biker", "--lang", "de")[1])
    assert re.search(r"hängt an +einer deiner Menschen.* +aus den Errata", apz("cards", "shotgun", "--lang", "de")[1])
    assert "erschlossen: laut Errata wird sie für eine andere Waffe" in apz("cards", "shotgun", "--lang", "de")[1]
    header, *rows = apz("cards", "--sources", "--lang", "de")[1].splitlines()
    assert header.split() == ["Regelheft", "Errata", "erschlossen", "Hausregel", "Besitzer", "Felder"]
    assert [row.split()[0] for row in (rows[0], rows[-1])] == ["Festung", "alle"]


def test_a_card_that_is_not_there_is_a_no_with_a_suggestion(apz: Run) -> None:
    code, out, err = apz("cards", "Lord Brwan")
    assert (code, out) == (1, "")
    assert 'did you mean "Lord Brawn"?' in err


def test_the_sources_of_the_fields_are_counted(apz: Run, files: Path) -> None:
    code, out, _ = apz("cards", "--sources")
    assert code == 0
    header, *rows = out.splitlines()
    assert header.split() == ["rulebook", "errata", "inferred", "house", "owner", "fields"]
    total = [int(number) for number in rows[-1].split()[1:]]
    assert sum(total[:-1]) == total[-1] > 200
    assert total[4] == 0
    owned = apz("cards", "--sources", "--overlay", "overlay.yaml")[1].splitlines()[-1].split()
    assert owned[5] == "1"


def test_an_overlay_changes_what_is_said_of_a_card(apz: Run, files: Path) -> None:
    assert re.search(r"value +6 +from the cards' owner", apz("cards", "brawn", "--overlay", "overlay.yaml")[1])


def test_rules_are_listed_shown_and_found(apz: Run) -> None:
    code, out, _ = apz("rules")
    assert code == 0
    assert len(out.splitlines()) == len(rules("en"))
    code, out, _ = apz("rules", "combat.wounds")
    assert code == 0
    assert rules("en")["combat.wounds"].title in out
    assert rules("de")["combat.wounds"].title in apz("rules", "combat.wounds", "--lang", "de")[1]
    code, out, _ = apz("rules", "unique")
    assert code == 0
    assert "[character.unique]" in out


def test_a_ruling_is_not_shown_as_a_rule_of_the_book_and_gives_its_reason(apz: Run) -> None:
    out = apz("rules", "combat.excess")[1]
    assert "[ruling: combat.excess]" in out
    assert "Why we rule it this way" in out
    assert "[Auslegung: combat.excess]" in apz("rules", "combat.excess", "--lang", "de")[1]


def test_a_rule_that_is_not_there_is_a_no(apz: Run) -> None:
    code, out, err = apz("rules", "xyzzy", "plugh")
    assert (code, out) == (1, "")
    assert "xyzzy plugh" in err


# ---- bench


@pytest.mark.parametrize(("flags", "module", "asked"), [
    ([], "tests.bench.kernel", {}),
    (["--rounds", "3"], "tests.bench.kernel", {"rounds": 3}),
    (["--beside", "../old"], "tests.bench.kernel", {"beside": Path("../old")}),
    (["--start", "--beside", "../old"], "tests.bench.start", {"beside": Path("../old")}),
    (["--panels"], "tests.bench.panels", {}),
    (["--start", "--rounds", "2"], "tests.bench.start", {"rounds": 2}),
    (["--lab", "--rounds", "2"], "tests.bench.lab", {"rounds": 2}),
    (["--balance"], "apz.apocalypze.bots.balance", {}),
    (["--balance", "--games", "20"], "apz.apocalypze.bots.balance", {"games": 20}),
])  # fmt: skip
def test_bench_measures_what_is_asked_for(
    apz: Run, monkeypatch: pytest.MonkeyPatch, flags: list[str], module: str, asked: dict[str, int]
) -> None:
    heard: list[dict[str, int]] = []
    stand_in = ModuleType(module)

    def run(**wished: int) -> int:
        heard.append(wished)
        return 0

    stand_in.__dict__["run"] = run
    monkeypatch.setitem(sys.modules, module, stand_in)
    assert apz("bench", *flags)[0] == 0
    assert heard == [asked]
    for wrong in ("0", "-1", "1234567890", "two"):
        assert apz("bench", "--rounds", wrong)[0] == 2


@pytest.mark.parametrize("flags", [[], ["--panels"], ["--start"]])
def test_where_apz_is_installed_without_its_tests_bench_says_that_it_cannot_measure(
    apz: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, flags: list[str]
) -> None:
    monkeypatch.setattr(bench, "CHECKOUT", tmp_path)
    code, out, err = apz("bench", *flags)
    assert (code, out) == (2, "")
    assert err == "apz: apz bench works only in a checkout, except --balance: what it measures with isn't installed.\n"
