"""The notebooks in JupyterLite, as far as plain Python can build them; `make elsewhere` runs them in Chromium."""

import json
import zipfile
from hashlib import sha256
from importlib.metadata import distribution

from apz.site.lite.build import TUTORIALS, add_notebooks, entry, pure


def test_a_wheel_for_the_browser_has_no_compiled_parts_and_is_the_same_each_time(tmp_path):
    found = distribution("PyYAML")
    assert any(each.suffix == ".so" for each in found.files or ())
    first, second = (pure(tmp_path / f"{name}.whl", found) for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as opened:
        names = opened.namelist()
    assert "yaml/__init__.py" in names
    assert [name for name in names if not name.startswith(("yaml/", "_yaml/", "pyyaml-"))] == []
    assert [name for name in names if name.endswith((".so", ".pyc"))] == []


def test_the_lock_file_names_each_wheel_with_its_hash_and_its_modules(tmp_path):
    wheel = pure(tmp_path / "typing_extensions-1.0-py3-none-any.whl", distribution("typing_extensions"))
    told = entry(wheel)
    assert (told["name"], told["version"], told["imports"]) == ("typing-extensions", "1.0", ["typing_extensions"])
    assert told["sha256"] == sha256(wheel.read_bytes()).hexdigest()


def test_the_notebooks_go_along_unchanged_and_are_listed(tmp_path):
    add_notebooks(tmp_path)
    listed = json.loads((tmp_path / "api" / "contents" / "all.json").read_text("utf-8"))["content"]
    assert [each["path"] for each in listed] == sorted(path.name for path in TUTORIALS.glob("*.ipynb"))
    for each in listed:
        assert (tmp_path / "files" / each["path"]).read_bytes() == (TUTORIALS / each["path"]).read_bytes()
