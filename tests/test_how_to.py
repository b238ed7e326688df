"""The how-to pages and CONTRIBUTING name what is there, and their code is the code that runs."""

import re
from pathlib import Path
from typing import Any

import pytest

from stellwerk.bots import BotKind
from stellwerk.engine import Game, Setup, play, to_act

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "README.md",
    ROOT / "examples" / "README.md",
    ROOT / "docs" / "ARCHITECTURE.md",
    ROOT / "docs" / "api.md",
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
]
LINK = re.compile(r"\]\(([^)#:]+)\)")
NAMED = re.compile(
    r"`((?:tests|examples|docs|referees|benchmarks|engine|mech18|board|web|games|src|server|store)/[\w./-]+)`"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_and_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"`[^`\n]*`", "", text)  # brackets in code are no links
    gone = [link for link in LINK.findall(prose) if not (page.parent / link).exists()]
    source = ROOT / "src" / "stellwerk"
    gone += [
        name for name in NAMED.findall(text) if not (ROOT / name).exists() and not (source / name).exists()
        and not (source / f"{name}.py").exists()
    ]  # fmt: skip
    assert gone == []


def test_every_how_to_is_reached_from_the_start() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs" / "how-to").glob("*.md")):
        assert f"docs/how-to/{page.name}" in contributing
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for wanted in ("CONTRIBUTING.md", "docs/api.md", "examples/README.md"):
        assert f"]({wanted})" in readme


def test_the_bot_of_the_page_plays() -> None:
    text = (ROOT / "docs" / "how-to" / "bot.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    found: dict[str, Any] = {}
    exec(compile(code[1], "bot.md", "exec"), found)
    assert isinstance(found["HASTY"], BotKind)
    state = Game.new(Setup("1848", ("Ann", "Ben", "Cy"), seed=1)).state
    bot = found["HASTY"].make("1")
    for _ in range(20):
        state = play(state, bot(state, to_act(state)[0])).state
    assert state.version == 21


@pytest.mark.parametrize(
    ("begin", "file"), [("python\nPAGE", "page.py"), ("css\n", "static/tokens.css")], ids=["page", "sheet"]
)
def test_the_page_that_is_shown_is_the_one_of_the_tests(begin: str, file: str) -> None:
    text = (ROOT / "docs" / "how-to" / "page.md").read_text(encoding="utf-8")
    quoted = re.search(rf"```({re.escape(begin)}.*?)```", text, re.DOTALL)
    assert quoted is not None
    code = quoted[1].partition("\n")[2]
    assert code in (ROOT / "tests" / "sixth" / "site" / "fens" / "show" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "file"),
    [
        ("ruling.md", "fens/data/rulings.toml"),
        ("title.md", "fens-1.0.dist-info/entry_points.txt"),
        ("bot.md", "hasty-1.0.dist-info/entry_points.txt"),
    ],
)
def test_what_is_quoted_is_what_the_tests_run(page: str, file: str) -> None:
    """Entries of TOML and of entry points are the same but for quotes."""
    text = (ROOT / "docs" / "how-to" / page).read_text(encoding="utf-8")
    quoted = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert quoted is not None
    there = (ROOT / "tests" / "sixth" / "site" / file).read_text(encoding="utf-8").replace('"', "")
    for line in quoted[1].splitlines():
        plain = line.strip().replace('"', "").replace("[project.entry-points.", "[")
        assert plain in there, line


def test_the_handler_of_the_page_is_ours() -> None:
    text = (ROOT / "docs" / "how-to" / "page.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    lines = [line.removeprefix("   ") for line in code[1].splitlines()]
    assert "\n".join(lines).strip() in (ROOT / "src/stellwerk/web/rules.py").read_text(encoding="utf-8")
