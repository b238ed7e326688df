"""Names that people know for what has an id: trains by what is printed on them, stops by their place."""

from stellwerk.board.hexes import HexId, StopId
from stellwerk.mech18.state import AnyRailways


def train_name(s: AnyRailways, train: str) -> str:
    """ "3" for the card "3-2": the side that was bought, else its type."""
    name: str = s.versions.get(train) or s.train_type(train) or train
    return name


def place_name(s: AnyRailways, stop: str) -> str:
    """Return what the map prints on the hex of a stop, else the hex."""
    where = s.book.atlas.where.get(StopId(stop))
    hex_id = HexId(stop.partition(".")[0]) if where is None else where[0]
    spec = s.book.atlas.hexes.get(hex_id)
    return (spec.name if spec is not None else "") or hex_id


def stop_name(s: AnyRailways, stop: str) -> str:
    """ "Bathurst" for the second stop of "Orange & Bathurst"; with a number where one name serves several."""
    atlas, name = s.book.atlas, place_name(s, stop)
    where = atlas.where.get(StopId(stop))
    if where is None:
        return name
    hex_id, index = where
    names, count = name.split(" & "), len(s.board.face(atlas, hex_id).stops)
    if count > 1:
        return names[index] if index < len(names) == count else f"{name} ({index + 1})"
    spec, laid = atlas.hexes[hex_id], s.board.laid.get(hex_id)
    printed = spec.printed.stops
    if not spec.name and printed and printed[0].kind == "mine":
        return " ".join(printed[0].home) or name  # a mine is known by its railway
    if not spec.name and laid is not None and spec.special:
        return atlas.tiles[laid.tile].label or name
    return name


def way_name(s: AnyRailways, path: tuple[str, ...]) -> str:
    """Return the stops of a way; plain track between them goes without saying."""
    return "–".join(place_name(s, item) for item in path if "." in item)


def path_name(s: AnyRailways, path: str) -> str:
    """Return all of a path as it was given, its stops by name."""
    return " ".join(stop_name(s, item) if "." in item else item for item in path.split())


def piece_name(s: AnyRailways, piece: str) -> str:
    """Return the hex of a piece of track, with its name if it has one."""
    hex_id = HexId(piece.partition(".")[0])
    spec = s.book.atlas.hexes.get(hex_id)
    return f"{hex_id} {spec.name if spec is not None else ''}".rstrip()
