"""`rules`: ids, their code and their tests; with a small made-up ledger, then with the real one."""

from pathlib import Path

import pytest

from stellwerk.cli.rule_homes import code_places, marked_tests
from stellwerk.notation import rulebook
from stellwerk.notation.rulebook import Rulebook, entries
from tests.cli.conftest import Run, failed

LEDGER = """# A game

Words before the rules.

- **X-1** First things first.
- **X-10** Tenth. *Ruling:* it comes late.
- **IX-1** Ninth.
- **VI-Rec-1** One.
- **VI-Rec-2** Two.
- **VI-Rec-3** Three.
- **VI-Rec-10** Ten.
- **S5** Elsewhere it is different.

- **not a rule
"""

CODE = '''"""X-10 and more."""
from kit import rule

S5 = 1  # a name in code is no mention
MOVES = (
    rule("X-1", first),
    rule(
        "VI-Rec-10", tenth),
)


class Turn:
    order_rule = "IX-1"


def after():
    """VI-Rec-1 to -3: all of it; not XX-1, nor X-1-2."""
'''

DATA = """colour = "#S5"  # 99-X-1, see also S5
text = "X-10"
"""

TESTS = '''import pytest

pytestmark = pytest.mark.rule("99-X-1")


@pytest.mark.rule("99-X-10", "98-S5")
def test_ten():
    pass


class TestMore:
    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("99-VI-Rec-1"))])
    def test_inside(self, n):
        """99-S5 in words is no mark."""
'''


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    (tmp_path / "game" / "data").mkdir(parents=True)
    (tmp_path / "game" / "rules.py").write_text(CODE)
    (tmp_path / "game" / "data" / "map.toml").write_text(DATA)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_game.py").write_text(TESTS)
    return tmp_path


def test_a_ledger_is_read_line_by_line() -> None:
    rules = entries(LEDGER)
    assert list(rules) == ["X-1", "X-10", "IX-1", "VI-Rec-1", "VI-Rec-2", "VI-Rec-3", "VI-Rec-10", "S5"]
    assert rules["X-10"] == "Tenth. *Ruling:* it comes late."


def test_code_names_whole_ids(made_up: Path) -> None:
    places = code_places(made_up / "game", "99", set(entries(LEDGER)), made_up)
    found = {id_: [str(place) for place in of] for id_, of in places.items()}
    assert found == {
        "X-1": ["game/rules.py:6", "game/data/map.toml:1"],
        "X-10": ["game/rules.py:1"],
        "IX-1": ["game/rules.py:13"],
        "VI-Rec-1": ["game/rules.py:17"],
        "VI-Rec-2": ["game/rules.py:17"],
        "VI-Rec-3": ["game/rules.py:17"],
        "VI-Rec-10": ["game/rules.py:8"],
        "S5": ["game/data/map.toml:1"],
    }


def test_rules_in_force_come_first(made_up: Path) -> None:
    (made_up / "game" / "a.py").write_text("# X-1, as everybody knows\n")
    places = code_places(made_up / "game", "99", {"X-1"}, made_up)["X-1"]
    assert [place.judges for place in places] == [True, False, False]
    assert places[0].file == "game/rules.py"


def test_the_rules_of_markers_are_in_force(made_up: Path) -> None:
    (made_up / "game" / "a.py").write_text(
        'M = marker_rules(\n    city="X-1",  # IX-1\n    pays="X-10",\n)\n'
    )
    places = code_places(made_up / "game", "99", {"X-1", "X-10", "IX-1"}, made_up)
    found = {
        id_: [(place.line, place.judges) for place in of if place.file == "game/a.py"]
        for id_, of in places.items()
    }
    assert found == {"X-1": [(2, True)], "X-10": [(3, True)], "IX-1": [(2, False)]}


def test_tests_name_ids_by_marks(made_up: Path) -> None:
    assert marked_tests(made_up / "tests", "99", made_up) == {
        "X-1": ["tests/test_game.py"],
        "X-10": ["tests/test_game.py::test_ten"],
        "VI-Rec-1": ["tests/test_game.py::TestMore::test_inside"],
    }


def test_the_whole_ledger(run: Run) -> None:
    said = run("rules", "1848", "--json")
    assert said.code == 0
    rules = {rule["id"]: rule for rule in said.json}
    assert len(rules) > 150
    assert rules["III-1"]["full_id"] == "1848-III-1"
    assert rules["III-1"]["code"][0].startswith("src/stellwerk/games/g1848/__init__.py:")
    listed = run("rules", "1848")
    assert listed.code == 0
    assert "VI-Rec-10" in listed.out or "VI-Rec-8" in listed.out


def test_one_rule(run: Run) -> None:
    said = run("rules", "1848", "1848-iv-8")
    assert said.code == 0
    assert said.out.startswith("§1848-IV-8  ")
    assert "src/stellwerk/games/g1848/rules/opening.py:" in said.out
    one = run("rules", "1848", "IV-8", "--json").json
    assert one["id"] == "IV-8"
    assert "minimum" in one["text"]


def test_rules_in_german(run: Run) -> None:
    german = {rule["id"]: rule for rule in run("rules", "1848", "--json", "--lang", "de").json}
    english = {rule["id"]: rule for rule in run("rules", "1848", "--json", "--lang", "en").json}
    assert list(german) == list(english)
    assert german["IV-8"]["code"] == english["IV-8"]["code"]
    said = run("rules", "1848", "1848-iv-8", "--lang", "de")
    assert said.out.startswith(f"§1848-IV-8  {german['IV-8']['text']}")
    assert "Mindestpreis" in said.out
    assert "Mindestpreis" in run("rules", "1848", "--lang", "de").out


def test_missing(run: Run) -> None:
    rules = run("rules", "1848", "--json").json
    missing = [rule["id"] for rule in rules if not rule["code"] or not rule["tests"]]
    said = run("rules", "1848", "--missing")
    assert said.out.split() == missing
    assert said.code == (1 if missing else 0)


def test_nothing_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger of one rule that surely has code, and a test that surely names it."""
    monkeypatch.setattr("stellwerk.cli.rules.rulebook", lambda *of: Rulebook("- **III-1** Seats.\n"))
    monkeypatch.setattr("stellwerk.cli.rules.marked_tests", lambda *of: {"III-1": ["a test"]})
    said = run("rules", "1848", "--missing")
    assert (said.code, said.out, said.err) == (0, "", "")
    monkeypatch.setattr("stellwerk.cli.rules.marked_tests", lambda *of: {})
    said = run("rules", "1848", "--missing")
    assert (said.code, said.out, said.err) == (1, "III-1\n", "")
    assert run("rules", "1848", "--missing", "--json").json == [{"id": "III-1", "code": True, "tests": False}]


def test_rules_that_are_not_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "X-99" in failed(run("rules", "1848", "X-99"))
    assert "1999" in failed(run("rules", "1999"))
    monkeypatch.setattr("stellwerk.cli.rules.rulebook", lambda *of: None)
    assert "1848.md" in failed(run("rules", "1848"))


def test_an_installed_copy_has_its_ledger_but_no_tests(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.cli.rules.project", lambda: None)
    assert "sources" in failed(run("rules", "1848", "--missing"))
    monkeypatch.setattr(rulebook, "project", lambda: None)
    (tmp_path / "rulebooks").mkdir()
    (tmp_path / "rulebooks" / "1848.md").write_text(LEDGER)
    monkeypatch.setattr(rulebook, "PACKAGE", tmp_path)
    assert rulebook.rulebook("1848") == Rulebook(LEDGER)
    assert rulebook.rulebook("1999") is None
