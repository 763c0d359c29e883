"""The lab's gestures, and the new state that each of them leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz.core.lab.what_if import MOST_NAME, MOST_TRIES, START, WhatIf
from apz.core.reading import BadInput, clean
from apz.core.trace import IllegalMove
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.base.work import Progress
from apz.widgets.lab import jobs
from apz.widgets.lab.state import (
    CANCEL,
    GAMES,
    HERE,
    PLAY,
    PUZZLE,
    SAVE,
    SIMULATE,
    SOLVE,
    WORK,
    Asked,
    LabScene,
    LabState,
)
from apz.widgets.table.update import PAGE, Route, routed

SENTENCE, MOST_HINTS = 400, 9
ASKED = {SOLVE: "solving", SIMULATE: "simulating"}  # kind of job -> the field of the state with its question


def update(scene: LabScene, gesture: Gesture) -> tuple[LabState, tuple[Effect, ...]]:
    """Return the state after a gesture, and its effects; an unknown gesture changes nothing."""
    after = routed(scene, gesture, ROUTES)
    return after.state, after.effects


# ---- long work


def told(scene: LabScene, gesture: Gesture) -> LabScene:
    """Store a job's result so far; ignore a report that a page has made up."""
    name, progress = ASKED.get(gesture.about, ""), gesture.values.get("progress")
    asked: Asked | None = getattr(scene.state, name, None)
    if asked is None or not isinstance(progress, Progress):
        return scene
    result = asked.result if progress.result is None else progress.result
    wrong = fault(scene, progress.error) if progress.error else ""
    return scene.but(**{name: asked._replace(result=result, running=not progress.done, wrong=wrong)})


def fault(scene: LabScene, error: Exception) -> str:
    """Return a sentence that says why a job failed."""
    told = error.text(scene.language) if isinstance(error, BadInput) else str(error)
    return scene.ui("lab.failed", why=clean(told or type(error).__name__, SENTENCE))


def cancel(scene: LabScene, gesture: Gesture) -> LabScene:
    """Stop a job, and keep its results so far."""
    name = ASKED.get(gesture.about, "")
    asked: Asked | None = getattr(scene.state, name, None)
    if asked is None or not asked.running:
        return scene
    stopped = asked._replace(running=False, wrong=scene.ui("lab.stopped"))
    return scene.but(Effect(CANCEL, gesture.about), **{name: stopped})


# ---- solving


def solve(scene: LabScene, gesture: Gesture) -> LabScene:
    """Start solving for the chosen aim, unless the position can't be solved."""
    if scene.problems or not scene.lab.solvable(scene.position):
        return scene
    asked = Asked(scene.position, scene.aim)
    return scene.but(Effect(WORK, (SOLVE, jobs.solve, (scene.game.name, scene.position, scene.aim))), solving=asked)


def aim(scene: LabScene, gesture: Gesture) -> LabScene:
    """Choose an aim; an unknown one changes nothing."""
    return scene.but(aim=gesture.value) if gesture.value in scene.aims else scene


def answer_of(scene: LabScene, gesture: Gesture) -> Any:
    """Return the solver's answer with the gesture's number, or None if there's none."""
    found = scene.solving.result if scene.solving else None
    answers = found.answers if found else ()
    return answers[gesture.number] if 0 <= gesture.number < len(answers) else None


def play_out(scene: LabScene, gesture: Gesture) -> LabScene:
    """Show an answer on the table with its moves made; redo walks through the steps that follow."""
    found = answer_of(scene, gesture)
    return scene.but(Effect(PLAY, (tuple(found.steps), len(found.moves)))) if found else scene


# ---- branches


def keep_answer(scene: LabScene, gesture: Gesture) -> LabScene:
    """Keep an answer and the steps that follow it as a branch."""
    found = answer_of(scene, gesture)
    if found is None:
        return scene
    name = scene.ui("lab.best") if gesture.number == 0 else scene.ui("lab.answer", number=gesture.number + 1)
    return kept(scene, free(scene, name), [step.move for step in found.steps])


def kept(scene: LabScene, name: str, moves: Any) -> LabScene:
    """Return the scene with these moves as a new, picked branch, or with the reason why they can't be kept."""
    fresh = scene.elsewhere and not scene.branches
    tree = WhatIf(scene.game, scene.position, scene.lab.facts) if fresh else scene.what_if.copy()
    full = scene.ui("lab.full", most=MOST_TRIES) if len(tree) > MOST_TRIES else ""
    if wrong := unfit(scene, name) or full:
        return scene.but(refused=wrong)
    try:
        tree.add(name.strip(), moves)
    except (BadInput, IllegalMove):
        return scene.but(refused=scene.ui("lab.no-branch"))
    return scene.but(tree=tree, picked=(*scene.state.picked, name.strip())[-2:], refused="")


def unfit(scene: LabScene, name: str) -> str:
    """Return why a branch can't get this name (bad or taken), or "" if it can."""
    name = name.strip()
    if not name or len(name) > MOST_NAME or not name.isprintable():
        return scene.ui("lab.bad-name", most=MOST_NAME)
    return scene.ui("lab.taken", name=clean(name)) if name in scene.what_if else ""


def free(scene: LabScene, name: str) -> str:
    """Return a name that no branch has: `name` itself, or `name` with the first free number."""
    number, found = 1, name
    while found in scene.what_if:
        number += 1
        found = f"{name} {number}"
    return found


def branch_of(scene: LabScene, gesture: Gesture) -> str | None:
    """Return the name of the branch with the gesture's number (the start is 0), or None if there's none."""
    names = [*scene.what_if]
    return names[gesture.number] if 0 <= gesture.number < len(names) else None


def pick(scene: LabScene, gesture: Gesture) -> LabScene:
    """Pick a branch to compare, or unpick it; only the last two picked branches stay picked."""
    name = branch_of(scene, gesture)
    if name is None:
        return scene
    others = tuple([each for each in scene.state.picked if each != name])
    picked = others if name in scene.state.picked else (*others, name)[-2:]
    return scene.but(picked=picked, refused="")


def rename(scene: LabScene, gesture: Gesture) -> LabScene:
    """Rename a branch, or say why it can't have the typed name."""
    name, to = branch_of(scene, gesture), gesture.text("text").strip()
    if name in (None, START, to):
        return scene
    if wrong := unfit(scene, to):
        return scene.but(refused=wrong)
    tree = scene.what_if.copy()
    tree.rename(str(name), to)
    return scene.but(tree=tree, picked=tuple([to if each == name else each for each in scene.state.picked]), refused="")


def prune(scene: LabScene, gesture: Gesture) -> LabScene:
    """Delete a branch and all branches that continue it."""
    name = branch_of(scene, gesture)
    if name is None or name == START:
        return scene
    tree = scene.what_if.copy()
    gone = tree.prune(name)
    return scene.but(tree=tree, picked=tuple([each for each in scene.state.picked if each not in gone]), refused="")


def show_branch(scene: LabScene, gesture: Gesture) -> LabScene:
    """Play a branch on the table, and show its end."""
    name = branch_of(scene, gesture)
    if name in (None, START) or scene.elsewhere:
        return scene
    steps = tuple(scene.what_if.line(str(name)))
    return scene.but(Effect(PLAY, (steps, len(steps))))


def start_over(scene: LabScene, gesture: Gesture) -> LabScene:
    """Delete all branches, and start over from the current position."""
    return scene.but(tree=None, picked=(), refused="")


# ---- simulating


def setting(scene: LabScene, gesture: Gesture) -> LabScene:
    """Change a setting of the simulation; an invalid value changes nothing."""
    now, value = scene.state.setting, gesture.value
    decks, bots = scene.lab.decks(), [*scene.game.bots]
    if gesture.about == "first" and value in (HERE, *decks):
        return scene.but(setting=now._replace(first=value))
    if gesture.about == "second" and value in decks:
        return scene.but(setting=now._replace(second=value))
    if gesture.about == "games" and value in [str(each) for each in GAMES]:
        return scene.but(setting=now._replace(games=int(value)))
    if gesture.about in ("bot0", "bot1") and value in bots:
        chosen = seated(scene)
        pair = (value, chosen[1]) if gesture.about == "bot0" else (chosen[0], value)
        return scene.but(setting=now._replace(bots=pair))
    return scene


def seated(scene: LabScene) -> tuple[str, str]:
    """Return the names of the bots that play: the chosen ones, or else the game's adviser or first bot."""
    usual = scene.game.adviser or next(iter(scene.game.bots), "")
    first, second = scene.state.setting.bots
    return first or usual, second or usual


def against(scene: LabScene) -> str:
    """Return the name of the second deck: the chosen one, or else the game's first deck."""
    return scene.state.setting.second or next(iter(scene.lab.decks()), "")


def simulate(scene: LabScene, gesture: Gesture) -> LabScene:
    """Start a simulation, unless it's to start from a position that can't be played."""
    now, here = scene.state.setting, scene.state.setting.first == HERE
    if here and not playable(scene):
        return scene
    first, second = (scene.position, None) if here else (now.first, against(scene))
    work = (SIMULATE, jobs.simulate, (scene.game.name, first, second, now.games, seated(scene)))
    return scene.but(Effect(WORK, work), simulating=Asked(scene.position, str(now.games)))


def playable(scene: LabScene) -> bool:
    """Return True if a game can be played from the position."""
    return not scene.problems and scene.game.decides(scene.position) is not None


# ---- puzzles


def lay_puzzle(scene: LabScene, name: str) -> LabScene:
    """Put a puzzle on the table, with nothing tried and no hint given; an unknown name changes nothing."""
    known = name in [each.name for each in scene.game.puzzles()]
    return scene.but(Effect(PUZZLE), puzzle=name, hints=0, revealed=False) if known else scene


def next_puzzle(scene: LabScene, gesture: Gesture) -> LabScene:
    """Put the next unsolved puzzle on the table, wrapping around at the end, or the first one if all are solved."""
    names = [each.name for each in scene.game.puzzles()]
    at = names.index(scene.state.puzzle) + 1 if scene.state.puzzle in names else 0
    left = [name for name in (*names[at:], *names[:at]) if name not in scene.state.found]
    return lay_puzzle(scene, (left or names)[0]) if names else scene


PUZZLE_ROUTES: Mapping[str, Route] = {
    "puzzle": lambda scene, gesture: lay_puzzle(scene, gesture.about),
    "puzzle-again": lambda scene, gesture: scene.but(Effect(PUZZLE)) if scene.state.puzzle else scene,
    "puzzle-next": next_puzzle,
    "puzzle-hint": lambda scene, gesture: scene.but(hints=min(scene.state.hints + 1, MOST_HINTS)),
    "puzzle-answer": lambda scene, gesture: scene.but(revealed=True),
}


# ---- files


def save(scene: LabScene, gesture: Gesture) -> LabScene:
    """Save the branches or the simulated games as a file, if the page offers saving."""
    if SAVE not in scene.state.offers:
        return scene
    name, games = scene.game.name, scene.state.simulating
    if gesture.about == "games" and games is not None and games.result is not None:
        return scene.but(Effect(SAVE, (games.result.to_csv(), f"{name}-games.csv")))
    return scene.but(Effect(SAVE, (scene.what_if.text(), f"{name}-what-if.yaml"))) if gesture.about == "tree" else scene


ROUTES: Mapping[str, Route] = {
    **{verb: PAGE[verb] for verb in ("open", "example", "dismiss")},
    **PUZZLE_ROUTES,
    "told": told,
    "stop": cancel,
    "solve": solve,
    "aim": aim,
    "answer": play_out,
    "keep": keep_answer,
    "pick": pick,
    "rename": rename,
    "prune": prune,
    "branch": show_branch,
    "start-over": start_over,
    "setting": setting,
    "simulate": simulate,
    "save": save,
    "play": lambda scene, gesture: scene.but(Effect(PLAY, ((), 0))),
}
