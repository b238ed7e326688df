"""The coach of a first game: from the sale of the privates to the end of the second operating round.

Chapters follow what happens, not a clock. Every sentence has one figure of the position, and the last one
tells when the other choice is right.
"""

from collections.abc import Mapping, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Judged
from stellwerk.engine.coach import Coached, Compared, FirstGame, Option, Pupil
from stellwerk.engine.comparing import (
    Part,
    amount,
    by_judgement,
    chapters_of,
    of_type,
    questions_of,
    waiting,
)
from stellwerk.engine.play import states_between, to_act
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice, PrivateSale
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18 import coach as kit
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.bot.reasons import cheapest_train
from stellwerk.mech18.dividends import Dividend, total_shares
from stellwerk.mech18.markers import PlaceMarker, marker_cost
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import SEATS, AnyRailways
from stellwerk.mech18.stock import BuyShare, StartCompany, StockRound, purchase_price
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

Told = tuple[Message, Sequence[Message]]
"""The heading and the sentences."""

NAMES: Mapping[str, str] = {"buy": msg("Buy"), "cut": msg("Lower"), **kit.NAMES}
PARTS: Mapping[str, Part] = {
    "privates": Part(
        msg("Privates"),
        (BuyPrivate, CutPrice),
        (
            (
                msg("What is a private good for?"),
                msg("It pays its income in every operating round, and a company may buy it from you later."),
            ),
            (
                msg("Why would I lower a price?"),
                msg("To get it cheaper in your next turn; but whoever comes before you may take it."),
            ),
            (
                msg("How much money will I need later?"),
                msg("A company begins when six of its ten shares are sold; keep your part of their price."),
            ),
        ),
    ),
    "shares": Part(
        msg("Shares"),
        (StartCompany, BuyShare),
        (
            (
                msg("When does a company begin?"),
                msg("When six of its ten shares are sold: then it gets its treasury and operates."),
            ),
            (
                msg("What does a director do?"),
                msg("Whoever holds most shares decides for the company; its money stays its own."),
            ),
            (
                msg("Can I sell shares again?"),
                msg("Yes, from the second stock round on; they pay today's price, which then falls."),
            ),
        ),
    ),
    "track": Part(
        msg("Track"),
        (LayTile, PlaceMarker),
        (
            (
                msg("Why build before there is a train?"),
                msg("A train earns only between places that your track joins."),
            ),
            (
                msg("What are the figures in the circles?"),
                msg("What a train earns when it stops there; tiles of later colours earn more."),
            ),
            (
                msg("How many tiles may I lay?"),
                msg("One yellow tile a turn; from the first 3 on two, or one tile of a better colour."),
            ),
        ),
    ),
    "train": Part(
        msg("Train"),
        (BuyTrain,),
        (
            (
                msg("When do the 2s rust?"),
                msg("When the first 4 is bought, all 2s are scrapped at once."),
            ),
            (
                msg("Must I buy one?"),
                msg(
                    "A company with a route needs a train; if it cannot pay, it takes loans "
                    "and its price falls."
                ),
            ),
            (
                msg("When does a new train run?"),
                msg("In the next operating round: a company runs before it buys."),
            ),
        ),
    ),
    "run": Part(
        msg("Running"),
        (RunTrains,),
        (
            (
                msg("Who found this run?"),
                msg("The engine compared all ways to run and proved that none earns more."),
            ),
            (
                msg("Whose money is it?"),
                msg("The company's, until you decide to pay it out or to keep it."),
            ),
            (
                msg("May I run another way?"),
                msg("Yes, choose it on the map; it only earns less."),
            ),
        ),
    ),
    "pay": Part(
        msg("Pay"),
        (Dividend,),
        (
            (
                msg("Why does paying raise the price?"),
                msg("The market rewards a dividend: the price moves right; kept money moves it left."),
            ),
            (
                msg("Who else gets money?"),
                msg("Everybody who holds a share gets the same for each."),
            ),
            (
                msg("What does the treasury pay for?"),
                msg("Ground, stations and trains; you cannot take money out of it but by dividends."),
            ),
        ),
    ),
}
"""What each chapter is called, what one has done when it is done, and what a beginner may ask."""


def coach(pupil: Pupil) -> Coached | None:
    """Return what the coach says to a pupil; None when the lesson is over."""
    game, seat, judged = pupil.game, pupil.seat, pupil.judged
    s, later = game.state, kit.rounds_after_lesson(game, seat)
    assert isinstance(s, Australia)
    if s.over or later > 1:
        return None
    if later == 1:
        return Coached(
            chapters=chapters_of(PARTS, game, seat),
            title=message(msg("The first rounds are played. The rest is yours.")),
            lines=kit.summary(game, seat),
            goodbye=True,
        )
    if seat not in to_act(s):
        return waiting(PARTS, game, seat, s.names)
    options = kit.chosen(s, preferred(s, seat, pupil.legal, judged), kind_of, NAMES)
    if isinstance(s.frame, PrivateSale) and leaves_too_little(s, seat, options):
        options = [*options[1:], options[0]]
    chapter = chapter_of(s, options)
    title, text = tell(s, seat, options) or (
        message(msg("This one is yours to decide.")),
        [message(msg("You have ¤{cash}; what is possible stands below."), cash=s.cash[SEATS[seat]])],
    )
    lines = kit.comparison(s, seat, options, judged)
    if isinstance(s.frame, PrivateSale):  # a private is worth what it will pay, not what it could be sold for
        lines = [*private_lines(s, options), *(line for line in lines if not line.total)]
    return Coached(
        chapters=chapters_of(PARTS, game, seat, chapter),
        title=title,
        options=options,
        lines=lines,
        text=text,
        questions=questions_of(PARTS, chapter),
    )


def preferred(s: Australia, seat: int, legal: Sequence[Action], judged: Sequence[Judged]) -> list[Action]:
    """Return the legal actions in the order in which they are worth showing to a beginner.

    In the sale the cheapest private; then the company that a gentle bot would start, at the highest price at
    which one can bring it to its start alone.
    """
    cash, needed = s.cash[SEATS[seat]], s.book.float_shares
    found = by_judgement(legal, judged)
    companies = [a.company for a in found if isinstance(a, StartCompany)]

    def rank(a: Action) -> tuple[int, int]:
        if isinstance(a, BuyPrivate):
            return s.sale[a.private], 0
        if isinstance(a, StartCompany):
            payable = a.par * needed <= cash
            return companies.index(a.company), -a.par if payable else a.par
        return 0, 0

    return sorted(found, key=rank)


def leaves_too_little(s: Australia, seat: int, options: Sequence[Option]) -> bool:
    """Whether the private that one could buy takes the money that a company needs."""
    buy, needed = of_type(options, BuyPrivate), s.book.float_shares * min(s.book.par_cells)
    return buy is not None and s.cash[SEATS[seat]] - s.sale[buy.private] < needed


def kind_of(s: AnyRailways, a: Action) -> str:
    match a:
        case BuyPrivate():
            return "buy"
        case CutPrice():
            return "cut"
    return kit.kind_of(s, a)


def chapter_of(s: Australia, options: Sequence[Option]) -> str:
    """Return the chapter of the present decision."""
    for key, part in PARTS.items():
        if any(isinstance(option.action, part.deeds) for option in options):
            return key
    return "shares" if isinstance(s.frame, StockRound) else ""


def private_lines(s: Australia, options: Sequence[Option]) -> list[Compared]:
    """Return what privates bring, in the opening sale."""
    named = [option.action.private if isinstance(option.action, BuyPrivate) else "" for option in options]
    incomes = [amount(s.book.privates[private].income if private else 0) for private in named]
    return [Compared(message(msg("income of every operating round")), incomes)]


# -- the texts -------------------------------------------------------------------------------------


def tell(s: Australia, seat: int, options: Sequence[Option]) -> Told | None:
    """Return heading and sentences of a decision; None where the coach has nothing to say."""
    if isinstance(s.frame, PrivateSale):
        return of_sale(s, seat, options)
    if isinstance(s.frame, StockRound):
        return of_stock(s, seat, options)
    if not isinstance(s.frame, OperatingTurn):
        return None
    company, cash = s.frame.company, s.cash[s.frame.company]
    if (lay := of_type(options, LayTile)) is not None:
        return of_track(s, company, lay)
    if of_type(options, PlaceMarker) is not None:
        return (
            message(msg("A station for {company}?"), company=company),
            (
                message(
                    msg("It costs ¤{cost} and keeps its circle for you."), cost=marker_cost(s, company) or 0
                ),
                message(msg("Passing is right when the treasury needs its ¤{cash} for a train."), cash=cash),
            ),
        )
    if (run := of_type(options, RunTrains)) is not None and run.routes:
        return of_run(s, company)
    if of_type(options, Dividend) is not None:
        return of_dividend(s, seat, s.frame)
    if (train := of_type(options, BuyTrain)) is not None:
        return (
            message(msg("A train for {company}?"), company=company),
            (
                message(msg("It costs ¤{price} and runs from the next round on."), price=train.price),
                message(
                    msg("Passing is right when the ¤{cash} of the treasury shall pay a better train."),
                    cash=cash,
                ),
            ),
        )
    return None


def of_sale(s: Australia, seat: int, options: Sequence[Option]) -> Told | None:
    buy = of_type(options, BuyPrivate)
    if buy is None:
        return None
    income = s.book.privates[buy.private].income
    return (
        message(msg("Buy a private, or make one cheaper?")),
        (
            message(
                msg("{private} pays you ¤{income} in every operating round."),
                private=buy.private,
                income=income,
            ),
            message(msg("Your ¤{cash} must also found a company."), cash=s.cash[SEATS[seat]]),
            message(
                msg("Lowering is right when it costs ¤{step} too much for you."), step=s.facts.auction_step
            ),
        ),
    )


def of_stock(s: Australia, seat: int, options: Sequence[Option]) -> Told | None:
    cash = s.cash[SEATS[seat]]
    start, share = of_type(options, StartCompany), of_type(options, BuyShare)
    if start is not None:
        needed = s.book.float_shares
        return (
            message(msg("A company of your own?")),
            (
                message(
                    msg("{company} begins when {count} shares are sold."), company=start.company, count=needed
                ),
                message(msg("Two of them cost you ¤{price} now and make you director."), price=2 * start.par),
                message(
                    msg("Another company is right when ¤{cash} cannot bring yours to its start."), cash=cash
                ),
            ),
        )
    if share is None:
        return None
    held, price = s.shares(SEATS[seat], share.company), purchase_price(s, share)
    if share.company not in s.opened:
        sold = total_shares(s, share.company) - s.shares("offer", share.company)
        return (
            message(msg("Who pays for the start of {company}?"), company=share.company),
            (
                message(
                    msg("Shares that {company} still lacks to its start: {count}."),
                    company=share.company,
                    count=max(0, s.book.float_shares - sold),
                ),
                message(msg("One costs ¤{price}."), price=price),
                message(msg("Passing is right when others buy them and your ¤{cash} stay free."), cash=cash),
            ),
        )
    return (
        message(msg("Where does your money earn most?")),
        (
            message(
                msg("You own {percent} % of {company} and get that part of every dividend."),
                percent=100 * held // (total_shares(s, share.company) or 1),
                company=share.company,
            ),
            message(msg("One more costs ¤{price}."), price=price),
            message(msg("Passing is right when you want your ¤{cash} for a better one."), cash=cash),
        ),
    )


def of_track(s: Australia, company: str, lay: LayTile) -> Told:
    cost = s.cash[company] - next(states_between(s, lay)).cash[company]
    known = runs_of(s, company)
    best = 0 if known is None else known.most(s, company).revenue
    if s.trains_of(company):
        first = message(msg("Today the best run of {company} earns ¤{run}."), company=company, run=best)
    else:
        price = cheapest_train(s) or 0
        first = message(
            msg("{company} has no train yet: the next one costs ¤{price}."), company=company, price=price
        )
    return (
        message(msg("Where does track pay?")),
        (
            first,
            message(msg("¤{cash} in the treasury pay ground and trains."), cash=s.cash[company]),
            message(
                msg("Passing is right when the ground costs more than it brings: here ¤{cost}."), cost=cost
            ),
        ),
    )


def of_run(s: Australia, company: str) -> Told:
    known = runs_of(s, company)
    best = 0 if known is None else known.most(s, company).revenue
    return (
        message(msg("{company} runs its trains."), company=company),
        (
            message(msg("The best run earns ¤{run}, and that is proved."), run=best),
            message(msg("Paid out, each share gets ¤{each}."), each=best // (total_shares(s, company) or 1)),
            message(msg("Standing still is right only without a run: it loses ¤{run}."), run=best),
        ),
    )


def of_dividend(s: Australia, seat: int, turn: OperatingTurn) -> Told:
    company, shares = turn.company, s.shares(SEATS[seat], turn.company)
    cash = s.cash[company]
    each = turn.revenue // (total_shares(s, company) or 1)
    return (
        message(
            msg("{company} ran ¤{revenue}. What can the money do?"), company=company, revenue=turn.revenue
        ),
        (
            message(msg("Paid, it brings ¤{mine} into your purse."), mine=each * shares),
            message(msg("The next train costs ¤{price}."), price=cheapest_train(s) or 0),
            message(msg("Keeping is right when the treasury, now ¤{cash}, could not pay it."), cash=cash),
        ),
    )


FIRST_GAME = FirstGame(
    says=msg("Found a company, lay track, run and pay: about 15 minutes, by the real rules."),
    tell=coach,
    names=("Wombat", "Kiwi", "Emu", "Dingo"),
    seeds=(1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 23),
)
