"""Readings of version 1, which games that began with it keep (data/versions.toml)."""

from typing import Any

import pytest
from msgspec import structs

from stellwerk.games.g1854.rules.emergency import DeclareBankruptcy, raisable
from stellwerk.games.g1854.rules.mergers import MergerWindow, ProposeMerger
from stellwerk.mech18.negotiation import Answer

from .table import do, forbidden, offered
from .test_ef_emergency import short
from .test_la_mergers import six, window


def past(s: Any) -> Any:
    """The same position in a game that began with version 1."""
    return s.replace(setup=structs.replace(s.setup, rules=1))


@pytest.mark.rule("1854-EF-7")
def test_bankruptcy_came_without_the_sales_that_would_not_help() -> None:
    s = short(100, 19)  # the papers that are left bring 164, and 320 are needed
    assert (raisable(s, 0), raisable(past(s), 0)) == (164, 164)
    forbidden(s, DeclareBankruptcy(0), "EF-7", left=164)
    assert do(past(s), DeclareBankruptcy(0)).over
    enough = past(short(100, 56))  # 100 + 56 + 164 = 320
    forbidden(enough, DeclareBankruptcy(0), "EF-7", most=320, price=320)


@pytest.mark.rule("1854-LA-1")
def test_a_railway_proposed_one_merger_in_a_window() -> None:
    s = window(six())
    proposal = ProposeMerger(0, "1", "3")
    today, before = (do(one, proposal, Answer(2, False)) for one in (s, past(s)))
    assert {a.railway for a in offered(today, 0, ProposeMerger)} == {"1"}
    assert isinstance(before.frame, MergerWindow)
    assert "1" in before.frame.asked
    assert "1" not in today.frame.asked
    assert not [a for a in offered(before, 0, ProposeMerger) if a.railway == "1"]
