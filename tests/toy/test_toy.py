"""The toy game in all shared code, without a line of ApocalypZe."""

import ast
import io
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from apz import games
from apz.cli import main
from apz.core.files import load_session, read_any
from apz.core.learning.lesson_run import begin
from apz.core.learning.lessons import Lesson
from apz.core.learning.mastery import Mastery
from apz.core.learning.practice import Learner, Practice
from apz.core.learning.progress import progress_text, read_progress
from apz.core.learning.proof import prove
from apz.core.reading import BadInput
from apz.core.session import Session
from apz.core.sharing import position_link, read_link, session_link
from apz.core.trace import Refusal, Step
from tests.toy.game import GAME, HERE, Lay, Lead, Roll, Yard

DUSK = HERE / "positions" / "dusk.yaml"


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", ("tests.toy.game", ""))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


def faces(session: Session[Yard]) -> list[int]:
    return [note.values["face"] for step in session.steps for note in step.notes if note.key == "rolled"]


def test_it_is_found_in_the_table_of_games() -> None:
    assert games.game("toy") is GAME


def test_the_dice_are_recorded_undone_and_come_out_the_same(tmp_path: Path) -> None:
    session = GAME.new_session(GAME.new_game(seed=5))
    assert isinstance(session.do(Roll()), Step)
    first = faces(session)
    session.undo()
    assert (faces(session), session.redo(), faces(session)) == ([], True, first)
    session.do(Lead("field"))
    branch = session.branch()
    branch.do(GAME.legal_moves(branch.position)[0])  # type: ignore[index]
    assert len(branch.steps) == len(session.steps) + 1
    session.save(tmp_path / "game.yaml")
    assert f"chance: [[{first[0]}]]" in (tmp_path / "game.yaml").read_text()
    again = load_session(GAME, tmp_path / "game.yaml")
    assert (again.text(), again.position) == (session.text(), session.position)


def test_other_dice_can_be_laid_and_stand_beside_those_that_fell() -> None:
    session = GAME.new_session(GAME.new_game(seed=5))
    session.do(Roll())
    session.undo()
    session.do(Lay((6, 1)))
    session.do(Roll())
    assert faces(session) == [6]
    assert session.position.dice == (1,)
    assert len(session.nodes[0].tries) == 2
    assert Session.from_text(session.text(), GAME.kernel()).position == session.position


def test_an_edited_die_is_found_out() -> None:
    session = GAME.new_session(Yard(dice=(4,)))
    session.do(Roll())
    with pytest.raises(BadInput, match="step 1 turns out differently now"):
        Session.from_text(session.text().replace("chance: [[4]]", "chance: [[5]]"), GAME.kernel())


def test_a_refusal_names_its_rule_and_what_helps() -> None:
    refused = GAME.new_session(Yard()).do(Lead("field"))
    assert isinstance(refused, Refusal)
    assert GAME.words("en").step(refused) == ["Roll first. Roll the die. [toy.roll]"]


def test_a_position_of_another_game_has_no_session_here() -> None:
    with pytest.raises(TypeError, match="a position of toy is expected here, not int"):
        GAME.new_session(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["lead", "fox"])
def test_every_lesson_is_proved_and_can_be_taken(name: str) -> None:
    lesson = GAME.course().lesson(name)
    assert prove(lesson, GAME.course().subject) == []
    read = read_any(GAME, HERE / "lessons" / GAME.course().places()[name])
    assert isinstance(read, Lesson)
    assert begin(lesson, GAME.course().subject).task == lesson.tasks[0]


@pytest.mark.parametrize("task", ["legal", "refused", "referee", "why"])
def test_questions_about_rules_are_asked_answered_and_explained(task: str) -> None:
    lesson, tutor = GAME.course().lesson("lead"), GAME.teaching("en")
    run = begin(lesson, GAME.course().subject).open(lesson.index(task))[0]
    question = run.question
    assert question
    said = [tutor.ask(question), *tutor.explained(question), *tutor.hints(question)]
    said += [tutor.option(question, option) for option in question.options]
    assert all(said)
    assert not any(strange in text for text in said for strange in ("{", "Said(", "Note("))


def test_a_bot_plays_a_whole_game_by_itself() -> None:
    steps = [done for _, done in GAME.steps_of([GAME.bots["random"](1)], GAME.new_game(seed=2))]
    assert steps[-1].after.over


def test_practice_asks_explains_and_is_kept() -> None:
    mastery = Mastery(tuple(GAME.rules()), GAME.name)
    practice, learner = Practice(GAME.exercises(), 3), Learner(mastery, date(2030, 1, 1))
    tutor = GAME.teaching("en")
    for _ in range(5):
        practice = practice.next(learner)
        question = practice.question
        assert question
        assert tutor.ask(question).startswith("The die shows")
        assert tutor.hint(question, 1) == "Look here first: path."
        verdict = question.judge(next(iter(question.right)))
        assert verdict
        assert verdict.right
        assert tutor.explained(question)[0].startswith("Steps: ")
    assert read_progress(progress_text(mastery), GAME.rules(), "toy").game == "toy"


def test_links_carry_positions_and_sessions() -> None:
    position = GAME.named_position("dusk")
    assert read_link(GAME, position_link(GAME, position)) == position
    session = GAME.new_session(position)
    session.do(Roll())
    read = read_link(GAME, session_link(session))
    assert isinstance(read, Session)
    assert read.text() == session.text()


def test_files_of_the_two_games_are_told_apart_and_both_are_named(tmp_path: Path) -> None:
    other = games.game("apocalypze")
    with pytest.raises(BadInput, match='game: this is from another game, "toy"; here the game is apocalypze'):
        read_any(other, DUSK)
    with pytest.raises(BadInput, match='this is from another game, "toy"; here the game is apocalypze'):
        read_link(other, position_link(GAME, Yard()))
    for kind in ("position 1", "lesson 1", "progress 1"):
        (tmp_path / "theirs.yaml").write_text(f"apz: {kind}\n")
        with pytest.raises(BadInput, match="this doesn't name a game, so it's for apocalypze; here the game is toy"):
            read_any(GAME, tmp_path / "theirs.yaml")
    with pytest.raises(BadInput, match='progress in another game, "toy"; give progress in apocalypze instead'):
        read_progress(progress_text(Mastery(tuple(GAME.rules()), "toy")), other.rules(), "apocalypze")


def apz(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *asked: str, typed: str = "") -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["--game", "toy", *asked]) == 0
    return capsys.readouterr().out


def test_a_game_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["?", "lead field", "why 1", "lay 3 6", "roll", "take a hen from the field please", "1", "undo"]
    typed += ["laed field", "save mine.yaml", "quit"]
    said = apz(capsys, monkeypatch, "play", "--seed", "4", typed="\n".join(typed))
    for line in (
        "Turn 1: roll the die.\nfield 3, path 0, barn 0",
        "   1  roll",
        "Roll first. Roll the die. [toy.roll]",
        "One roll a turn [toy.roll]",
        "   1. The die shows 3. Steps: 3 (the die). [toy.steps]",
        "   1. A hen goes from the field to the path. [toy.lead]",
        "Did you mean lead field?",
        "Saved. To pick up this game again: apz --game toy play --from mine.yaml",
    ):
        assert line in said
    told = apz(capsys, monkeypatch, "replay", "mine.yaml")
    assert "The next rolls are laid: 3, 6. [play.dice]" in told
    assert "a session of" in apz(capsys, monkeypatch, "check", "mine.yaml")
    apz(capsys, monkeypatch, "play", "--from", "mine.yaml", typed="roll\nlead field\n")
    assert "field" in apz(capsys, monkeypatch, "play", "--from", typed="")


def test_rules_positions_and_lessons_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "The fox [toy.fox]" in apz(capsys, monkeypatch, "rules", "toy.fox")
    assert apz(capsys, monkeypatch, "show", str(DUSK)) == "Turn 5: roll the die.\nfield 0, path 1, barn 2\n"
    lessons = [str(HERE / "lessons" / place) for place in GAME.course().places().values()]
    assert apz(capsys, monkeypatch, "check", str(DUSK), *lessons).count("all proved") == 2
    assert main(["--game", "toy", "cards"]) == 2
    assert main(["show", str(DUSK)]) == 2
    assert 'this is from another game, "toy"; here the game is apocalypze' in capsys.readouterr().err


def test_a_position_is_written_as_a_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(games.GAMES, "toy", ("tests.toy.game", "tests.toy.view"))
    assert main(["--game", "toy", "show", str(DUSK), "--html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


def test_what_only_another_game_has_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deck.yaml").write_text("game: toy\ncards: {Hen: 3}\n")
    for asked, said in (
        (["bench", "--balance"], "--balance: nothing here measures how fair Three Hens is; leave it out"),
        (["check", "deck.yaml"], "this isn't a position, session, lesson or learner's progress"),
        (["show", str(DUSK), "--seen-by", "2"], "\"2\" isn't a player here; it's one of: You"),
        (["play", "--from", str(HERE / "lessons" / "01-lead.yaml")], "this is another kind of file"),
    ):
        assert main(["--game", "toy", *asked]) == 2
        assert said in capsys.readouterr().err


def test_a_lesson_of_another_game_is_refused(tmp_path: Path) -> None:
    text = (HERE / "lessons" / "02-fox.yaml").read_text()
    (tmp_path / "fox.yaml").write_text(text.replace("game: toy", "game: chess", 1))
    with pytest.raises(BadInput, match='game: this is from another game, "chess"; here the game is toy'):
        read_any(GAME, tmp_path / "fox.yaml")


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("[]", "this move has no verb; write \\[roll\\], for example"),
        ("[rol]", '"rol" isn\'t a move; did you mean "roll"'),
        ("[lead]", '0 values given for "lead"; it takes: area'),
        ("[roll, 3]", '1 value given for "roll"; it doesn\'t take any'),
        ("[lead, [1]]", "where text is expected"),
        ("[lay, [x]]", "where a whole number is expected"),
        ("[lay, [7]]", "step 1 isn't legal here"),
        ("[lead, moon]", "step 1 isn't legal here"),
    ],
)
def test_a_move_that_cannot_be_read_names_its_line_and_what_would_do(move: str, said: str) -> None:
    session = GAME.new_session(Yard(left=2))
    session.do(Lead("field"))
    with pytest.raises(BadInput, match=f"line 1[0-9].*{said}"):
        Session.from_text(session.text().replace("[lead, field]", move), GAME.kernel())


def test_neither_the_toy_nor_what_it_runs_on_imports_apocalypze() -> None:
    asked = (
        "import sys; from apz import games; games.GAMES['toy'] = ('tests.toy.game', ''); from apz.cli import main; "
        f"main(['--game', 'toy', 'check', {str(DUSK)!r}]); "
        "print([each for each in sys.modules if each.startswith(('apz.apocalypze', 'apz.widgets', 'IPython'))])"
    )
    root = HERE.parents[1]
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, cwd=root, check=True
    )
    assert done.stdout.endswith("breaks no rules\n[]\n")
    named = {
        name
        for node in ast.walk(ast.parse((HERE / "game.py").read_text()))
        if isinstance(node, ast.ImportFrom)
        for name in [node.module or ""]
    }
    assert named
    assert not any("apocalypze" in name for name in named)


def test_it_stays_a_toy() -> None:
    own = [file for file in HERE.rglob("*") if file.suffix in (".py", ".yaml") and not file.name.startswith("test_")]
    assert sum(len(file.read_text().splitlines()) for file in own) <= 400
