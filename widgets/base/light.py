"""The part of traitlets, anywidget and ipywidgets that our panels use, for a page that isn't a notebook.

Names and behavior are the same as theirs, so a panel can't tell which base it runs on. A widget's messages (`open`,
`update`, `custom` and `close`) go to the function given to `connect`; the page's messages come in through `hear`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from itertools import count
from typing import Any

Message = dict[str, Any]
widgets: dict[str, Widget] = {}  # the open widgets, by the name the page knows
NAMES = count(1)
REFERENCE = "anywidget:"  # how the name of another widget begins in what the page gets, as with anywidget
CHILD = "IPY_MODEL_"  # and that of a widget in a box, as with ipywidgets


def _drop(_: Message) -> None:
    """Drop a message because nobody is listening yet, as a notebook does before it shows a widget."""


_post: Callable[[Message], object] = _drop


def connect(post: Callable[[Message], object]) -> None:
    """Send every message from now on to `post`, which forwards it to a page."""
    global _post
    _post = post


@contextmanager
def apart(post: Callable[[Message], object]) -> Iterator[None]:
    """Give the widgets created inside the block a separate page, with names counted from 1."""
    global widgets, NAMES, _post
    before = widgets, NAMES, _post
    widgets, NAMES, _post = {}, count(1), post
    try:
        yield
    finally:
        widgets, NAMES, _post = before


def hear(message: Mapping[str, Any]) -> None:
    """Forward a page's message to its widget: a custom message, or values that the page has set."""
    found = widgets.get(message.get("id", ""))
    if found is None:
        return
    if "content" in message:
        found._handle_custom_msg(message["content"], [])
    if isinstance(message.get("state"), dict):
        found.set_state(message["state"])


class Trait:
    """A widget's value, which can be observed; it's synchronized with the page if tagged with `sync`."""

    default: Any = None

    def __init__(self, default: Any = None, **_: Any) -> None:
        if default is not None and not isinstance(default, Trait):
            self.default = default
        self.sync = False
        self.to_json: Callable[[Any, Any], Any] | None = None

    def tag(self, *, sync: bool = False, to_json: Callable[[Any, Any], Any] | None = None) -> Trait:
        """Set whether the value is synchronized and how it's serialized for the page; return the trait."""
        self.sync, self.to_json = sync, to_json
        return self

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, widget: Any, owner: type) -> Any:
        if widget is None:
            return self
        kept = widget.__dict__
        if self.name not in kept:
            kept[self.name] = copy(self.default)
        return kept[self.name]

    def __set__(self, widget: Any, new: Any) -> None:
        old, new = self.__get__(widget, type(widget)), self.taken(new)
        widget.__dict__[self.name] = new
        if old is not new and old != new:
            widget._changed(self, old, new)

    def taken(self, value: Any) -> Any:
        """Return a value in the form in which the trait stores it."""
        return value

    def written(self, widget: Any) -> Any:
        """Return the widget's value in the form in which it's sent to the page."""
        value = self.__get__(widget, type(widget))
        return self.to_json(value, widget) if self.to_json else value


class Unicode(Trait):
    """A text trait."""

    default = ""


class Bytes(Trait):
    """A trait for binary data, which is never sent to one of our own pages."""

    default = b""


class Int(Trait):
    """A trait for a whole number."""

    default = 0


class Bool(Trait):
    """A trait that's True or False."""

    default = False


class Dict(Trait):
    """A trait for a mapping."""

    default: Any = {}


class List(Trait):
    """A trait for a list."""

    default: Any = []


class WidgetTrait(Trait):
    """A trait for another widget, which the page finds by name."""

    def written(self, widget: Any) -> Any:
        """Return a reference to the other widget, or None if there's none."""
        value = self.__get__(widget, type(widget))
        return f"{REFERENCE}{value.model_id}" if value is not None else None


class Children(Trait):
    """A trait for the widgets in a box."""

    default = ()

    def taken(self, value: Any) -> Any:
        """Return the widgets as a tuple."""
        return tuple(value)

    def written(self, widget: Any) -> Any:
        """Return references to the widgets."""
        return [f"{CHILD}{each.model_id}" for each in self.__get__(widget, type(widget))]


def observe(*names: str) -> Callable[[Any], Any]:
    """Return a decorator that makes a method run when one of these values changes."""

    def marked(act: Any) -> Any:
        act.watches = names
        return act

    return marked


class Layout:
    """A widget's layout, which our own pages ignore because they have a style sheet."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.__dict__.update(given)

    def close(self) -> None:
        """Do nothing, because the page has no widget for a layout."""


class Widget:
    """A widget: values that a page shows and may set, and messages in both directions."""

    _view_count = Trait().tag(sync=True)
    _dom_classes = List().tag(sync=True)
    _esm = _css = ""
    comm: str | None = None  # set as long as the widget is open

    def __init__(self, *, layout: Any = None, **values: Any) -> None:
        kind = type(self)
        self.layout = Layout(layout or {})
        self._held: set[str] | None = None
        self._watchers: dict[str, list[Any]] = {}
        self._hearers: list[Any] = []
        self._traits = {
            name: each
            for base in reversed(kind.__mro__)
            for name, each in vars(base).items()
            if isinstance(each, Trait)
        }
        for base in reversed(kind.__mro__):
            for name, act in vars(base).items():
                for watched in getattr(act, "watches", ()):
                    self.observe(getattr(self, name), watched)
        for name, value in values.items():
            if name not in self._traits:
                raise TypeError(f"{kind.__name__} has no trait {name}")
            setattr(self, name, value)
        self.model_id = f"w{next(NAMES)}"
        self.comm = self.model_id
        widgets[self.model_id] = self
        _post({"type": "open", "id": self.model_id, "state": {"_esm": self._esm, **self.get_state()}})

    # ---- values

    def has_trait(self, name: str) -> bool:
        """Return True if the widget has a trait with this name."""
        return name == "layout" or isinstance(getattr(type(self), name, None), Trait)

    def set_trait(self, name: str, value: Any) -> None:
        """Set a trait by its name."""
        setattr(self, name, value)

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Set the synchronized values in `state`, and ignore all others."""
        for name, value in state.items():
            if name in self._traits and self._traits[name].sync:
                setattr(self, name, value)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> Message:
        """Return the synchronized values: all of them, or only those named in `key`."""
        names: Iterable[str] = self._traits if key is None else [key] if isinstance(key, str) else key
        return {name: self._traits[name].written(self) for name in names if self._traits[name].sync}

    def observe(self, act: Any, names: str) -> None:
        """Call `act` whenever the value with this name changes."""
        acts = self._watchers.setdefault(names, [])
        if act not in acts:
            acts.append(act)

    def unobserve(self, act: Any, names: str) -> None:
        """Stop calling `act` when the value with this name changes."""
        self._watchers[names].remove(act)

    def _changed(self, trait: Trait, old: Any, new: Any) -> None:
        if "_watchers" not in self.__dict__:
            return  # it isn't made yet
        if trait.sync and self.comm is not None:
            if self._held is None:
                self.send_state(trait.name)
            else:
                self._held.add(trait.name)
        change = {"name": trait.name, "old": old, "new": new, "owner": self, "type": "change"}
        for act in tuple(self._watchers.get(trait.name, ())):
            act(change)

    # ---- messages

    def send_state(self, key: Any = None) -> None:
        """Send the current values to the page: all of them, or only those named in `key`."""
        state = self.get_state(key)
        if state and self.comm is not None:
            _post({"type": "update", "id": self.model_id, "state": state})

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a custom message to the page."""
        if self.comm is not None:
            _post({"type": "custom", "id": self.model_id, "content": content})

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Send all changes inside the block to the page as one message."""
        if self._held is not None:
            yield
            return
        self._held = set()
        try:
            yield
        finally:
            held, self._held = self._held, None
            if held:
                self.send_state(sorted(held))

    def on_msg(self, act: Any) -> None:
        """Call `act(widget, content, buffers)` for each custom message from the page."""
        self._hearers.append(act)

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        for act in tuple(self._hearers):
            act(self, content, buffers)

    # ---- being there

    def add_class(self, name: str) -> Widget:
        """Add a CSS class to the widget's element, and return the widget."""
        if name not in self._dom_classes:
            self._dom_classes = [*self._dom_classes, name]
        return self

    def close(self) -> None:
        """Remove the widget from the page."""
        if self.comm is not None:
            self.comm = None
            widgets.pop(self.model_id, None)
            _post({"type": "close", "id": self.model_id})

    def _repr_mimebundle_(self, **_: Any) -> Any:
        return {"application/vnd.jupyter.widget-view+json": {"model_id": self.model_id}}


class AnyWidget(Widget):
    """A widget with a front-end module."""


class VBox(Widget):
    """A box that stacks widgets vertically."""

    children = Children().tag(sync=True)

    def __init__(self, children: Any = (), **more: Any) -> None:
        super().__init__(children=children, **more)


class Button(Widget):
    """A button."""

    description = Unicode().tag(sync=True)
    icon = Unicode().tag(sync=True)

    def on_click(self, act: Callable[[Button], object]) -> None:
        """Call `act` with this button on every click."""
        self.on_msg(lambda _, content, __: act(self) if content == {"event": "click"} else None)

    def click(self) -> None:
        """Act as if the button had been clicked."""
        self._handle_custom_msg({"event": "click"}, [])
