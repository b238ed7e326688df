"""What is printed on papers, train cards and the price table (I, III, IV, VI.1, X, XI, XIII)."""

from referees.g1824.plain import Position

COALS = {"EPP": "BK", "EOD": "MS", "MLB": "CL", "SPB": "SB"}
"""IV.2, XIII.1: coal railways and the regional railways whose director's papers they become."""

PRE_STATES = {"SD1": "SD", "SD2": "SD", "SD3": "SD", "UG1": "UG", "UG2": "UG", "KK1": "KK", "KK2": "KK"}
"""IV.3: pre-state railways and their state railways."""

REGIONALS = ("BK", "MS", "CL", "SB", "BH")
STATES = ("SD", "UG", "KK")
SHARE_COMPANIES = REGIONALS + STATES

COAL_PRICES = (120, 140, 160, 180, 200)  # IV.2
START_PRICES = (60, 70, 80, 90, 100)  # IV.4.3, VI.4
MOUNTAIN_PRICE = 120  # IV.1

HOMES = {
    "EPP": "C6.0",
    "EOD": "A12.0",
    "MLB": "A22.0",
    "SPB": "H25.0",
    "SD1": "E12.0",
    "SD2": "G10.0",
    "SD3": "G4.0",
    "UG1": "F17.1",
    "UG2": "H15.0",
    "KK1": "E12.1",
    "KK2": "E12.2",
    "BK": "B9.0",
    "MS": "C12.0",
    "CL": "B23.0",
    "SB": "G26.0",
    "BH": "J13.0",
}
"""IV.4, XIII.1: where the home markers go, as stops of the printed map."""

MARKERS = {"regional": 3, "state": 5}  # IV.4.2 to IV.4.4, VII.8
PAPER_LIMITS = {3: 21, 4: 16, 5: 13, 6: 11}  # VI.7
CISLEITHANIA_LIMITS = {2: 14, 3: 16}  # X.2, XI.2

PRICES = (
    (100, 110, 120, 130, 140, 155, 170, 190, 210, 235, 260, 290, 320, 350),
    (90, 100, 110, 120, 130, 145, 160, 180, 200, 225, 250, 280, 310, 340),
    (80, 90, 100, 110, 120, 135, 150, 170, 190, 215, 240, 270, 300, 330),
    (70, 80, 90, 100, 110, 125, 140, 160, 180, 200, 220),
    (60, 70, 80, 90, 100, 115, 130, 150, 170),
    (50, 60, 70, 80, 90, 105, 120),
    (40, 50, 60, 70, 80),
)
"""VI.1: the price table."""

TRAIN_PRICES = {
    "2": 80,
    "3": 180,
    "4": 280,
    "5": 400,
    "6": 600,
    "8": 800,
    "10": 1000,
    "1g": 120,
    "2g": 240,
    "3g": 360,
    "4g": 600,
    "5g": 800,
}
NORMAL = ("2", "3", "4", "5", "6", "8", "10")
GOODS_SINCE = {"1g": "2", "2g": "3", "3g": "4", "4g": "6", "5g": "8"}
"""VII.14: from the first sale of which normal train on a goods train is to be had."""

LOWER = {
    "3": "2",
    "4": "3",
    "5": "4",
    "6": "5",
    "8": "6",
    "10": "8",
    "2g": "1g",
    "3g": "2g",
    "4g": "3g",
    "5g": "4g",
}
"""VII.13: the train that may be given in payment, at half its printed price."""


def variant(position: Position) -> str:
    """The name of the game: base, a Cisleithania or a goods time."""
    name: str = position["setup"]["variant"]
    return name


def is_two_player(position: Position) -> bool:
    """Chapter X: Cisleithania for two."""
    return variant(position) == "cisleithania-2"


def paper_limit(position: Position) -> int:
    """How many papers a player may have (VI.7, X.2, XI.2)."""
    players = len(position["setup"]["players"])
    of_map = CISLEITHANIA_LIMITS if variant(position).startswith("cisleithania") else PAPER_LIMITS
    return of_map[players]


def kind_of(company: str) -> str:
    """Coal, pre-state, regional or state railway."""
    if company in COALS:
        return "coal"
    if company in PRE_STATES:
        return "pre_state"
    return "state" if company in STATES else "regional"


def train_type(train: str) -> str:
    """The type that a train card shows: "2-0" is a 2."""
    return train.partition("-")[0]


def is_goods(kind: str) -> bool:
    """Whether a type of train is a goods train."""
    return kind.endswith("g")


def price_of(position: Position, company: str) -> int:
    """The current price of a share, 0 without a marker on the table."""
    cell = position["prices"].get(company)
    return PRICES[cell["row"]][cell["column"]] if cell else 0


def train_limit(position: Position, company: str) -> int:
    """How many trains a company may have now (IV.2 to IV.4, VII.14)."""
    kind, sold = kind_of(company), position["phases"]
    if kind in ("coal", "pre_state"):
        return 2
    if kind == "state":
        return 3 if "6" in sold else 4
    if "6" in sold:
        return 2
    return 3 if "4" in sold else 4


def colour_level(position: Position) -> int:
    """How many colours of tiles may be laid, 1 for yellow alone (VII.7, VII.14)."""
    return 1 + sum(first in position["phases"] for first in ("3", "5", "8"))


def trains_of(position: Position, owner: str) -> list[str]:
    """The train cards of a company or of the bank."""
    return [train for train, holder in position["trains"].items() if holder == owner]
