"""Ask or command: what is typed is played, explained or looked up; equal in power to the mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.apocalypze.cards import library
from apz.apocalypze.language.catalogs import asides, polite, saying, verbs
from apz.apocalypze.language.words import words
from apz.apocalypze.move_preview import warning
from apz.apocalypze.moves import Move, Play
from apz.apocalypze.show.picture import card_view
from apz.apocalypze.show.text import show, sums_of
from apz.core.reading import clean
from apz.widgets.apocalypze.faces import aloud
from apz.widgets.table import clicks, history_nav
from apz.widgets.table.desk import Desk, Look
from apz.widgets.table.rule_index import telling

LONGEST = 300
MOST_COMPLETIONS = 24


def command(desk: Desk, text: str, at: int | None = None) -> None:
    """Do what was typed: a move, a question why not or whether, undo and redo, a rule, a card, the sums, the table."""
    text = " ".join(text.split())[:LONGEST]
    with desk.change():
        if not desk.current(at):
            return
        chosen, offered = desk.chosen, desk.which
        desk.let_go()
        whole = saying(text, desk.language)
        first, _, rest = ("", "", "") if whole else polite(text, desk.language).partition(" ")
        verb = whole or verbs(desk.language).get(first.casefold().rstrip("!."), "")
        if verb in ("undo", "redo") and not rest:
            history_nav.go(desk, verb)
        elif rest and (verb == "why" or whether(desk, first)):
            why_not(desk, wanted(desk, rest), text)
        elif verb == "rule":
            desk.tab, desk.query = "rules", rest
        elif verb in ("cards", "table") and rest and (name := library().named(rest)):
            look_up(desk, name)
        elif verb == "hint":
            clicks.hint(desk)
        elif verb in TOLD:
            desk.answer = TOLD[verb](desk)
        elif text.endswith("?"):
            why_not(desk, text, text)
        else:
            play(desk, text, at, chosen, offered)


def play(desk: Desk, text: str, at: int | None, chosen: int | None, offered: list[Move]) -> None:
    """Play what was typed, or ask which of several moves was meant, or say what was not understood, or warn once."""
    if not desk.yours:
        desk.answer = desk.ui("answers.not-yours")
        return
    number = text.rstrip("!. ")  # after the question which one, it is one of those
    by_number = number.isdecimal() and 0 < int(number) <= len(offered)
    meant = offered[int(number) - 1] if by_number else understood(desk, text)
    if isinstance(meant, list):
        desk.answer, desk.which = desk.ui("answers.which"), meant[:12]
    elif isinstance(meant, Play) and meant.card != chosen and (note := warning(desk.session.position, meant)):
        desk.chosen = meant.card
        desk.answer = desk.ui("answers.warned", why=desk.words.note(note))
    elif meant is not None:
        desk.do(meant, at)


def understood(desk: Desk, text: str, asked: str = "") -> Move | list[Move] | None:
    """The move or the moves that were typed, or asked about; where there are none, what was not understood is said."""
    from apz.apocalypze.language.commands import Misread, parse  # loaded when somebody types

    position = desk.session.position
    meant = parse(position if desk.open_hands else position.seen_by(desk.viewer), text, desk.language)
    if not isinstance(meant, Misread):
        return meant
    asked = asked or text
    found, name = about(desk, asked), library().named(telling(desk, asked))
    if found:
        desk.tab, desk.query = "rules", found
        desk.answer = desk.ui("answers.rules", words=found)
    elif name and asks(desk, asked):
        look_up(desk, name)
    if not asks(desk, asked) or not (found or name):
        told = [desk.ui("answers.rules", words=found)] if found else []
        desk.answer = "\n".join([*told, clean(meant.message, 600)])
    return None


def asks(desk: Desk, text: str) -> bool:
    """Whether what was typed asks something and is no command."""
    return text.endswith("?") or not telling(desk, text.partition(" ")[0])


def whether(desk: Desk, word: str) -> bool:
    """Whether a word begins a question that asks whether something can be done."""
    return asides(desk.language, "whether").fullmatch(word) is not None


def wanted(desk: Desk, text: str) -> str:
    """What somebody asks why he cannot do it, without the words in front that only ask."""
    known = verbs(desk.language)
    words = [word for word in text.rstrip("? ").split() if known.get(word.casefold()) != "not"]
    while len(words) > 1 and (whether(desk, words[0]) or not telling(desk, words[0])):
        del words[0]
    return " ".join(words)


def about(desk: Desk, text: str) -> str:
    """The words of a question that rules speak of, without those that only ask; nothing where no rule does."""
    whole = telling(desk, text)
    tries = [words for words in (whole, *sorted(whole.split(), key=len, reverse=True)) if len(words) > 2]
    return next((words for words in tries if desk.words.rules.search(words)), "")


def why_not(desk: Desk, text: str, asked: str) -> None:
    """Say whether a move is legal and why not, without playing it if it is."""
    position = desk.session.position
    meant = understood(desk, text, asked)
    if isinstance(meant, list):
        desk.answer, desk.which = desk.ui("answers.legal-several"), meant[:12]
    elif meant is not None:
        refusal = position.why_not(meant)
        desk.answer = refusal or desk.ui("answers.legal", move=words(desk.language).move(position, meant))


def look_up(desk: Desk, name: str) -> None:
    """Show a card of that name that may be seen; where there is none, tell what is printed on it."""
    seen = desk.position.game.cards
    found = next((number for number, card in enumerate(seen) if card.name == name), None)
    if found is not None:
        desk.card, desk.tab = found, "card"
        return
    printed = library()[name]
    view = card_view(desk.position, printed, desk.language)
    lines = [f"{aloud(desk, view)}.", *library().texts(printed, desk.language)]
    if all(card.name != name for card in desk.session.position.game.cards):
        lines.append(desk.ui("answers.not-in-game", card=name))
    desk.answer = Look(tuple(lines))


def moves_told(desk: Desk) -> str:
    """All that can be done now, in a line."""
    position = desk.position
    return "; ".join(desk.words.move(position, move) for move in desk.moves[:MOST_COMPLETIONS])


TOLD: Mapping[str, Callable[[Desk], str]] = {
    "moves": moves_told,
    "turn": lambda desk: desk.words.waiting(desk.position),
    "help": lambda desk: desk.ui("answers.help"),
    "table": lambda desk: show(desk.position, desk.language),
    "sum": lambda desk: "\n".join(sums_of(desk.position, desk.language)) or desk.ui("answers.no-sum"),
}


def completions(desk: Desk) -> list[str]:
    """What may be typed now, each once."""
    position, say = desk.session.position, desk.words
    found = dict.fromkeys(say.move(position, move) for move in desk.moves[: 2 * MOST_COMPLETIONS])
    return list(found)[:MOST_COMPLETIONS]
