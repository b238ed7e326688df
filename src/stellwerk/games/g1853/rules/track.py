"""4.1, 4.2: laying and upgrading tiles."""

from collections.abc import Sequence
from random import Random

from stellwerk.board.hexes import OPPOSITE, HexId, TileId
from stellwerk.board.lines import begins, leads_out, lines_beside
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.g1853.rules.areas import far_upgrade, is_inside, upgrade_inside
from stellwerk.games.g1853.rules.book import BBCI
from stellwerk.games.g1853.rules.events import OptionChosen, PremiumPaid
from stellwerk.games.g1853.rules.state import India, Turn
from stellwerk.mech18.operating import Step, next_step
from stellwerk.mech18.state import BANK
from stellwerk.mech18.track import (
    LayMove,
    LayTile,
    TrackStep,
    colour_available,
    colour_follows,
    extends_own_track,
    for_new_tile,
    for_upgrade,
    hex_and_tile_exist,
    is_upgrade,
    lays_within,
    same_places,
    tile_follows,
    tile_in_stock,
    track_is_kept,
    track_leads_somewhere,
    treasury_pays,
)

NOW, LATER = msg("at once"), msg("from phase 3 on")


# -- 4.1.3: the second tile of a large company -------------------------------------------------


class ChooseOption(Action, frozen=True):
    """When the second tile begins: at once for a fee, or later and free."""

    now: bool


class OptionMove(Move[India, ChooseOption]):
    action = ChooseOption

    def candidates(self, s: India, seat: int) -> Sequence[ChooseOption]:
        return (ChooseOption(seat, True), ChooseOption(seat, False))

    def apply(self, s: India, a: ChooseOption) -> India:
        company, when = s.top(Turn).company, NOW if a.now else LATER
        s = s.replace(options=with_item(s.options, company, when)).say(OptionChosen(company, when))
        return next_step(s)


class OptionStep(Step[India]):
    """4.1.3-a: in the first operating round of a large company, for good; managers choose too."""

    name = "option"
    asks = msg("{player}: when does {company} begin to lay two tiles?")
    optional = False
    skippable = False
    moves = (OptionMove(),)

    def wanted(self, s: India) -> bool:
        company = s.top(Turn).company
        return s.is_large(company) and company not in s.options


def yellow(s: India) -> int:
    """4.1.2: a small company lays one tile, a large one two as its option says."""
    company = s.top(Turn).company
    if not s.is_large(company):
        return 1
    early = s.options.get(company) == NOW
    return 2 if early or s.facts.second_tile_from in s.phases else 1


def fee(s: India) -> int:
    """4.1.3-b: for the second tile, every time, if it was wanted at once."""
    company = s.top(Turn).company
    if not s.top(Turn).lays or s.options.get(company) != NOW:
        return 0
    return s.facts.sheets[company].fee


# -- costs -------------------------------------------------------------------------------------


def cost(s: India, a: LayTile) -> int:
    """4.1.12: terrain by the gauge of the first tile; 4.2.11: upgrades are free but for Calcutta's first."""
    facts, company = s.facts, s.top(Turn).company
    if is_upgrade(s, a.hex):
        first = a.hex == facts.calcutta.hex and HexId(a.hex) not in s.board.laid
        return facts.calcutta.cost if first else 0
    if a.hex == facts.ajmer.hex and company == BBCI and s.is_large(BBCI):
        return facts.ajmer.cost + fee(s)  # 4.1.13 with 2.6.2-c: whatever the gauge
    terrain = s.book.atlas.hexes[HexId(a.hex)].costs
    return terrain.get(s.book.atlas.tiles[TileId(a.tile)].gauge, 0) + fee(s)


def owes_no_train(s: India, a: LayTile) -> Fault | None:
    """A company with an unpaid train pays for nothing else."""
    company, price = s.top(Turn).company, cost(s, a)
    if not price or company not in s.credit:
        return None
    return refuse("{company} still owes for a train and cannot pay {price}.", company=company, price=price)


# -- further rules -----------------------------------------------------------------------------


def second_line_is_apart(s: India, a: LayTile) -> Fault | None:
    """4.1.7: the second tile extends a line from another own station that shares no track with the first."""
    if not s.top(Turn).lays or not s.top(Turn).first_tile:
        return None
    atlas, hex_id, company = s.book.atlas, HexId(a.hex), s.top(Turn).company
    lines = lines_beside(atlas, s.board, company, HexId(s.top(Turn).first_tile))
    face, neighbours = atlas.face(TileId(a.tile), a.rotation), atlas.neighbours[hex_id]
    for stop in s.board.markers_of(company):
        if atlas.where[stop][0] == hex_id and lines.second(begins(stop)):
            return None
    for gauge in atlas.gauges:
        for edge in sorted(face.exits_in(gauge)):
            beyond = neighbours[edge]
            if beyond is not None and lines.second(leads_out(beyond, OPPOSITE[edge], gauge)):
                return None
    return refuse(
        "The second tile must extend a line from another station of {company}, apart from that to {first}.",
        company=company,
        first=s.top(Turn).first_tile,
    )


def no_grey_neighbours(s: India, a: LayTile) -> Fault | None:
    atlas = s.book.atlas
    if atlas.tiles[TileId(a.tile)].colour != "gray":
        return None
    for beyond in atlas.neighbours[HexId(a.hex)]:
        if beyond is not None and s.board.colour(atlas, beyond) == "gray":
            return refuse("{hex} lies beside the gray tile on {beyond}.", hex=a.hex, beyond=beyond)
    return None


def after_lay(s: India, a: LayTile) -> India:
    """What the turn remembers: the first line, premiums due, hexes that must be run to."""
    turn = s.top(Turn)
    if turn.lays[-1] == "upgrade":
        return s if is_inside(s, a.hex) else s.update_frame(duties=(*turn.duties, a.hex))
    due = s.facts.premiums.get(a.hex, 0)
    return s.update_frame(first_tile=turn.first_tile or a.hex, premiums=turn.premiums + due)


class IndiaLayMove(LayMove[India]):
    """Most candidates are legal, so one at random is found without judging them all."""

    def sample(self, s: India, seat: int, rng: Random) -> LayTile | None:
        choices = list(self.candidates(s, seat))
        rng.shuffle(choices)
        for choice in choices:
            if all(rule.check(s, choice) is None for rule in self.rules):
                return choice
        return None


# 4.1.11: that track abuts on a neighbour's closed side is no fault, so no rule looks for it.
# 4.1.8: track also starts under an own marker. 4.2.8: dual rails are rails of both gauges (board/tile.py).
# 4.1.15, K12: yellow tiles have no area. 4.2.10: the old tile goes back into stock (mech18/track.py).
LAY = IndiaLayMove(
    rule("4.1.9", hex_and_tile_exist),
    rule("1-c", tile_in_stock),
    rule("4.1.4-b", colour_follows),  # 4.1.4, K4: the printed cities count as laid green tiles; 4.2.1-a
    rule("4.2.1-b", colour_available),
    rule("4.1.2", lays_within(yellow)),  # K5: never an upgrade beside a yellow tile
    rule("4.1.9", for_new_tile(same_places)),
    rule("4.2.1-b", for_upgrade(tile_follows)),  # 4.2.5-a, 4.2.12-a, K6: the table decides
    rule("4.2.4", track_is_kept),  # 4.2.6: each line in its gauge, or dual
    rule("4.2.7", no_grey_neighbours),
    rule("4.1.10", for_new_tile(track_leads_somewhere)),
    rule("4.2.2-c", for_upgrade(track_leads_somewhere)),
    rule(
        "4.1.6-a", for_new_tile(extends_own_track)
    ),  # 4.1.5, 4.1.6-b, 4.1.6-c: gauge by gauge (board/reach.py)
    rule("4.2.2-b", for_upgrade(extends_own_track)),
    rule("4.1.7", for_new_tile(second_line_is_apart)),
    rule("3.4.6", owes_no_train),
    rule("4.1.12-b", treasury_pays(cost)),
    rule("4.2.2-a", for_upgrade(upgrade_inside)),
    rule("4.2.3", for_upgrade(far_upgrade)),
    cost=cost,
    rebates=lambda s, hex_id: (),
    after=after_lay,
)

TRACK = TrackStep[India](LAY, yellow=yellow)


class PremiumStep(Step[India]):
    """4.1.14: from the bank, after all tiles of the turn."""

    def happen(self, s: India) -> India:
        turn = s.top(Turn)
        amount, company = turn.premiums, turn.company
        return s.pay(BANK, company, amount).say(PremiumPaid(company, amount)) if amount else s
