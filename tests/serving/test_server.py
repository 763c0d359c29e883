"""A real server and real clients: what it serves, to whom, and the requests it refuses."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from html import escape
from typing import Any

import psutil
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apz.serving import pages
from apz.serving.places import OPENING
from tests.serving.visitor import Visitor, answered, heard, kernel_of, message

EVIL = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
NOTHING = (
    "/app.ipynb", "/lesson.ipynb", "/notebooks/app.ipynb", "/voila/render/app.ipynb", "/voila/render/../app.ipynb",
    "/voila/tree", "/voila/tree/", "/tree", "/lab", "/voila/files/app.ipynb", "/files/app.ipynb", "/edit/app.ipynb",
    "/voila/api/contents", "/voila/api/contents/app.ipynb", "/api", "/api/", "/api/status", "/api/contents",
    "/api/contents/app.ipynb", "/api/kernels", "/api/kernelspecs", "/api/sessions", "/api/terminals", "/api/me",
    "/api/config/x", "/metrics", "/terminals/1", "/nbextensions/x.js", "/voila/api/themes/x", "/login", "/logout",
    "/voila/templates/lab/static/voila.js", "/voila/templates/../../etc/passwd", "/voila/static/voila.js",
    "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/etc/passwd",
    "/voila/static/000000000000/../../../../../../etc/passwd", "/voila/static/000000000000/..%2f..%2f..%2fetc/passwd",
    "/voila/static/000000000000/%2e%2e/index.html.j2", "/voila/static/000000000000/index.html.j2",
    "/voila/labextensions/../../../../etc/passwd", "/voila/labextensions/anywidget/static/../package.json",
    "/voila/labextensions/@jupyter-widgets/jupyterlab-manager/package.json", "/voila/labextensions/x/static/x.js",
    "/voila/query/00000000-0000-0000-0000-000000000000", "/voila/execution/00000000-0000-0000-0000-000000000000",
    "/api/kernels/00000000-0000-0000-0000-000000000000", "/api/kernels/%00", "/%00", f"/{EVIL}", f"/x?theme={EVIL}",
)  # fmt: skip


def leave(visitor: Visitor, kernel_id: str) -> None:
    assert visitor.ask(f"/voila/api/shutdown/{kernel_id}", "POST").status == 204


def test_health_tells_how_many_learn_here(visitor, health):
    before = health()
    someone = visitor()
    kernel_id = someone.open()
    during = health()
    leave(someone, kernel_id)
    assert during["learners"] == before["learners"] + 1
    assert health()["learners"] == before["learners"]
    assert before["cap"] == 9
    assert re.fullmatch(r"\d+\.\d+\.\d+", before["version"])


def test_the_page_is_whole_and_asks_for_nothing_outside(visitor):
    someone = visitor()
    answer = someone.ask("/?lang=de&theme=dark")
    leave(someone, kernel_of(answer))
    assert pages.catalog("de").text("page", "about") in answer.text
    assert 'data-jp-theme-light="false"' in answer.text
    assert "voila.cell-output+json" in answer.text
    assert "from apz.widgets" not in answer.text
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\s\"']*", answer.text) == []
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in answer.cookies)


@pytest.mark.parametrize("name", ["theme", "lang", "template", "position", "lesson", EVIL])
def test_nothing_of_an_address_gets_into_the_page(visitor, name):
    someone = visitor()
    answer = someone.ask(f"/?{name}={EVIL}&{name}=zzqq%FF")
    leave(someone, kernel_of(answer))
    assert "alert(1)" not in answer.text
    assert "zzqq" not in answer.text


def test_the_scripts_are_sent_compressed_and_kept(visitor):
    someone = visitor()
    answer = someone.ask("/")
    leave(someone, kernel_of(answer))
    [script] = re.findall(r'src="([^"]+/voila\.js)"', answer.text)
    plain, packed = someone.ask(script), someone.ask(script, **{"Accept-Encoding": "gzip"})
    assert plain.status == packed.status == 200
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert "immutable" in packed.headers["cache-control"]


@pytest.mark.parametrize("path", NOTHING)
def test_nothing_else_is_served(visitor, path):
    answer = visitor().ask(path)
    assert answer.status == 404
    assert escape(pages.catalog("en").text("refused", "title")) in answer.text
    assert "alert(1)" not in answer.text
    assert "root:x:" not in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "BREW"])
def test_no_other_method_does_anything(visitor, health, method):
    before = health()["learners"]
    assert visitor().ask("/", method, body="x" if method == "POST" else None).status == 405
    assert health()["learners"] == before


def test_a_request_that_is_too_big_is_refused(visitor, health):
    try:
        status = visitor().ask("/voila/api/shutdown/a-b-c-d-e", "POST", body="x" * 5_000_000).status
    except OSError:  # the server doesn't even wait for the end of it
        status = 400
    assert status >= 400
    assert health()["status"] == "ok"


def test_code_sent_to_the_kernel_is_not_run(visitor, tmp_path):
    someone, file = visitor(), tmp_path / "written"
    kernel_id = someone.open()
    code = {"code": f"open({str(file)!r}, 'w').close()", "silent": False}
    with someone.channels(kernel_id) as socket:
        for kind in ("execute_request", "debug_request", "inspect_request", "complete_request", "input_reply"):
            for channel in ("shell", "control", "stdin"):
                socket.send(message(kind, code, channel))
        socket.send(message("kernel_info_request"))
        kinds = []
        while "kernel_info_reply" not in kinds:
            kinds.append(heard(socket)["header"]["msg_type"])
    assert not file.exists()
    assert not {"execute_reply", "execute_result", "debug_reply", "inspect_reply", "complete_reply"} & set(kinds)
    leave(someone, kernel_id)


def test_a_visitor_cannot_reach_the_kernel_of_another(visitor):
    ann, ben, nobody = visitor(), visitor(), visitor()
    of_ann, of_ben = ann.open(), ben.open()
    for thief in (ben, nobody):
        assert thief.ask(f"/api/kernels/{of_ann}").status == 404
        assert thief.ask(f"/voila/api/shutdown/{of_ann}", "POST").status == 404
        with pytest.raises(InvalidStatus) as refused, thief.channels(of_ann):
            pass
        assert refused.value.response.status_code == 404
    for method in ("DELETE", "POST", "PATCH"):
        assert ann.ask(f"/api/kernels/{of_ann}", method).status == 405
    assert ann.ask(f"/api/kernels/{of_ann}").status == 200
    assert ann.alive(of_ann)
    assert ben.alive(of_ben)
    leave(ann, of_ann)
    leave(ben, of_ben)


def test_another_site_cannot_connect(visitor):
    someone = visitor()
    kernel_id = someone.open()
    someone.headers = lambda known=someone.headers: {**known(), "Origin": "http://evil.example"}
    with pytest.raises(InvalidStatus) as refused, someone.channels(kernel_id):
        pass
    assert refused.value.response.status_code == 403
    del someone.headers
    leave(someone, kernel_id)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (["x" * 3_000_000], 1009),
        ([message("comm_msg", {"comm_id": "none", "data": {}})] * 2000, 1008),
        (["not json"], 1007),
        ([b"\xff" * 100], 1007),
        ([b""], 1007),
    ],
    ids=["too big", "too many", "no json", "no bytes", "nothing"],
)
def test_whoever_sends_rubbish_is_cut_off_and_nobody_else(visitor, sent, code):
    bad, good = visitor("192.0.2.66"), visitor()
    of_bad, of_good = bad.open(), good.open()
    with good.channels(of_good) as other:
        with pytest.raises(ConnectionClosed) as closed:
            sends(bad, of_bad, sent)
        assert closed.value.rcvd is None or closed.value.rcvd.code == code
        other.send(message("kernel_info_request"))
        assert answered(other, "kernel_info_reply")
    assert alive_again(bad, of_bad)
    leave(bad, of_bad)
    leave(good, of_good)


def alive_again(someone: Visitor, kernel_id: str) -> bool:
    """Return True if a kernel answers within a hundred tries, after its page was cut off for too many messages."""
    for _ in range(100):
        try:
            return someone.alive(kernel_id)
        except ConnectionClosed as closed:
            if closed.rcvd is None or not closed.rcvd.reason.startswith("too many"):
                raise
    return False


def test_a_flood_of_pages_is_refused_and_others_come_in(visitor, health):
    flood = [visitor("192.0.2.99") for _ in range(20)]
    with ThreadPoolExecutor(len(flood)) as pool:
        answers = list(pool.map(Visitor.ask, flood))
    let_in = [(each, answer) for each, answer in zip(flood, answers, strict=True) if answer.status == 200]
    refused = [answer for answer in answers if answer.status == 503]
    assert (len(let_in), len(refused)) == (OPENING, len(flood) - OPENING)
    for answer in refused:
        assert int(answer.headers["retry-after"]) > 0
        assert pages.catalog("en").text("later", "moment") in answer.text
        assert 'http-equiv="refresh"' in answer.text
    other = visitor("192.0.2.2")
    kernel_id = other.open()
    assert other.alive(kernel_id)
    assert health()["learners"] <= 9
    leave(other, kernel_id)
    for each, answer in let_in:
        each.ask(f"/voila/api/shutdown/{kernel_of(answer)}", "POST")


def test_a_kernel_that_dies_is_forgotten_and_its_page_told(visitor, health, club):
    someone = visitor()
    kernel_id = someone.open()
    before = health()["learners"]
    with someone.channels(kernel_id) as socket:
        socket.send(message("kernel_info_request"))
        answered(socket, "kernel_info_reply")
        victim = next(each for each in kernels() if kernel_id in " ".join(each.cmdline()))
        victim.kill()
        with pytest.raises(ConnectionClosed):
            read_on(socket)
    assert health()["learners"] == before - 1
    assert someone.ask(f"/api/kernels/{kernel_id}").status == 404
    assert "kernel died" in club.log.read_text()


def sends(visitor: Visitor, kernel_id: str, sent: list[Any]) -> None:
    """Send these frames, then read until the connection is gone, which raises ConnectionClosed."""
    with visitor.channels(kernel_id) as socket:
        for each in sent:
            socket.send(each)
        read_on(socket)


def read_on(socket: Any) -> None:
    """Read until the connection is gone, which raises ConnectionClosed."""
    while True:
        socket.recv(timeout=60)


def kernels() -> list[psutil.Process]:
    """Return the kernels running on this machine."""
    return [each for each in psutil.process_iter(["cmdline"]) if "apz.serving.kernel" in (each.info["cmdline"] or [])]


def test_the_log_tells_of_sessions_but_nothing_of_people(visitor, club):
    someone = visitor("192.0.2.77")
    kernel_id = someone.open("/?lesson=zzlesson&name=zzname")
    someone.ask("/zzpath?zzquery=1")
    leave(someone, kernel_id)
    log = club.log.read_text(encoding="utf-8")
    assert "session started" in log
    assert "session ended (closed)" in log
    for secret in ("zz", "192.0.2", kernel_id):
        assert secret not in log


def test_the_password_is_asked_for_and_guessing_is_slow(locked):
    guest = Visitor(locked.url, "192.0.2.5")
    answer = guest.ask("/apz/?lesson=combat")
    assert (answer.status, answer.headers["location"]) == (302, "/apz/login?lesson=combat")
    assert "Passwort" in guest.ask("/apz/login?lang=en").text
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    statuses = [guest.ask("/apz/login", "POST", f"password=guess{n}", **form).status for n in range(6)]
    assert statuses == [403] * 5 + [429]
    assert guest.ask("/apz/login", "POST", "password=open+sesame", **form).status == 429
    assert guest.ask("/apz/api/kernels/a-b-c-d-e").status == 404
    friend = Visitor(locked.url, "192.0.2.6")
    answer = friend.ask("/apz/login?lesson=combat", "POST", "password=open+sesame", **form)
    assert (answer.status, answer.headers["location"]) == (303, "/apz/?lesson=combat")


def test_when_it_is_full_the_next_one_is_told_so_and_comes_in_later(locked):
    first, second = Visitor(locked.url, "192.0.2.7"), Visitor(locked.url, "192.0.2.8")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for each in (first, second):
        each.ask("/apz/login", "POST", "password=open+sesame", **form)
    kernel_id = first.open("/apz/")
    answer = second.ask("/apz/?lang=de")
    assert answer.status == 503
    assert int(answer.headers["retry-after"]) > 0
    assert pages.catalog("de").text("later", "taken") in answer.text
    assert pages.catalog("de").text("later", "next") in answer.text
    assert 'http-equiv="refresh"' in answer.text
    assert json.loads(second.ask("/apz/health").text)["status"] == "full"
    assert first.alive(kernel_id, "/apz/")
    stranger = Visitor(locked.url)
    stranger.jar[first.browser] = first.jar[first.browser]
    with pytest.raises(InvalidStatus) as refused, stranger.channels(kernel_id, "/apz/"):
        pass
    assert refused.value.response.status_code == 403
    assert first.ask(f"/apz/voila/api/shutdown/{kernel_id}", "POST").status == 204
    later = second.open("/apz/")
    assert second.ask(f"/apz/voila/api/shutdown/{later}", "POST").status == 204
    assert second.ask("/").status == 404
    assert second.ask("/health").status == 404


def test_a_cookie_that_was_made_up_is_worth_nothing(visitor):
    someone, thief = visitor(), visitor()
    kernel_id = someone.open()
    value = someone.jar[someone.browser].strip('"')
    thief.jar[someone.browser] = value[:-4] + ("0000" if value[-4:] != "0000" else "1111")
    assert thief.ask(f"/api/kernels/{kernel_id}").status == 404
    leave(someone, kernel_id)
