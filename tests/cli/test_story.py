"""A whole game told by `apz replay`: the golden file, its rules, and German."""

import os
import re
from pathlib import Path

import pytest

from apz.apocalypze.bots import SensibleBot, steps_of
from apz.apocalypze.game import GAME
from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.cli.files import story
from apz.core.session import Session
from tests.cli.given import Run

GOLDEN = Path(__file__).parents[1] / "golden" / "story.txt"
RENEW = "APZ_RENEW_GOLDEN"


def whole_game() -> Session[Position]:
    """Return a game between two sensible bots that shows most of what can happen."""
    session = new_session(new_game("Police Station", "Church", seed=28))
    for _, step in steps_of(SensibleBot(), SensibleBot(), session.start):
        session.add(step)
    return session


@pytest.fixture
def told(apz: Run) -> str:
    """Return the game as `apz replay` tells it from its file."""
    whole_game().save("game.yaml")
    code, out, err = apz("replay", "game.yaml")
    assert (code, err) == (0, "")
    return out


def test_a_full_session_reads_like_the_story_in_the_golden_file(told: str) -> None:
    """To renew the file after an intended change: APZ_RENEW_GOLDEN=1 pytest tests/cli/test_story.py."""
    if os.environ.get(RENEW):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8"), f"if this is meant: {RENEW}=1 pytest tests/cli/test_story.py"


def test_the_story_cites_a_rule_in_every_line_and_has_a_winner(told: str) -> None:
    head, *lines = [line for line in told.splitlines() if line]
    assert head == "Ann at the Police Station against Ben at the Church"
    cited = [re.search(r"\[(?:ruling: )?([\w.-]+)\]$", line) for line in lines[1:]]
    assert all(found and found[1] in rules("en") for found in cited)
    assert "wins the game." in lines[-1]


def test_the_story_of_a_game_can_be_told_in_german() -> None:
    lines = list(story(GAME, whole_game(), "de"))
    assert lines[0] == "Ann in Police Station gegen Ben in Church"
    assert "gewinnt" in lines[-1]
