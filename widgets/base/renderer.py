"""The renderer: the widget that brings the script and style sheet of all panels to a page only once."""

from __future__ import annotations

import json
import zlib
from typing import ClassVar

from apz.widgets.base.scripts import script
from apz.widgets.base.styles import style
from apz.widgets.base.widget import LIGHT, AnyWidget, Bytes, front_end

SMALL_BLOCKS = 6  # zlib's level of memory at which fonts and text, which are unlike each other, share the fewest blocks


def packed() -> bytes:
    """Return the script and the style sheet of all panels as compressed JSON."""
    both = {"script": script("panel.js"), "style": style()}
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, memLevel=SMALL_BLOCKS)
    return packer.compress(json.dumps(both, ensure_ascii=False).encode()) + packer.flush()


class Renderer(AnyWidget):
    """The script and the style sheet of all panels; each kernel has one renderer, and every panel refers to it."""

    if LIGHT:  # a page of our own has both as files
        _esm = front_end("panel.js")
    else:
        # a text and not a file: to watch a file for changes, anywidget would keep every widget alive
        _esm = front_end("unpack.js")
        packed = Bytes(packed()).tag(sync=True)
    kept: ClassVar[Renderer | None] = None

    @classmethod
    def shared(cls) -> Renderer:
        """Return the kernel's renderer, and create it if there's none or if it was closed with all other widgets."""
        if cls.kept is None or cls.kept.comm is None:
            cls.kept = cls()
        return cls.kept
