"""A game in the terminal: every step explained, undone, saved and resumed, until somebody wins."""

import errno
import os
import re
import shlex
import stat
from pathlib import Path
from typing import Any, cast

import pytest

from apz.apocalypze.bots import RookieBot, SensibleBot
from apz.apocalypze.game import GAME
from apz.apocalypze.kernel import KERNEL, new_session
from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.language.rulebook import TEXTS, rules
from apz.apocalypze.positions.named import folder
from apz.apocalypze.setup import new_game
from apz.cli.terminal import Terminal
from apz.core.session import Session
from tests.cli.given import POSITION, Run


def test_every_step_is_explained_and_every_line_can_be_asked(apz: Run) -> None:
    typed = (
        "?\ndraw\nwhy 1\nwhy 99\nwhy\nrule combat.wounds\nrule xyzzy\nsum\nhelp\ncard brawn\ncard xyzzy\ntable texts\n"
    )
    code, out, _ = apz("play", "--seed", "7", typed=typed)
    assert code == 0
    assert "   1  draw cards" in out
    assert "   1. Ann has 6 cards in hand and draws none (a hand fills up to 6). [draw.six]" in out
    assert rules("en")["draw.six"].text[:40] in out
    assert "Type “why” and the number of a line above" in out
    assert "No rule matches that" in out
    assert "Lord Brawn (raider)" in out
    assert '"xyzzy" isn\'t a card' in out
    assert "Card texts" in out


@pytest.mark.parametrize("number", ["0", "00011", "99999", "1" * 5000])
def test_a_line_that_was_not_told_has_no_reason(apz: Run, number: str) -> None:
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=f"why {number}\n")
    assert "Type “why” and the number of a line above" in out
    assert code == 0


def test_an_illegal_move_is_explained_and_changes_nothing(apz: Run) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed="done\nwhy 1\nwhy not draw\nwhy not pass\n")
    assert "no groups you could finish. Right now, " in out
    assert "[play.waiting]" in out
    assert rules("en")["play.waiting"].title in out
    assert "That's legal." in out
    assert "You can't pass at this moment." in out
    assert "The game is kept" not in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("help me", "list your legal moves by number"),
        ("What can I do now?", "   1  draw cards"),
        ("please help", "list your legal moves by number"),
        ("whose turn is it", "decides"),
        ("undo that", "You can't go back any further."),
        ("save so.yaml", "apz play --from so.yaml"),
    ],
)
def test_whole_sentences_and_polite_words_are_understood(apz: Run, line: str, said: str) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=f"{line}\n")
    assert said in out
    assert "You could type" not in out  # it isn't taken for a move


@pytest.mark.parametrize("line", ["undo everything", "quit smoking", "? what", "not", "help everybody", "sum 3"])
def test_a_command_that_says_too_much_is_read_as_a_move(apz: Run, line: str) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=f"{line}\n")
    assert "You could type: draw cards." in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("card", "“card” isn't complete. Type help"),
        ("rule", "“rule” isn't complete. Type help"),
        ("hint", "There are no hints in the terminal. ? lists your moves."),
        ("give me a hint", "There are no hints in the terminal."),
    ],
)
def test_a_command_that_says_too_little_or_is_not_for_the_terminal_gets_a_reply(apz: Run, line: str, said: str) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=f"{line}\n")
    assert said in out
    assert "You could type" not in out  # it isn't taken for a move


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("can I block twice", "combat.defend"),
        ("why can't I block twice", "combat.defend"),
        ("what is a trump", "event.trump"),
        ("How many cards can I hold?", "draw.bonus"),
    ],
)
def test_a_question_finds_the_rules_that_may_help(apz: Run, line: str, rule: str) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=f"{line}\n")
    assert f"These rules may help. To read the first one, type: rule {rule}\n" in out
    assert re.search(rf"^\[{rule}\] +{re.escape(rules('en')[rule].title)}$", out, re.MULTILINE)
    assert "I don't understand" not in out


def test_a_question_about_a_move_gets_its_reply_and_plays_nothing(apz: Run) -> None:
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", typed="can I draw?\nmay I pass\ncan I xyzzy\n")
    legal, refused, unclear, _ = out.partition("> ")[2].split("> ")
    assert legal.startswith("That's legal.\n")
    assert refused.startswith("You can't pass at this moment.")
    assert unclear.startswith("I don't understand “xyzzy”.")


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
    assert out.count("You can't go back any further.") == 2
    assert out.count("You can't go forward any further.") == 2


def test_a_game_that_is_left_is_kept_and_gone_on_with(apz: Run, tmp_path: Path) -> None:
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", typed="draw\n")
    kept = tmp_path / "state" / "apz" / "last-game.yaml"
    assert code == 0
    assert f"apz play --from {kept}" in out
    assert kept.exists()
    code, out, _ = apz("play", "--from", "--bot", "none", typed="undo\nquit\n")
    assert code == 0
    assert "there's no choice on the first turn of the game" in out
    assert out.count("must draw.") == 1


def test_the_seed_that_a_new_game_prints_is_the_bots_too(apz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    def rookie(seed: int) -> RookieBot:
        given.append(seed)
        return RookieBot(seed)

    monkeypatch.setitem(cast(dict[str, Any], GAME.bots), "rookie", rookie)
    _, out, _ = apz("play", "--bot", "rookie", typed="draw\n")
    seed = int(re.findall(r"--seed (\d+)", out)[0])
    again = apz("play", "--bot", "rookie", "--seed", str(seed), typed="draw\n")
    assert given == [seed, seed]
    assert again[1] == out


def test_a_game_that_cannot_be_kept_says_so(apz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", "file")
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", typed="draw\n")
    assert code == 0
    assert "Couldn't save your game" in out


def test_save_writes_the_game_and_never_over_another_file(apz: Run) -> None:
    Path("diary.txt").write_text("dear diary")
    os.mkdir("folder")
    typed = "draw\nsave diary.txt\nsave folder\nsave no/such/folder\nsave game.yaml\nquit\n"
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", typed=typed)
    assert code == 0
    assert Path("diary.txt").read_text() == "dear diary"
    assert "there's already a file here that doesn't look like a saved game" in out
    assert "folder: this isn't a regular file; give the name of a file" in out
    assert "Couldn't save your game to no/such/folder: there's no such file or folder." in out
    assert "Saved. To pick up this game again: apz play --from game.yaml" in out
    assert "kept" not in out
    assert len(Session.load("game.yaml", KERNEL).nodes) == 2
    assert apz("check", "game.yaml")[0] == 0
    assert apz("play", "--save", "diary.txt")[0] == 2
    assert apz("play", "--save", "folder")[0] == 2
    assert apz("play", "--save", "no/such/folder/game.yaml")[0] == 2


def test_a_saved_game_is_picked_up_again_with_the_command_that_is_shown(apz: Run) -> None:
    typed = "guardar mi partida.yaml\nsalir\n"
    _, out, _ = apz("play", "--seed", "7", "--bot", "none", "--lang", "es", typed=f"?\n1\n{typed}")
    assert "Para retomarla: apz play --from 'mi partida.yaml' --bot none --lang es" in out
    command = next(line.partition(": apz ")[2] for line in out.splitlines() if "retomarla" in line)
    assert apz(*shlex.split(command), typed="salir\n")[0] == 0


def test_without_a_game_that_was_left_there_is_none_to_go_on_with(apz: Run) -> None:
    code, _, err = apz("play", "--from")
    assert code == 2
    assert "--from: there's no earlier game to pick up; name a file: --from FILE" in err


def test_with_a_file_to_save_to_every_move_is_saved_at_once(apz: Run) -> None:
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", "--save", "game.yaml", typed="draw\n1\n")
    assert code == 0
    assert "kept" not in out
    assert len(Session.load("game.yaml", KERNEL).nodes) == 3
    assert apz("play", "--from", "game.yaml", "--save", "game.yaml", "--bot", "none", typed="undo\n")[0] == 0
    assert Session.load("game.yaml", KERNEL).at == 1


def test_on_a_full_disk_the_game_goes_on_and_is_saved_once_there_is_room(
    apz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def fsync(file: object) -> None:
        written.append(file)
        if len(written) < 3:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    code, out, _ = apz("play", "--seed", "7", "--bot", "none", "--save", "game.yaml", typed="draw\n1\nquit\n")
    assert code == 0
    assert out.count("Couldn't save your game to game.yaml: the disk is full. You can keep playing") == 2
    assert len(Session.load("game.yaml", KERNEL).nodes) == 3
    assert os.listdir() == ["game.yaml"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_game_is_not_saved_over_a_pipe_or_a_read_only_file(apz: Run) -> None:
    os.mkfifo("pipe")
    assert apz("play", "--seed", "7", "--save", "pipe")[0] == 2
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)
    apz("play", "--seed", "7", "--bot", "none", typed="draw\nsave game.yaml\n")
    os.chmod("game.yaml", 0o444)
    before = Path("game.yaml").read_text()
    code, out, _ = apz("play", "--from", "game.yaml", "--bot", "none", typed="undo\nsave game.yaml\n")
    assert code == 0
    assert "game.yaml: this file is read-only; make it writable, or choose another name" in out
    assert Path("game.yaml").read_text() == before


def test_a_position_can_be_played_and_asked_strictly(apz: Run, files: Path) -> None:
    code, out, _ = apz("play", "--from", "position.yaml", "--strict", "--open", "--bot", "rookie", typed="draw\n")
    assert code == 0
    assert "Ann has 1 card" in out
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
        commands = set(TEXTS.verbs(language).values()) - {"quit", "not"}
        assert all(callable(getattr(Terminal, command)) for command in commands)


class Fingers:
    """A player who types "?" for the list of moves, then the number of the first move that isn't a take-back."""

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
    terminal = Terminal(GAME, new_session(new_game("Police Station", "Roadside Diner", seed=11)), SensibleBot())
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


def test_whoever_would_lose_a_card_at_once_is_warned_first(apz: Run) -> None:
    begin = ("play", "--from", str(folder() / "full-house.yaml"), "--bot", "none")
    _, out, _ = apz(*begin, typed="play antonio jones\nwhy 1\nplay antonio jones\nundo\nplay antonio jones\n")
    assert out.count("It's legal, though: type it again to go ahead.") == 1
    assert out.count("and Antonio Jones came last.") == 3
    assert rules("en")["stronghold.newest"].text[:40] in out
