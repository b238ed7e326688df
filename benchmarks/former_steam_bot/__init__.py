"""The bot of Imperial Steam that was called `lookahead`: search and judgement as they were before `sharp`.

It is kept to measure later bots against and offered nowhere. `benchmarks/site` makes it known as `former`:

    PYTHONPATH=.:benchmarks/site stellwerk simulate imperial-steam --players 4 --variant all --games 100 \\
        --bots sharp,former --seed 1
"""

from benchmarks.former_steam_bot.outlook import OUTLOOK
from benchmarks.former_steam_bot.search import Budget, LookaheadBot
from stellwerk.bots import BotKind

AT_FIRST = Budget(width=6, tries=12, first=48)
WITH_A_PLAN = Budget(width=4, tries=8, first=48)


def make(seed: str) -> LookaheadBot:
    return LookaheadBot(OUTLOOK, seed, AT_FIRST, WITH_A_PLAN)


FORMER = BotKind(make, ("imperial-steam",))
