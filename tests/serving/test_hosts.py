"""Host names, origins and other sites: what a browser says about a request, and what we trust."""

import socket
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httputil import HTTPHeaders

from apz.serving.hosts import is_same_origin, is_served, is_visit
from apz.serving.settings import Settings


def asked(host: str = "localhost:8866", protocol: str = "http", **headers: str) -> Any:
    """Return a stand-in for a request with these headers."""
    named = HTTPHeaders({name.replace("_", "-"): value for name, value in headers.items()})
    return SimpleNamespace(host=host, protocol=protocol, headers=named)


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8866", "127.0.0.1:8866", "[::1]:8866", "192.0.2.7", "club.example", "club.example.:80"],
)
def test_the_names_of_this_machine_and_of_the_settings_are_served(host):
    assert is_served(asked(host), Settings(hosts=("club.example",)))


def test_the_machines_own_name_is_served():
    name = socket.gethostname()
    assert is_served(asked(name), Settings())
    assert is_served(asked(f"{name.partition('.')[0]}.local:8866"), Settings())


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8866", "", "[", "a b"]
)
def test_no_other_name_is_served(host):
    assert not is_served(asked(host), Settings(hosts=("club.example",)))


def test_any_name_is_served_if_the_settings_say_so():
    assert is_served(asked("whatever.example"), Settings(hosts=("*",)))


@pytest.mark.parametrize(
    ("origin", "same"),
    [
        ("http://localhost:8866", True), ("HTTP://LOCALHOST:8866", True), ("https://localhost:8866", False),
        ("http://localhost", False), ("http://localhost:8867", False), ("http://evil.example", False), ("null", False),
        ("", False),
    ],
)  # fmt: skip
def test_an_origin_is_ours_if_scheme_host_and_port_are(origin, same):
    assert is_same_origin(SimpleNamespace(request=asked(Origin=origin))) is same


def test_behind_https_the_origin_is_https():
    assert is_same_origin(SimpleNamespace(request=asked("club.example", "https", Origin="https://club.example")))
    assert not is_same_origin(SimpleNamespace(request=asked("club.example", "https", Origin="http://club.example")))
    assert is_same_origin(SimpleNamespace(request=asked()))  # not from a browser


OPENED = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}


@pytest.mark.parametrize(
    ("headers", "visit"),
    [
        ({"Sec_Fetch_Site": "none", **OPENED}, True),
        ({"Sec_Fetch_Site": "cross-site", **OPENED}, True),  # a link on another site
        ({"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors"}, True),
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}, False),
        ({"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "script"}, False),
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"}, False),
        ({"Sec_Fetch_Site": "none", **OPENED, "Sec_Purpose": "prefetch"}, False),
        ({"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}, True),
        ({"Accept": "image/avif,image/webp,*/*;q=0.8"}, False),
        ({"Accept": "*/*"}, False),
        ({}, True),
    ],
)
def test_only_somebody_who_opens_the_page_is_a_visitor(headers, visit):
    assert is_visit(asked(**headers)) is visit
