"""The key to the signs: what is drawn on maps, drawn as the maps draw it."""

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from stellwerk.board import TileId
from stellwerk.draw.page import chip, legend_sign, tile_svg
from stellwerk.engine.text import msg
from stellwerk.mech18.state import AnyRailways
from stellwerk.web.render import Speech


class Sign(Struct, frozen=True):
    """A sign, its name, and a sentence."""

    picture: Markup
    name: str
    says: str


TILES = (
    ("8", msg("Track"), msg("Trains run here. Its white edge keeps crossing lines apart.")),
    ("2", msg("Town"), msg("A bar on the line: it pays its figure, and no station stands there.")),
    ("57", msg("City"), msg("A circle is a place for a station. The figure is the money that it pays.")),
    (
        "14",
        msg("Several circles"),
        msg("As many stations as circles. While one is free, all may pass."),
    ),
    ("235", msg("Two cities"), msg("Two cities in one hex that are not joined: OO.")),
    ("238", msg("A letter"), msg("Tiles with a letter go only on hexes with the same letter.")),
)
"""Tiles of the railways' own set that show what they are about."""
LEGEND = (
    ("open", msg("You can act here"), msg("A brass frame: choose this hex.")),
    (
        "considered",
        msg("Looked at"),
        msg("A dashed frame: a bot or a lesson is about it."),
    ),
    ("hill", msg("Hills"), msg("The first tile costs what stands below.")),
    ("mountain", msg("Mountains"), msg("Dearer than hills.")),
    ("desert", msg("Desert"), msg("The first tile costs what stands below; a private railway may pay it.")),
    ("river", msg("River"), msg("A bridge costs what stands beside it.")),
    ("gauge", msg("Border of gauges"), msg("Track of another width begins: crossing it uses range.")),
    ("joint", msg("Change of gauge"), msg("Here track joins two gauges.")),
    ("standard", msg("Standard gauge"), msg("Solid rails: for trains without an M.")),
    ("metre", msg("Metre gauge"), msg("Rails with ties: for trains with an M.")),
    ("dual", msg("Both gauges"), msg("Double rails: for all trains.")),
    ("tunnel", msg("Tunnel"), msg("Leads through mountains from one side of the hex to another.")),
    ("mine", msg("Mine"), msg("Goods trains begin here; its value goes to the treasury.")),
    ("flag", msg("Flag"), msg("A city of your own contract, which nobody else sees.")),
    ("premium", msg("Premium"), msg("Paid to the company that lays the first tile.")),
)
COLOURS = (
    ("yellow", msg("Yellow"), msg("One dot: the first tile on a hex.")),
    ("green", msg("Green"), msg("Two dots: replaces yellow.")),
    ("brown", msg("Brown"), msg("Three dots: replaces green.")),
    ("gray", msg("Gray"), msg("Four dots: replaces brown.")),
)


def signs(state: AnyRailways, speech: Speech) -> Iterator[Sign]:
    """Return all signs, with the tiles of a position's own set where it has them."""
    tiles = state.book.atlas.tiles
    for number, name, says in TILES:
        if (tile := tiles.get(TileId(number))) is not None:
            yield Sign(Markup(tile_svg(tile, 0)), speech(name), speech(says))
    for colour, name, says in COLOURS:
        yield Sign(Markup(chip(colour)), speech(name), speech(says))
    for kind, name, says in LEGEND:
        yield Sign(Markup(legend_sign(kind)), speech(name), speech(says))
