"""The notebooks the browser tests open."""

from tests.browser.desk import HERE

POSITIONS = HERE.parents[1] / "tutorials" / "apocalypze" / "positions"
NEW_GAME = """\
import apz
from apz.widgets import Tutor
Tutor(apz.new_session(apz.new_game(seed=3)), by_hand=True, {settings})
"""
POSITION = """\
from pathlib import Path
import apz
from apz.widgets import Tutor
Tutor(apz.new_session(apz.read_position(Path({path!r}))), by_hand=True, quick=False)
"""
HOSTILE = """\
import apz
from apz.widgets import Tutor
names = {names!r}
start = apz.new_game(seed=3, names=names)
Tutor(apz.new_session(start), seats=("you", "you"), by_hand=True)
"""
OVER = """\
import apz
from apz.widgets import Tutor
from apz.widgets.base.gesture import Gesture
tutor = Tutor(apz.new_session(apz.new_game(seed=3)), seats=("regular", "regular"), by_hand=True, quick=False)
while tutor.session.position.waiting:
    tutor.store.send(Gesture("onward"))
tutor
"""
# custom texts as long as a file allows, and cards with names and texts that no file could have
HOSTILE_CARDS = """\
import json, tempfile
from dataclasses import replace
from pathlib import Path
import apz
from apz.widgets import Tutor
nasty = {names!r}
mine = Path(tempfile.mkdtemp(), "cards.yaml")
mine.write_text(json.dumps({{"Patsy McNally": {{"text": [nasty[0]]}}}}))
ann = apz.seat("Police Station", hand=["Patsy McNally", "Police Officer", "Pop!"], deck=["4 Police Officer"])
ben = apz.seat("Church", deck=["4 Civilian"])
start = apz.build(ann, ben, phase="occupation", cards=apz.library(mine))
cards = [
    replace(card, name=nasty[0], texts=nasty) if card.name == "Police Officer" else card
    for card in start.game.cards
]
Tutor(apz.new_session(start._replace(game=start.game._replace(cards=tuple(cards)))), by_hand=True)
"""
HOSTILE_FILE = """\
import json, tempfile
from pathlib import Path
import apz
from apz.widgets import PositionEditor
nasty = {names!r}
sides = [
    {{"name": name, "stronghold": "Church", "survivors": ["2 Civilian"], "deck": ["4 Civilian"]}} for name in nasty
]
file = Path(tempfile.mkdtemp(), nasty[0].replace("/", "") + ".yaml")
file.write_text(json.dumps({{"apz": "position 1", "phase": "occupation", "players": sides}}))
PositionEditor(apz.read_position(file))
"""
EDITOR = """\
import ipywidgets
from apz.widgets import PositionEditor
editor = PositionEditor()
kernel = ipywidgets.Textarea(editor.yaml)
kernel.add_class("kernel")
editor.observe(lambda change: setattr(kernel, "value", editor.yaml), "view")
ipywidgets.VBox([editor, kernel])
"""
HOSTILE_LIST = """\
import json, tempfile
from pathlib import Path
from apz.apocalypze.positions import named
from apz.widgets import PositionEditor
nasty = {names!r}
folder = Path(tempfile.mkdtemp())
for number, name in enumerate(nasty):
    seats = [{{"name": name, "stronghold": "Church"}}, {{"name": "Ben", "stronghold": "Church"}}]
    file = folder / (str(number) + name.replace("/", "")[:150] + ".yaml")
    file.write_text(json.dumps({{"apz": "position 1", "players": seats}}))
object.__setattr__(named.POSITIONS, "folder", lambda: folder)
PositionEditor()
"""
ATTACK = "window.hacked=1"
NASTY = (
    f"<img src=x onerror={ATTACK}></script><script>{ATTACK}</script>\"'><svg onload={ATTACK}>&lt;b&gt;",
    "\u202eeman\u202c\u200f" + f'" onmouseover="{ATTACK}" x="' + "W" * 9_000,
)


def named(name: str) -> str:
    """Return the code of a notebook that shows a named position."""
    return POSITION.format(path=str(POSITIONS / f"{name}.yaml"))


TOY = """\
import sys
sys.path.insert(0, {root!r})
from apz import games
from apz.widgets import App
games.GAMES["toy"] = ("tests.toy.game", "tests.toy.view")
App(game="toy")
"""
OVERFULL = """\
from apz.apocalypze.positions import build, seat
from apz.widgets import PositionEditor
ann = seat("Police Station", name="Ann", survivors=["9 Police Officer"], deck=["3 Police Officer"])
PositionEditor(build(ann, seat("Church", name={name!r}, deck=["3 Civilian"]), phase="occupation"))
"""
LESSON = "from apz.widgets import Lesson\nLesson({name!r})"
LESSONS = ("table", "draw", "combat", "consumption", "zombies")

NOTEBOOKS = {
    "game": NEW_GAME.format(settings='seats=("you", "regular"), quick=True'),
    "turn": NEW_GAME.format(settings='seats=("you", "you")'),
    "police-station": named("police-station"),
    "police-station-groups": named("police-station-groups"),
    "starving": named("starving"),
    "over": OVER,
    "hostile": HOSTILE.format(names=NASTY),
    "hostile-cards": HOSTILE_CARDS.format(names=NASTY),
    "editor": EDITOR,
    "editor-alone": "from apz.widgets import PositionEditor\nPositionEditor()",
    "overfull": OVERFULL.format(name="Donaudampfschifffahrtsgesellschaftskapit"),
    "hostile-list": HOSTILE_LIST.format(names=NASTY),
    "hostile-file": HOSTILE_FILE.format(names=NASTY),
    **{f"lesson-{name}": LESSON.format(name=name) for name in LESSONS},
    "course": "from apz.widgets import Course\nCourse()",
    "practice": "from apz.widgets import Practice\nPractice(luck=5)",
    "app": "from apz.widgets import App\nApp()",
    "toy": TOY.format(root=str(HERE.parents[1])),
}
