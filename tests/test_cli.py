"""The `apz` command: what it answers, what it refuses, and a whole game at the terminal."""

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.kernel import KERNEL, new_session
from apz.apocalypze.model import Position
from apz.apocalypze.rules import rules
from apz.apocalypze.setup import new_game
from apz.apocalypze.view_words import view_words
from apz.cli import main
from apz.cli.files import story
from apz.cli.terminal import Terminal, verbs
from apz.core.session import Session

GOLDEN = Path(__file__).parent / "golden" / "story.txt"
RENEW = "APZ_RENEW_GOLDEN"

DECK = """\
deck: Mine
stronghold: Church
cards: {Civilian: 20, Adrenaline: 3, Turned: 3, Sentry: 3}
"""
POSITION = """\
apz: position 1
players:
  - {stronghold: Church, survivors: [Civilian], hand: [Sentry], deck: [2 Civilian]}
  - {stronghold: Police Station, survivors: [Police Officer], deck: [Pop!]}
"""
OVERLAY = "Lord Brawn: {value: 6}\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing outside the test's own folder is read or written."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("APZ_CARDS", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def apz(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process: its exit code, what it said, and what it complained about."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(arguments))
        said = capsys.readouterr()
        assert "Traceback" not in said.err + said.out
        return code, said.out, said.err

    return run


def shell(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "apz.cli", *arguments],
        input=typed, capture_output=True, text=True, timeout=60, encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with one good file of each kind."""
    session = new_session(new_game("Church", "Police Station", seed=7))
    for _, step in steps_of(SensibleBot(), SensibleBot(), session.start):
        session.add(step)
    session.save(tmp_path / "session.yaml")
    for name, text in (("deck", DECK), ("position", POSITION), ("overlay", OVERLAY)):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


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


# ---- cards and rules


def test_cards_lists_them_all_with_their_numbers(apz: Run) -> None:
    code, out, _ = apz("cards")
    assert code == 0
    assert re.search(r"Lord Brawn +4  2  4\*, gang, unique", out)
    assert re.search(r"Police Station +4  7\* 2", out)
    assert "Molotov Cocktail" in out


def test_a_card_is_found_by_part_of_its_name_and_says_where_each_field_comes_from(apz: Run) -> None:
    code, out, _ = apz("cards", "lord", "brawn")
    assert (code, out) == apz("cards", "BRAWN")[:2]
    assert code == 0
    assert re.search(r"attack +4 +from the rulebook", out)
    assert re.search(r"value +4 +house", out)
    assert "Hausregel" in apz("cards", "brawn", "--lang", "de")[1]


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
    assert re.search(r"value +6 +from the owner", apz("cards", "brawn", "--overlay", "overlay.yaml")[1])


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
    assert "Why it is read so" in out
    assert "[Auslegung: combat.excess]" in apz("rules", "combat.excess", "--lang", "de")[1]


def test_a_rule_that_is_not_there_is_a_no(apz: Run) -> None:
    code, out, err = apz("rules", "xyzzy", "plugh")
    assert (code, out) == (1, "")
    assert "xyzzy plugh" in err


# ---- bench


@pytest.mark.parametrize(("flags", "module", "asked"), [
    ([], "apz.bench", {}),
    (["--rounds", "3"], "apz.bench", {"rounds": 3}),
    (["--balance"], "apz.apocalypze.balance", {}),
    (["--balance", "--games", "20"], "apz.apocalypze.balance", {"games": 20}),
])  # fmt: skip
def test_bench_measures_speed_or_balance(
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
    assert apz("bench", "--rounds", "0")[0] == 2


# ---- check, show, replay


def test_check_tells_each_kind_of_file_by_its_content(apz: Run, files: Path) -> None:
    code, out, err = apz("check", "deck.yaml", "position.yaml", "overlay.yaml", "session.yaml")
    assert (code, err) == (0, "")
    said = [line.partition(": ")[2].split()[:2] for line in out.splitlines()]
    assert said == [["a", "deck"], ["a", "position,"], ["corrections", "to"], ["a", "session"]]


def test_check_says_every_fault_of_every_file_at_once(apz: Run, files: Path) -> None:
    Path("deck.yaml").write_text("stronghold: Church\ncards:\n  Civilain: 20\n  Police Station: 1\n")
    Path("position.yaml").write_text(
        POSITION.replace("[Civilian]", "[12 Civilian, 2 Alex Bloom]").replace("[Pop!]", "[2 Pop!]")
    )
    code, out, err = apz("check", "deck.yaml", "position.yaml", "overlay.yaml")
    assert code == 2
    assert "overlay.yaml: corrections to 1 card" in out
    assert 'deck.yaml, line 3, cards.Civilain: "Civilain" is not a card; did you mean "Civilian"?' in err
    assert "more than one stronghold" in err
    assert "22 cards; a deck is 30 cards" in err
    assert "(stronghold.capacity)" in err
    assert "(character.unique)" in err


def test_show_draws_a_position_or_where_a_session_stands(apz: Run, files: Path) -> None:
    code, out, _ = apz("show", "position.yaml")
    assert code == 0
    assert "Ann, Church (decides now)" in out
    assert "Sentry" in out
    assert "Sentry" not in apz("show", "position.yaml", "--seen-by", "ben")[1]
    assert "What the cards say" in apz("show", "position.yaml", "--texts")[1]
    code, out, _ = apz("show", "session.yaml", "--lang", "de")
    assert code == 0
    assert "gewonnen" in out


def test_show_writes_a_page(apz: Run, files: Path) -> None:
    code, out, _ = apz("show", "position.yaml", "--html")
    assert code == 0
    assert out.startswith("<!doctype html>")
    assert apz("show", "position.yaml", "--html", "--out", "page.html") == (0, "", "")
    assert Path("page.html").read_text(encoding="utf-8") == out


def test_show_shows_a_position_that_breaks_a_rule_and_says_so(apz: Run) -> None:
    Path("crowd.yaml").write_text(POSITION.replace("[Civilian]", "[12 Civilian]"))
    code, out, err = apz("show", "crowd.yaml")
    assert code == 1
    assert "Survivors: 12 of 8" in out
    assert "(stronghold.capacity)" in err


def test_replay_tells_the_story_of_a_session(apz: Run, files: Path) -> None:
    code, out, _ = apz("replay", "session.yaml")
    assert code == 0
    assert out.startswith("Ann at Church against Ben at Police Station\n")
    assert re.search(r"\w+ wins the game\. \[end\.\w+\]\n$", out)
    code, part, _ = apz("replay", "session.yaml", "--to", "3")
    assert code == 0
    lines = part.splitlines()
    assert lines[:-2] == out.splitlines()[: len(lines) - 2]
    assert apz("replay", "session.yaml", "--to", "-4")[1].endswith("Ann must draw.\n")


# ---- bad input


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
BAD_FILES = {
    "binary": bytes(range(256)) * 10,
    "zeros": b"\0" * 1000,
    "empty": b"",
    "ten megabytes": b"# nothing\n" * 1_000_000,
    "bomb": BOMB.encode(),
    "deep": b"[" * 5000,
    "no yaml": b"a: b: c\n\t- x",
    "object": b"!!python/object/apply:os.system ['touch hacked']",
    "a number": b"7",
    "a list": b"[1, 2]",
    "words": b"hello, I am a text\n",
    "another version": b"apz: position 9\nplayers: []\n",
    "another kind": b"apz: lesson 1\nsay: hello\n",
    "another save": b"apz: session 99\ngame: apocalypze\nsteps: 0\nat: 0\nstart: x\ntree: []\n",
    "another game": b"apz: session 1\ngame: chess\nsteps: 0\nat: 0\nstart: x\ntree: []\n",
    "unknown card": POSITION.replace("Pop!", "Pip?").encode(),
    "one player": b"apz: position 1\nplayers: [{stronghold: Church}]\n",
    "two strongholds": DECK.replace("20", "19").replace("{", "{Police Station: 1, ").encode(),
    "small deck": DECK.replace("20", "2").encode(),
    "no fields": b"stronghold: 7\n",
}  # fmt: skip


@pytest.mark.parametrize("command", ["check", "show", "replay", "play --from", "play --deck", "cards --overlay"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_are_answered_with_a_clear_message_and_2(apz: Run, name: str, command: str) -> None:
    Path("bad.yaml").write_bytes(BAD_FILES[name])
    if command == "cards --overlay" and name == "empty":
        return  # no corrections are fine
    code, _, err = apz(*command.split(), "bad.yaml")
    assert code == 2
    assert "bad.yaml" in err
    assert len(err.splitlines()) <= 45
    assert all(line.isprintable() for line in err.splitlines())
    assert os.listdir() == ["bad.yaml"]


@pytest.mark.parametrize("command", ["check", "show", "replay", "play --from", "cards --overlay"])
def test_files_that_cannot_be_opened_are_answered_with_2(apz: Run, command: str, tmp_path: Path) -> None:
    os.mkfifo("pipe")
    for path in ("missing.yaml", str(tmp_path), "pipe", "no/such/folder.yaml", "x" * 5000, "nu\0l"):
        code, _, err = apz(*command.split(), path)
        assert code == 2
        assert err.removeprefix("apz: ").startswith(path[:2])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may read everything")
def test_a_file_that_may_not_be_read_is_answered_with_2(apz: Run, files: Path) -> None:
    Path("session.yaml").chmod(0)
    assert apz("replay", "session.yaml")[0] == 2


def test_a_save_that_was_cut_off_or_edited_is_refused_with_its_line(apz: Run, files: Path) -> None:
    text = Path("session.yaml").read_text()
    for part in (0.1, 0.3, 0.5, 0.9, 0.999):
        Path("session.yaml").write_text(text[: int(len(text) * part)])
        for command in (["check"], ["replay"], ["play", "--from"]):
            code, _, err = apz(*command, "session.yaml")
            assert code == 2
            assert "session.yaml" in err
    Path("session.yaml").write_text(text.replace("[occupy, 0]", "[occupy, 1]", 1))
    code, _, err = apz("replay", "session.yaml")
    assert code == 2
    assert re.search(r"session\.yaml, line \d+: step 2 is not legal here \(occupy\.first\)", err)


def test_a_session_whose_beginning_breaks_a_rule_is_refused(apz: Run) -> None:
    crowd = new_session(KERNEL.read(POSITION.replace("[Civilian]", "[12 Civilian]")))
    crowd.save("session.yaml")
    for command in (["check"], ["replay"], ["play", "--from"]):
        code, _, err = apz(*command, "session.yaml")
        assert code == 2
        assert "(stronghold.capacity)" in err


def test_replay_and_show_want_the_right_kind_of_file(apz: Run, files: Path) -> None:
    for command, file in (("replay", "position"), ("replay", "deck"), ("show", "deck"), ("show", "overlay")):
        code, _, err = apz(command, f"{file}.yaml")
        assert code == 2
        assert f"{file}.yaml" in err
    assert apz("play", "--from", "deck.yaml")[0] == 2
    assert apz("show", "position.yaml", "--seen-by", "Zoe")[0] == 2


def test_a_deck_that_is_neither_known_nor_a_file_is_refused(apz: Run) -> None:
    code, _, err = apz("play", "--deck", "Curch")
    assert code == 2
    assert 'did you mean "Church"?' in err


def test_bad_corrections_in_the_environment_are_refused(apz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.yaml").write_text("Lord Brawn: {attack: 9}\n")
    monkeypatch.setenv("APZ_CARDS", "mine.yaml")
    code, _, err = apz("play", "--seed", "1")
    assert code == 2
    assert "mine.yaml, line 1, Lord Brawn.attack" in err


# ---- a game at the terminal


def test_every_step_is_explained_and_every_line_can_be_asked(apz: Run) -> None:
    typed = (
        "?\ndraw\nwhy 1\nwhy 99\nwhy\nrule combat.wounds\nrule xyzzy\nsum\nhelp\ncard brawn\ncard xyzzy\ntable texts\n"
    )
    code, out, _ = apz("play", "--seed", "7", typed=typed)
    assert code == 0
    assert "   1  draw cards" in out
    assert "   1. Ann holds 6 cards and draws none (a hand is filled up to 6). [draw.six]" in out
    assert rules("en")["draw.six"].text[:40] in out
    assert "Type why and the number of a line above" in out
    assert "No rule is called so" in out
    assert "Lord Brawn (raider)" in out
    assert '"xyzzy" is not a card' in out
    assert "What the cards say" in out


def test_an_illegal_move_is_explained_and_changes_nothing(apz: Run) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed="done\nwhy 1\nwhy not draw\nwhy not pass\n")
    assert "There is nothing to end here. Now " in out
    assert "[play.waiting]" in out
    assert rules("en")["play.waiting"].title in out
    assert "That is legal." in out
    assert "Passing is not possible here." in out
    assert "The game is kept" not in out


@pytest.mark.parametrize(
    "line", ["undo everything", "quit smoking", "? what", "card", "rule", "not", "help me", "sum 3"]
)
def test_a_command_that_says_too_much_or_too_little_is_read_as_a_move(apz: Run, line: str) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=f"{line}\n")
    assert "Possible now: draw cards." in out


def test_what_is_not_understood_or_not_clear_is_said(apz: Run) -> None:
    typed = "fly\ndraw\n1\nplay\n999\n\n"
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", "--deck", "church", typed=typed)
    assert "“fly”" in out
    assert "Which one? Type its number:\n   1  play " in out
    assert "numbered from 1" in out
    assert out.count("   1  play ") == 2


def test_undo_goes_back_past_the_bot_and_redo_forward_again(apz: Run) -> None:
    typed = "undo\nredo\ndraw\n1\nundo\nundo\nundo\nredo\nredo\nredo\n"
    _, out, _ = apz("play", "--seed", "6", "--deck", "church", typed=typed)
    assert out.count("There is nothing to go back to.") == 2
    assert out.count("There is nothing to go forward to.") == 2


def test_a_game_that_is_left_is_kept_and_gone_on_with(apz: Run, tmp_path: Path) -> None:
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", typed="draw\n")
    kept = tmp_path / "state" / "apz" / "last-game.yaml"
    assert code == 0
    assert f"apz play --from {kept}" in out
    assert kept.exists()
    code, out, _ = apz("play", "--from", "--bot", "none", typed="undo\nquit\n")
    assert code == 0
    assert "in the first turn of the game there is no choice" in out
    assert out.count("must draw.") == 1


def test_a_game_that_cannot_be_kept_says_so(apz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", "file")
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", typed="draw\n")
    assert code == 0
    assert "could not be kept" in out


def test_save_writes_the_game_and_never_over_another_file(apz: Run) -> None:
    Path("diary.txt").write_text("dear diary")
    os.mkdir("folder")
    typed = "draw\nsave diary.txt\nsave folder\nsave no/such/folder\nsave game.yaml\nquit\n"
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=typed)
    assert code == 0
    assert Path("diary.txt").read_text() == "dear diary"
    assert "this file is there and is no saved game" in out
    assert "Is a directory" in out
    assert "Saved. To go on with it: apz play --from game.yaml" in out
    assert "kept" not in out
    assert len(Session.load("game.yaml", KERNEL).nodes) == 2
    assert apz("check", "game.yaml")[0] == 0
    assert apz("play", "--save", "diary.txt")[0] == 2
    assert apz("play", "--save", "folder")[0] == 2
    assert apz("play", "--save", "no/such/folder/game.yaml")[0] == 2


def test_with_a_file_to_save_to_every_move_is_saved_at_once(apz: Run) -> None:
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", "--save", "game.yaml", typed="draw\n1\n")
    assert code == 0
    assert "kept" not in out
    assert len(Session.load("game.yaml", KERNEL).nodes) == 3
    assert apz("play", "--from", "game.yaml", "--save", "game.yaml", "--bot", "none", typed="undo\n")[0] == 0
    assert Session.load("game.yaml", KERNEL).at == 1


def test_a_position_can_be_played_and_asked_strictly(apz: Run, files: Path) -> None:
    code, out, _ = apz("play", "--from", "position.yaml", "--strict", "--open", "--bot", "random", typed="draw\n")
    assert code == 0
    assert "Ann holds 1 card" in out
    Path("crowd.yaml").write_text(POSITION.replace("[Civilian]", "[12 Civilian]"))
    code, _, err = apz("play", "--from", "crowd.yaml")
    assert code == 2
    assert "(stronghold.capacity)" in err


def test_the_game_can_be_played_in_german(apz: Run) -> None:
    typed = "?\n1\nwarum 1\nwarum nicht ziehen\nregel combat.wounds\nsumme\ntisch\n"
    typed += "karte brawn\nzurück\nvor\nhilfe\nschluss\n"
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", "--lang", "de", typed=typed)
    assert code == 0
    assert "Karten ziehen" in out
    assert rules("de")["combat.wounds"].title in out
    assert "schluss            aufhören" in out


def test_no_word_for_a_command_is_taken_twice() -> None:
    for language in ("en", "de"):
        catalog = view_words(language)
        said = [word for key in catalog.keys("verbs") for word in catalog.raw("verbs", key).split()]
        assert len(set(said)) == len(said)
        commands = set(verbs(language).values()) - {"quit", "not"}
        assert all(callable(getattr(Terminal, command)) for command in commands)


class Fingers:
    """Somebody who types numbers only: he reads the list and takes the first move that does not go back."""

    def __init__(self, terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
        self.terminal, self.capsys, self.said = terminal, capsys, ""
        self.number = ""

    def __call__(self, prompt: str) -> str:
        self.said += (now := self.capsys.readouterr().out)
        if self.terminal.session.position.waiting is None:
            raise EOFError
        moves = re.findall(r"^ +(\d+)  (.*)$", now, re.MULTILINE) if self.number == "?" else []
        onward = [number for number, move in moves if not move.startswith("take back")]
        self.number = onward[0] if onward else "?"
        return self.number


def test_a_whole_game_is_played_with_numbers_until_somebody_wins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(new_session(new_game("Police Station", "Roadside Diner", seed=11)), SensibleBot())
    fingers = Fingers(terminal, capsys)
    monkeypatch.setattr("builtins.input", fingers)
    terminal.run()
    position = terminal.session.position
    assert position.winner is not None
    assert "wins the game. [end." in fingers.said
    assert "      Why: " in fingers.said
    told = re.findall(r"^ +\d+\. .*\[([\w: .-]+)\]$", fingers.said, re.MULTILINE)
    assert {rule.rpartition(" ")[2] for rule in told} <= set(rules("en"))
    assert len(told) > 100


# ---- as a program of its own


def test_it_runs_as_a_program_and_its_exit_codes_reach_the_shell(tmp_path: Path) -> None:
    assert shell("rules", "combat.wounds").returncode == 0
    assert shell("rules", "xyzzy").returncode == 1
    missing = shell("check", "missing.yaml")
    assert missing.returncode == 2
    assert missing.stderr == "missing.yaml: cannot be read: No such file or directory; check the path\n"
    game = shell("play", "--seed", "3", "--bot", "none", typed="draw\n")
    assert game.returncode == 0
    assert "To go on with it: apz play --from" in game.stdout


def test_a_terminal_that_lacks_characters_gets_others() -> None:
    done = shell("play", "--seed", "3", "--lang", "de", typed="\udcff\x00?\n".encode("utf-8", "ignore").decode(),
                 PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == 0
    assert "?berlebende" in done.stdout


def test_bytes_that_are_no_text_can_be_typed_and_do_no_harm() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "apz.cli", "play", "--seed", "3", "--bot", "none"],
        input=b"\xff\xfe\x00\x1b[2J" + b"x" * 100_000 + b"\ndraw\n", capture_output=True, timeout=60, check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stdout
    assert b"holds 6 cards" in done.stdout


def test_ctrl_c_leaves_politely_and_loses_nothing(tmp_path: Path) -> None:
    game = subprocess.Popen(
        [sys.executable, "-u", "-m", "apz.cli", "play", "--seed", "3", "--bot", "none"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # whoever runs the tests in the background has Ctrl-C switched off, and would hand that on
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert game.stdin
    assert game.stdout
    game.stdin.write("draw\n")
    game.stdin.flush()
    while "in the first turn of the game there is no choice" not in game.stdout.readline():
        pass
    game.send_signal(signal.SIGINT)
    out, err = game.communicate(timeout=30)
    assert game.returncode == 130
    assert "The game is kept." in out
    assert err == ""
    assert len(Session.load(tmp_path / "state" / "apz" / "last-game.yaml", KERNEL).nodes) == 2


def test_a_reader_that_has_read_enough_is_no_error() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m apz.cli cards | head -1', shell=True, capture_output=True, text=True, check=False
    )
    assert "STRONGHOLD" in done.stdout
    assert done.stderr == ""


def test_looking_up_a_rule_does_not_load_the_game() -> None:
    code = (
        "import sys; from apz.cli import main; main(['rules', 'feed']); sys.exit('apz.apocalypze.play' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0


# ---- the story


def whole_game() -> Session[Position]:
    """A game between two sensible bots that shows most of what there is."""
    session = new_session(new_game("Police Station", "Church", seed=28))
    for _, step in steps_of(SensibleBot(), SensibleBot(), session.start):
        session.add(step)
    return session


@pytest.fixture
def told(apz: Run) -> str:
    """The game as `apz replay` tells it from its file."""
    whole_game().save("game.yaml")
    code, out, err = apz("replay", "game.yaml")
    assert (code, err) == (0, "")
    return out


def test_a_full_session_reads_like_the_story_in_the_golden_file(told: str) -> None:
    """To renew the file after a change that is meant: APZ_RENEW_GOLDEN=1 pytest tests/test_cli.py -k golden."""
    if os.environ.get(RENEW):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8"), f"if this is meant: {RENEW}=1 pytest tests/test_cli.py -k golden"


def test_the_story_cites_a_rule_in_every_line_and_has_a_winner(told: str) -> None:
    head, *lines = [line for line in told.splitlines() if line]
    assert head == "Ann at Police Station against Ben at Church"
    cited = [re.search(r"\[(?:ruling: )?([\w.-]+)\]$", line) for line in lines[1:]]
    assert all(found and found[1] in rules("en") for found in cited)
    assert "wins the game." in lines[-1]


def test_the_story_of_a_game_can_be_told_in_german() -> None:
    lines = list(story(whole_game(), "de"))
    assert lines[0] == "Ann in Police Station gegen Ben in Church"
    assert "gewinnt" in lines[-1]
