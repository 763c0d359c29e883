import contextlib
import io
import re
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


def test_the_session_in_the_readme_prints_what_it_says():
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(blocks("python")[0], "README.md", "exec"), {})
    assert said.getvalue() == blocks("text")[0]


def test_every_file_the_readme_links_to_is_there():
    root = Path(__file__).parents[1]
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (root / link).exists(), link
