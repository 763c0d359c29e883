"""The settings: their defaults, their valid values, and every fault by name."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
import segno
from jupyter_server.serverapp import ServerApp

from apz.cli import main, serve
from apz.cli.serve import announced, code, urls
from apz.core.reading import BadInput
from apz.serving.kernels import PromptWebsocket
from apz.serving.settings import READERS, Settings, read_settings

ROOT = Path(__file__).parents[2]
README = ROOT / "apz" / "serving" / "README.md"


def test_without_any_setting_only_this_machine_is_served():
    settings = read_settings(None, {})
    assert settings == Settings()
    assert settings.local


def test_a_file_is_read_and_an_option_is_stronger(tmp_path):
    file = tmp_path / "club.yaml"
    file.write_text("address: 0.0.0.0\nbase: club\nlanguages: [de]\ncap: 30\n".replace("base: club", "base: /club"))
    settings = read_settings(str(file), {"cap": 12, "password": None})
    assert (settings.address, settings.base, settings.languages, settings.cap) == ("0.0.0.0", "/club/", ("de",), 12)
    assert not settings.local


def test_every_fault_is_named_with_its_line_and_field(tmp_path):
    file = tmp_path / "club.yaml"
    file.write_text(
        "port: 70000\naddress: here\nbase: /a b\ncap: many\npassword: abc\nlanguages: [en, fr]\nproxy: perhaps\n"
        "notebook: none.ipynb\nspeed: 3\n"
    )
    with pytest.raises(BadInput) as caught:
        read_settings(str(file), {})
    found = {(fault.line, fault.field) for fault in caught.value.faults}
    fields = ["port", "address", "base", "cap", "password", "languages[1]", "proxy", "notebook", "speed"]
    assert found == {(number, name) for number, name in enumerate(fields, 1)}
    assert all(fault.remedy for fault in caught.value.faults)
    german = caught.value.text("de")
    assert "Zeile 5, password: das Passwort hat 3 Zeichen; gib ihm 4 bis 200, oder setz keins" in german
    assert "Zeile 6, languages[1]: hier gehört eine der Sprachen des Tutors hin, nicht „fr“" in german
    assert not re.search(r"\b(line|isn't|expected|write)\b", german)


@pytest.mark.parametrize("base", ["/..", "/a/../b", "/<script>", "//host", "/a?b", "apz"])
def test_a_base_path_that_is_none_is_refused(base):
    with pytest.raises(BadInput):
        read_settings(None, {"base": base})


def test_the_command_says_what_is_wrong_with_an_option(capsys):
    assert main(["serve", "--address", "nowhere"]) == 2
    assert "--address" in capsys.readouterr().err
    assert main(["serve", "--address", "nowhere", "--lang", "de"]) == 2
    assert "hier gehört eine Adresse hin, gefunden wurde „nowhere“" in capsys.readouterr().err
    assert main(["serve", "--password", "secret", "--lang", "de"]) == 2
    assert "sieht jeder auf diesem Rechner" in capsys.readouterr().err


def test_serving_to_the_network_says_what_it_means():
    said = " ".join(announced(Settings(port=8866, address="0.0.0.0")))
    for word in ("anybody who can reach", "nothing is encrypted", "no password", "HTTPS"):
        assert word in said
    assert "need the password" in " ".join(announced(Settings(port=1, address="0.0.0.0", password="secret")))
    assert "network" not in " ".join(announced(Settings(port=8866)))
    german = announced(Settings(port=8866, address="0.0.0.0"), language="de")
    assert any("Strg+C" in line for line in german)
    assert german[-1].startswith("Es gibt kein Passwort")


def test_the_addresses_that_are_told_are_those_that_answer(monkeypatch):
    card = [
        SimpleNamespace(family=socket.AF_INET, address="192.0.2.1"),
        SimpleNamespace(family=socket.AF_INET6, address="2001:db8::1"),
        SimpleNamespace(family=socket.AF_INET6, address="fe80::1%eth0"),
    ]
    own = [
        SimpleNamespace(family=socket.AF_INET, address="127.0.0.1"),
        SimpleNamespace(family=socket.AF_INET6, address="::1"),
    ]
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: {"lo": own, "eth0": card})
    assert urls(Settings(port=1, address="::")) == ["http://[2001:db8::1]:1/"]
    assert urls(Settings(port=1, address="0.0.0.0")) == ["http://192.0.2.1:1/"]
    assert urls(Settings(port=1, address="2001:db8::1")) == ["http://[2001:db8::1]:1/"]
    assert urls(Settings(port=1)) == ["http://127.0.0.1:1/"]
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: {"lo": own})
    assert urls(Settings(port=1, address="0.0.0.0")) == ["http://127.0.0.1:1/"]


def test_the_address_with_which_a_machine_goes_to_others_is_told_first(monkeypatch):
    cards = {
        name: [SimpleNamespace(family=socket.AF_INET, address=address)]
        for name, address in (("bridge", "172.17.0.1"), ("eth0", "192.0.2.9"), ("lo", "127.0.0.1"))
    }
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: cards)
    monkeypatch.setattr(serve, "usual_address", lambda _: "192.0.2.9")
    assert urls(Settings(port=1, address="0.0.0.0")) == ["http://192.0.2.9:1/", "http://172.17.0.1:1/"]


NETWORK = Settings(port=8866, address="192.0.2.9")


@pytest.mark.parametrize(
    ("settings", "columns", "encoding", "terminal", "shown"),
    [
        (NETWORK, "80", "utf-8", True, True),
        (NETWORK, "30", "utf-8", True, False),
        (NETWORK, "80", "ascii", True, False),
        (NETWORK, "80", "utf-8", False, False),
        (replace(NETWORK, proxy=True), "80", "utf-8", True, False),
        (Settings(port=8866), "80", "utf-8", True, False),
    ],
    ids=["network", "too narrow", "no blocks", "no terminal", "behind a proxy", "this machine"],
)
def test_phones_can_read_the_address_from_a_terminal(monkeypatch, settings, columns, encoding, terminal, shown):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: terminal, encoding=encoding))
    lines = code(settings)
    assert bool(lines) is shown
    if shown:
        halves = {" ": "11", "▀": "01", "▄": "10", "█": "00"}
        rows = [line.removeprefix(serve.WHITE_ON_BLACK).removesuffix(serve.PLAIN) for line in lines[:-1]]
        dark = ["".join(halves[each][half] for each in row) for row in rows for half in (0, 1)]
        wanted = segno.make("http://192.0.2.9:8866/", micro=False).matrix_iter(border=4)
        assert dark[:-1] == ["".join(map(str, row)) for row in wanted]


def made(*given: str, **environment: str) -> str:
    """Return the command that `make tutor` would run."""
    command, known = ["make", "--no-print-directory", "-n", "tutor", *given], {**os.environ, **environment}
    found = subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, check=True)
    return " ".join(found.stdout.splitlines()[-1].split())


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make here")
def test_a_club_is_served_with_make_as_well():
    club = "exec .venv/bin/apz serve --address 0.0.0.0 --cap 30 --share 20"
    assert made("ADDRESS=0.0.0.0", "CAP=30", "SHARE=20", "PASSWORD=-") == f"{club} --password -"
    assert made("ADDRESS=0.0.0.0", "CAP=30", "SHARE=20", "PASSWORD=word") == f'export APZ_PASSWORD="$PASSWORD"; {club}'
    assert made(PASSWORD="of something else") == "exec .venv/bin/apz serve"


def test_a_cap_for_which_files_cannot_be_opened_is_told():
    said = announced(Settings(port=1, cap=24), room=5)
    assert any("only 5 of 24 learners" in line for line in said)
    assert any("Up to 5 people" in line for line in said)
    assert not any("ulimit" in line for line in announced(Settings(port=1, cap=24), room=24))


def test_a_password_on_the_command_line_is_refused_since_others_can_see_it(capsys):
    assert main(["serve", "--password", "open sesame"]) == 2
    said = capsys.readouterr().err
    assert "APZ_PASSWORD" in said
    assert "open sesame" not in said


def test_a_settings_file_without_a_name_is_refused(capsys):
    assert main(["serve", "--settings", ""]) == 2
    assert "can't be read" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["club.example", "*", "a-b.c1", "localhost"])
def test_a_host_name_can_be_set(host):
    assert read_settings(None, {"hosts": [host]}).hosts == (host,)


@pytest.mark.parametrize("host", ["http://club.example", "club.example:8866", "a b", "-a", "a..b", "x" * 300, "<b>"])
def test_what_is_no_host_name_is_refused(host):
    with pytest.raises(BadInput) as caught:
        read_settings(None, {"hosts": [host]})
    assert caught.value.faults[0].field == "--hosts"


def test_an_address_of_the_short_kind_is_the_same_however_it_is_written():
    assert read_settings(None, {"address": "::ffff:127.0.0.1"}).address == "127.0.0.1"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"address": ""}, '"" where an address is expected'),
        ({"password": 1234}, "1234 where text is expected"),
        ({"notebook": 7}, "7 where text is expected"),
        ({"languages": "de"}, '"de" where a list is expected'),
        ({"languages": [3]}, "3 where one of the tutor's languages is expected; it's one of: de, en, es"),
    ],
)
def test_each_mistake_in_the_settings_is_one_fault(given, told):
    with pytest.raises(BadInput) as caught:
        read_settings(None, given)
    (fault,) = caught.value.faults
    assert told in str(fault)


def test_a_port_that_is_taken_is_told_from_an_address_that_is_not_this_machines(capsys, monkeypatch):
    monkeypatch.delenv("APZ_PASSWORD", raising=False)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port]) == 2
        assert f"port {port} of 127.0.0.1 can't be used" in capsys.readouterr().err
        assert main(["serve", "--address", "192.0.2.1"]) == 2  # reserved for examples
        assert "this machine doesn't have the address 192.0.2.1" in capsys.readouterr().err


def test_a_password_from_elsewhere_is_not_said_to_be_in_the_file(tmp_path):
    file = tmp_path / "club.yaml"
    file.write_text("cap: 3")
    file.chmod(0o644)
    assert not any("chmod" in line for line in announced(Settings(port=1, password="secret"), str(file)))


def test_a_password_that_others_can_read_is_told(tmp_path):
    file = tmp_path / "club.yaml"
    file.write_text("password: secret")
    for mode, told in ((0o644, True), (0o600, False)):
        file.chmod(mode)
        said = announced(Settings(port=1, password="secret"), str(file))
        assert any("chmod 600" in line for line in said) is told


def test_every_setting_is_documented():
    text = README.read_text(encoding="utf-8")
    assert [name for name in READERS if f"| `{name}` |" not in text] == []
    assert {*READERS, "game"} == set(Settings.__dataclass_fields__)  # `apz --game NAME serve` says which game


def test_what_binder_is_told_to_use_is_there():
    config = re.search(r"^{.*^}", (ROOT / "binder" / "postBuild").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert config
    told = json.loads(config[0])
    server = ServerApp(kernel_websocket_connection_class=told["ServerApp"]["kernel_websocket_connection_class"])
    assert issubclass(server.kernel_websocket_connection_class, PromptWebsocket)
