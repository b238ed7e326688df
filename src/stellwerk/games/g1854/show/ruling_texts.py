"""The rulings in words, for those who play under them."""

import msgspec
from msgspec import Struct

from stellwerk.engine.text import Said, msg, said
from stellwerk.games.g1854.rules.book import ruling_table
from stellwerk.games.g1854.rules.state import Austria

EARLIER = msg("this game began under an earlier version of the rules")

READINGS = {
    "sale_stops_at_red_line": msg("A sale does not move a price back over the red line."),
    "paper_limit": msg(
        "The paper limit grows with every split (formula), or is 24/18/15/13 from the start (fixed)."
    ),
    "locals_are_papers": msg("Local railways count towards the paper limit."),
    "halves_are_papers": msg("The papers of the Lokalbahn AGs count towards the paper limit."),
    "constantinople": msg("What Constantinople is worth to the Orient Express."),
    "k29_cost": msg("What the first tile on K29 costs."),
    "k33_terrain": msg("Whether K33 is mountain or water: only on mountains the Außerfernbahn helps."),
    "local_limit_from_5": msg("How many trains a local railway may own from the first 5 on."),
    "mail_rises_at_brown": msg("Mail contracts pay more from the first 5 on."),
    "forced_mergers_after": msg(
        "Whether the forced mergers come at the end of the round with the first 6, or of its set."
    ),
    "option_rest_at_current_price": msg("The rest of an option from the pool is paid at the current price."),
    "lokalbahn_papers_trade": msg("The ordinary paper of a Lokalbahn AG may be sold and bought."),
    "sankt_poelten_grows": msg("Sankt Pölten on the local map may become tile 15."),
    "sales_beside_option": msg("With an open option other shares may be sold."),
    "towns_grow_on": msg(
        "Whether yellow tiles with two towns become cities on both maps, or on the main map only."
    ),
    "tile_69": msg("How many pieces of tile 69 there are."),
    "two_plus_waits": msg("The 2+ trains wait until the last 1+ is sold."),
    "eights": msg("The 8s and 8Ox never run out (unlimited), or there are six 8s and five 8Ox (printed)."),
    "lokalbahn_rises": msg(
        "A Lokalbahn AG whose papers are all with players rises at the end of a stock round."
    ),
    "lokalbahn_buys_surplus": msg("A Lokalbahn AG may also buy surplus trains of the bank pool, at 30 more."),
    "upgrades_add_usable_track": msg("An upgrade must add track that the company can use."),
    "sharp_tunnels": msg("Tunnels may turn sharply, between two neighbouring sides."),
    "upgrades_join_by_new_track": msg(
        "A company may upgrade a tile that only the new track joins to its own."
    ),
    "tunnel_sides": msg(
        "Whether a tunnel has its two sides alone, or later tiles and another tunnel may share them."
    ),
    "locals_dig": msg("Local railways may dig tunnels on their map."),
    "new_shares_earn": msg(
        "New shares of a split company that nobody has bought earn dividends for the company."
    ),
    "aid_up_to_face_value": msg(
        "With private money another company's train costs at most its printed price."
    ),
    "hopeless_sale_binds": msg(
        "With no train of the bank within reach, the last sale still rules out what could be paid before it."
    ),
    "railways_count_at_end": msg("Mountain and local railways count their face value at the end."),
    "buying_back": msg("A player may buy papers of a company that he sold in the same stock round."),
    "refused_by_card": msg(
        "A director who has refused to sell a train is not asked for it again in this turn, but for another "
        "one of its type."
    ),
    "mergers_proposed_once": msg(
        "The owner of a local railway proposes a merger once; after a no the next one is asked."
    ),
    "bankrupt_unsold": msg("A player whom no sale could save is bankrupt without selling papers first."),
}
WHY = {
    "sale_stops_at_red_line": msg("the same designer means the lower edge in 1824"),
    "paper_limit": msg("the fixed table is that of 1844"),
    "locals_are_papers": msg("the summary leaves them out"),
    "halves_are_papers": msg("the summary excepts mountains, locals and yellow cells only"),
    "constantinople": msg("the later source; equals Paris"),
    "k29_cost": msg("two programs differ, we follow the later one"),
    "k33_terrain": msg("two programs differ, we follow the later one"),
    "local_limit_from_5": msg("the Difference List lowers it for good"),
    "mail_rises_at_brown": msg("the summary names the mail with the 3 and the 8 only"),
    "forced_mergers_after": msg("all mergers happen at the end of a round"),
    "option_rest_at_current_price": msg("a marker records the price"),
    "lokalbahn_papers_trade": msg("a value for halves only matters if they are sold"),
    "sankt_poelten_grows": msg("15 fits J38 exactly"),
    "sales_beside_option": msg("the summary calls completing the only action"),
    "towns_grow_on": msg("the summary sets no limit"),
    "tile_69": msg("two programs differ, we follow the later one"),
    "two_plus_waits": msg("the summary opens them with the first 3"),
    "eights": msg("editions differ; the later source does not count them"),
    "lokalbahn_rises": msg("the summary makes no exception"),
    "lokalbahn_buys_surplus": msg("a surcharge on usable trains would make no sense"),
    "upgrades_add_usable_track": msg("the summary is permissive"),
    "sharp_tunnels": msg("the pieces of 1844, from the same box, have no sharp curve"),
    "upgrades_join_by_new_track": msg("what is upgraded is the track that lies there"),
    "tunnel_sides": msg("no tunnel over the end of track, so no track over the end of a tunnel"),
    "locals_dig": msg("the summary gives tunnels to share companies"),
    "new_shares_earn": msg("unsold papers, like those of the pool"),
    "aid_up_to_face_value": msg("the summary sets no price"),
    "hopeless_sale_binds": msg("the summary lets nobody sell more than needed, and names no exception"),
    "railways_count_at_end": msg("the summary's values name share papers only"),
    "buying_back": msg("the summary does not forbid it"),
    "refused_by_card": EARLIER,
    "mergers_proposed_once": EARLIER,
    "bankrupt_unsold": EARLIER,
}
VALUES = {
    True: msg("yes"),
    False: msg("no"),
    "formula": msg("formula"),
    "fixed": msg("fixed"),
    "round": msg("round"),
    "set": msg("set"),
    "mountain": msg("mountain"),
    "water": msg("water"),
    "both": msg("both"),
    "main": msg("main"),
    "unlimited": msg("unlimited"),
    "printed": msg("printed"),
    "alone": msg("alone"),
    "shared": msg("shared"),
}


def value_said(value: object) -> Said:
    word = VALUES.get(value) if isinstance(value, bool | str) else None
    return said("{value}", value=value) if word is None else said(word)


class RulingShown(Struct, frozen=True, kw_only=True):
    name: str
    """At set-up."""
    text: Said
    value: Said
    why: Said
    changed: bool
    """Whether it is not the reading of our ledger."""


def in_force(s: Austria) -> list[RulingShown]:
    """Every ruling.

    Readings of earlier versions are told only to those who play by them.
    """
    table = ruling_table()
    return [
        RulingShown(
            name=name,
            text=said(READINGS[name]),
            value=value_said(value),
            why=said(WHY[name]),
            changed=value != table[name]["book"],
        )
        for name, value in msgspec.to_builtins(s.rulings).items()
        if value != table[name]["book"] or "past" not in table[name]
    ]
