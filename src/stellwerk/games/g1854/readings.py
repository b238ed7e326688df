"""The rulings in words, for those who play under them."""

from typing import Any

import msgspec

from stellwerk.engine.text import msg
from stellwerk.games.g1854.book import ruling_table
from stellwerk.mech18.view import Said, said

READINGS = {
    "sale_stops_at_red_line": msg("A sale does not move a price back over the red line."),
    "paper_limit": msg(
        "The paper limit grows with every split (formula), or is 24/18/15/13 from the start (fixed)."
    ),
    "locals_are_papers": msg("Local railways count towards the paper limit."),
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
}
WHY = {
    "sale_stops_at_red_line": msg("the same designer means the lower edge in 1824"),
    "paper_limit": msg("the fixed table is that of 1844"),
    "locals_are_papers": msg("the summary leaves them out"),
    "constantinople": msg("the later source; equals Paris"),
    "k29_cost": msg("two programs differ, we follow the later one"),
    "k33_terrain": msg("two programs differ, we follow the later one"),
    "local_limit_from_5": msg("the Difference List lowers it for good"),
    "mail_rises_at_brown": msg("the only source with amounts has it so"),
    "forced_mergers_after": msg("all mergers happen at the end of a round"),
    "option_rest_at_current_price": msg("a marker records the price"),
    "lokalbahn_papers_trade": msg("a value for halves only matters if they are sold"),
    "sankt_poelten_grows": msg("15 fits J38 exactly"),
    "sales_beside_option": msg("the summary calls completing the only action"),
    "towns_grow_on": msg("the summary sets no limit"),
    "tile_69": msg("two programs differ, we follow the later one"),
    "two_plus_waits": msg("a stack opens its next type when the last one is gone"),
    "eights": msg("editions differ; the later source does not count them"),
    "lokalbahn_rises": msg("the summary makes no exception"),
    "lokalbahn_buys_surplus": msg("a surcharge on usable trains would make no sense"),
    "upgrades_add_usable_track": msg("the summary is permissive"),
    "sharp_tunnels": msg("the pieces of 1844, from the same box, have no sharp curve"),
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
}


def value_said(value: Any) -> Said:
    word = VALUES.get(value) if isinstance(value, bool | str) else None
    return said("{value}", value=value) if word is None else said(word)


def in_force(s: Any) -> list[dict[str, Any]]:
    """Every ruling: its name at set-up, what it says, its value, the reason, and whether it is changed."""
    table = ruling_table()
    return [
        {
            "name": name,
            "text": said(READINGS[name]),
            "value": value_said(value),
            "why": said(WHY[name]),
            "changed": value != table[name]["book"],
        }
        for name, value in msgspec.to_builtins(s.rulings).items()
    ]
