"""Trains of both gauges: what is on sale, and what each kind would earn for a company."""

from collections.abc import Sequence

from msgspec import structs

from stellwerk.engine.memo import Memo
from stellwerk.games.g1853.bot.prospects import prospect
from stellwerk.games.g1853.rules.state import India
from stellwerk.games.g1853.rules.trains import METRE, phase
from stellwerk.mech18.book import TrainType
from stellwerk.mech18.bot.earnings import (
    FURTHER,
    YOUNG,
    Earnings,
    Prospect,
    best_with,
    reach_of,
    single_run,
)
from stellwerk.mech18.state import BANK

STANDARD = ("2", "3", "4", "5", "6")
METRES = ("2M", "3M", "4M")
BACK = "1M"
"""The back of a 2, a kind of its own on paper."""
KINDS = (*STANDARD, *METRES, BACK)
NUMBER = {name: number for number, name in enumerate(KINDS)}
STANDARD_GAUGE = "standard"
GUESS = 0.25
"""How much of what a train will earn is taken from what such trains earn anywhere."""
SLOWNESS = 0.9
"""How much of the way to what its track may grow into a company still has to go after one more round."""
SECOND = 0.3
"""How much of what a second train would add it adds at once, in a company without track."""
LATER = 0.4
"""How much metre track counts for a company that may own no metre train yet."""
USUAL_METRE = {"2": "2M", "3": "2M", "4": "3M", "5": "4M"}
"""By phase: the metre train whose runs tell what metre track is worth."""


def kinds(s: India) -> Sequence[TrainType]:
    """Return all kinds, the standard ones in their order, so that their numbers are those of the phases."""
    trains = s.book.trains
    back = structs.replace(trains["2"], name=BACK, versions=trains["2"].versions[1:])
    return [*(trains[name] for name in (*STANDARD, *METRES)), back]


def kind_of(s: India, card: str) -> str:
    """Return the kind of a card that somebody has bought."""
    return BACK if s.versions.get(card) == BACK else s.train_type(card)


def run_of(s: India, company: str, kind: TrainType) -> int:
    """Return the best run of one train of a kind."""
    real = s.book.trains["2"] if kind.name == BACK else kind
    return single_run(s, company, real, kind.versions[0].name)


def hopes(s: India, company: str) -> dict[str, float]:
    """Return what a train of each gauge to three cities may earn."""
    return {
        STANDARD_GAUGE: prospect(s, company, STANDARD_GAUGE).run(3),
        METRE: prospect(s, company, METRE).run(3) * (1.0 if may_buy_metre(s, company) else LATER),
    }


def may_buy_metre(s: India, company: str) -> bool:
    """4.8.15: large companies from phase 3 on."""
    return phase(s) != "2" or not s.is_large(company)


def near_kinds(s: India, company: str) -> set[str]:
    """Return the kinds whose runs are worked out: what it owns, and what the bank sells soon."""
    found = {kind_of(s, card) for card in s.trains_of(company)}
    sold = [name for name in STANDARD if any(s.train_type(c) == name for c in s.trains_of(BANK))]
    found |= set(sold[:2])
    if may_buy_metre(s, company):
        found.add(USUAL_METRE[phase(s)])
    if s.back_sides and not s.is_large(company) and sold[:1] == ["2"]:
        found.add(BACK)
    return found


def furthest(s: India, company: str) -> Sequence[TrainType]:
    """Return of each gauge the train that reaches furthest: no other of them runs better."""
    near = near_kinds(s, company)
    found: dict[str | None, TrainType] = {}
    for kind in kinds(s):
        if kind.name in near and kind.name != BACK:
            gauge = kind.versions[0].gauge
            found[gauge] = max(found.get(gauge, kind), kind, key=lambda one: reach_of(one.versions[0]))
    return list(found.values())


class GaugeEarnings(Earnings):
    """Earnings of a company whose second train may find no track of its own yet."""

    def __init__(self, now: Sequence[float], target: Sequence[float], fit: float, second: float) -> None:
        super().__init__(now, target, fit)
        self.second = second

    def _single(self, number: int, rounds: int) -> float:
        now, target = self.now[number], self.target[number]
        slowness = SLOWNESS if now > 0.5 * target else YOUNG
        return now + (target - now) * (1.0 - slowness**rounds)

    def _reckon(self, trains: tuple[int, ...], rounds: int) -> float:
        single = sorted((self._single(number, rounds) for number in trains), reverse=True)
        left = SLOWNESS**rounds
        total = 0.0
        for place, one in enumerate(single):
            further = FURTHER[min(place, len(FURTHER) - 1)]
            total += one * (further + (further * self.second - further) * left if place else further)
        return total * (1.0 + (self.fit - 1.0) * left)


def earnings(s: India, there: India, company: str, sold: Sequence[TrainType], asked: Prospect) -> Earnings:
    """Return what trains of every kind would earn, gauge by gauge: track of one is of no use to the other."""
    scale, place = asked.scale, asked.place
    if company not in s.opened:
        target = [scale.of(reach_of(kind.versions[0])) * place for kind in sold]
        return GaugeEarnings([0.0] * len(sold), target, 1.0, SECOND)
    near = near_kinds(s, company)
    now: list[float] = []
    last: dict[str | None, tuple[int, float]] = {}
    for kind in sold:
        version = kind.versions[0]
        reach = reach_of(version)
        if kind.name in near:
            now.append(run_of(s, company, kind))
            last[version.gauge] = (reach, now[-1])
        else:
            at, earned = last.get(version.gauge, (reach, 0.0))
            now.append(earned * max(0.3, 1 + 0.08 * (reach - at)))
    leaning = {gauge: hope + 20.0 for gauge, hope in hopes(s, company).items()}
    most = max(leaning.values())
    target = []
    for kind, today in zip(sold, now, strict=True):
        version = kind.versions[0]
        reach = reach_of(version)
        assert version.gauge is not None
        prior = scale.of(reach) * place * max(0.3, leaning[version.gauge] / most)
        grown = GUESS * prior + (1.0 - GUESS) * max(
            today, min(2.0 * prior, prospect(s, company, version.gauge).run(reach))
        )
        target.append(max(grown, 1.15 * today))
    own = {card: s.versions[card] for card in s.trains_of(company)}
    main = max(range(len(sold)), key=lambda number: (sold[number].name in near, now[number]))
    second = SECOND
    if now[main]:
        second = min(1.2, (pair_of(s, company, sold[main]) / now[main] - 1.0) / FURTHER[1])
    found = GaugeEarnings(now, target, 1.0, second)
    guess = found.of(tuple(NUMBER[kind_of(s, card)] for card in own), 0)
    exact = best_with(s, company, own) if own else 0
    fit = min(1.5, max(0.5, exact / guess)) if guess and exact else 1.0
    return GaugeEarnings(now, target, fit, second)


_PAIRS: Memo[tuple[str, str, str], int] = Memo("bot_pairs", 64)


def pair_of(s: India, company: str, kind: TrainType) -> int:
    """Return the best run of two trains of a kind."""
    kept = _PAIRS.of(s.board)
    key = (company, kind.name, s.colour)
    found = kept.get(key)
    if found is None:
        name = "2" if kind.name == BACK else kind.name
        cards = [card for card in s.trains if s.train_type(card) == name][:2]
        found = kept[key] = best_with(s, company, dict.fromkeys(cards, kind.versions[0].name))
    return found
