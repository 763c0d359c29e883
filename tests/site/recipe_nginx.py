"""The site's nginx recipe, run as written except for its port and folder: `make recipes` runs this."""

import gzip
from urllib.request import Request, urlopen

import pytest

from tests.chromium import browser
from tests.site.building import built

pytest_plugins = ["tests.nginx"]


@pytest.fixture(scope="module")
def proxied(behind_nginx, tmp_path_factory):
    """Serve the site with the recipe, and return its address and its folder."""
    folder = tmp_path_factory.mktemp("built") / "site"
    built(folder)
    return f"{behind_nginx('apz.site', '/var/www/apz', str(folder))}/", folder


def test_webassembly_comes_compressed_and_is_kept(proxied):
    url, folder = proxied
    (path,) = folder.glob("*/pyodide.asm.wasm")
    with urlopen(Request(url + path.relative_to(folder).as_posix(), headers={"Accept-Encoding": "gzip"})) as reply:
        packed = reply.read()
    assert reply.headers["Content-Type"] == "application/wasm"
    assert "immutable" in reply.headers["Cache-Control"]
    assert len(packed) < path.stat().st_size / 2
    assert gzip.decompress(packed) == path.read_bytes()
    with urlopen(url) as page:
        assert page.headers["Cache-Control"] == "no-cache"


def test_the_site_comes_up_behind_nginx(proxied):
    with browser() as started:
        page = started.new_page()
        page.goto(proxied[0])
        page.wait_for_selector("#app .apz > main")
