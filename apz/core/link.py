"""Texts packed into short strings for web addresses, with a version and a checksum; untrusted when read."""

from __future__ import annotations

import base64
import re
import zlib

from apz.core.reading import MAX_BYTES, quoted, stop

VERSION = "1"
MOST = 60_000  # characters of a link that's read
CHECKED = 6  # hexadecimal digits of the checksum
SIGNS = re.compile(r"[A-Za-z0-9_-]+={0,2}")
NAME = "link"


def to_link(text: str) -> str:
    """Return the text packed for an address: a version, a checksum, and the compressed content."""
    data = text.encode("utf-8")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    return f"{VERSION}{_checksum(data)}{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def from_link(link: str) -> str:
    """Return the text in a link; if it can't be read, raise BadInput with the reason and a remedy."""
    link = link[: MOST + 1].strip()
    if len(link) > MOST:
        stop(NAME, 0, "link-too-long", "most-of-link", most=MOST)
    if not SIGNS.fullmatch(link) or not link[0].isdigit():
        stop(NAME, 0, "not-our-link", "whole-link")
    if link[0] != VERSION:
        stop(NAME, 0, "link-of-other-version", "reads-version", value=quoted(link[0]), version=VERSION)
    check, packed = link[1 : 1 + CHECKED], link[1 + CHECKED :].rstrip("=")
    data = _unpacked(packed)
    if _checksum(data) != check:
        stop(NAME, 0, "link-damaged", "whole-link")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        stop(NAME, 0, "link-without-text", "whole-link")


def _unpacked(packed: str) -> bytes:
    """Return the unpacked content; raise BadInput if it's damaged or larger than `MAX_BYTES`."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        data = unpacker.decompress(raw, MAX_BYTES + 1)
    except (ValueError, zlib.error):
        stop(NAME, 0, "link-damaged", "whole-link")
    if len(data) > MAX_BYTES:
        stop(NAME, 0, "too-much-in-link", "most-bytes", most=MAX_BYTES)
    if not unpacker.eof or unpacker.unused_data:
        stop(NAME, 0, "link-damaged", "whole-link")
    return data


def _checksum(data: bytes) -> str:
    return f"{zlib.crc32(data) & (1 << 4 * CHECKED) - 1:0{CHECKED}x}"
