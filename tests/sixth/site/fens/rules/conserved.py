"""What must never be lost or made from nothing."""

from fens.rules.drainage import is_fen
from fens.rules.state import Fens
from stellwerk.mech18.conserved import money, papers, station_markers, tiles, trains


def conserved(s: Fens) -> list[str]:
    """Every breach, as a sentence for developers."""
    found = [*money(s, s.book.bank), *papers(s), *tiles(s), *trains(s), *station_markers(s)]
    wet = [hex_id for hex_id in s.board.laid if is_fen(s, hex_id) and hex_id not in s.drained]
    return found + [f"a tile lies in the fen on {hex_id}" for hex_id in wet]  # FN-1
