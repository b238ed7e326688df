"""VI: how companies open, and the Commonwealth's two homes."""

from stellwerk.board.hexes import StopId
from stellwerk.board.reach import connected
from stellwerk.engine.state import with_item
from stellwerk.games.g1848.rules.book import BOE, COM
from stellwerk.games.g1848.rules.events import CitiesJoined, MarkerBeside, MarkerMovesIn
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.events import CompanyOpened
from stellwerk.mech18.markers import kept_slots, place_home
from stellwerk.mech18.names import place_name
from stellwerk.mech18.shares import capital, enough_issued
from stellwerk.mech18.state import BANK


def enough_sold(s: Australia, company: str) -> bool:
    """VI-Norm-2: 60% have left the new-share sheet."""
    return company != BOE and company in s.prices and enough_issued(s, company)


def may_open(s: Australia, company: str) -> bool:
    """VI-COM-1, VI-COM-2: COM also needs Sydney and Adelaide joined, until the first 6."""
    if not enough_sold(s, company):
        return False
    return company != COM or s.joined or s.granted("com_free")


def fund(s: Australia, company: str) -> Australia:
    """Capital of 10 × par, once."""
    if company in s.funded:
        return s
    return s.pay(BANK, company, capital(s, company)).replace(funded=(*s.funded, company))


def open_if_sold(s: Australia, company: str) -> Australia:
    """VI-Norm-2, VI-COM-7: open and pay the capital as soon as the conditions hold."""
    if company in s.opened or company in s.takeovers:
        return s
    if company == COM and s.rulings.com_capital_at_sixty and enough_sold(s, company):
        s = fund(s, company)  # S9
    if not may_open(s, company):
        return s
    s = fund(s, company)
    return s.replace(opened=(*s.opened, company)).say(CompanyOpened(company, capital(s, company)))


def look_for_connection(s: Australia) -> Australia:
    """VI-COM-1: could an unlimited train run from Sydney to Adelaide, markers ignored?"""
    if s.joined:
        return s
    adelaide, sydney = s.book.companies[COM].homes
    if not connected(s.book.atlas, s.board, StopId(adelaide), StopId(sydney)):
        return s
    return open_if_sold(s.replace(joined=True).say(CitiesJoined()), COM)


def place_homes(s: Australia, company: str) -> Australia:
    """VIII-Stat-1, VI-COM-4: free home markers, when the company first operates."""
    for stop in s.book.companies[company].homes:
        if has_room(s, company, stop):
            s = place_home(s, company, stop)
        else:  # VI-COM-5: the marker lies at the edge and works like any other
            s = s.replace(
                board=s.board.place_beside(StopId(stop), company),
                markers=with_item(s.markers, company, s.markers[company] + 1),
            ).say(MarkerBeside(company, place_name(s, stop)))
    return s


def has_room(s: Australia, company: str, stop: str) -> bool:
    """VI-COM-10: a slot kept for an unopened NSW or SAR is not free for COM."""
    free: int = s.board.free_slots(s.book.atlas, StopId(stop))
    return free > kept_slots(s, stop, company)


def move_in(s: Australia) -> Australia:
    """VI-COM-9: an edge marker takes a slot at once when an upgrade frees one."""
    for stop, owners in s.board.beside.items():
        for owner in owners:
            if has_room(s, owner, stop):
                s = s.replace(board=s.board.move_in(s.book.atlas, StopId(stop), owner))
                s = s.say(MarkerMovesIn(owner, place_name(s, stop)))
    return s
