"""The JupyterHub recipe, started as written and clicked through: `make recipes` installs it and runs this."""

import os
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from tests import servers
from tests.chromium import browser

RECIPE = files("apz.serving") / "recipes" / "jupyterhub_config.py"
HUB = Path(os.environ.get("APZ_HUB", Path(__file__).parents[2] / ".venv-hub"))
LONG = 90_000


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    """Run the hub with its proxy and its local spawner, and yield its address."""
    if not (HUB / "bin" / "jupyterhub").is_file():
        pytest.fail("JupyterHub is not installed here: `make recipes` installs it", pytrace=False)
    home = tmp_path_factory.mktemp("hub")
    url, log = f"http://127.0.0.1:{servers.free_port()}", home / "server.log"
    own = {
        "APZ_PASSWORD": "open sesame please", "APZ_BIND": url, "HOME": str(home),
        "PATH": f"{HUB / 'bin'}:{HUB / 'node_modules' / '.bin'}:{os.environ['PATH']}",
    }  # fmt: skip
    ports = [
        f"--JupyterHub.hub_port={servers.free_port()}",
        f"--ConfigurableHTTPProxy.api_url=http://127.0.0.1:{servers.free_port()}",
    ]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(HUB / "bin" / "python"), "-c", servers.LEASH, "jupyterhub", "-f", str(RECIPE), *ports],
            stdin=subprocess.PIPE, stdout=output, stderr=output, env={**servers.environment(home), **own}, cwd=home,
        )  # fmt: skip
        try:
            servers.wait_for(process, f"{url}/hub/login", log)
            yield url
        finally:
            servers.stop(process)


def test_two_learners_come_in_with_the_password_and_click(hub):
    with browser() as chromium:
        for name in ("ann", "ben@club"):
            context = chromium.new_context()
            context.set_default_timeout(LONG)
            page = context.new_page()
            page.goto(f"{hub}/hub/login")
            page.fill("input[name=username]", name)
            page.fill("input[name=password]", "open sesame please")
            page.click("#login_submit")
            page.locator("#rendered_cells .apz .app-home button, #rendered_cells .apz .do").first.click()
            page.locator("#rendered_cells .apz h2").first.wait_for()
            assert f"/user/{name.split('@')[0]}" in page.url
            kept = page.evaluate("fetch('api/kernels').then(answer => answer.status)")
            context.close()
            assert kept == 404


def test_a_wrong_password_is_refused(hub):
    with browser() as chromium:
        page = chromium.new_page()
        page.goto(f"{hub}/hub/login")
        page.fill("input[name=username]", "eve")
        page.fill("input[name=password]", "guess")
        page.click("#login_submit")
        page.locator(".login_error").wait_for(timeout=LONG)
        assert page.locator("#rendered_cells").count() == 0
