"""Files with the `apz` command: it checks, shows and replays them, and says what's wrong with bad ones."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from apz.apocalypze.kernel import KERNEL, new_session
from apz.apocalypze.lab.tries import what_if
from apz.apocalypze.positions import named_position
from tests.cli.given import DECK, POSITION, Run

# ---- check, show, replay


def test_check_tells_each_kind_of_file_by_its_content(apz: Run, files: Path) -> None:
    code, out, err = apz("check", "deck.yaml", "position.yaml", "overlay.yaml", "session.yaml")
    assert (code, err) == (0, "")
    said = [line.partition(": ")[2].split()[:2] for line in out.splitlines()]
    assert said == [["a", "deck"], ["a", "position"], ["corrections", "to"], ["a", "session"]]


def test_check_says_every_fault_of_every_file_at_once(apz: Run, files: Path) -> None:
    Path("deck.yaml").write_text("stronghold: Church\ncards:\n  Civilain: 20\n  Police Station: 1\n")
    Path("position.yaml").write_text(
        POSITION.replace("[Civilian]", "[12 Civilian, 2 Alex Bloom]").replace("[Pop!]", "[2 Pop!]")
    )
    code, out, err = apz("check", "deck.yaml", "position.yaml", "overlay.yaml")
    assert code == 2
    assert "overlay.yaml: corrections to 1 card" in out
    assert 'deck.yaml, line 3, cards.Civilain: "Civilain" isn\'t a card; did you mean "Civilian"?' in err
    assert "more than one stronghold" in err
    assert "22 cards; a deck is 30 cards" in err
    assert "(stronghold.capacity)" in err
    assert "(character.unique)" in err


def test_check_says_what_is_wrong_in_the_language_asked_for(apz: Run, files: Path) -> None:
    Path("deck.yaml").write_text("stronghold: Church\ncards:\n  Civilain: 20\n  Police Station: 1\n")
    Path("position.yaml").write_text(POSITION.replace("[Civilian]", "[12 Civilian]") + "turn: soon\n")
    Path("overlay.yaml").write_text("Civilian: {value: {rulebook: 3}}\n")
    Path("broken.yaml").write_text("players: [a\n")
    Path("session.yaml").write_text(Path("session.yaml").read_text(encoding="utf-8").replace("steps: ", "steps: 9"))
    Path("progress.yaml").write_text("apz: progress 1\ngame: apocalypze\nnight: soon\n")
    names = ["deck.yaml", "position.yaml", "overlay.yaml", "broken.yaml", "session.yaml", "progress.yaml", "none.yaml"]
    code, out, err = apz("check", *names, "--lang", "de")
    assert (code, out) == (2, "")
    for said in (
        "deck.yaml, Zeile 3, cards.Civilain: eine Karte „Civilain“ gibt es nicht; meinst du „Civilian“?",
        "deck.yaml, Zeile 1: mehr als eine Festung: Police Station, Church; ein Deck hat genau eine (setup.deck)",
        "turn: hier gehört eine ganze Zahl hin, gefunden wurde „soon“; schreib eine ganze Zahl von 1 bis 9999",
        "overlay.yaml, Zeile 1, Civilian.value: eine Berichtigung stammt nicht aus dem Regelheft; schreib den Wert",
        "broken.yaml, Zeile 2: das ist kein YAML: nach dem [ in Zeile 1 fehlt ein Komma oder ]; sieh dir diese Zeile",
        "steps: ",
        "progress.yaml, Zeile 3, night: hier gehört ein Datum hin, gefunden wurde „soon“; schreib es so: 2030-12-31",
        "none.yaml: lässt sich nicht lesen: diese Datei oder diesen Ordner gibt es nicht; prüf den Pfad",
    ):
        assert said in err
    assert "die Datei sollte " in err
    assert not re.search(r"\b(line|isn't|expected|write)\b", err)


def test_a_command_that_cannot_be_done_says_why_in_the_language_asked_for(apz: Run, files: Path) -> None:
    assert apz("show", "none.yaml", "--lang=de")[2].startswith("apz: none.yaml: lässt sich nicht lesen")
    assert apz("play", "--deck", "Chruch", "--lang", "es")[2].startswith("apz: “Chruch” no es ni un mazo inicial")
    assert "Dazu passt keine Regel: xyzzy" in apz("rules", "xyzzy", "--lang", "de")[2]
    Path("position.yaml").write_text(POSITION.replace("[Civilian]", "[12 Civilian]"))
    assert "position.yaml: Church hat Platz für 8 Überlebende" in apz("show", "position.yaml", "--lang", "de")[2]


def test_show_draws_a_position_or_where_a_session_stands(apz: Run, files: Path) -> None:
    code, out, _ = apz("show", "position.yaml")
    assert code == 0
    assert "Ann, Church (decides now)" in out
    assert "Sentry" in out
    assert "Sentry" not in apz("show", "position.yaml", "--seen-by", "ben")[1]
    assert "Card texts" in apz("show", "position.yaml", "--texts")[1]
    code, out, _ = apz("show", "session.yaml", "--lang", "de")
    assert code == 0
    assert "gewonnen" in out


def test_show_writes_a_page(apz: Run, files: Path) -> None:
    code, out, _ = apz("show", "position.yaml", "--html")
    assert code == 0
    assert out.startswith("<!doctype html>")
    assert apz("show", "position.yaml", "--html", "--out", "page.html") == (0, "", "")
    assert Path("page.html").read_text(encoding="utf-8") == out


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="there is no such device here")
@pytest.mark.parametrize("command", [["show", "position.yaml"], ["sheet"]])
def test_out_may_be_a_stream(files: Path, command: list[str]) -> None:
    apz = [sys.executable, "-m", "apz.cli", *command]
    told = subprocess.run(apz, capture_output=True, check=True).stdout
    assert told
    streamed = [*apz, "--out", "/dev/stdout"]
    assert subprocess.run(streamed, capture_output=True, check=True).stdout == told
    assert subprocess.run([*apz, "--out", "/dev/null"], capture_output=True, check=True).stdout == b""
    os.mkfifo("pipe")
    with subprocess.Popen([*apz, "--out", "pipe"]) as writer:
        assert Path("pipe").read_bytes() == told
    assert writer.returncode == 0
    log = Path("log")
    log.write_bytes(b"before\n")
    with log.open("ab") as file:
        subprocess.run(streamed, stdout=file, check=True)
    assert log.read_bytes() == b"before\n" + told


def test_show_shows_a_position_that_breaks_a_rule_and_says_so(apz: Run) -> None:
    Path("crowd.yaml").write_text(POSITION.replace("[Civilian]", "[12 Civilian]"))
    code, out, err = apz("show", "crowd.yaml")
    assert code == 1
    assert "Survivors: 12 of 8" in out
    assert "(stronghold.capacity)" in err


def test_replay_tells_the_story_of_a_session(apz: Run, files: Path) -> None:
    code, out, _ = apz("replay", "session.yaml")
    assert code == 0
    assert out.startswith("Ann at the Church against Ben at the Police Station\n")
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
    code, _, err = apz(*command.split(), "bad.yaml")
    if command == "cards --overlay" and name == "empty":
        assert (code, err) == (0, "")  # an empty list of corrections is fine
        return
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
    assert re.search(r"session\.yaml, line \d+: step 2 isn't legal here \(occupy\.first\)", err)


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


def test_a_file_of_another_kind_is_told_by_its_kind(apz: Run) -> None:
    Path("tree.yaml").write_text(what_if(named_position("first-turn")).text())
    kinds = "it's one of: lesson, lesson-words, position, progress, session"
    assert f'"what-if 1" isn\'t a kind of file that can be read here; {kinds}' in apz("check", "tree.yaml")[2]
    Path("position.yaml").write_text(POSITION)
    err = apz("sheet", "--progress", "position.yaml")[2]
    assert "line 1: this isn't \"apz: progress 1\"; give a learner's record that was saved or copied" in err


def test_corrections_are_counted_by_the_cards_they_change(apz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.yaml").write_text("Civilian: {value: 3}\nBiker: {value: {house: 9}}\n")
    Path("others.yaml").write_text("Alex Bloom: {value: 7}\n")
    Path("none.yaml").write_text("Civilian: {kind: survivor}\n")
    monkeypatch.setenv("APZ_CARDS", "others.yaml")
    assert apz("check", "mine.yaml", "none.yaml")[1] == (
        "mine.yaml: corrections to 2 cards\nnone.yaml: corrections that change nothing\n"
    )


def test_bad_corrections_in_the_environment_are_refused(apz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.yaml").write_text("Lord Brawn: {attack: 9}\n")
    monkeypatch.setenv("APZ_CARDS", "mine.yaml")
    code, _, err = apz("play", "--seed", "1")
    assert code == 2
    assert "mine.yaml, line 1, Lord Brawn.attack" in err
