"""The view of what just happened, step by step, each line with its rule and a bot's reason."""

from __future__ import annotations

from apz.core.reading import clean
from apz.core.trace import Note, Step
from apz.widgets.base.tree import Tree, classes, h
from apz.widgets.table.scene import Scene
from apz.widgets.table.unfold import cited

SENTENCE = 600
LEAST_STEPS, MOST_STEPS, MOST_NOTES = 3, 12, 30
HEADLINE = 200


def draw(scene: Scene, folded: bool = False) -> Tree:
    """Draw the steps since the last gesture and a few before it, newest last; `folded` folds all but the newest."""
    recent = {number for number, _ in scene.recent}
    if not recent:
        return beginning(scene)
    left = MOST_NOTES
    told: list[Tree] = []
    for number in reversed(scene.line[1:]):
        step = scene.session.nodes[number].step
        if step is None or left <= 0 or (number not in recent and len(told) >= LEAST_STEPS) or len(told) >= MOST_STEPS:
            break
        if number != scene.at and partial(scene, step):
            continue
        notes = notes_of(scene, step)[:left]
        left -= len(notes)
        told.append(one_step(scene, number, notes, "new" if number == scene.at else "" if number in recent else "old"))
    name = scene.ui("explain.name")
    if folded and told[1:]:
        before = h("details", h("summary", scene.ui("explain.before")), h("ol", told[:0:-1], class_="steps"))
        return h("div", before, h("ol", told[:1], class_="steps", aria_label=name))
    return h("ol", told[::-1], class_="steps", aria_label=name)


def beginning(scene: Scene) -> Tree:
    """Draw the notes on how the game began, or a note that nothing has happened yet."""
    notes = list(scene.view.telling.opening(scene.visible))
    if not notes:
        return h("p", scene.ui("explain.nothing"), class_="none")
    return h("ol", one_step(scene, 0, notes, ""), class_="steps", aria_label=scene.ui("explain.name"))


def notes_of(scene: Scene, step: Step) -> list[Note]:
    """Return a step's notes as the viewer may see them, with short names."""
    eyes = None if scene.state.open_hands else scene.viewer

    def told() -> list[Note]:
        notes = scene.view.telling.with_short_names(step).notes
        return [note if eyes is None else note.seen_by(eyes) for note in notes]

    return scene.memo.once(("notes", id(step)), (step, eyes), told)


def one_step(scene: Scene, number: int, notes: list[Note], age: str) -> Tree:
    """Draw one move with its bot's reason and everything that the move led to."""
    step = scene.session.nodes[number].step
    private = step is not None and veiled(scene, step)
    why = None if private and step and scene.view.telling.private(step) else scene.state.reasons.get(number)
    lines = [line(scene, f"n{number}.{index}", note) for index, note in enumerate(notes)]
    reason = h("p", h("small", scene.ui("explain.bot")), " ", note_text(scene, why), class_="reason") if why else None
    alone = number in scene.state.forced and not private
    how = scene.memo.once(("how", number), step, lambda: why_alone(scene, step)) if alone and step else ""
    itself = h("p", h("small", scene.ui(f"explain.{how}"))) if how else None
    return h("li", lines[:1], reason, lines[1:], itself, class_=classes("step", age), key=f"step{number}")


def why_alone(scene: Scene, step: Step) -> str:
    """Return the catalog key for why a step was played automatically."""
    if scene.game.forced(step.before) is not None:
        return "forced" if len(list(scene.game.legal_moves(step.before))) == 1 else "alike"
    return "declined" if scene.game.declines(step.before) is not None else "implied"


def veiled(scene: Scene, step: Step) -> bool:
    """Return True if a step was made by a player with a hidden hand, which its reason might reveal."""
    return not scene.state.open_hands and scene.game.decides(step.before) != scene.viewer


def line(scene: Scene, place: str, note: Note) -> Tree:
    """Draw one note and its rule, which unfolds in place."""
    return h("p", note_text(scene, note), " ", cited(scene, place, note.rule))


def note_text(scene: Scene, note: Note) -> str:
    """Return a note as a sentence."""
    return clean(scene.words.note(note), SENTENCE)


def partial(scene: Scene, step: Step) -> bool:
    """Return True if a step is only part of a process, such as a payment, that a later step sums up."""
    parts = scene.view.telling.parts
    return bool(parts) and all(note.key.startswith(parts) for note in step.notes)


def news(scene: Scene) -> list[Note]:
    """Return the notes since the last gesture, without steps that are only part of a process, such as a payment.

    If there are only such steps, return the last one's notes.
    """
    recent = [step for _, step in scene.recent]
    told = [step for step in recent if not partial(scene, step)] or recent[-1:]
    return [note for step in told for note in notes_of(scene, step)]


def headline(scene: Scene) -> str:
    """Return a short text on what the last gesture led to, without the house marks that the log has."""
    notes, aside = news(scene), scene.view.telling.aside
    if any(scene.by_bot(step) for _, step in scene.recent):
        aside += scene.view.telling.details
    found: list[str] = []
    for note in reversed([note for note in notes if not note.key.startswith(aside)] or notes):
        text = note_text(scene, note._replace(house=False))
        if found and sum(map(len, found)) + len(text) > HEADLINE:
            break
        found.insert(0, text)
    return " ".join(found)
