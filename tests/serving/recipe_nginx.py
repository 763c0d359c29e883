"""The nginx recipe, run as written except for its ports: `make recipes` installs nginx and runs this."""

import re

import pytest

from tests.chromium import browser
from tests.serving.conftest import started
from tests.serving.visitor import Visitor

pytest_plugins = ["tests.nginx"]


@pytest.fixture(scope="module")
def proxied(behind_nginx, tmp_path_factory):
    """Run the tutor behind nginx as in the recipe, and yield nginx's address."""
    with started(tmp_path_factory, "behind", base="/apz/", proxy=True, cap=9) as server:
        yield behind_nginx("apz.serving", "http://127.0.0.1:8866", server.url)


def test_the_page_and_its_socket_come_through_nginx(proxied):
    someone = Visitor(proxied)
    kernel_id = someone.open("/apz/?lesson=table")
    assert someone.alive(kernel_id, "/apz/")
    assert someone.ask(f"/apz/voila/api/shutdown/{kernel_id}", "POST").status == 204
    assert someone.ask("/apz").status == 301
    assert someone.ask("/apz/api/kernels").status == 404


def test_a_link_with_a_whole_game_comes_through(proxied):
    someone = Visitor(proxied)
    kernel_id = someone.open(f"/apz/?session={'x' * 60_000}")
    assert someone.ask(f"/apz/voila/api/shutdown/{kernel_id}", "POST").status == 204


def test_nobody_can_claim_to_come_from_elsewhere(proxied):
    answers = [
        Visitor(proxied, f"192.0.2.{number}").ask("/apz/", **{"X-Real-IP": f"192.0.2.{number}"}) for number in range(8)
    ]
    assert 503 in [answer.status for answer in answers]


def test_a_learner_learns_through_nginx(proxied):
    sent = []
    with browser() as chromium:
        page = chromium.new_page()
        page.on("response", lambda response: sent.append(response))
        page.goto(f"{proxied}/apz/", timeout=120_000)
        while page.locator(".notice").count():  # the test before this one took all places for this address
            page.wait_for_load_state()
            page.wait_for_timeout(500)
        page.locator("#rendered_cells .apz button").first.wait_for(timeout=120_000)
        packed = {each.url: each.headers.get("content-encoding") for each in sent if each.url.endswith(".js")}
        document = [each.headers.get("content-encoding") for each in sent if re.search(r"/apz/$", each.url)]
        page.goto("about:blank")
    assert document[-1] == "gzip"
    assert list(packed.values()).count("gzip") > len(packed) * 0.8
