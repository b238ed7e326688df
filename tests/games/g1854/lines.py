"""Positions that several chapters begin from: companies with track, trains and papers."""

from stellwerk.games.g1854.rules.state import Option
from stellwerk.mech18.state import ISSUE, OFFER, OUT
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    RUN,
    TRAINS,
    do,
    give,
    home,
    local,
    major,
    marker,
    offered,
    phase,
    stock,
    stuck,
    tile,
    to,
    train,
    turn,
)


def klagenfurt(number="2", rotation=5, cash=820):
    """KT in Klagenfurt with tile 6: tracks to Villach H16 (side 1) and Laibach I19 (side 5)."""
    s = tile(phase(stock(), number), "H18", "6", rotation)
    return home(major(s, "KT", cash=cash), "KT")


def innsbruck(number="2", cash=820):
    """NT in Innsbruck with tile 5: tracks to F10 (side 4) and G9 (side 5); G9 leads on into G11."""
    s = tile(tile(phase(stock(), number), "F8", "5", 4), "G9", "8", 2)
    return home(major(s, "NT", cash=cash), "NT")


def lays(s, hex_id, seat=0):
    return {(a.tile, a.rotation) for a in offered(s, seat, LayTile, lambda a: a.hex == hex_id)}


def earns(s, action):
    """The revenue of a run."""
    return do(s, action).last_run[s.frame.company]


def graz(number="3", seat=0):
    """KT with a marker in Graz too; Graz and a tunnel-free line to Oberwart F24."""
    s = tile(tile(phase(stock(), number), "F22", "57", 1), "F24", "4", 1)
    s = marker(home(major(s, "KT"), "KT"), "KT", "F22.0")
    return turn(train(s, "KT", "3-0"), "KT", RUN)


def vb(number="2"):
    """VB with track to Augsburg (side 3) and Zürich (side 1); a 2-train."""
    s = tile(phase(stock(), number), "E3", "6", 1)
    s = home(major(s, "VB"), "VB")
    return train(s, "VB", "2-0") if number in "23" else s


def sell_all(s, kind):
    """No card of this type is left in the bank."""
    return s.replace(trains={c: OUT if s.train_type(c) == kind else o for c, o in s.trains.items()})


def kirchdorf(number="2", *cards):
    """Railway 5 of Ann: Kirchdorf J28 (10/20/30) – town J30.1 (10) – Steyr J32 (20)."""
    s = tile(tile(phase(stock(), number), "J30", "55", 0), "J32", "57", 1)
    s = home(local(s, "5", 0), "5")
    for card in cards:
        s = train(s, "5", card)
    return s


def buying(s, company="KT", step=TRAINS):
    return stuck(s, company, step)


def buy(card, price, seat=0, version=""):
    return BuyTrain(seat, card, version or card.rpartition("-")[0], price)


def optioned(s, seat, company, number, rest, source=OFFER, taken=1):
    """An open option on a paper, taken before."""
    s = give(s, seat, company, number)
    paper = f"{company}_{number}"
    return s.replace(options={**s.options, paper: Option(rest, source, taken)}, sizes={**s.sizes, paper: 1})


def split_ke(s):
    """KE as after a split, with nothing else changed."""
    sizes = {**s.sizes, **{p: n for p, n in s.facts.split_sizes.items() if p.startswith("KE_")}}
    return to(s.replace(sizes=sizes, split=("KE",)), ISSUE, "KE", 4, 5, 6, 7, 8)


def crowd(s, seat, papers):
    """So many papers of Majors at 82 with one seat (two ordinary ones of each)."""
    for company in ("KE", "FJ", "SD", "KR", "KT", "SB"):
        if papers > 0:
            other = 1 if seat != 1 else 2
            s = give(major(s, company, other, papers=(0,), cash=0), seat, company, *(1, 2)[:papers])
            papers -= 2
    return s
