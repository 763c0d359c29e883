"""The locked requirements, with versions and hashes for every system, and the promises in SECURITY.md."""

import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from apz.apocalypze.positions.read_zones import MOST_CARDS
from apz.core.link import MOST as LINK
from apz.core.reading import MAX_BYTES, MAX_DEPTH, MAX_NODES
from apz.core.sharing import MOST_STEPS
from tests.audit import FILES, KNOWN_BAD, ROOT, locked, verdict

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
USED_BY = {
    "requirements.txt": ("tutor", "test"),
    "requirements-bench.txt": ("bench",),
    "requirements-hub.txt": ("tutor", "hub"),
    "binder/requirements.txt": ("tutor", "binder"),
    "requirements-lite.txt": ("lite",),
    "requirements-elsewhere.txt": ("tutor", "elsewhere"),
    "requirements-audit.txt": ("audit",),
}
LINUX = {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64", "os_name": "posix"}
MAC = {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64", "os_name": "posix"}

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))


def test_each_locked_file_belongs_to_an_environment():
    assert {str(file.relative_to(ROOT)) for file in FILES} == set(USED_BY)


@each_file
def test_every_locked_requirement_has_one_version_and_hashes(file):
    found = locked(file)
    assert found
    assert [each.name for each in found if not each.version] == []
    assert [each.name for each in found if not each.hashes] == []
    odd = [one for each in found for one in each.hashes if not re.fullmatch(r"sha256:[0-9a-f]{64}", one)]
    assert odd == []


@each_file
def test_no_locked_file_names_an_address(file):
    assert re.findall(r".*(?:://|--index-url|--find-links| @ ).*", file.read_text("utf-8")) == []


@each_file
def test_everything_pyproject_asks_for_is_locked(file):
    used = USED_BY[str(file.relative_to(ROOT))]
    wanted = [each for extra in used for each in EXTRAS[extra]] + PROJECT["project"]["dependencies"]
    if "tutor" in used:  # apz itself is installed there, built with locked packages
        wanted += PROJECT["build-system"]["requires"]
    versions = {each.name: each.version for each in locked(file)}
    for each in map(Requirement, wanted):
        assert each.specifier.contains(versions[canonicalize_name(each.name)]), each


def test_what_checks_the_javascript_is_locked_to_versions_and_hashes_without_an_address():
    wanted = json.loads((ROOT / "tests/js/package.json").read_text("utf-8"))["devDependencies"]
    packages = json.loads((ROOT / "tests/js/package-lock.json").read_text("utf-8"))["packages"]
    assert packages.pop("")["devDependencies"] == wanted
    assert wanted == {name: packages[f"node_modules/{name}"]["version"] for name in wanted}
    assert [name for name, each in packages.items() if not each["integrity"].startswith("sha512-")] == []
    assert [name for name, each in packages.items() if "resolved" in each] == []


def test_all_files_lock_the_same_version_of_a_package():
    found = {(each.name, each.version) for file in FILES for each in locked(file)}
    names = [name for name, _ in found]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_what_is_installed_is_what_is_locked():
    here = [each for each in locked(ROOT / "requirements.txt") if each.needed()]
    assert {each.name: distribution(each.name).version for each in here} == {each.name: each.version for each in here}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", [LINUX, MAC], ids=["linux", "mac"])
def test_no_package_needs_one_that_is_not_locked_on_linux_or_macos(system, python):
    # with hashes, pip installs nothing at all if any dependency isn't locked
    machine = {**system, "python_version": python, "python_full_version": f"{python}.0"}
    versions = {each.name: each.version for each in locked(ROOT / "requirements.txt") if each.needed(machine)}
    todo, met, missing = [Requirement("apz[tutor,test]")], set(), []
    while todo:
        wanted = todo.pop()
        name, extras = canonicalize_name(wanted.name), frozenset(wanted.extras)
        if name != "apz" and not (name in versions and wanted.specifier.contains(versions[name])):
            missing.append(str(wanted))
        if (name, extras) in met:
            continue
        met.add((name, extras))
        try:
            needs = map(Requirement, distribution(name).requires or ())
        except PackageNotFoundError:  # only other systems need it
            continue
        markers = [{**machine, "extra": extra} for extra in ("", *extras)]
        todo += [each for each in needs if not each.marker or any(each.marker.evaluate(one) for one in markers)]
    assert missing == []
    assert len(met) > 100


@pytest.mark.parametrize("readme", ["README.md", "apz/serving/README.md"])
def test_the_security_promises_are_linked_where_people_look(readme):
    place = ROOT / readme
    links = re.findall(r"\]\(([^)#]*SECURITY\.md)\)", place.read_text("utf-8"))
    assert [(place.parent / link).resolve() for link in links] == [ROOT / "SECURITY.md"]


def test_the_security_promises_state_the_limits_that_hold():
    text = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
    assert f"at most {MAX_BYTES >> 20} MB, {MAX_DEPTH} levels and {MAX_NODES:,} values" in text
    assert f"a link at most {LINK:,} characters" in text
    assert f"a game in a link at most {MOST_STEPS:,} steps; a position at most {MOST_CARDS} cards" in text
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / link).is_file(), link


def answer(requirement: str, *vulnerabilities: str) -> dict[str, object]:
    name, version = requirement.split("==")
    return {"name": name, "version": version, "vulns": [{"id": one, "fix_versions": ["9"]} for one in vulnerabilities]}


def test_an_audit_with_an_answer_about_every_version_is_believed():
    assert verdict(["a==1"], [answer("a==1"), answer(KNOWN_BAD, "X-0")]) == (0, [])


def test_an_audit_names_each_vulnerability_and_where_it_is_fixed():
    code, lines = verdict(["a==1", "b==2"], [answer("a==1", "X-1"), answer("b==2"), answer(KNOWN_BAD, "X-0")])
    assert (code, lines) == (1, ["a==1: X-1, fixed in 9"])


@pytest.mark.parametrize(
    "answers",
    [
        [],
        [{"name": "a", "skip_reason": "not found"}, answer("b==2"), answer(KNOWN_BAD, "X-0")],
        [answer("a==1"), answer("b==2"), answer(KNOWN_BAD)],
    ],
    ids=["no answer", "not about all", "a mirror that knows no vulnerability"],
)
def test_an_audit_that_could_not_ask_says_so(answers):
    code, lines = verdict(["a==1", "b==2"], answers)
    assert code == 3
    assert "a==1" in lines[-1]
