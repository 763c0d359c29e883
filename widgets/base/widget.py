"""The only module that imports Jupyter's widgets; if they aren't installed, our own small base replaces them.

Set `APZ_WIDGETS=light` to use the small base anyway: the panel tests run on both.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from apz.widgets.base.scripts import script

LIGHT = os.environ.get("APZ_WIDGETS") == "light" or find_spec("anywidget") is None

if TYPE_CHECKING or not LIGHT:
    from anywidget import AnyWidget, WidgetTrait
    from ipywidgets import Button, VBox
    from traitlets import Bool, Bytes, Dict, Int, List, Unicode, observe
else:
    from apz.widgets.base.light import (
        AnyWidget,
        Bool,
        Button,
        Bytes,
        Dict,
        Int,
        List,
        Unicode,
        VBox,
        WidgetTrait,
        observe,
    )

__all__ = [
    "AnyWidget", "Bool", "Button", "Bytes", "Dict", "Int", "LIGHT", "List", "Unicode", "VBox", "WidgetTrait",
    "front_end", "observe", "open_widgets",
]  # fmt: skip


def front_end(name: str) -> str:
    """Return a front-end module as text, or its address if the page has the module as a file."""
    return f"./{name}" if LIGHT else script(name)


def open_widgets() -> Mapping[str, Any]:
    """Return every open widget by its model id."""
    if LIGHT:
        from apz.widgets.base import light

        return light.widgets
    from ipywidgets.widgets.widget import _instances

    found: Mapping[str, Any] = _instances
    return found
