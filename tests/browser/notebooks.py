"""The notebooks that the browser tests open."""

from tests.browser.desk import HERE

POSITIONS = HERE.parents[1] / "tutorials" / "positions"
NEW_GAME = "import apz\nfrom apz.widgets import Tutor\nTutor(apz.new_session(apz.new_game(seed=3)), {settings})"
POSITION = """\
from pathlib import Path
import apz
from apz.widgets import Tutor
Tutor(apz.new_session(apz.read_position(Path({path!r}))))
"""
HOSTILE = """\
import apz
from apz.widgets import Tutor
names = {names!r}
start = apz.new_game(seed=3, names=names)
Tutor(apz.new_session(start), seats=("you", "you"))
"""
ATTACK = "window.hacked=1"
NASTY = (
    f"<img src=x onerror={ATTACK}></script><script>{ATTACK}</script>\"'><svg onload={ATTACK}>&lt;b&gt;",
    "\u202eeman\u202c\u200f" + f'" onmouseover="{ATTACK}" x="' + "W" * 10_000,
)


def named(name: str) -> str:
    """A notebook that shows a named position."""
    return POSITION.format(path=str(POSITIONS / f"{name}.yaml"))


NOTEBOOKS = {
    "game": NEW_GAME.format(settings='seats=("you", "sensible"), quick=True'),
    "turn": NEW_GAME.format(settings='seats=("you", "you")'),
    "police-station": named("police-station"),
    "police-station-groups": named("police-station-groups"),
    "starving": named("starving"),
    "hostile": HOSTILE.format(names=NASTY),
}
