"""Shared parts of questions about moves: the move, the cards it names, and the makers of questions about rules."""

from __future__ import annotations

from apz.apocalypze.language.commands import one_move
from apz.apocalypze.language.move_text import mover
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import Attach, Event, Move, Take, Use
from apz.apocalypze.play import play
from apz.apocalypze.rules.move_target import target_of
from apz.apocalypze.teaching.questions.distractors import CLOSE, REFUSING, holding, near, telling
from apz.core.learning.rule_questions import RuleQuestions, lucky, mixed

__all__ = ["RULE_QUESTIONS", "cards_of", "look_at", "lucky", "mixed", "move_of", "name_of_mover"]


def name_of_mover(position: Position) -> str:
    """Return the name of the player who must decide or, after the game, whose turn it is."""
    return position.game.names[mover(position)]


def cards_of(position: Position, move: Move) -> tuple[int, ...]:
    """Return the cards a move names."""
    lane = isinstance(move, Use | Event) and getattr(target_of(position, move), "key", "") == "open-point"
    named = [getattr(move, "card", DECK)]
    named += [] if lane else [*getattr(move, "targets", ())]
    named += [move.to] if isinstance(move, Attach | Take) else []
    return tuple(card for card in dict.fromkeys(named) if 0 <= card < len(position.game.cards))


def stronghold_of_mover(position: Position) -> tuple[int, ...]:
    """Return the deciding player's stronghold, the card to look at if a question names none."""
    return (position.sides[mover(position)].stronghold,)


RULE_QUESTIONS: RuleQuestions[Position] = RuleQuestions(
    play=play,
    move=one_move,
    player=name_of_mover,
    pieces=cards_of,
    otherwise=stronghold_of_mover,
    luck=lambda position: position.luck,
    rules=rules,
    refusing=REFUSING,
    close=CLOSE,
    near=near,
    holding=holding,
    telling=telling,
)
move_of, look_at = RULE_QUESTIONS.move_of, RULE_QUESTIONS.look_at
