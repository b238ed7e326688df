"""Into which circle a marker goes when some are kept for homes."""

from stellwerk.board.hexes import StopId
from stellwerk.engine.state import Setup
from stellwerk.games.g1848.rules.setup import start
from stellwerk.mech18.markers import home_stops, kept_slots, put_marker


def test_a_marker_that_must_go_where_all_circles_are_kept_takes_the_last_of_them() -> None:
    s = start(Setup(game="1848", players=("Ada", "Bea", "Cem")))
    [home] = home_stops(s, "QR")
    free = s.board.free_slots(s.book.atlas, StopId(home))
    assert (free, kept_slots(s, home, "VR"), kept_slots(s, home, "QR")) == (1, 1, 0)
    for company in ("VR", "QR"):
        after = put_marker(s, company, home)
        assert after.board.slots(s.book.atlas, StopId(home)) == (company,)
        assert after.markers[company] == s.markers[company] + 1
