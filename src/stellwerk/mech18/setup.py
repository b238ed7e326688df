"""What lies on the table of every 18xx title before the first action."""

from stellwerk.mech18.state import BANK, SEATS, AnyBook


def purses(book: AnyBook, count: int) -> dict[str, int]:
    """So many players with their starting cash, an empty purse for every company, the rest in the bank."""
    cash = dict.fromkeys(SEATS[:count], book.cash) | dict.fromkeys(book.companies, 0)
    return cash | {BANK: book.bank - count * book.cash}


def tile_stock(book: AnyBook) -> dict[str, int]:
    """All tiles, as many as are printed."""
    return {number: tile.count for number, tile in book.atlas.tiles.items()}


def train_cards(book: AnyBook) -> dict[str, str]:
    """All train cards in the bank; of an unlimited type one, which the next replaces when it is sold."""
    printed = {kind.name: 1 if kind.count is None else kind.count for kind in book.trains.values()}
    return {f"{kind}-{n}": BANK for kind, count in printed.items() for n in range(count)}
