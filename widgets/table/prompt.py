"""The prompt: who must do what and why, the possible moves, and the answer to the last try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from apz.core.reading import clean
from apz.core.trace import Refusal
from apz.widgets.base.tree import Tree, button, classes, count_class, h, named
from apz.widgets.base.trouble import trouble
from apz.widgets.table import curtain, explain, history, history_nav
from apz.widgets.table.advice import BEST, LOOK, OPTIONS
from apz.widgets.table.scene import Scene
from apz.widgets.table.spelling import spelled
from apz.widgets.table.state import Look
from apz.widgets.table.unfold import chip, cited, unfolded
from apz.widgets.table.view import Prompt, Shortcut

SENTENCE = 600
MOST_OPTIONS = 10
MANY = 3  # main buttons that need a row of their own


def draw(scene: Scene, tip: Tree | None = None) -> Tree:
    """Draw the prompt below a tip, if there's one, and next to it the answer to the last try."""
    return h("div", tip, asked(scene, walking(scene)), beside(scene), class_="asking", data_stays="1", data_held="1")


def asked(scene: Scene, walking: list[Tree] | None = None, heading: str = "") -> Tree:
    """Draw who must do what, the buttons, the reasons, and what just happened.

    A `heading` replaces who must do what, and leaves out the reasons and what just happened.
    """
    prompt: Prompt = scene.view.prompt
    details = prompt.details(scene)
    found = buttons(scene)
    held = [each for each in found if isinstance(each, list) and each[0] == "p"]
    holding = scene.state.chosen is not None or scene.state.answer is not None or scene.state.hint is not None
    return h(
        "section",
        trouble(scene),
        h("h2", clean(heading or prompt.heading(scene), SENTENCE), tabindex="-1", data_home="1"),
        walking,
        details,
        h("div", held, class_="holds") if held else None,
        button_row([each for each in found if each not in held]),
        None if heading else explained(scene) if scene.state.chosen is None else ruled(scene),
        class_=classes(
            "ask",
            scene.yours and "yours",
            bool(held) and "holding",
            count_class(details, "choice") > 0 and "choosing",
            count_class(walking, "walking") > 0 and "walks",
        ),
        data_escape="escape" if holding else None,
        data_stays="1",
        data_held="1",
        aria_label=scene.ui("question.name"),
    )


def explained(scene: Scene) -> list[Tree | None]:
    """Draw the piece behind the decision, its rule, what just happened, and what to do now."""
    prompt: Prompt = scene.view.prompt
    kind = prompt.kind(scene)
    how = told(scene, scene.ui(f"how.{kind}") if scene.yours and kind else "", tapping(scene, kind))
    return [prompt.cause(scene), *ruled(scene), how]


def ruled(scene: Scene) -> list[Tree | None]:
    """Draw the rule behind the decision; [] if there's none."""
    rule = scene.view.prompt.rule(scene)
    if not rule:
        return []
    text = h("span", scene.words.rules[rule].text, " ") if scene.yours else None
    return [h("p", text, chip(scene, "ask", rule), class_="why", key="why"), unfolded(scene, "ask", rule)]


def tapping(scene: Scene, kind: str) -> str:
    """Return how to continue on a small screen, in few words; "" without such words or if it's not a person's turn."""
    known = scene.game.catalog("panels", scene.language)
    return scene.ui(f"tap.{kind}") if scene.yours and ("tap", kind) in known else ""


def told(scene: Scene, how: str, tap: str) -> Tree | None:
    """Draw what just happened and how to continue, on small screens by a `tap`; None if there's nothing to say.

    What happened is left out while there's an answer or a hint. What bots did is told on small screens, too.
    """
    answered = scene.state.answer is not None or scene.state.hint is not None
    happened = "" if answered else explain.headline(scene)
    parts = [
        h("span", happened, class_="happened") if happened else None,
        h("span", how) if how else None,
        h("span", tap, class_="tap") if tap else None,
    ]
    bots = bool(happened) and any(scene.by_bot(step) for _, step in scene.recent)
    return h("p", parts, class_=classes("how", bots and "by-bots", tap and "by-tap"), key="how") if any(parts) else None


def beside(scene: Scene) -> Tree:
    """Draw the answer to the last try, or else the hint."""
    said = answer(scene) or hinted(scene)
    return h("div", said, class_="beside", data_stays="1", data_held="1", key="beside")


def walking(scene: Scene) -> list[Tree]:
    """Draw the history buttons while the learner is at an earlier moment or has just moved through the history."""
    earlier = bool(scene.session.nodes[scene.at].tries)
    return [*past(scene), *([history.walking(scene)] if earlier or scene.state.walked else [])]


def past(scene: Scene) -> list[Tree]:
    """Draw the notes that this is an earlier moment and which hidden pieces were seen after it."""
    found: list[Tree] = []
    if scene.session.nodes[scene.at].tries:
        found.append(h("p", scene.ui("history.branch"), class_="past"))
    if scene.at in scene.state.seen:
        names = history_nav.named(scene, scene.state.seen[scene.at].cards)
        found.append(h("p", scene.ui("history.saw", cards=clean(names, SENTENCE)), class_="past"))
    return found


# ---- buttons


def button_row(found: Sequence[Tree]) -> Tree:
    """Draw the buttons: in a wide row for a chosen card or many main ones; if several are main, none stands out."""
    main = count_class(found, "do")
    wide = main - count_class(found, "brief") >= MANY or count_class(found, "chosen-card") > 0
    lone = not main and sum(isinstance(each, list) and "data-to" not in each[1] for each in found) == 1
    names = classes("buttons", wide and "wide", main > 1 and "equal", lone and "lone")
    return h("div", found, class_=names, key="buttons")


def buttons(scene: Scene) -> list[Tree]:
    """Draw the buttons for moves with the chosen piece, for moves without a piece, or for the bots' next moves."""
    prompt: Prompt = scene.view.prompt
    if not scene.yours:
        return bot_buttons(scene)
    if scene.state.chosen is not None:
        return [*prompt.chosen(scene), *cancel_button(scene)]
    if prompt.buttons is not None:
        return [*shortcut_buttons(scene), *decline_button(scene), *prompt.buttons(scene)]
    return [*(move_button(scene, move, main=True) for move in scene.moves), *hint_button(scene)]


def shortcut_buttons(scene: Scene) -> list[Tree]:
    """Draw the buttons for shortcuts, except those drawn on the table."""
    found: Mapping[str, Shortcut] = scene.view.shortcuts(scene)
    asked = {name: each for name, each in found.items() if not each.on_table}
    drawn: list[Tree] = []
    for group, names in groupby(asked, lambda name: asked[name].group):
        several = list(names)
        brief = group and several[1:]
        row = [shortcut_button(name, asked[name], bool(brief)) for name in several]
        title = h("small", group, aria_hidden="true")
        drawn += [h("div", title, row, class_="buttons together", key=group)] if brief else row
    return drawn


def shortcut_button(name: str, shortcut: Shortcut, brief: bool) -> Tree:
    """Draw a shortcut's button; a `brief` one has only the short label, since its group's title comes first."""
    shown = named(shortcut.label, shortcut.brief) if brief else shortcut.label
    return button(shown, f"shortcut:{name}", class_="ghost", key=name)


def decline_button(scene: Scene) -> list[Tree]:
    """Draw the button that declines a question for the rest of this phase; [] if that isn't possible."""
    again = not scene.state.by_hand and scene.game.declines(scene.position) is not None
    return [button(scene.ui("question.decline"), "decline", class_="ghost", key="decline")] if again else []


def hint_button(scene: Scene) -> list[Tree]:
    """Draw the button that asks for advice; [] if advice is off or there's no adviser."""
    advised = scene.state.advises and scene.game.adviser
    return [button(scene.ui("question.hint"), "hint", class_="ghost")] if advised else []


def cancel_button(scene: Scene) -> list[Tree]:
    """Draw the button that deselects the chosen piece."""
    escape = h("span", scene.ui("question.escape"), class_="keys")
    return [button(scene.ui("question.cancel"), "escape", " ", escape, class_="ghost", key="cancel")]


def bot_buttons(scene: Scene) -> list[Tree]:
    """Draw the buttons for one bot move, or all until a person decides or the phase ends; [] if no bot is to move."""
    if scene.over or not scene.bot:
        return []
    onward = "question.onward" if scene.people else "question.to-next-phase"
    return [
        button(scene.ui("question.next"), "next", class_="do"),
        button(scene.ui(onward), "onward", class_="ghost"),
    ]


def move_button(scene: Scene, move: Any, main: bool = False, brief: str = "", early: bool = False) -> Tree:
    """Draw a move's button, which shows `brief` instead of its label if that's given.

    An `early` move isn't legal yet: its button looks so, and explains why if it's pressed.
    """
    text, said = spelled(move), label(scene, move)
    look = classes("do" if main else "ghost", brief and "brief", early and "early")
    return button(named(said, brief) if brief else said, f"move:{text}", class_=look, key=text)


def label(scene: Scene, move: Any) -> str:
    """Return the label of a move's button."""
    prompt: Prompt = scene.view.prompt
    return prompt.label(scene, move)


# ---- answers and help


def answers(scene: Scene) -> list[Tree | None]:
    """Draw the chosen piece's moves and the answer to the last try, for a panel that's used alone."""
    holds = scene.state.chosen is not None and scene.yours
    chosen, told = button_row(buttons(scene)) if holds else None, answer(scene)
    frame = h("div", chosen, told, class_="ask", data_escape="escape", data_held="1")
    return [trouble(scene), frame if chosen or told else None]


def answer(scene: Scene) -> Tree | None:
    """Draw the answer to the last try, such as why it isn't legal, with its rules; None if there's no answer."""
    said, piece = scene.state.answer, scene.state.card
    if said is None:
        return None
    if isinstance(said, Refusal):
        shown = piece if piece in said.cards and scene.state.chosen is None else None
        body: list[Tree | None] = [
            h("p", h("b", scene.ui("question.not-legal")), " ", refusal_text(scene, said)),
            card_text(scene, shown) if shown is not None else None,
            h("p", cited(scene, "answer", said.rule)),
        ]
    elif isinstance(said, Look):
        first, *rest = said.lines
        body = [h("p", h("b", first)), *(h("p", line) for line in rest)]
        body.append(h("p", [cited(scene, "answer", rule) for rule in said.rules]) if said.rules else None)
    else:
        body = [h("p", line) for line in said.splitlines()[:80]]
        body.append(h("div", [move_button(scene, move) for move in scene.state.which], class_="buttons"))
    refused = isinstance(said, Refusal)
    beside = piece if isinstance(said, Refusal) and piece in said.cards else None
    look = classes("answer", refused and "refusal")
    return h("div", close_button(scene), body, class_=look, data_beside=beside, key="answer")


def close_button(scene: Scene) -> Tree:
    """Draw the button that closes an answer or a hint."""
    return button("×", "escape", class_="shut", aria_label=scene.ui("question.close"))


def card_text(scene: Scene, piece: int) -> Tree | None:
    """Draw a piece's name and text; None if the piece has no text."""
    quoted = scene.view.prompt.quoted(scene, piece)
    return h("p", h("b", f"{scene.words.name(scene.visible, piece)}:"), " ", quoted) if quoted else None


def refusal_text(scene: Scene, refusal: Refusal) -> str:
    """Return a refusal as a sentence."""
    return clean(scene.words.refusal(scene.view.numbered(scene.position, refusal)), SENTENCE)


def hinted(scene: Scene) -> Tree | None:
    """Draw the requested help: what to look at, what's possible, or what to do and why; None if there's none."""
    state = scene.state
    if state.hint is None:
        return None
    heading, lines = scene.ui(help_title(scene)), help_lines(scene)
    if state.level >= BEST:
        first, *rest = lines
        body: list[Tree | None] = [
            h("p", heading, " ", first, " ", scene.view.prompt.says(scene, state.hint.move)),
            h("ul", [h("li", line) for line in rest]) if rest else None,
            h("div", advised(scene), class_="buttons") if scene.yours else None,
        ]
    else:
        more = "question.options" if state.level < OPTIONS else "question.recommend"
        onward = button(scene.ui(more), "hint", class_="ghost")
        body = [
            h("p", h("b", heading)),
            h("ul", [h("li", line) for line in lines]),
            h("div", onward, class_="buttons"),
        ]
    sure = state.coaching.sure if state.coaching and state.level >= OPTIONS else ""
    told = h("p", clean(sure, SENTENCE), class_="soft") if sure else None
    return h("div", close_button(scene), body, told, class_="answer hint", key="hint")


def help_title(scene: Scene) -> str:
    """Return the catalog key of the heading for the help being shown."""
    return {LOOK: "question.look", OPTIONS: "question.could"}.get(scene.state.level, "question.hinted")


def help_lines(scene: Scene) -> list[str]:
    """Return the help being shown, line by line; a recommendation is followed by its reasons."""
    state = scene.state
    if state.hint is None:
        return []
    lab = scene.game.lab() if state.level < BEST else None
    if lab is None:
        found = state.coaching
        reasons = found.reasons if found else (scene.words.note(state.hint.why),)
        best = label(scene, found.moves[0] if found else state.hint.move)
        best = found.options[0][0] if found and len(found.moves) > 1 else best
        return [clean(line if line.endswith((".", "!", "?")) else f"{line}.", SENTENCE) for line in (best, *reasons)]
    if state.level >= OPTIONS:
        options = state.coaching.options if state.coaching else ((label(scene, state.hint.move), ""),)
        lines = sorted(each for each, _ in options)
    else:
        key = (scene.position, scene.language)
        lines = scene.memo.once("look", key, lambda: lab.look(*key))
    return [clean(line, SENTENCE) for line in lines]


def advised(scene: Scene) -> list[Tree]:
    """Draw the buttons for the recommendation: its first move and, if there are several, all its moves at once."""
    hint, coaching = scene.state.hint, scene.state.coaching
    assert hint is not None
    if coaching is None or len(coaching.moves) == 1:
        return [move_button(scene, coaching.moves[0] if coaching else hint.move)]
    return [button(scene.ui("question.do-all"), "advised", class_="ghost"), move_button(scene, coaching.moves[0])]


def said(scene: Scene) -> str:
    """Return the announcement after a gesture: the answer, help or choice, or else what happened and the question."""
    if scene.curtain:
        return curtain.said(scene)
    prompt: Prompt = scene.view.prompt
    found = scene.state.answer
    if isinstance(found, Refusal):
        return f"{scene.ui('question.not-legal')} {refusal_text(scene, found)}"
    if found:
        return " ".join(found.lines) if isinstance(found, Look) else found
    if scene.state.hint is not None:
        heading, coaching = scene.ui(help_title(scene)), scene.state.coaching
        sure = [coaching.sure] if coaching and scene.state.level >= OPTIONS else []
        return clean(" ".join([heading, *help_lines(scene), *sure]), 2 * SENTENCE)
    if scene.state.chosen is not None:
        return prompt.choosing(scene)
    happened = "" if scene.state.walked == "undo" else explain.headline(scene)
    more = prompt.more(scene) if scene.yours else ""
    return " ".join(filter(None, (walked(scene), happened, prompt.heading(scene), more)))


def walked(scene: Scene) -> str:
    """Return the announcement of a move through the history, or "" after any other gesture."""
    if not scene.state.walked:
        return ""
    line = scene.whole_line
    return scene.ui(f"history.went-{scene.state.walked}", at=line.index(scene.at), last=len(line) - 1)
