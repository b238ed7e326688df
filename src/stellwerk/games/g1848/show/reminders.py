"""What else everybody at a table of 1848 should know, each with its paragraph."""

from stellwerk.engine.text import Figures, Message, message, msg
from stellwerk.games.g1848.rules.bank_of_england import bank_revenue
from stellwerk.games.g1848.rules.book import COM
from stellwerk.games.g1848.rules.state import Australia, Turn
from stellwerk.games.g1848.rules.trains import affordable
from stellwerk.mech18.operating import step_of
from stellwerk.mech18.state import OFFER
from stellwerk.mech18.trains import TrainStep, bank_offers, must_buy


def reminders(s: Australia) -> list[Message]:
    """Return what else everybody should know, each with its paragraph."""
    found = warnings(s)
    if amount := bank_revenue(s):
        found.append(
            message(msg("The Bank of England pays {amount} a round."), amount=amount).under("VI-BoE-2")
        )
    if s.granted("loans"):
        told = msg("Loans granted: {granted} of {all}; the game ends at {end}.")
        granted, end = s.granted_loans, s.facts.loans_that_end_the_game
        loans = message(told, granted=granted, all=s.facts.loan_markers, end=end)
        found.append(loans.under("VI-BoE-5"))
    if s.takeovers:
        told = msg("Taken over: {companies}; the game ends with {end}.")
        taken = message(told, companies=", ".join(s.takeovers), end=s.facts.takeovers_that_end_the_game)
        found.append(taken.under("VI-Rec-7"))
    for right, owner in s.rights.items():
        if owner and owner not in (OFFER,):
            told = msg("{owner} holds the right of {private}.")
            found.append(message(told, owner=s.name(owner), private=right).under(f"V-{right}-1"))
    if not s.joined and COM not in s.opened and not s.granted("com_free"):
        found.append(
            message(msg("Sydney and Adelaide are not joined yet: COM waits for it.")).under("VI-COM-1")
        )
    if any(s.privates_of(player) for player in s.players):
        told = msg("Worth is the final account as of now: private railways count nothing.")
        found.append(message(told).under("XIV-3"))
    if s.ending:
        found.append(message(msg("The end is triggered: {reason}."), reason=s.ending).under("XIV-1"))
    return found + rulings(s)


def rulings(s: Australia) -> list[Message]:
    """Return how this table plays what the book leaves open or another program does otherwise."""
    several = msg("A railway may be sold several times in a turn; its price falls with every sale.")
    once = msg("A railway is sold once in a turn; shares of the Bank of England as often as one likes.")
    lent = msg("What a director overdraws is lent by the bank, which has so much less.")
    noted = msg("What a director overdraws is only noted; the bank keeps its money.")
    stays = msg("If the company with P3 is taken over, its director still lays Tasmania at the first 5.")
    lost = msg("If the company with P3 is taken over, Tasmania is lost with it.")
    operation = msg("A circle is kept for a home until its company is in operation.")
    turn = msg("A circle is kept for a home until its company's first turn.")
    found = s.rulings
    return [
        message(several if found.sales_of_one_company == "several" else once).under("XIII-1"),
        message(lent if found.overdraft_from_bank else noted).under("VI-Rec-4"),
        message(stays if found.tasmania_outlives_company else lost).under("V-P3-3"),
        message(operation if found.home_kept_until == "operation" else turn).under("VIII-Stat-3"),
    ]


def warnings(s: Australia) -> list[Message]:
    """Return what the acting company will be forced to, said before it happens."""
    if s.over or not isinstance(s.frame, Turn):
        return []
    company = s.frame.company
    if not must_buy(s, company):
        return []
    if step_of(s, s.frame) == TrainStep.name or affordable(s):
        return []
    cheapest = min(
        version.price
        for train in bank_offers(s)
        if not (kind := s.book.trains[s.train_type(train)]).extra
        for version in kind.versions
    )
    told = msg("{company} has a route and no train: it must buy one for {price} and has {cash}.")
    figures: Figures = {"company": company, "price": cheapest, "cash": s.cash[company]}
    return [message(told, **figures).under("IX-Force-1")]
