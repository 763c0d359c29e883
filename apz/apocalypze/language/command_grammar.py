"""The grammar of ApocalypZe's typed commands: the moves each can stand for, likeliest first."""

from __future__ import annotations

from collections.abc import Mapping

from apz.apocalypze.language.rulebook import TEXTS
from apz.core.language.commands import Grammar

NUMBERS = ("point", "text", "amount")

DONE, PASS = ("done", "done-act", "done-attack", "done-defend"), ("pass", "pass-search")

# The possible meanings of a command: keys of moves, the likelier ones first; those in one string are equally likely.
MEANINGS: Mapping[str, tuple[str, ...]] = {
    "occupy": ("occupy-own occupy-theirs",),
    "play": ("play event", "event-on event-by attach"),
    "event": ("play event", "event-on event-by attach"),
    "attach": ("attach", "event-on event-by", "take-to", "use-on use-text-on"),
    "event-on": ("event-on event-by", "attach", "use-on use-text-on"),
    "use": ("use use-on use-point use-text use-text-on", "event event-on event-by attach"),
    "use-on": ("use-on use-text-on", "event-on event-by", "attach"),
    "use-text": ("use-text use-text-on",),
    "take": ("take take-to",),
    "takeback": ("takeback takeback-deck",),
    "eat": ("eat-survivor eat-hand eat-deck eat-other",),
    "card": (
        "play play-zombie event event-on event-by attach use use-on use-point use-text use-text-on "
        "take take-to send takeback wound eat-hand eat-survivor",
    ),
    # Words that name what to end can end nothing else. Bare ones have their limits: "done" ends no search, "pass" sends
    # no attack, and "play nothing" does neither and commits no groups.
    "finish": (" ".join(DONE), "pass"),
    "done": ("done done-act",),
    "pass": (" ".join(PASS), "done-act done-defend"),
    "decline": ("pass", "done-act"),
    "wound-some": ("wound",),
    "draw-some": ("draw",),
    "point": ("engage", "send use-point"),
}

GRAMMAR = Grammar(TEXTS, NUMBERS)
