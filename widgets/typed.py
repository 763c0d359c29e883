"""Ask or command: what is typed is played, explained or looked up; equal in power to the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from apz.apocalypze.cards import library
from apz.apocalypze.foretelling import warning
from apz.apocalypze.moves import Move, Play
from apz.apocalypze.show import show, sums_of
from apz.apocalypze.view_words import verbs
from apz.apocalypze.words import words
from apz.core.reading import clean
from apz.widgets import clicks, walks
from apz.widgets.desk import Desk

LONGEST = 300
MOST_COMPLETIONS = 24


def command(desk: Desk, text: str, at: int | None = None) -> None:
    """Do what was typed: a move, a question why not, undo and redo, a rule, a card, the sums, the whole table."""
    text = " ".join(text.split())[:LONGEST]
    with desk.change():
        if not desk.current(at):
            return
        chosen = desk.chosen
        desk.let_go()
        first, _, rest = text.partition(" ")
        verb = verbs(desk.language).get(first.casefold(), "")
        if verb in ("undo", "redo") and not rest:
            walks.go(desk, verb)
        elif verb == "why" and rest:
            negation, _, asked = rest.partition(" ")
            why_not(desk, asked if verbs(desk.language).get(negation.casefold()) == "not" else rest)
        elif verb == "rule":
            desk.tab, desk.query = "rules", rest
        elif verb == "cards" and rest and (name := library().named(rest)):
            look_up(desk, name)
        elif text.casefold() in desk.ui("ask.hint").split():
            clicks.hint(desk)
        elif verb in TOLD:
            desk.answer = TOLD[verb](desk)
        else:
            play(desk, text, at, chosen)


def play(desk: Desk, text: str, at: int | None, chosen: int | None) -> None:
    """Play what was typed, or ask which of several moves was meant, or say what was not understood, or warn once."""
    if not desk.yours:
        desk.answer = desk.ui("answers.not-yours")
        return
    meant = understood(desk, text)
    if isinstance(meant, list):
        desk.answer, desk.which = desk.ui("answers.which"), meant[:12]
    elif isinstance(meant, Play) and meant.card != chosen and (note := warning(desk.session.position, meant)):
        desk.chosen = meant.card
        desk.answer = desk.ui("answers.warned", why=desk.words.note(note))
    elif meant is not None:
        desk.do(meant, at)


def understood(desk: Desk, text: str) -> Move | list[Move] | None:
    """The move or the moves that were typed; where there are none, what was not understood is said."""
    from apz.apocalypze.commands import Misread, parse  # loaded when somebody types

    meant = parse(desk.session.position, text, desk.language)
    if isinstance(meant, Misread):
        found = about(desk, text)
        if found:
            desk.tab, desk.query = "rules", found
        hint = desk.ui("answers.rules", words=found) + "\n" if found else ""
        desk.answer = hint + clean(meant.message, 600)
        return None
    return meant


def about(desk: Desk, text: str) -> str:
    """The words of a question that rules speak of, without those that only ask; nothing where no rule does."""
    idle = desk.ui("ask.idle").split()
    asked = [word for word in re.findall(r"[\w-]+", text.casefold()) if word not in idle]
    whole = " ".join(asked)
    tries = [words for words in (whole, *sorted(asked, key=len, reverse=True)) if len(words) > 2]
    return next((words for words in tries if desk.words.rules.search(words)), "")


def why_not(desk: Desk, text: str) -> None:
    """Say why a move is not legal, without playing it if it is."""
    position = desk.session.position
    meant = understood(desk, text)
    if isinstance(meant, list):
        desk.answer, desk.which = desk.ui("answers.legal-several"), meant[:12]
    elif meant is not None:
        refusal = position.why_not(meant)
        desk.answer = refusal or desk.ui("answers.legal", move=words(desk.language).move(position, meant))


def look_up(desk: Desk, name: str) -> None:
    """Show a card of that name."""
    cards = desk.session.position.game.cards
    desk.card = next((number for number, card in enumerate(cards) if card.name == name), None)
    desk.tab = "card"
    if desk.card is None:
        desk.answer = desk.ui("answers.not-in-game", card=name)


def moves_told(desk: Desk) -> str:
    """All that can be done now, in a line."""
    position = desk.position
    return "; ".join(desk.words.move(position, move) for move in desk.moves[:MOST_COMPLETIONS])


TOLD: Mapping[str, Callable[[Desk], str]] = {
    "moves": moves_told,
    "help": lambda desk: desk.ui("answers.help"),
    "table": lambda desk: show(desk.position, desk.language),
    "sum": lambda desk: "\n".join(sums_of(desk.position, desk.language)) or desk.ui("answers.no-sum"),
}


def completions(desk: Desk) -> list[str]:
    """What may be typed now, each once."""
    position, say = desk.session.position, desk.words
    found = dict.fromkeys(say.move(position, move) for move in desk.moves[: 2 * MOST_COMPLETIONS])
    return list(found)[:MOST_COMPLETIONS]
