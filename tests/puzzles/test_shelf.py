"""What is shipped is there, is proved, and is asked in words that we have."""

import gzip
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from stellwerk.engine.save import load
from stellwerk.mech18.state import railways
from stellwerk.notation.rulebook import paragraphs as ledger
from stellwerk.puzzles.finding import found_in
from stellwerk.puzzles.paragraphs import paragraphs
from stellwerk.puzzles.proving import Unproved, driven, is_right, proved
from stellwerk.puzzles.puzzle import KINDS, MARGIN, Puzzle, margin
from stellwerk.puzzles.shelf import FOLDER, SUFFIX, Bundle, position, read, shelf, write
from tests.sampling import every_third

NAMES = sorted(path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}"))


def test_there_are_enough_of_every_kind_and_not_too_many_bytes() -> None:
    counts = Counter(one.puzzle.kind for one in shelf().values())
    assert all(counts[kind] >= 8 for kind in KINDS), counts
    games = {one.game for one in shelf().values()}
    assert games == {"1824", "1848", "1853", "1854"}
    assert sum(path.stat().st_size for path in FOLDER.glob(f"*{SUFFIX}")) < 400_000


@pytest.mark.parametrize("name", every_third(NAMES))
def test_every_answer_is_proved_again(name: str) -> None:
    """Each by the solver and the rule functions, from the position that the file's game leads to."""
    bundle = read(name)
    game, _ = load(bundle.save)
    for puzzle in bundle.puzzles:
        state = railways(game.history[puzzle.at].state)
        bare = msgspec.structs.replace(puzzle, answer=(), sums=(), second=(), before=0)
        assert proved(state, bare) == puzzle, f"{name}: {puzzle.kind} at {puzzle.at}"
        gap = margin(puzzle)
        assert gap is None or gap >= MARGIN
        assert is_right(state, puzzle, puzzle.answer)


def test_a_run_is_judged_by_what_it_earns() -> None:
    """The second best is a legal run, earns what was proved, and is not right; backwards is the same run."""
    tried = 0
    for one in [one for one in shelf().values() if one.puzzle.kind == "run"][:6]:
        state, puzzle = position(one), one.puzzle
        best, second = (driven(state, puzzle.company, stops) for stops in (puzzle.answer, puzzle.second))
        assert best.fault is None
        assert second.fault is None
        assert (best.revenue, second.revenue) == puzzle.sums
        assert is_right(state, puzzle, puzzle.answer[::-1])
        assert not is_right(state, puzzle, puzzle.second)
        assert not is_right(state, puzzle, puzzle.answer[:1])
        tried += 1
    assert tried > 2


def test_a_puzzle_whose_answer_is_not_clear_is_none() -> None:
    one = next(one for one in shelf().values() if one.puzzle.kind == "tile")
    state, puzzle = position(one), one.puzzle
    twice = msgspec.structs.replace(puzzle, options=(puzzle.options[int(puzzle.answer[0])],) * 4)
    with pytest.raises(Unproved, match="only 0 lower"):
        proved(state, twice)


def test_the_search_finds_what_was_shipped() -> None:
    """From the game alone: the same command finds the same puzzles, and its files are the same bytes."""
    name = min(NAMES, key=lambda name: len(read(name).save))
    bundle = read(name)
    game, _ = load(bundle.save)
    kinds = tuple(kind for kind in KINDS if kind != "tile")
    found = [one.puzzle for one in found_in(game, kinds)]
    shipped = [puzzle for puzzle in bundle.puzzles if puzzle.kind != "tile"]
    # The last one is asked about the position in which the file's game ends.
    missing = [puzzle for puzzle in shipped if puzzle not in found]
    assert all(puzzle.at == len(game.actions) for puzzle in missing)


def test_files_are_written_the_same_twice(tmp_path: Path) -> None:
    name = NAMES[0]
    write(read(name), name, tmp_path)
    copy = (tmp_path / f"{name}{SUFFIX}").read_bytes()
    assert gzip.decompress(copy) == gzip.decompress((FOLDER / f"{name}{SUFFIX}").read_bytes())
    assert msgspec.json.decode(gzip.decompress(copy), type=Bundle) == read(name)


def test_reasons_are_paragraphs_of_the_rulebooks() -> None:
    for game, kinds in paragraphs().items():
        for kind, ids in kinds.items():
            assert set(ids) <= set(ledger(game)), f"{game} {kind}: {set(ids) - set(ledger(game))}"
    asked = {(one.game, one.puzzle.kind) for one in shelf().values()}
    assert asked <= {(game, kind) for game, kinds in paragraphs().items() for kind in kinds}


def test_a_margin_is_of_money_only() -> None:
    assert margin(Puzzle(kind="heir", at=0, company="", answer=("1",))) is None
    assert margin(Puzzle(kind="run", at=0, company="", answer=(), sums=(90, 60))) == 30
