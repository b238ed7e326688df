"""4.10: what the first 3, 4 and 5 change; 4.8.6: surplus trains come back on sale."""

from stellwerk.engine.state import with_item
from stellwerk.games.g1853.rules.events import TrainReturned
from stellwerk.games.g1853.rules.state import India
from stellwerk.mech18.phases import begin_phase, meet_limit, scrap
from stellwerk.mech18.state import BANK


def first_train(s: India, kind: str) -> India:
    """4.10.1: at once; 4.10.5-b, 4.8.11: a 6 or a metre train changes nothing."""
    if kind not in s.book.phases or kind in s.phases:
        return s
    s = scrap(begin_phase(s, kind), kind)  # 4.8.4
    return meet_limit(drop_debts(s))


def drop_debts(s: India) -> India:
    """3.4.3-b: a debt ends with its train; what is out of the game is no longer beside the others."""
    return s.replace(
        credit={company: train for company, train in s.credit.items() if s.trains[train] == company},
        beside=tuple(train for train in s.beside if s.trains[train] == BANK),
    )


def return_train(s: India, train: str) -> India:
    """4.8.6: into the bank, on sale beside the current type."""
    company = s.trains[train]
    s = s.replace(trains=with_item(s.trains, train, BANK), beside=(*s.beside, train))
    return drop_debts(s).say(TrainReturned(company, s.versions[train]))


def end_of_endless(s: India) -> India:
    """4.8.17: the 2/1M beyond the seven go when a 3 is bought, or with the first operating round."""
    spare = [train for train in s.beside if is_spare(s, train)]
    if not spare:
        return s
    trains = {train: owner for train, owner in s.trains.items() if train not in spare}
    return s.replace(trains=trains, beside=tuple(train for train in s.beside if train not in spare))


def is_spare(s: India, train: str) -> bool:
    """Beyond the seven, and never bought: a train that came back is no spare one (4.8.10)."""
    kind, _, number = train.rpartition("-")
    return int(number) >= (s.book.trains[kind].count or 0) and train not in s.versions
