"""Where it is worth building: the most that any tile of a hex would add to the best run."""

from stellwerk.board import HexId
from stellwerk.engine import Refusal
from stellwerk.mech18.advice import runs_of, worth
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.shown import Gain


def may_gain(map_view: MapView) -> bool:
    """Whether there is anything to tell: track to lay, and trains that run on it."""
    company = map_view.company
    return bool(
        company
        and map_view.choices.lays
        and map_view.state.trains_of(company)
        and runs_of(map_view.state, company) is not None
    )


def gain(map_view: MapView, key: HexId) -> Gain | None:
    """Return the best of all tiles and positions of a hex; None where nothing is to be laid or run."""
    if not may_gain(map_view):
        return None
    best: Gain | None = None
    for action in map_view.choices.lays.get(key, ()):
        try:
            found = worth(map_view.state, action, map_view.verdicts.offload)
        except Refusal:
            continue
        if found is not None and (best is None or found.change > best.change):
            best = Gain(found.change, found.proved)
    return best
