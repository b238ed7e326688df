"""What a kind of action is about, in a few words: where somebody should look before choosing one."""

from collections.abc import Mapping

from stellwerk.engine.text import msg

TRACK = msg("track")
STATIONS = msg("stations")
RUN = msg("the run")
PAYING = msg("pay out or withhold")
TRAINS = msg("trains")
BUYING = msg("papers to buy")
SELLING = msg("papers to sell")
STARTING = msg("a new company")
RAILWAYS = msg("railways on offer")
DEBTS = msg("loans and debts")
ANSWER = msg("the answer")
STAFF = msg("workers and engineers")
FACTORIES = msg("factories")
GOODS = msg("goods and deliveries")
CONTRACTS = msg("contracts")
STANDING = msg("influence and share price")
BID = msg("the bid")
HAND = msg("the next main action")
ENOUGH = msg("whether anything more pays here")
ANYTHING = msg("all of your choices")

ABOUT: Mapping[str, str] = {
    "lay_tile": TRACK, "lay_tasmania": TRACK, "dig_tunnel": TRACK, "lay_track": TRACK, "buy_access": TRACK,
    "place_marker": STATIONS, "build_station": STATIONS, "choose_home": STATIONS,
    "place_bond_marker": STATIONS,
    "run_trains": RUN, "leave_mail": RUN, "dividend": PAYING,
    "buy_train": TRAINS, "take_on_credit": TRAINS, "pay_train": TRAINS, "settle_train": TRAINS,
    "discard_train": TRAINS, "buy_locomotive": TRAINS, "upgrade_locomotive": TRAINS,
    "buy_share": BUYING, "pay_share": BUYING, "take_option": BUYING, "complete_option": BUYING,
    "buy_bond": BUYING, "sell_shares": SELLING, "sell_option": SELLING, "sell_bond": SELLING,
    "sell_share": SELLING, "start_company": STARTING, "found_lokalbahn": STARTING,
    "buy_private": RAILWAYS, "cut_price": RAILWAYS, "take_private": RAILWAYS, "buy_railway": RAILWAYS,
    "buy_item": RAILWAYS, "swap_mountain": RAILWAYS, "swap_coal": RAILWAYS, "propose_merger": RAILWAYS,
    "take_loan": DEBTS, "repay_debt": DEBTS, "answer": ANSWER, "vote": ANSWER,
    "hire_worker": STAFF, "hire_engineer": STAFF, "assign_worker": STAFF, "staff_factory": STAFF,
    "build_factory": FACTORIES, "produce": FACTORIES, "place_factory": FACTORIES,
    "take_off_factory": FACTORIES, "buy_good": GOODS, "order_good": GOODS, "deliver": GOODS, "discard": GOODS,
    "take_contract": CONTRACTS, "name_city": CONTRACTS, "buy_mail": CONTRACTS,
    "show_charity": STANDING, "move_price": STANDING, "use_point": STANDING,
    "bid": BID, "write_bond": BID, "choose_action": HAND, "pass": ENOUGH, "end_turn": ENOUGH,
}  # fmt: skip
"""By the JSON type of an action."""


def about(kind: str) -> str:
    """Return what an action of a kind is about, to be translated."""
    return ABOUT.get(kind, ANYTHING)
