"""The view of simulations: the settings, the progress, and the totals with their plots."""

from __future__ import annotations

from apz.core.lab.functions import Simulated
from apz.core.lab.rows import shown
from apz.core.reading import clean
from apz.widgets.base.fields import choice
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.lab import plots
from apz.widgets.lab.controls import folded, pane, progress
from apz.widgets.lab.state import GAMES, HERE, SAVE, SIMULATE, Asked, LabScene
from apz.widgets.lab.update import against, playable, seated


def draw(scene: LabScene) -> Tree:
    """Draw the settings of a simulation, the button that starts it, and the results so far."""
    asked = scene.state.simulating
    running = asked is not None and asked.running
    here = scene.state.setting.first == HERE
    stuck = here and not playable(scene)
    begin = None if running or stuck else button(scene.ui("lab.do-simulate"), SIMULATE, class_="ghost")
    wrong = h("p", scene.ui("lab.faulty" if scene.problems else "lab.over"), class_="soft") if stuck else None
    return pane(
        scene,
        "simulate",
        h("p", scene.ui("lab.simulate-what"), class_="soft"),
        folded(scene, "setting", told(scene), fields(scene)),
        wrong,
        h("div", begin, class_="buttons") if begin else None,
        working(scene, asked) if asked else None,
        results(scene, asked) if asked and asked.result else None,
    )


def told(scene: LabScene) -> str:
    """Return the simulation's settings in one line: the number of games, and either the decks or this position."""
    now = scene.state.setting
    key = "lab.setting-here" if now.first == HERE else "lab.setting-decks"
    return scene.ui(key, games=now.games, first=now.first, second=against(scene))


def fields(scene: LabScene) -> Tree:
    """Draw the fields for the settings."""
    now, decks = scene.state.setting, {name: name for name in scene.lab.decks()}
    bots = {name: scene.ui(f"seats.{name}") for name in scene.game.bots}
    counts = {str(each): str(each) for each in GAMES}
    first, second = seated(scene)
    sides = scene.game.names(scene.visible) if now.first == HERE else (now.first, against(scene))
    return h(
        "div",
        choice(scene.ui("lab.from"), "setting:first", {HERE: scene.ui("lab.here"), **decks}, now.first),
        choice(scene.ui("lab.against"), "setting:second", decks, against(scene)) if now.first != HERE else None,
        choice(scene.ui("lab.plays", side=clean(sides[0])), "setting:bot0", bots, first),
        choice(scene.ui("lab.plays", side=clean(sides[1])), "setting:bot1", bots, second),
        choice(scene.ui("lab.games"), "setting:games", counts, str(now.games)),
        class_="lab-fields",
    )


def working(scene: LabScene, asked: Asked) -> Tree | None:
    """Draw the progress of a simulation, or why it was stopped or failed; None if there's neither."""
    done, of_all = asked.result.games if asked.result else 0, int(asked.about)
    if asked.running:
        stop = button(scene.ui("lab.stop"), f"stop:{SIMULATE}", class_="ghost")
        return progress(scene.ui("lab.simulated", done=done, games=of_all), done, of_all, stop)
    return h("p", asked.wrong, class_="soft", key="working") if asked.wrong else None


def results(scene: LabScene, asked: Asked) -> Tree:
    """Draw the totals of the games played, with a plot of the wins and one of the lengths."""
    found = asked.result
    won = won_by_first(scene, found)
    cells = [[shown(value) for value in row.values()] for row in found.summary(scene.language)]
    rows = [
        h("tr", h("th", clean(what), scope="row"), [h("td", clean(each)) for each in much]) for what, *much in cells
    ]
    lengths = scene.ui("lab.lengths")
    return h(
        "div",
        [h("p", clean(line, 300)) for line in found.said(scene.language)],
        h("p", h("strong", won)),
        plots.share(found.wins, won),
        h("h3", lengths),
        plots.histogram(found.lengths, lengths) if found.lengths else None,
        h("table", h("tbody", rows), class_="lab-rows", aria_label=scene.ui("lab.sums")),
        button(scene.ui("lab.csv"), "save:games", class_="ghost") if SAVE in scene.state.offers else None,
        class_="lab-results",
        key="results",
    )


def won_by_first(scene: LabScene, found: Simulated) -> str:
    """Return a sentence on the share of games that the first side won."""
    wins = found.wins
    rate, low, high = (f"{100 * part:.0f}" for part in (wins.rate, wins.low, wins.high))
    return scene.ui("lab.wins", first=clean(found.names[0]), rate=rate, low=low, high=high)


def said(scene: LabScene) -> str:
    """Return the announcement about the simulation: it's running, its result, or why it has none; "" without one."""
    asked: Asked | None = scene.state.simulating
    if asked is None:
        return ""
    if asked.running:
        return scene.ui("lab.simulating", games=int(asked.about))
    if asked.result is None:
        return asked.wrong
    return won_by_first(scene, asked.result)
