"""Building the site: the same bytes each time, no imported module left out, nothing loaded from elsewhere."""

import json
import marshal
import re
import subprocess
import sys
import zlib
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import apz
from apz import games
from apz.cli import main
from apz.cli.site import PYODIDE
from apz.core.language.texts import LANGUAGES, SHARED
from apz.site.articles import BESIDE, articles
from apz.site.build import joined, own_files
from apz.site.finder import GENERATED, HEAD, MODULES, known_by
from apz.site.modules import IN_PLACE_OF, START, imports, module_of, needed
from apz.site.writing import catalog, written
from apz.widgets import App
from tests.site.building import built

READ_AHEAD = """
from apz.core import reading
from apz.site.build import own_files
texts = {path: text.decode() for path, text in own_files()[1].items() if path.endswith(".yaml")}
reading.prepare(reading.prepared(texts))
class Learners(reading._Reading):  # what learners write is still parsed
    def __init__(self, text, name):
        assert not name.endswith(".yaml"), name
        super().__init__(text, name)
reading._Reading = Learners
from apz.widgets import App
for language in ("en", "de", "es"):
    app = App("", language=language)
    app.hello({"address": "?lesson=combat", "keeps": True})
    for place in ("learn", "practise", "lab", "look", "setup", "home"):
        app.go(place, {})
print("read")
"""
MOST_COMPRESSED = 8_000_000


@pytest.fixture(scope="module")
def beside(tmp_path_factory) -> dict[str, Path]:
    """Return the folders to include in the site, each here with only its first page."""
    folders: dict[str, Path] = {}
    for name, begins in BESIDE.items():
        folders[name] = tmp_path_factory.mktemp(name)
        (folders[name] / Path(begins).name).write_text(f"<!doctype html><title>{name}</title>", encoding="utf-8")
    return folders


@pytest.fixture(scope="module")
def site(tmp_path_factory, beside) -> Path:
    folder: Path = tmp_path_factory.mktemp("built") / "site"
    built(folder, beside=beside)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    """Return the files of a site, without those that were built elsewhere."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: data for name, data in found.items() if name.partition("/")[0] not in BESIDE}


def test_the_same_input_gives_the_same_bytes_though_all_is_compiled_anew(site, beside, tmp_path):
    built(tmp_path / "again", kept=None, beside=beside)
    first, again = content(site), content(tmp_path / "again")
    assert first.keys() == again.keys()
    assert [name for name in first if first[name] != again[name]] == []


def test_a_folder_with_anything_else_in_it_is_left_alone(site, tmp_path, capsys):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "thesis.txt").write_text("all my work")
    assert main(["site", str(folder), "--pyodide", str(PYODIDE)]) == 2
    assert "there's something else here already" in capsys.readouterr().err
    assert (folder / "thesis.txt").read_text() == "all my work"


def test_without_pyodide_the_command_says_where_it_comes_from(tmp_path, capsys):
    assert main(["site", str(tmp_path / "out"), "--pyodide", str(tmp_path)]) == 2
    assert "make site" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_is_to_go_along_must_be_built_first(tmp_path, capsys):
    asked = ["site", str(tmp_path / "out"), "--pyodide", str(PYODIDE), "--api", str(tmp_path)]
    assert main(asked) == 2
    assert "apz.html isn't here" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_it_is_small_enough_on_its_way(site):
    """Count only what the app needs: the pages to read aren't loaded with it."""
    needed = {name: data for name, data in content(site).items() if not re.match("../", name)}
    assert sum(min(len(data), len(zlib.compress(data, 6))) for data in needed.values()) < MOST_COMPRESSED


@pytest.mark.parametrize("language", games.game().languages)
def test_a_first_visit_is_rehearsed_up_to_the_solved_puzzle_by_clicks_and_by_drags(site, language):
    (file,) = site.glob(f"*/first.{language}.bin")
    visit = json.loads(zlib.decompress(file.read_bytes()))
    scenes = visit["scenes"]

    def led_to(*gestures: str) -> str:
        """Return everything the app says after these gestures on the home page, as text."""
        at = 0
        for each in gestures:
            ways = {json.loads(key)[1]: number for key, number in scenes[at]["next"].items()}
            at = ways[each]
        return json.dumps(scenes[at]["said"], ensure_ascii=False)

    wrong = led_to("card:9", "point:1", "card:10", "point:2", "learn:solve::")
    assert "verdict wrong" in wrong
    assert "verdict" not in led_to("card:9", "point:1", "card:10", "point:2", "learn:solve::", "learn:reset::")
    assert "verdict right" in led_to("drop:10>point:1", "drop:9>card:2", "learn:solve::")
    assert "lesson" in led_to("drop:10>point:1", "drop:9>card:2", "learn:solve::", "learn:lesson::table")
    assert "app-way now" in led_to("learn:go::learn")
    ways = {json.loads(key)[1] for scene in scenes for key in scene["next"]}
    assert not [do for do in ways if do.startswith(("learn:share", "learn:forget", "learn:go::practise"))]
    assert date.today().isoformat() not in json.dumps(visit)


def test_the_first_page_names_no_address_elsewhere(site):
    class Links(HTMLParser):
        found: list[str] = []

        def handle_starttag(self, tag, attrs):
            self.found += [value for name, value in attrs if name in ("href", "src", "action") and value]

    parser = Links()
    parser.feed((site / "index.html").read_text(encoding="utf-8"))
    assert [each for each in parser.found if re.match(r"\w+:|/", each)] == []
    assert all((site / each).exists() for each in parser.found)


def test_every_file_but_the_workers_own_is_in_its_list_and_the_notices_name_whose_they_are(site):
    (listed,) = re.findall(r"\(({.*})\);", (site / "sw.js").read_text(encoding="utf-8"))
    assert {*json.loads(listed)} == content(site).keys() - {"sw.js"}
    notice = (site / "NOTICE.txt").read_text(encoding="utf-8")
    assert all(
        name in notice for name in ("Mozilla Public License 2.0", "Python Software Foundation License", "MIT", "BSD")
    )


def test_the_first_paint_has_the_puzzle_and_every_way_on_in_each_language(site):
    page = (site / "index.html").read_text(encoding="utf-8")
    for language in LANGUAGES:
        home = App("", language=language).home
        assert written(home.view["tree"]) in page


def test_what_is_kept_of_the_library_is_what_our_modules_lead_to():
    sources = {
        "apz/site/worker.py": b"import one\ndef later():\n    from two import deep\nALL = 'apz.named', 'apz.also:it'\n",
        "apz/__init__.py": b"", "apz/site/__init__.py": b"", "apz/named.py": b"import f\n", "apz/also.py": b"",
        "apz/apart.py": b"import pdb\n", "one.py": b"if __name__ == '__main__':\n    import never\n",
        "two/__init__.py": b"from . import beside\n", "two/deep.py": b"",
        "two/beside.py": b"from ..two.deep import x\n",
        "never.py": b"", "pdb.py": b"", "f.py": b"if TYPE_CHECKING:\n    import never\nelse:\n    import real\n",
        "real.py": b"TEXT = 'apz.apart'\n",
    }  # fmt: skip
    found = {module_of(path) for path in needed(sources, [START])}
    assert found == {
        "apz",
        "apz.site",
        "apz.site.worker",
        "apz.named",
        "apz.also",
        "one",
        "two",
        "two.deep",
        "two.beside",
        "f",
        "real",
    }


def test_a_module_that_is_named_by_a_part_of_a_text_is_found():
    known = ["apz.widgets.app.app", "apz.core.game"]
    assert [*imports("apz.x", False, b"import_module(f'apz.widgets.{name}')", known)] == known[:1]


def test_what_stands_in_the_place_of_large_packages_has_all_that_is_asked_of_them():
    """Check every name that a module of the site imports from the replaced packages."""
    sources, _ = own_files()
    wanted = needed({**sources, **{name: text.encode() for name, text in IN_PLACE_OF.items()}}, [START])
    imported = {
        each: [*imports(module_of(each), each.endswith("__init__.py"), sources[each])]
        for each in wanted - IN_PLACE_OF.keys()
    }
    for path, text in IN_PLACE_OF.items():
        names: dict[str, object] = {}
        exec(text, names)
        module = module_of(path)
        for each, asked_for in imported.items():
            for name in asked_for:
                found, _, asked = name.rpartition(".")
                assert found != module or asked in names or f"{module.replace('.', '/')}/{asked}.py" in sources, each


def parted(data: bytes) -> dict[str, bytes]:
    """Return the files in a joined file by name."""
    listed, _, content = data.partition(b"\n")
    found, start = {}, 0
    for name, size in json.loads(listed):
        found[name] = content[start : start + size]
        start += size
    assert start == len(content)
    return found


def archived(site: Path) -> dict[str, bytes]:
    """Return the files the worker gets from us, as they're put into its file system."""
    (packed,) = site.glob("*/apz.bin")
    return parted(zlib.decompress(packed.read_bytes()))


def test_the_archive_has_no_source_no_server_and_no_terminal(site):
    files = archived(site)
    names = [*files, *parted(files[MODULES])]
    assert "apz/site/worker.pyc" in names
    assert "apz/core/text/forms.en.yaml" in names
    assert [name for name in names if name.endswith(".py") or name.startswith(("apz/serving", "apz/cli"))] == []


def test_the_code_of_classes_is_made_ahead(site):
    generated = parted(archived(site)[MODULES])[GENERATED]
    assert b"__create_fn__" in generated, "there's no dataclass"
    assert b"_tuple_new" in generated, "there's no named tuple"


def test_code_that_is_made_ahead_is_used_and_any_other_is_compiled(tmp_path):
    text = "lambda _cls, a, b: _tuple_new(_cls, (a, b))"
    made = {known_by(text): compile("lambda _cls, a, b: 'made ahead'", "", "eval")}
    (tmp_path / MODULES).write_bytes(joined({GENERATED: marshal.dumps(made)}))
    script = (
        "import sys; from collections import namedtuple; from dataclasses import make_dataclass\n"
        "from apz.site.finder import install; install(sys.argv[1])\n"
        "print(namedtuple('A', 'a b')(1, 2), namedtuple('B', 'b a')(1, 2), make_dataclass('C', ['c'])(3))"
    )
    ran = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("made ahead B(b=1, a=2) C(c=3)\n", "")


def test_modules_are_found_in_their_one_file_with_their_resources_beside_them(tmp_path):
    """Check on this Python what the worker does on its own: a package, a module in it, its data, and nothing else."""
    sources = {"apz_one/__init__.py": "from apz_one.two import VALUE", "apz_one/two.py": "VALUE = 2"}
    code = {f"{name}c": bytes(HEAD) + marshal.dumps(compile(text, name, "exec")) for name, text in sources.items()}
    (tmp_path / MODULES).write_bytes(joined(code))
    (tmp_path / "apz_one").mkdir()
    (tmp_path / "apz_one" / "data.txt").write_text("data", encoding="utf-8")
    script = (
        "import sys; from importlib.resources import files; from apz.site.finder import install; install(sys.argv[1])\n"
        "import apz_one, json; print(apz_one.VALUE, files('apz_one').joinpath('data.txt').read_text(), json.__name__)\n"
        "try:\n    import apz_one.three\nexcept ModuleNotFoundError as error:\n    print(error.name)"
    )
    ran = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("2 data json\napz_one.three\n", "")


def test_a_language_without_texts_for_the_site_has_them_in_english():
    assert catalog("xx").text("page", "about") == catalog("en").text("page", "about")


def test_every_language_that_is_searched_has_its_stemmer_on_the_site():
    names: dict[str, Any] = {}
    exec(IN_PLACE_OF["snowballstemmer/__init__.py"], names)
    forms = [(SHARED / f"forms.{language}.yaml").read_text(encoding="utf-8") for language in LANGUAGES]
    asked = re.findall(r'stemmer: "(\w+)"', "".join(forms))
    assert len(asked) == len(LANGUAGES)
    assert {names["stemmer"](each).stemWord("a") for each in asked} == {"a"}


def test_no_yaml_of_ours_is_parsed_when_the_app_runs_on_the_site():
    """Everything the app reads on the way was parsed when the site was built."""
    ran = subprocess.run([sys.executable, "-c", READ_AHEAD], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("read\n", "")


def test_every_lesson_rule_and_card_can_be_read_without_a_script_and_every_link_leads_somewhere(site):
    class Read(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.links: list[str] = []
            self.ids: set[str | None] = set()
            self.scripts = 0

        def handle_starttag(self, tag, attrs):
            given = dict(attrs)
            self.links += [given["href"]] if tag == "a" and "href" in given else []
            self.ids |= {given["id"]} if "id" in given else set()
            self.scripts += tag == "script"

    read = {}
    for language in LANGUAGES:
        for path in (site / language).glob("*.html"):
            read[path.resolve()] = Read()
            read[path.resolve()].feed(path.read_text(encoding="utf-8"))
        course = games.game().course()
        assert all((site / language / f"lesson-{name}.html").is_file() for name in course.order())
        assert read[(site / language / "rules.html").resolve()].ids >= set(games.game().rules())
        assert "lord-brawn" in read[(site / language / "pieces.html").resolve()].ids
    went_along = set[Path]()
    for path, found in read.items():
        assert found.scripts == 0
        for each in found.links:
            address, _, part = each.partition("#")
            if address.startswith("../?"):
                continue  # into the app
            target = (path.parent / address).resolve() if address else path
            if target.relative_to(site.resolve()).as_posix() in BESIDE.values():
                assert target.is_file()
                went_along.add(target)
                continue
            assert target in read, (path.name, each)
            assert not part or part in read[target].ids, (path.name, each)
    assert len(went_along) == len(BESIDE)


def test_pages_name_only_what_goes_along():
    made = articles(games.DEFAULT, "build")
    assert {"en/teachers.html", "de/developers.html"} <= made.keys()
    assert [name for name, page in made.items() if b"../api/" in page or b"../lite/" in page] == []


def test_teachers_can_send_every_lesson_and_developers_see_every_name_of_the_library():
    made = articles(games.DEFAULT, "build", ["api"])
    for language in LANGUAGES:
        teachers = made[f"{language}/teachers.html"].decode()
        for name in games.game().course().order():
            assert f'href="../?lesson={name}&amp;lang={language}"' in teachers
        developers = made[f"{language}/developers.html"].decode()
        assert all(f'href="../api/apz.html#{name}"' in developers for name in apz.__all__)
        assert "`" not in teachers + developers


def test_a_lesson_to_read_shows_the_table_it_begins_at_and_nothing_to_press():
    made, course = articles(games.DEFAULT, "build"), games.game().course()
    for name in course.order():
        page = made[f"de/lesson-{name}.html"].decode()
        begins = any(task.position for task in course.lesson(name).tasks)
        assert ('class="desk still"' in page) == begins
        assert not re.search("<(button|input|select|form)|data-do", page)
    assert "Lord Brawn" in made["de/lesson-combat.html"].decode()
