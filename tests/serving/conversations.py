"""Conversations with a kernel that no page would hold: built from the protocols' structure, then broken.

`python -m tests.serving.conversations SEED` writes the conversations of a seed, always the same ones. Hypothesis also
draws on the constants in loaded modules, so a process that loads nothing else makes them.
"""

import json
import pickle
import random
import struct
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.serving.attacker import BINARY, CLOSE, LEGACY, PING, PONG, TEXT, V1, deflated, frame, joined
from tests.serving.choosing import WISHES

ROUND = 50  # conversations per seed
MUTANTS = 4  # of each of them
GENTLY = 230  # bytes at the start, which may be layout, channel and header
LETTERS = b'0123456789"[]{}:,.-eE\\ntfu\x00\x7f'
# placeholders, just as long, for the ids of the kernel's widgets
SHELF, PLACE, BAR = (f"{name:~^32}" for name in ("shelf", "place", "bar"))
MODELS = (
    ("@jupyter-widgets/controls", "ImageModel"), ("@jupyter-widgets/controls", "AudioModel"),
    ("@jupyter-widgets/controls", "FileUploadModel"), ("@jupyter-widgets/controls", "IntSliderModel"),
    ("@jupyter-widgets/controls", "VBoxModel"), ("@jupyter-widgets/base", "LayoutModel"),
    ("@jupyter-widgets/output", "OutputModel"), ("anywidget", "AnyModel"), ("none", "NoModel"),
)  # fmt: skip
KINDS = (
    "comm_msg", "comm_open", "comm_close", "comm_info_request", "kernel_info_request", "execute_request",
    "shutdown_request", "interrupt_request", "debug_request", "input_reply", "history_request", "complete_request",
    "create_subshell_request", "usage_request", "", "x" * 5000,
)  # fmt: skip
CHANNELS = ("shell", "control", "iopub", "stdin", "hb", "", "shell\0", "SHELL", "é", "x" * 5000)
STARTS = [start for _, starts in WISHES for start in starts]
GESTURES = (
    *(start + rest for start in STARTS for rest in ("", "0", "x:1")), "home", "undo", "typed", "lab", "share", "theme",
    "lang:xx", "move:" + "9" * 400,
)  # fmt: skip
NUMBERS = (0, 1, 2, 7, 8, 9, 255, 2**16, 2**20, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1)
BIG = (5_000, 10_000, 10_000, 20_000, 20_000, 90_000, 90_000, 400_000, 1_900_000, 2_100_000)


class Step(NamedTuple):
    """One message on a connection: its content, its number of fragments, and the frames sent between them."""

    opcode: int
    said: bytes
    pieces: int = 1
    between: bytes = b""  # frames to send after the first fragment
    packed: bool = False

    def frames(self, names: Mapping[bytes, bytes]) -> bytes:
        """Return the message's frames, with the placeholders in it replaced by the names of existing widgets."""
        said = self.said
        for name, known in names.items():
            said = said.replace(name, known)
        if self.packed:
            return deflated(self.opcode, said, 1)
        size = -(-len(said) // self.pieces) or 1
        parts = [said[at : at + size] for at in range(0, len(said), size)] or [b""]
        found = [frame(0 if at else self.opcode, part, at == len(parts) - 1) for at, part in enumerate(parts)]
        return b"".join([found[0], self.between, *found[1:]])


class Conversation(NamedTuple):
    """The messages on one connection."""

    protocol: str
    packed: bool
    steps: tuple[Step, ...]

    def told(self) -> str:
        """Return a short description, to help find the cause of a failure."""
        steps = [f"{step.opcode}:{len(step.said)}:{step.pieces}:{step.said[:120]!r}" for step in self.steps]
        return f"{self.protocol or 'no subprotocol'}{' packed' if self.packed else ''} " + " | ".join(steps)


# ---- messages

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=20),
    st.sampled_from([
        "", "\0", "\ud800", "x" * 70_000, "../../etc/passwd", "__class__", f"IPY_MODEL_{PLACE}", "NaN", "-1",
        "IPY_MODEL_", "<script>alert(1)</script>", "😀" * 300, "lesson=combat", "position=" + "A" * 5000,
    ]),
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text(max_size=8), some, max_size=4),
    max_leaves=8,
)
widgets = st.sampled_from([SHELF, PLACE, BAR, "none", "", "a" * 32])
traits = st.sampled_from([
    "view", "kept", "progress", "children", "layout", "_esm", "_css", "_dom_classes", "_model_name", "_view_count",
    "value", "keys", "comm", "tabbable", "tooltip", "box_style", "__class__",
])  # fmt: skip
gestures = st.fixed_dictionaries(
    {"do": st.sampled_from(GESTURES) | values},
    optional={"at": st.integers(-2, 3) | values, "scope": values, "values": values, "text": values},
)
hellos = st.fixed_dictionaries(
    {},
    optional={
        "tab": values, "address": st.sampled_from(["?lesson=combat", "?page=play", "?position=x"]) | values,
        "place": values, "speaks": values, "keeps": values, "progress": values,
        "desks": st.lists(st.fixed_dictionaries({"tab": values, "when": values, "text": values}), max_size=3) | values,
    },
)  # fmt: skip
customs = st.one_of(
    gestures, st.fixed_dictionaries({"hello": hellos | values}), st.fixed_dictionaries({"went": values}),
    st.fixed_dictionaries({"forgotten": values}), st.fixed_dictionaries({"ping": values}), values,
)  # fmt: skip
paths = st.lists(st.lists(traits | st.integers(-3, 9), max_size=4), max_size=4) | values


def to_widget(method: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for messages with this method to a widget."""
    data = st.fixed_dictionaries({"method": st.just(method), **fields})
    return st.tuples(st.just("comm_msg"), st.fixed_dictionaries({"comm_id": widgets, "data": data}))


@st.composite
def opening(draw: st.DrawFn) -> tuple[str, Any]:
    """Draw a message that opens a widget from outside, with any sort of model."""
    module, model = draw(st.sampled_from(MODELS))
    known = {"_model_module": module, "_model_name": model, "_model_module_version": "*", "_view_module": module,
             "_view_name": model.replace("Model", "View"), "_view_module_version": "*"}  # fmt: skip
    state = {**known, **draw(st.dictionaries(traits, values, max_size=3))}
    target = draw(st.sampled_from(["jupyter.widget", "jupyter.widget", "jupyter.widget.control", "none"]))
    data = {"state": state, "buffer_paths": draw(st.just([]) | paths)}
    return "comm_open", {"comm_id": draw(widgets), "target_name": target, "data": draw(st.just(data) | values)}


said = st.one_of(
    to_widget("custom", content=customs),
    to_widget("update", state=st.dictionaries(traits, values, max_size=4) | values, buffer_paths=paths),
    to_widget("request_state"),
    to_widget("request_states"),
    to_widget("echo_update", state=values),
    opening(),
    st.tuples(st.sampled_from(KINDS), values),
    st.tuples(st.sampled_from(KINDS), st.fixed_dictionaries({"comm_id": widgets}, optional={"data": values})),
)


def rarely(times: int) -> st.SearchStrategy[bool]:
    """Return a strategy that draws True about once in `times` draws, and that shrinks to False."""
    return st.sampled_from([False] * (times - 1) + [True])


@st.composite
def headers(draw: st.DrawFn, kind: str, good: bool) -> Any:
    """Draw a header: a good one, one with a missing or strange field, or anything else instead of one."""
    found = {"msg_id": f"{draw(st.integers(0, 2**64)):032x}", "msg_type": kind, "username": "", "session": "s",
             "version": "5.3", "date": ""}  # fmt: skip
    how = "good" if good else draw(st.sampled_from(["good", "good", "good", "lacking", "strange", "none"]))
    if how == "none":
        return draw(values)
    if how == "lacking":
        del found[draw(st.sampled_from(sorted(found)))]
    if how == "strange":
        return {**found, draw(st.sampled_from([*sorted(found), "subshell_id", "extra"])): draw(values)}
    return found


def deep(depth: int) -> bytes:
    """Return this many nested brackets."""
    return b"[" * depth + b"]" * depth


strange = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([300, 2_000, 60_000]).map(deep),
    st.sampled_from(BIG).map(lambda size: b'"' + b"x" * size + b'"'),
    st.sampled_from(BIG).map(lambda size: b"[" + b"[]," * (size // 3) + b"0]"),
    st.sampled_from([b"", b"null", b"{", b"NaN", b"1e9999", b"9" * 5000, b'{"a":1,"a":2}', b"\xef\xbb\xbf{}", b"\xff"]),
)


@st.composite
def parts(draw: st.DrawFn, good: bool) -> tuple[bytes, list[bytes], list[bytes]]:
    """Draw a message's channel, four pieces of JSON and buffers; if `good`, all that the server reads is valid."""
    kind, content = draw(said)
    channel = draw(st.sampled_from(["shell"] * 5 + ["control"] if good else ["shell"] * 8 + list(CHANNELS)))
    metadata = draw(st.sampled_from([{}, {"version": "2.1.0"}, {"version": "1.0.0"}]) | values)
    pieces = [json.dumps(each).encode() for each in (draw(headers(kind, good)), {}, metadata, content)]
    if not good and draw(rarely(6)):
        pieces[draw(st.integers(0, 3))] = draw(strange)
    elif draw(rarely(12)):
        pieces[3] = draw(strange)  # only the kernel reads this one
    buffers = draw(st.lists(st.binary(max_size=30) | strange, max_size=3)) if draw(rarely(4)) else []
    return channel.encode(), pieces, buffers


numbers = st.sampled_from(NUMBERS) | st.integers(0, 2**64 - 1)


def laid_out(draw: st.DrawFn, whole: bytes, width: int, order: str, offsets: list[int]) -> bytes:
    """Return a message with its layout broken in one way: its count, some offsets, or its end."""
    letter, most = {8: ("Q", 2**64), 4: ("I", 2**32)}[width]
    body, number = whole[width * (1 + len(offsets)) :], len(offsets)
    how = draw(st.sampled_from(["count", "some", "descending", "same", "there and back", "end", "more", "cut"]))
    if how == "count":
        number = draw(numbers)
    elif how == "some":
        for _ in range(draw(st.integers(1, 3))):
            offsets[draw(st.integers(0, len(offsets) - 1))] = draw(numbers | st.integers(0, len(whole) + 9))
    elif how == "descending":
        offsets = offsets[::-1]
    elif how == "same":
        offsets = [draw(st.sampled_from(offsets))] * len(offsets)
    elif how == "there and back":
        offsets = [*offsets, *[0, len(whole)] * draw(st.sampled_from([1, 10, 500, 3000]))]
        number = len(offsets)
    elif how == "end":
        offsets = [each + len(whole) for each in offsets]
    elif how == "more":
        body += draw(strange)
    cut = draw(st.integers(0, len(whole))) if how == "cut" else None
    packed = struct.pack(f"{order}{1 + len(offsets)}{letter}", number % most, *(each % most for each in offsets))
    return (packed + body)[:cut]


@st.composite
def new_frames(draw: st.DrawFn, good: bool) -> tuple[int, bytes]:
    """Draw a v1 protocol message: good, or perhaps broken in some way."""
    channel, pieces, buffers = draw(parts(good))
    listed = [channel, *pieces, *buffers]
    if not good and draw(rarely(8)):
        listed = listed[: draw(st.integers(0, len(listed)))]
    whole = joined(listed)
    if good or draw(st.booleans()):
        return BINARY, whole
    return BINARY, laid_out(draw, whole, 8, "<", list(struct.unpack_from(f"<{len(listed) + 1}Q", whole, 8)))


@st.composite
def old_frames(draw: st.DrawFn, good: bool) -> tuple[int, bytes]:
    """Draw a message in the old protocol: text, or bytes with buffers; good, or perhaps broken in some way."""
    channel, pieces, buffers = draw(parts(good))
    names = [b'"header"', b'"parent_header"', b'"metadata"', b'"content"']
    fields = [name + b": " + piece for name, piece in zip(names, pieces, strict=True)]
    if good or not draw(rarely(8)):
        fields.append(b'"channel": ' + json.dumps(channel.decode()).encode())
    if not good and draw(rarely(8)):
        fields.pop(draw(st.integers(0, 3)))
    text = b"{" + b", ".join([*fields, b'"buffers": []']) + b"}"
    whole = good or draw(st.booleans())
    if draw(st.booleans()):
        return TEXT, text if whole else text[: draw(st.integers(0, len(text)))]
    listed = [text, *buffers]
    offsets = [4 * (len(listed) + 1)]
    for each in listed[:-1]:
        offsets.append(offsets[-1] + len(each))
    packed = b"".join([struct.pack(f"!{1 + len(offsets)}I", len(offsets), *offsets), *listed])
    return BINARY, packed if whole else laid_out(draw, packed, 4, "!", offsets)


controls = st.sampled_from([
    b"", b"", frame(PING), frame(PONG, b"x" * 125), frame(PING) * 50, frame(0, b"", last=False) * 50, frame(CLOSE),
    frame(PING, b"x" * 126), frame(BINARY, b"x"), frame(3), frame(0, b"x", bits=0x40), b"\x82\x05hello",
    b"\x82\xff" + b"\xff" * 12, frame(PING, last=False),
])  # fmt: skip
raw = st.tuples(st.sampled_from([TEXT, BINARY]), strange | st.binary(max_size=200))


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw a few messages on one connection: all good as far as the server can tell, or some perhaps broken."""
    protocol = draw(st.sampled_from([V1] * 12 + [LEGACY] * 2 + ["x.none", f"x.none, {V1}"]))
    good, packed = draw(st.booleans()), draw(st.booleans())
    own, foreign = (old_frames, new_frames) if protocol == LEGACY else (new_frames, old_frames)
    steps = []
    for _ in range(draw(st.integers(1, 5))):
        kinds = [own(good)] if good else [own(good)] * 8 + [foreign(good), raw]
        opcode, what = draw(draw(st.sampled_from(kinds)))
        pieces = draw(st.sampled_from([1, 1, 1, 2, 3, 40]))
        between = draw(st.sampled_from([b"", frame(PING), frame(PONG)]) if good else controls) if pieces > 1 else b""
        steps.append(Step(opcode, what, pieces, between, packed and pieces == 1 and draw(st.booleans())))
    return Conversation(protocol, packed, tuple(steps))


def make(number: int) -> tuple[Conversation, ...]:
    """Return the conversations of a seed, always the same ones."""
    found: list[Conversation] = []

    @seed(number)
    @settings(
        max_examples=2 * ROUND,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(conversations())
    def note(conversation: Conversation) -> None:
        if all(each.steps[0] != conversation.steps[0] for each in found):  # otherwise they'd differ only a little
            found.append(conversation)

    note()
    chance = random.Random(number)
    return tuple(each for one in found[:ROUND] for each in (one, *(mutant(one, chance) for _ in range(MUTANTS))))


def mutant(conversation: Conversation, chance: random.Random) -> Conversation:
    """Return a conversation with some bytes of one message changed, no matter what they mean.

    In about half of them, only letters in its JSON change, so that a frame stays a frame.
    """
    steps = list(conversation.steps)
    at = chance.randrange(len(steps))
    said = bytearray(steps[at].said)
    if chance.randrange(2) and len(said) > GENTLY:
        for _ in range(chance.randint(1, 6)):
            said[chance.randrange(GENTLY, min(len(said), 2000))] = chance.choice(LETTERS)
        steps[at] = steps[at]._replace(said=bytes(said))
        return conversation._replace(steps=tuple(steps))
    for _ in range(chance.randint(1, 3)):
        where, size = chance.randint(0, min(len(said), 400)), chance.choice((1, 4, 8))
        match chance.randrange(5):
            case 0:
                said[where : where + size] = chance.randbytes(size)
            case 1:
                where -= where % 8
                said[where : where + 8] = struct.pack(chance.choice("<>") + "Q", chance.choice(NUMBERS))
            case 2:
                del said[where:]
            case 3:
                del said[where : where + size]
            case _:
                said[where:where] = said[where : where + chance.choice((8, 64, 4096))]
    steps[at] = steps[at]._replace(said=bytes(said))
    return conversation._replace(steps=tuple(steps))


if __name__ == "__main__":
    from tests.serving import conversations as known  # so that others can read them

    sys.stdout.buffer.write(pickle.dumps(known.make(int(sys.argv[1]))))
