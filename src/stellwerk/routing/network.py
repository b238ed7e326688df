"""The network as bit masks.

One mask holds both what a route has closed to itself: bit s for segment s, and bit `shift + x` for stop x.
"""

from .problem import Problem


class Network:
    """Masks shared by all trains of one problem."""

    __slots__ = ("beside", "cliques", "closes", "lengths", "problem", "scale", "shift", "shuts", "track")

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        segments = problem.segments
        self.shift = len(segments)
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
        self.lengths = lengths  # with the toll, as weight
        # A weight is revenue * scale - pieces: one integer that prefers revenue, then less track.
        self.scale = 1 << len(users).bit_length()
        for number, segment in enumerate(segments):
            if segment.toll:
                lengths[number] += segment.toll * self.scale
        self.shuts = self._shuts()

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
        """The revenue in a weight, or the most revenue that a bound on weights allows."""
        return -(-weight // self.scale)


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
