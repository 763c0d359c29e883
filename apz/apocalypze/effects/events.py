"""Wildcards and trumps: their effects, timing, targets and conditions."""

from __future__ import annotations

from apz.apocalypze.effects.texts import ANY_ATTACHMENT, boost
from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import COMBAT, TRUMP, Debt, Removal, Resolution
from apz.apocalypze.moves import Event
from apz.apocalypze.rules.actions import played_at
from apz.apocalypze.rules.character_fate import convert, doom, recycle, wound
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.hooks import (
    ANY_TIME,
    IN_ANSWER,
    IN_ENGAGEMENT,
    IN_OCCUPATION,
    ON_REMOVAL,
    TEXTS,
    Acting,
    Search,
    Text,
)
from apz.apocalypze.rules.table import State, Table
from apz.apocalypze.rules.targets import (
    ALONE,
    AT_THEIRS,
    ATTACHMENT_DISCARDED,
    CONVERTIBLE,
    CULT_HERE,
    GANG_HERE,
    HANDGUN,
    HUMAN_HANDGUN,
    OPPOSING,
    OPPOSING_ZOMBIE,
    OWN_CHARACTER,
    RAIDERS_HERE,
    THROWER,
    TOGETHER,
    TWOFOLD_DISCARDED,
    TWOFOLD_ZOMBIE,
    ZOMBIES_FIT,
    enemies,
)


def molotov_cocktail(table: Table, acting: Acting) -> None:
    """Lower the value of each opposing character by 1."""
    for who in reversed(enemies(table, acting.player)):
        wound(table, who.id, 1, "character.wounded")


def pop(table: Table, acting: Acting) -> None:
    """Lower the value of one opposing character by 1."""
    wound(table, acting.target, 1, "character.wounded")


def head_shot(table: Table, acting: Acting) -> None:
    """Announce the removal of an opposing zombie in the engagement."""
    doom(table, acting.target, "pile.remove")


def recycle_card(table: Table, acting: Acting) -> None:
    """Recycle one of the player's characters with its attachments."""
    recycle(table, acting.target, "pile.recycle")


def rest_in_peace(table: Table, acting: Acting) -> None:
    """Let the zombie that's about to be removed go to the discard pile, so that it isn't recycled."""
    dying = table.agenda[-1]
    assert isinstance(dying, Removal)
    table.agenda[-1] = dying._replace(rest=acting.card)
    table.note(
        "character.laid-to-rest", "twofold.removed", acting.targets, True,
        card=table.name(acting.target), by=table.name(acting.card),
    )  # fmt: skip


def disregard(table: Table, acting: Acting) -> None:
    """Cancel the event that the acting card responds to."""
    answered = table.agenda.pop()
    assert isinstance(answered, Resolution)
    table.note(
        "event.disregarded", "event.cancelled", (answered.move.card, acting.card),
        card=table.name(answered.move.card), by=table.name(acting.card),
    )  # fmt: skip
    first = table.waiting
    if isinstance(first, Resolution):  # the action that the disregarded card responded to continues
        card = first.move.card
        table.note("event.goes-on", "event.one-answer", (card,), card=table.name(card))


def obliges(table: Table, acting: Acting, amount: int) -> None:
    """Make the opponent consume this amount."""
    owner = OTHER[acting.player]
    table.ask(Debt(owner, amount, "event.resolve", acting.card))
    table.note(
        "event.obliges", "event.resolve", (acting.card,), True,
        card=table.name(acting.card), player=table.names[owner], amount=amount,
    )  # fmt: skip


def mugged(table: Table, acting: Acting) -> None:
    """Make the opponent consume 2."""
    obliges(table, acting, 2)


def thief_in_the_night(table: Table, acting: Acting) -> None:
    """Recover a card for the player, and make the opponent consume 1."""
    player = acting.player
    if table.sides[player].discard[-1] != acting.card:  # it doesn't recover itself
        table.recover(player)
    else:
        table.note("pile.nothing-to-recover", "pile.recover", player=table.names[player])
    obliges(table, acting, 1)


def lasts(table: Table, acting: Acting) -> None:
    """Make the effect last until the end of the turn."""
    table.lasting = (*table.lasting, acting.card)
    table.note("event.lasts", "event.resolve", (acting.card,), True, card=table.name(acting.card))


def turned(table: Table, acting: Acting) -> None:
    """Convert a twofold from human to zombie."""
    found = find(table, acting.target)
    assert found
    assert found.who.card.zombie
    convert(table, found, found.who.card.zombie)


def at_your_stronghold(state: State, player: Player, event: Event) -> str:
    """Return "" if the event was played at the stronghold of `player`, else the key of why Sentry can't respond."""
    return "" if played_at(state) == player else "answer-elsewhere"


def trump_in_combat(state: State, player: Player, event: Event) -> str:
    """Return the key of why Combat Ready can't respond, or "" if the event is a trump played in combat."""
    if state.game.cards[event.card].kind != TRUMP:
        return "answer-no-trump"
    return "" if state.phase == COMBAT else "answer-no-combat"


TWOFOLD = Search("discard", "twofold", lambda c: c.twofold, "zombie")

TEXTS.update(
    {
        "Sentry": (Text(IN_ANSWER, disregard, answers=at_your_stronghold, moment="answer-home"),),
        "Combat Ready": (Text(IN_ANSWER, disregard, answers=trump_in_combat, moment="answer-combat"),),
        "Molotov Cocktail": (Text(IN_ENGAGEMENT, molotov_cocktail, THROWER),),
        "Pop!": (Text(IN_ENGAGEMENT, pop, OPPOSING, (HANDGUN,)),),
        "Head Shot": (Text(IN_ENGAGEMENT, head_shot, OPPOSING_ZOMBIE, (HUMAN_HANDGUN,)),),
        "Recycle": (Text(ANY_TIME, recycle_card, OWN_CHARACTER),),
        "Rest In Peace": (Text(ON_REMOVAL, rest_in_peace, TWOFOLD_ZOMBIE, moment="removal-zombie"),),
        "Stand Together": (Text(IN_ENGAGEMENT, lambda t, a: boost(t, a, defense=1, each=True), needs=(TOGETHER,)),),
        "One Man Army": (Text(IN_ENGAGEMENT, lambda t, a: boost(t, a, attack=3), needs=(ALONE,)),),
        "Mugged": (Text(IN_OCCUPATION, mugged, needs=(GANG_HERE,)),),
        "Thief in the Night": (Text(IN_OCCUPATION, thief_in_the_night, needs=(RAIDERS_HERE,)),),
        "Lurking Death": (Text(IN_OCCUPATION, needs=(AT_THEIRS, ZOMBIES_FIT, TWOFOLD_DISCARDED), search=TWOFOLD),),
        "No Escape": (Text(IN_OCCUPATION, lasts, needs=(AT_THEIRS,)),),
        "Turned": (Text(IN_OCCUPATION, turned, CONVERTIBLE),),
        "The Power of Faith": (Text(IN_OCCUPATION, lasts, needs=(CULT_HERE,)),),
        "Take What You Need": (Text(IN_OCCUPATION, needs=(ATTACHMENT_DISCARDED,), search=ANY_ATTACHMENT),),
    }
)
