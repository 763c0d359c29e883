"""The links, texts, pictures and files that can be shared from a place of the app."""

from __future__ import annotations

from itertools import compress

from apz.core.sharing import position_link, session_link
from apz.widgets.app.place import MOST_ADDRESS, Place
from apz.widgets.app.state import AppScene, Shared


def shared(scene: AppScene, place: Place) -> Shared:
    """Return the links and texts to share for a place's table or, if it has none, the place's address."""
    found, game, view, base = place.table(), scene.game, scene.view, scene.state.base
    if found is None:
        return Shared({"link": f"{base}{scene.address(place.address())}"})
    links = {"position": position_link(game, found.position)}
    if found.session is not None and len(found.session.nodes) > 1:
        links = {"session": session_link(found.session), **links}
    short = {name: f"{base}{scene.address({name: link})}" for name, link in links.items() if len(link) <= MOST_ADDRESS}
    text = {"yaml": game.kernel().write(found.position), "text": game.show(found.visible, scene.language, False)}
    notes = compress(("long", "hands"), ("session" in links and "session" not in short, found.hidden))
    files = ("picture", "file") if found.session is not None else ("picture",)
    return Shared({**short, **view.forms(found.position), **text}, tuple(notes), files)
