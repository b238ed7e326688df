"""What everybody should know before it happens: options, splits, mergers, trains that leave, the end."""

from collections.abc import Iterator

from stellwerk.engine.text import Figure, Figures, Message, message, msg
from stellwerk.games.g1854.rules.companies import paper_limit, papers_held
from stellwerk.games.g1854.rules.ending import railways
from stellwerk.games.g1854.rules.mergers import unmerged
from stellwerk.games.g1854.rules.opening import Auction, face_value, unsold
from stellwerk.games.g1854.rules.options import rest_of
from stellwerk.games.g1854.rules.ownership import must_buy, offers_for
from stellwerk.games.g1854.rules.phases import LAST_OF
from stellwerk.games.g1854.rules.state import Austria, Turn
from stellwerk.mech18.operating import at_end, step_of
from stellwerk.mech18.prices import sold_out
from stellwerk.mech18.state import BANK, SCRAP
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.trains import TrainStep


def fact(rule: str, template: str, **figures: Figure) -> Message:
    return message(template, **figures).under(rule)


def reminders(s: Austria) -> list[Message]:
    if s.over:
        return []
    found = [
        *duty(s),
        *auction(s),
        *options(s),
        *limits(s),
        *rises(s),
        *mergers(s),
        *trains(s),
    ]
    if any(owner in s.players for owner, _ in railways(s)):
        nothing = msg("Worth is the final account as of now: railways with one owner count nothing.")
        paid = msg("Worth is the final account as of now: railways with one owner count at their price.")
        found.append(fact("GE-2", paid if s.rulings.railways_count_at_end else nothing))
    if s.ending:
        found.append(fact("GE-1", msg("The end is triggered: {reason}."), reason=s.ending))
    return found


def duty(s: Austria) -> Iterator[Message]:
    """TN-7, said before the train step comes."""
    if not isinstance(s.frame, Turn):
        return
    company = s.frame.company
    if at_end(s, s.frame) or step_of(s, s.frame) == TrainStep.name or not must_buy(s, company):
        return
    price = min(price for _, _, price in offers_for(s, company))
    told = msg("{company} must own a train when its turn ends: the cheapest costs {price}, it has {cash}.")
    yield fact("TN-7", told, company=company, price=price, cash=s.cash[company])


def auction(s: Austria) -> Iterator[Message]:
    """AU-6, AU-7: what happens when all pass."""
    frame = next((f for f in s.stack if isinstance(f, Auction)), None)
    if frame is None or not unsold(s):
        return
    first = s.facts.packet[0]
    if first in unsold(s):
        told = msg("If all pass, {railway} falls from {price} to {later}.")
        price = face_value(s, first)
        yield fact("AU-6", told, railway=first, price=price, later=price - s.facts.bid_step)
    elif not frame.operated:
        yield fact(
            "AU-7", msg("If all pass, incomes are paid and the local railways already sold operate once.")
        )
    else:
        yield fact("AU-7", msg("If all pass, incomes are paid."))


def options(s: Austria) -> Iterator[Message]:
    """OP-4, OP-5: what is open and what it still costs."""
    for paper in s.options:
        player, company = s.name(s.papers[paper]), s.book.papers[paper].company
        told = msg("{player} has an option on 20% of {company}: {rest} are still due.")
        yield fact("OP-5", told, player=player, company=company, rest=rest_of(s, paper))


def limits(s: Austria) -> Iterator[Message]:
    """SR-16."""
    for owner in s.players:
        held, limit = papers_held(s, owner), paper_limit(s, owner)
        if held > limit:
            told = msg("{player} holds {held:# paper|# papers}, the limit is {limit}.")
            yield fact("SR-16", told, player=s.name(owner), held=held, limit=limit)


def rises(s: Austria) -> Iterator[Message]:
    """SR-14: what is sold out rises; SP-1: and may split."""
    if not isinstance(s.frame, StockRound):
        return
    for company in s.price_order():
        cell = s.prices[company].cell
        higher = s.book.grid.up(cell)
        if company not in s.opened or not sold_out(s, company) or higher == cell:
            continue
        figures: Figures = {"company": company, "price": s.book.grid.rows[higher[0]][higher[1]]}
        if not s.is_lokalbahn(company) and company not in s.split and s.facts.beyond_red_line(higher):
            told = msg("{company} is sold out: it rises to {price} after this round, and its papers split.")
            yield fact("SP-5", told, **figures)
        elif not s.is_lokalbahn(company) or s.rulings.lokalbahn_rises:
            yield fact(
                "SR-14", msg("{company} is sold out: it rises to {price} after this round."), **figures
            )


def mergers(s: Austria) -> Iterator[Message]:
    """LA-1, LA-2: who may merge with whom."""
    left = unmerged(s)
    if len(left) < 2:
        return
    named = ", ".join(f"{railway} ({s.names[s.director_seat(railway)]})" for railway in left)
    if s.granted("forced_mergers"):
        yield fact("LA-2", msg("All local railways left must merge: {railways}."), railways=named)
    elif s.granted("mergers"):
        told = msg("Any two of these may merge if both owners agree, before or after a round: {railways}.")
        yield fact("LA-1", told, railways=named)


def trains(s: Austria) -> Iterator[Message]:
    """TN-8: the last 4; LA-5: what the scrap stock has."""
    left = [train for train in s.trains_of(BANK) if s.train_type(train) == LAST_OF]
    if len(left) == 1:
        yield fact(
            "TN-8", msg("The last {train} leaves the game if this set ends without its sale."), train=LAST_OF
        )
    kinds = sorted({s.train_type(train) for train in s.trains_of(SCRAP)})
    if kinds:
        told = msg("Scrapped trains for Lokalbahn AGs, {more} above their price: {trains}.")
        yield fact("LA-5", told, trains=", ".join(kinds), more=s.facts.scrap_surcharge)
