"""Whole games, position by position: nothing that the rules say has changed unseen."""

from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from stellwerk.engine import titles
from tests.golden import keeping
from tests.golden.__main__ import main
from tests.golden.digests import LENGTH, plain
from tests.golden.keeping import Golden, differences, names, read, renewed
from tests.sampling import stride

TOLD = 3
"""Differences that a failure names."""


@pytest.mark.parametrize("name", names())
def test_all_is_said_as_it_was(name: str) -> None:
    found = list(islice(differences(read(name), stride(name, 12)), TOLD))
    told = "\n".join(f"{name}, {one}" for one in found)
    assert not found, f"`make golden` if this is meant:\n{told}"


def test_every_variant_and_ruling_set_has_games() -> None:
    kept = [read(name).setup for name in names()]
    for found in titles():
        for variant, (fewest, most) in found.players.items():
            for rulings in found.rulings:
                counts = {
                    len(setup.players)
                    for setup in kept
                    if (setup.game, setup.variant, setup.rulings) == (found.id, variant, rulings)
                }
                assert len(counts) >= min(2, most - fewest + 1), (found.id, variant, rulings)


def test_every_title_has_games_with_undo_and_one_ended_by_agreement() -> None:
    for found in titles():
        logs = [{type(entry).__name__ for entry in read(name).actions()} for name in names(found.id)]
        assert any({"Undo", "Redo"} <= kinds for kinds in logs), found.id
        assert any("EndGame" in kinds for kinds in logs), found.id


# -- the check itself ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def golden() -> Golden:
    return read(names("1848")[0])


def cut(golden: Golden, length: int) -> Golden:
    return structs.replace(
        golden,
        log=golden.log[:length],
        probes=tuple(probe for probe in golden.probes if probe.at <= length),
    )


def test_a_game_written_anew_without_a_change_is_the_same(golden: Golden) -> None:
    part = cut(golden, 40)
    again = renewed(part)
    assert again.probes == part.probes
    assert all(golden.told[aspect].startswith(digests) for aspect, digests in again.told.items())


def test_a_difference_names_position_aspect_and_action(golden: Golden) -> None:
    part = cut(golden, 12)
    legal = part.told["legal"]
    changed = legal[: 7 * LENGTH] + "0" * LENGTH + legal[8 * LENGTH :]
    [one] = differences(structs.replace(part, told={**part.told, "legal": changed}))
    assert (one.at, one.aspect) == (7, "legal")
    assert one.entry == repr(part.actions()[6])


def test_offers_are_compared_at_every_so_many_positions(golden: Golden) -> None:
    part = cut(golden, 12)
    wrong = structs.replace(part, told={**part.told, "legal": "0" * 13 * LENGTH, "cursor": "0" * 13 * LENGTH})
    found = [(one.at, one.aspect) for one in differences(wrong, 5)]
    assert [at for at, aspect in found if aspect == "legal"] == [0, 5, 10]
    assert [at for at, aspect in found if aspect == "cursor"] == list(range(13))


def test_an_entry_that_is_refused_is_told_and_cut_off(golden: Golden) -> None:
    part = cut(golden, 12)
    twice = structs.replace(part, log=(*part.log[:9], part.log[0], *part.log[9:]), probes=())
    *_, last = differences(twice)
    assert (last.at, last.aspect) == (10, "refused")
    assert len(renewed(twice).log) == 9


def test_a_wrong_action_that_is_answered_otherwise_is_told(golden: Golden) -> None:
    probe = next(probe for probe in golden.probes if probe.sent)
    other = structs.replace(probe, answers="0" * LENGTH + probe.answers[LENGTH:])
    changed = structs.replace(cut(golden, probe.at), probes=(other,))
    assert [(one.at, one.aspect) for one in differences(changed)] == [(probe.at, "wrong")]


def test_make_golden_tells_what_changed_and_writes_it(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(keeping, "FOLDER", tmp_path)
    part = renewed(cut(golden, 12))
    keeping.write("1848-same", part)
    legal = part.told["legal"][: 7 * LENGTH] + "0" * 6 * LENGTH
    keeping.write("1848-other", structs.replace(part, told={**part.told, "legal": legal}))
    assert main([]) == 0
    told = capsys.readouterr().out
    assert "1848-other: legal 6×" in told
    assert f"legal from position 7 on, after {part.actions()[6]!r}" in told
    assert "1 of 2 golden games changed" in told
    assert keeping.read("1848-other") == part
    main([])
    assert "0 of 2 golden games changed" in capsys.readouterr().out


class Before(msgspec.Struct, frozen=True):
    cash: int
    places: tuple[str, ...] = ()


class Later(msgspec.Struct, frozen=True):
    cash: int
    places: tuple[str, ...] = ()
    debts: dict[str, int] = {}
    reason: str = ""


def test_a_field_more_with_a_default_changes_no_digest() -> None:
    assert plain(Before(3)) == plain(Later(3)) == {"cash": 3}
    assert plain(Later(3, reason="x")) != plain(Later(3))
    assert plain(Later(3, debts={"a": 1})) != plain(Later(3))
