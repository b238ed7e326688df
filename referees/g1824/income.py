"""The most that a company's trains can earn together: less may not be run for (VII.10)."""

from typing import NamedTuple

from referees.g1824.board import Board, Side, side_of
from referees.g1824.chart import across
from referees.g1824.plain import Position
from referees.g1824.routes import BONUS, bonus, value
from referees.g1824.tables import COALS, HOMES, is_goods, is_two_player


class Link(NamedTuple):
    """Track between two stops, without another stop on the way; `sides` are bits."""

    to: str
    sides: int


class Route(NamedTuple):
    """What a route earns, and the sides that it uses, as bits."""

    earned: int
    sides: int


class Search:
    """All routes of one company that could be worth their while."""

    def __init__(self, position: Position, company: str) -> None:
        self.position, self.company, self.board = position, company, Board(position)
        self.bits: dict[Side, int] = {}
        self.own = self.board.stations(company)
        self.links: dict[str, list[Link]] = {}
        self._map_out()
        near = sorted(self.links)
        self.kinds = {stop: self.board.stops[stop].kind for stop in near}
        self.worth = {
            stop: 0 if self.kinds[stop] == "m" else value(self.board, position, stop) for stop in near
        }
        self.place = {stop: self.board.place(stop) for stop in near}
        self.closed = {stop for stop in near if self._ends(stop)}
        best: dict[str, int] = {}
        for stop in near:
            best[self.place[stop]] = max(best.get(self.place[stop], 0), self.worth[stop])
        self.ranking = sorted(best.items(), key=lambda pair: -pair[1])
        self.towns = {self.place[stop] for stop in near if self.kinds[stop] == "t"}
        self.extra = BONUS if is_two_player(position) else 0
        self.outlook = [dict.fromkeys(near, 0)]

    def _ends(self, stop: str) -> bool:
        return self.board.ends_routes(stop) or self.board.blocked(stop, self.company)

    def _map_out(self) -> None:
        """Follow the track from the company's stations to every stop that its routes can have."""
        todo = list(self.own)
        while todo:
            stop = todo.pop()
            if stop in self.links:
                continue
            self.links[stop] = self._links_of(stop)
            if stop in self.own or not self._ends(stop):
                todo += [link.to for link in self.links[stop]]
        for stop, links in self.links.items():  # from the ends, too, only to what can be on a route
            self.links[stop] = [link for link in links if link.to in self.links]

    def _links_of(self, stop: str) -> list[Link]:
        found: dict[str, set[int]] = {}

        def walk(hex: str, side: int, used: int) -> None:
            bit = self.bits.setdefault(side_of(hex, side), 1 << len(self.bits))
            beyond, far = across(hex, side)
            if used & bit or beyond not in self.board.hexes:
                return
            there = self.board.stop_at(beyond, far)
            if there and there != stop:
                found.setdefault(there, set()).add(used | bit)
            for other in self.board.onward(beyond, far):
                walk(beyond, other, used | bit)

        for side in self.board.stops[stop].sides:
            walk(stop.partition(".")[0], side, 0)
        return [
            Link(to, mask)
            for to, masks in found.items()
            for mask in sorted(masks)
            if not any(other != mask and other & mask == other for other in masks)
        ]

    def _top(self, seen: frozenset[str], left: int, goods: bool) -> int:
        """What the best places that are left would pay (towns are free for goods trains)."""
        total = 0
        for place, worth in self.ranking:
            if place in seen:
                continue
            if goods and place in self.towns:
                total += worth
            elif left:
                left -= 1
                total += worth
            elif not goods:
                break
        return total

    def _ahead(self, stop: str, left: int) -> int:
        """What so many more stops from here on could pay, were it allowed to go to and fro."""
        while len(self.outlook) <= left:
            last = self.outlook[-1]
            self.outlook.append(
                {
                    stop: max((self.worth[link.to] + last[link.to] for link in links), default=0)
                    for stop, links in self.links.items()
                }
            )
        return self.outlook[left][stop]

    def routes(self, kind: str, least: int) -> list[Route]:
        """Every route of a train that earns more than `least`, the best first."""
        found: dict[int, int] = {}
        reach = int(kind.removesuffix("g"))

        def keep(stops: tuple[str, ...], sides: int, earned: int) -> None:
            whole = earned + bonus(self.position, stops)
            if whole > max(least, found.get(sides, -1)):
                found[sides] = whole

        def goods(stops: tuple[str, ...], seen: frozenset[str], sides: int, left: int, earned: int) -> None:
            """Lengthen a goods train's route, which starts at a mine (VII.3, VII.9)."""
            if len(stops) > 1 and any(stop in self.own for stop in stops):
                keep(stops, sides, earned)
            if len(stops) > 1 and stops[-1] in self.closed:
                return
            if earned + self.extra + self._top(seen, left, goods=True) <= least:
                return
            for link in self.links[stops[-1]]:
                counts = self.kinds[link.to] != "t"
                place = self.place[link.to]
                if link.sides & sides or place in seen or self.kinds[link.to] == "m" or left < counts:
                    continue
                more = earned + self.worth[link.to]
                goods((*stops, link.to), seen | {place}, sides | link.sides, left - counts, more)

        def normal(
            stops: tuple[str, ...],
            seen: frozenset[str],
            sides: int,
            left: int,
            earned: int,
            first: int,
            second: bool,
        ) -> None:
            """Lengthen a route at its head; then, once, go on from its own station the other way."""
            head, station = stops[-1], stops[0]
            if head != station:
                keep(stops, sides, earned)
            if not left:
                return
            turns = not second and station not in self.closed
            hope = earned + self.extra
            if hope + self._top(seen, left, goods=False) <= least:
                return
            if (
                hope
                + max(
                    self._ahead(head, left - back) + self._ahead(station, back)
                    for back in range(left + 1 if turns else 1)
                )
                <= least
            ):
                return
            if head == station or head not in self.closed:
                for number, link in enumerate(self.links[head]):
                    place = self.place[link.to]
                    if link.sides & sides or place in seen or self.kinds[link.to] == "m":
                        continue
                    more, start = earned + self.worth[link.to], number if head == station else first
                    normal(
                        (*stops, link.to), seen | {place}, sides | link.sides, left - 1, more, start, second
                    )
            if turns and head != station:
                for link in self.links[station][first + 1 :]:
                    place = self.place[link.to]
                    if link.sides & sides or place in seen or self.kinds[link.to] == "m":
                        continue
                    more = earned + self.worth[link.to]
                    normal((*stops, link.to), seen | {place}, sides | link.sides, left - 1, more, first, True)

        if is_goods(kind):
            for mine in self.links:
                if self.kinds[mine] == "m" and (self.company not in COALS or mine == HOMES[self.company]):
                    goods((mine,), frozenset((mine,)), 0, reach, 0)
        else:
            for stop in self.own:
                if self.kinds[stop] != "m":
                    normal((stop,), frozenset((self.place[stop],)), 0, reach - 1, self.worth[stop], -1, False)
        return sorted((Route(earned, sides) for sides, earned in found.items()), reverse=True)

    def best(self, kind: str, least: int) -> int:
        """The most that one train can earn alone, if it is more than `least`."""
        found = self.routes(kind, least)
        return found[0].earned if found else least

    def more_than(self, kinds: list[str], total: int) -> bool:
        """Whether these trains together could earn more than this."""
        alone = {kind: self.best(kind, 0) for kind in sorted(set(kinds))}
        order = sorted(kinds, key=lambda kind: (-alone[kind], kind))
        everything = sum(alone[kind] for kind in order)
        if everything <= total:
            return False
        worthy = {kind: self.routes(kind, total - everything + alone[kind]) for kind in alone}

        def pack(at: int, earned: int, lists: list[list[Route]]) -> bool:
            """Give the trains from this one on routes on unused track; `lists` hold what is left for each."""
            if earned > total:
                return True
            if earned + sum(left[0].earned for left in lists[at:] if left) <= total:
                return False
            mine, later = lists[at], lists[at + 1 :]
            for number, route in enumerate(mine):
                hope = sum(
                    min(left[0].earned, route.earned) if kind == order[at] else left[0].earned
                    for kind, left in zip(order[at + 1 :], later, strict=True)
                    if left
                )
                if earned + route.earned + hope <= total:
                    break
                best = sum(
                    next((other.earned for other in left if not other.sides & route.sides), 0)
                    for left in later
                )
                if earned + route.earned + best <= total:
                    continue
                rest = [
                    [
                        other
                        for other in (mine[number:] if kind == order[at] else left)
                        if not other.sides & route.sides
                    ]
                    for kind, left in zip(order[at + 1 :], later, strict=True)
                ]
                if pack(at + 1, earned + route.earned, [*lists[: at + 1], *rest]):
                    return True
            return pack(at + 1, earned, lists) if at + 1 < len(order) else False

        return pack(0, 0, [worthy[kind] for kind in order])
