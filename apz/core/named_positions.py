"""A game's named positions: YAML files in a folder, for its kernel to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

from apz.core.language.messages import Catalog
from apz.core.reading import Item, hint, match, quoted, read_text, stop

SLOTS = ("first", "second")  # the slots for the players' names in a position's description


def about_position(catalog: Catalog, name: str, players: Sequence[str]) -> str:
    """Return a named position's description, with these players' names in it, or "" if it has none."""
    values = dict(zip(SLOTS, players, strict=False))
    return catalog.text("about", name, values) if ("about", name) in catalog else ""


@dataclass(frozen=True, eq=False)
class NamedPositions:
    """Positions by name: `first-turn.yaml` in the folder is the position first-turn."""

    folder: Callable[[], Traversable]
    listing: str = ""  # the key of the fix for a wrong name, which says how to list all names

    @cache  # noqa: B019 -- the positions of a game live as long as the program
    def names(self) -> tuple[str, ...]:
        """Return the names in alphabetical order."""
        found = (each.name for each in self.folder().iterdir())
        return tuple(sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml")))

    def item(self, name: str) -> Item:
        """Return a position's file as an item, for the kernel to read; raise BadInput unless just one name matches."""
        known = match(name, self.names())
        if known is None:
            fix = {"fix": self.listing or "there-are", "names": ", ".join(self.names())}
            stop("", 0, "unknown-position", value=quoted(name), **(hint(name, self.names()) or fix))
        file = self.folder() / f"{known}.yaml"
        return read_text(file.read_text(encoding="utf-8"), file.name)

    def given(self, item: Item) -> Item:
        """Return the item of a lesson's position: the file with that exact name, or the position written there."""
        if not isinstance(item.value, str):
            return item
        if item.value not in self.names():
            near = hint(item.value, self.names()) or {"fix": "there-are", "names": ", ".join(self.names())}
            stop(item.file, item.line, "unknown-position", value=quoted(item.value), **near)
        return self.item(item.value)
