"""The site's nginx recipe, run as written except for its port and folder: `make recipes` runs this."""

import getpass
import gzip
import shutil
import subprocess
from urllib.request import Request, urlopen

import pytest

from apz.site.pages import HERE
from tests import servers
from tests.chromium import browser
from tests.serving.recipe_nginx import MAIN
from tests.site.building import built


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """The site as the recipe serves it."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if not program:
        pytest.fail("nginx is not installed here: `make recipes` installs it where it may", pytrace=False)
    home, port = tmp_path_factory.mktemp("nginx"), servers.free_port()
    built(home / "site")
    own = (HERE / "recipes" / "nginx.conf").read_text(encoding="utf-8").replace("/var/www/apz", str(home / "site"))
    (home / "apz.conf").write_text(own.replace("listen 80;", f"listen 127.0.0.1:{port};"), encoding="utf-8")
    # as whoever runs this: nginx's own user can't read the folders of tests
    (home / "nginx.conf").write_text(f"user {getpass.getuser()};\n{MAIN.format(home=home)}", encoding="utf-8")
    process = subprocess.Popen([program, "-p", str(home), "-c", str(home / "nginx.conf")])
    try:
        servers.wait_for(process, f"http://127.0.0.1:{port}/", home / "error.log")
        yield f"http://127.0.0.1:{port}/", home / "site"
    finally:
        process.terminate()
        process.wait()


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
