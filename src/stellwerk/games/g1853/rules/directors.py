"""2.9, 3.2, 3.4: who holds shares since when, and who is director or manager because of it."""

from stellwerk.engine.state import Frame, with_item
from stellwerk.games.g1853.rules.events import ManagerLeads
from stellwerk.games.g1853.rules.state import India, pair
from stellwerk.mech18.events import DirectorChanged
from stellwerk.mech18.shares import holdings, transfer
from stellwerk.mech18.state import SEAT_OF, SEATS

DIRECTOR_SHARES = 2


class CreditDue(Frame, frozen=True):
    """4.8.10: a new director decides on the train that the company has not paid for."""

    company: str


def take_shares(s: India, seat: int, company: str, source: str) -> India:
    """One share; a holding that begins is noted, for ties (2.9.2)."""
    key = pair(seat, company)
    if key not in s.since:
        s = s.replace(since=with_item(s.since, key, s.holders), holders=s.holders + 1)
    return transfer(s, company, source, SEATS[seat], 1)


def give_shares(s: India, seat: int, company: str, shares: int, target: str) -> India:
    """Shares leave a hand; a holding that ends is forgotten."""
    s = transfer(s, company, SEATS[seat], target, shares)
    if not s.shares(SEATS[seat], company):
        s = s.replace(since={key: since for key, since in s.since.items() if key != pair(seat, company)})
    return s


def rightful_director(s: India, company: str) -> int | None:
    """2.9.2: most shares, at least two; the present one unless somebody has more; ties: longest holder."""
    owned = holdings(s, company)
    most = max(owned.values())
    if most < DIRECTOR_SHARES:
        return None
    present = s.directors.get(company)
    if present is not None and owned[present] == most:
        return present
    best = [seat for seat, shares in owned.items() if shares == most]
    return min(best, key=lambda seat: s.since[pair(seat, company)])


def settle_head(s: India, company: str) -> India:
    """3.2.3-a, 3.4.1-c: at once after every purchase and sale of a company in operation."""
    if company not in s.opened:
        return s
    old, new = s.directors.get(company), rightful_director(s, company)
    if new == old:
        return s
    directors = {sym: seat for sym, seat in s.directors.items() if sym != company}
    if new is not None:
        directors[company] = new
    s = s.replace(directors=directors, former=s.former if old is None else with_item(s.former, company, old))
    if new is None:
        return s.say(ManagerLeads(s.names[leader_seat(s, company)], company))
    s = s.say(DirectorChanged(s.names[new], company))
    return s.push(CreditDue(company)) if company in s.credit else s


def leader_seat(s: India, company: str) -> int:
    owner = s.director(company)
    assert owner is not None
    return SEAT_OF[owner]
