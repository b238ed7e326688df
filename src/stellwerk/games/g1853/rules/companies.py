"""2.6, 2.8.4, 3.3: how companies start, and what BBCI is."""

from stellwerk.engine.state import with_item
from stellwerk.games.g1853.rules.book import BBCI, LARGE, SMALL
from stellwerk.games.g1853.rules.cities import named
from stellwerk.games.g1853.rules.directors import leader_seat, rightful_director
from stellwerk.games.g1853.rules.events import BackSides, BbciLarge, BbciSmall, ManagerLeads
from stellwerk.games.g1853.rules.state import India
from stellwerk.mech18.events import CompanyOpened, DirectorChanged
from stellwerk.mech18.markers import place_homes
from stellwerk.mech18.shares import capital, enough_issued
from stellwerk.mech18.state import BANK, OUT
from stellwerk.mech18.stock import set_par


def head_company(s: India, company: str) -> India:
    """3.2.1, 2.9.1: the first director; 3.2.2: a manager if nobody has two shares."""
    s = s.replace(opened=(*s.opened, company))
    seat = rightful_director(s, company)
    if seat is None:
        return s.say(ManagerLeads(s.names[leader_seat(s, company)], company))
    return s.replace(directors=with_item(s.directors, company, seat)).say(
        DirectorChanged(s.names[seat], company)
    )


def equip(s: India, company: str) -> India:
    """3.3.1: ten times par, however many are sold; 3.3.2, K3: home markers and price marker at once."""
    amount = capital(s, company)
    s = s.pay(BANK, company, amount).say(CompanyOpened(company, amount))
    s = set_par(s, company, s.par[company])
    return place_homes(s, company).replace(begun=(*s.begun, company))


def start_company(s: India, company: str) -> India:
    """3.3.3: it acts from the next operating round on."""
    return equip(head_company(s, company), company)


def decide_bbci(s: India) -> India:
    """2.6.2-a: large if its director's contract has both cities; 2.6.2-b: they must be shown; 2.6.3."""
    seat = s.directors.get(BBCI)
    cities = s.facts.large_bbci
    if seat is not None and set(cities) <= set(named(s, seat)):
        return s.replace(bbci=LARGE, bbci_shown=seat).say(BbciLarge(s.names[seat], ", ".join(cities), BBCI))
    return s.replace(bbci=SMALL).say(BbciSmall(BBCI))


def sort_trains(s: India) -> India:
    """2.8.4: the extra trains come in with a small company, or stay in the box."""
    if any(not s.is_large(company) for company in s.opened):
        return s.replace(back_sides=True).say(BackSides())
    return s.replace(trains={**s.trains, **dict.fromkeys(s.facts.in_the_box, OUT)})


def open_all(s: India) -> India:
    """2.9.1: at the end of the first stock round, together; directors, then BBCI, then trains (2.8.4).

    2.7.5: of the shares issued, unpaid ones and those in the pool count (T3).
    """
    starting = [company for company in s.book.companies if enough_issued(s, company)]
    for company in starting:
        s = head_company(s, company)
    s = decide_bbci(s)
    for company in starting:
        s = equip(s, company)
    return sort_trains(s)
