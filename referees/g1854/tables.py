"""Numbers and names: papers, prices, trains, limits (facts; summary, phases)."""

from referees.g1854.plain import Position, seat_name

MAJORS = ("KE", "FJ", "SD", "KR", "KT", "SB", "NT", "VB")
LOCALS = ("1", "2", "3", "4", "5", "6")
LOKALBAHNEN = ("A", "B", "C")
COMPANIES = (*MAJORS, *LOKALBAHNEN)

PACKET = ("P1", "P2", "P3", "1", "2", "3", "4", "5", "6", "P4", "P5")
"""The order of the opening sale."""
FACE = {"P1": 20, "P2": 50, "P3": 70, "P4": 170, "P5": 190} | dict.fromkeys(LOCALS, 150)
MOUNTAIN_HEX = {"P1": "E5", "P2": "F16", "P3": "F20", "P4": "F4", "P5": "E23"}

PARS = (67, 72, 77, 82, 87, 93)
MARKET = (
    (86, 89, 93, 97, 101, 106, 112, 119, 127, 136, 146, 158, 170, 185, 210, 230, 250, 275, 300),
    (81, 84, 87, 91, 95, 99, 104, 110, 117, 125, 134, 143, 153, 165, 180, 200),
    (76, 79, 82, 85, 89, 93, 97, 102, 108, 115, 123),
    (71, 74, 77, 80, 83, 87, 91, 95, 100),
    (66, 69, 72, 75, 78, 81, 85, 89),
    (61, 64, 67, 70, 73, 76, 79),
    (56, 59, 62, 65, 68, 71),
    (0, 54, 57, 60, 63),
)
YELLOW = frozenset({(5, 0), (5, 5), (5, 6), (6, 0), (6, 1), (6, 4), (6, 5), (7, 1), (7, 2), (7, 3), (7, 4)})
"""Cells whose papers do not count towards the paper limit (summary, buying)."""

MARKER_PRICES = {
    "KE": (0, 40, 100, 100),
    "FJ": (0, 40, 100),
    "SD": (0, 40, 100, 100),
    "KR": (0, 40, 100, 100),
    "KT": (0, 40, 100),
    "SB": (0, 40, 100),
    "NT": (0, 40, 100, 100),
    "VB": (0, 40, 100),
} | dict.fromkeys((*LOCALS, *LOKALBAHNEN), (0, 40))

TRAIN_PRICES = {
    "2": 100,
    "3": 200,
    "4": 320,
    "5": 530,
    "6": 670,
    "8": 900,
    "8Ox": 1200,
    "1+": 100,
    "2+": 120,
    "3+": 160,
}
NUMBERS = ("2", "3", "4", "5", "6", "8")
PHASES = ("2", "3", "4", "5", "6", "8")
LIMITS = {"2": (4, 2), "3": (4, 2), "4": (3, 1), "5": (2, 1), "6": (2, 1), "8": (2, 1)}
"""Trains of a company with a price, and of a local railway (ruling local_limit_from_5: 1)."""

MAIL_PRICES = {"small": 100, "large": 200}
MAIL_COUNT = 6


def phase(position: Position) -> str:
    """The phase that is being played."""
    begun: list[str] = position["phases"]
    return begun[-1] if begun else "2"


def from_phase(position: Position, name: str) -> bool:
    """Whether a phase has begun."""
    return PHASES.index(phase(position)) >= PHASES.index(name)


def tile_colours(position: Position) -> set[str]:
    """The colours that may be laid (summary, phases)."""
    starts = {"2": "yellow", "3": "green", "5": "brown", "8": "gray"}
    return {colour for name, colour in starts.items() if from_phase(position, name)}


def price(position: Position, company: str) -> int:
    """The price on the market, for 10%, or for one half of a Lokalbahn AG."""
    cell = position["prices"][company]
    return MARKET[cell["row"]][cell["column"]]


def director(position: Position, company: str) -> str:
    """Who holds the director's paper (or the local railway)."""
    owner: str = position["papers"][f"{company}_0"]
    return owner


def owned_by_director(position: Position, company: str, private: str) -> bool:
    """Whether a company's director owns a mountain railway."""
    owner: str = position["privates"][private]
    return owner == director(position, company)


def kind_of(position: Position, train: str) -> str:
    """A train card's kind: the version it was bought as, or the stack it lies in."""
    kind: str = position["versions"].get(train) or train.rpartition("-")[0]
    return kind


def trains_of(position: Position, owner: str) -> list[str]:
    """The train cards of an owner."""
    return [train for train, has in position["trains"].items() if has == owner]


def limit(position: Position, company: str) -> int:
    """How many trains a company may have now."""
    return LIMITS[phase(position)][company in LOCALS]


def seats(position: Position) -> list[str]:
    """All players."""
    return [seat_name(seat) for seat in range(len(position["names"]))]
