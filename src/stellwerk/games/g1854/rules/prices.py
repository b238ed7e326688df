"""ST, SP: how prices move on the hexagonal table, and the split beyond the red line.

ST-1: the six directions are in finance/market.py; ST-7: who arrives goes underneath, in mech18/state.py.
"""

from stellwerk.engine.text import msg
from stellwerk.finance.market import Cell, HexGrid
from stellwerk.games.g1854.rules.book import MAJOR
from stellwerk.games.g1854.rules.events import PapersSplit
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.events import EndTriggered
from stellwerk.mech18.prices import move_price, rise_if_sold_out
from stellwerk.mech18.state import BANK, ISSUE, SEAT_OF

PEAK = msg("a price has reached the end of the table")


def after_payout(s: Austria, company: str) -> Austria:
    """ST-2: right; at the end of a row up to the right."""
    return risen(s, company, s.price_table(HexGrid).right_or_up(s.prices[company].cell))


def after_keeping(s: Austria, company: str) -> Austria:
    """ST-3: left; at the left end down to the left. LR-7: a local railway has no price."""
    if company not in s.prices:
        return s
    return move_price(s, company, s.price_table(HexGrid).left_or_down(s.prices[company].cell))


def after_sale(s: Austria, company: str) -> Cell:
    """ST-4: down to the left, at the lower edge it stays; Q1: or at the red line."""
    cell = s.prices[company].cell
    lower = s.price_table(HexGrid).down(cell)
    beyond = s.facts.beyond_red_line
    if s.rulings.sale_stops_at_red_line and beyond(cell) and not beyond(lower):
        return cell
    return lower


def after_trade(s: Austria, buyer: str, seller: str) -> Austria:
    """ST-6: the buyer up to the left, the seller down to the right, each if it has a marker and a cell."""
    grid = s.price_table(HexGrid)
    if buyer in s.prices:
        s = move_price(s, buyer, grid.up_left(s.prices[buyer].cell))
    if seller in s.prices:
        s = move_price(s, seller, grid.down_right(s.prices[seller].cell))
    return s


def after_selling_out(s: Austria, company: str) -> Austria:
    """ST-5, SR-14: up to the right; in the top row it stays. What is sold out has floated."""
    return risen(s, company, s.price_table(HexGrid).up(s.prices[company].cell))


def may_rise(s: Austria, company: str) -> bool:
    """Q16."""
    return not s.is_lokalbahn(company) or s.rulings.lokalbahn_rises


# SR-14, SP-7: nothing left in the offering, in the pool or of the new shares; options count as sold.
sold_out_rise = rise_if_sold_out(after_selling_out, may_rise)


def risen(s: Austria, company: str, cell: Cell) -> Austria:
    """ST-12: the two moves that can cross the red line, or reach the end."""
    s = move_price(s, company, cell)
    if s.prices[company].cell == s.facts.end_cell and not s.peak:
        # GE-1, GE-3: this end comes with the round, before that of an empty bank.
        s = s.replace(peak=company, ending=PEAK).say(EndTriggered(PEAK))
    first_time = s.kind(company) == MAJOR and company not in s.split  # SP-4: once, and no Lokalbahn AG
    return split(s, company) if first_time and s.facts.beyond_red_line(s.prices[company].cell) else s


def split(s: Austria, company: str) -> Austria:
    """SP-1 to SP-3: papers halve, players are paid for what is exchanged, five new shares are on sale.

    SP-6: nobody can become director by it; OP-11: after a stock round as after a payout.
    """
    price = s.price(company)
    sizes, papers = dict(s.sizes), dict(s.papers)
    paid: dict[str, int] = {}
    for paper in s.book.papers_of[company]:
        owner = papers[paper.id]
        sizes[paper.id] = size = s.facts.split_sizes[paper.id]
        if not paper.shares:
            papers[paper.id] = ISSUE  # SP-3
        elif owner in SEAT_OF and paper.id not in s.options:
            paid[owner] = paid.get(owner, 0) + size * price  # SP-2
    # OP-7: an option becomes a full paper of 10%.
    options = {id_: option for id_, option in s.options.items() if s.book.papers[id_].company != company}
    s = s.replace(sizes=sizes, papers=papers, options=options, split=(*s.split, company))
    for owner, amount in paid.items():
        s = s.pay(BANK, owner, amount)
    told = ", ".join(f"{s.name(owner)} {amount}" for owner, amount in paid.items())
    return s.say(PapersSplit(company, price, told))
