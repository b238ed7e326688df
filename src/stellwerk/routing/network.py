"""The network as bit masks.

One mask holds what a route has closed to itself: bit s for segment s, and bit `shift + x` for stop x. The
segment number `once` is no track: whoever gets the end bonus of the set uses it, so only one route can.
"""

from .problem import Problem


class Network:
    """Masks shared by all trains of one problem."""

    __slots__ = (
        "_below",
        "beside",
        "cliques",
        "closes",
        "lengths",
        "once",
        "problem",
        "shift",
        "shuts",
        "side_unit",
        "track",
        "unit",
    )

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        segments = problem.segments
        self.once = len(segments)
        self.shift = self.once + 1
        self.track = (1 << self.shift) - 1
        # beside[x]: (segment, stop at its other end); closes[s]: segments that share a piece with s, s too.
        beside: list[list[tuple[int, int]]] = [[] for _ in problem.stops]
        users: dict[str, int] = {}
        lengths = []
        for number, segment in enumerate(segments):
            pieces = segment.pieces
            lengths.append(len(pieces))
            bit = 1 << number
            twice = False
            for piece in pieces:
                old = users.get(piece, 0)
                twice = twice or old & bit != 0
                users[piece] = old | bit
            if segment.a != segment.b and not twice:
                beside[segment.a].append((number, segment.b))
                beside[segment.b].append((number, segment.a))
        closes = [1 << number for number in range(self.shift)]
        # Sets of segments of which only one can be used, by one train: those with a piece in common.
        self.cliques = list(dict.fromkeys(users.values()))
        for mask in self.cliques:
            if mask & (mask - 1):
                for number in bits(mask):
                    closes[number] |= mask
        self.beside = beside
        self.closes = closes
        self.lengths = lengths
        self.shuts = self._shuts()
        self._set_units(len(users))

    def _set_units(self, pieces: int) -> None:
        """A weight is revenue * unit + side * side_unit - pieces: one integer for all three."""
        problem = self.problem
        self.side_unit = 1 << pieces.bit_length()
        sides = [stop.side for stop in problem.stops if stop.side] * len(problem.trains)
        if problem.end_bonus is not None and problem.end_bonus.side:
            sides += problem.end_bonus.amounts
        least = sum(side for side in sides if side < 0)
        most = sum(side for side in sides if side > 0)
        self.unit = self.side_unit << (most - least).bit_length()
        self._below = self.side_unit * (1 - least) - 1

    def _shuts(self) -> list[int]:
        """For each stop, the stops that no route can have once it has this one."""
        shift = self.shift
        shuts = [1 << shift + number for number in range(len(self.problem.stops))]
        groups: dict[str, int] = {}
        for number, stop in enumerate(self.problem.stops):
            for group in stop.groups:
                groups[group] = groups.get(group, 0) | 1 << shift + number
        for mask in groups.values():
            for number in bits(mask >> shift):
                shuts[number] |= mask
        return shuts

    def revenue(self, weight: int) -> int:
        """Return the revenue in a weight, or the most revenue that a bound on weights allows."""
        return (weight + self._below) // self.unit

    def end_weights(self) -> list[int] | None:
        """Return what each stop adds as an end of the route that gets the end bonus."""
        bonus = self.problem.end_bonus
        if bonus is None:
            return None
        unit = self.side_unit if bonus.side else self.unit
        return [amount * unit for amount in bonus.amounts]


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def columns(masks: list[int], width: int) -> list[int]:
    """For each of the lowest bits, the set of masks that have it: bit n of it stands for mask n.

    One table of digits is written by row and read by column, which is faster than to set bits one by one.
    """
    size = (width + 7) // 8
    rows = b"".join([mask.to_bytes(size, "big") for mask in reversed(masks)])
    digits = format(int.from_bytes(rows, "big"), f"0{8 * len(rows)}b")
    return [int(digits[8 * size - 1 - bit :: 8 * size], 2) for bit in range(width)]
