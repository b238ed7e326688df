"""The printed values: cities, links, tiles, boards and cards, as the facts list them."""

GOODS = ("wood", "stone", "iron", "coal")
COLOURS = ("bronze", "blue", "green", "white")

NUMBERED = (
    "lilienfeld",
    "bratislava",
    "mariazell",
    "sopron",
    "gloggnitz",
    "muerzzuschlag",
    "eisenerz",
    "kindberg",
    "friedberg",
    "koszeg",
    "leoben",
    "hartberg",
    "szombathely",
    "judenburg",
    "graz",
    "fuerstenfeld",
    "koermend",
    "friesach",
    "wolfsberg",
    "st_veit",
    "feldkirchen",
    "murska_sobota",
    "villach",
    "maribor",
    "celje",
    "ljubljana",
    "gorizia",
)
"""Cities with a space for a tile, number 1 first."""

# effort, cost of a station, places for stations
PRINTED = {
    "wien": (3, 60, 4),
    "wr_neustadt": (3, 30, 2),
    "bruck": (3, 40, 2),
    "trieste": (4, 60, 2),
}
HUB = (3, 50, 2)
HUB_WANTS = {"wood": 1, "stone": 1, "iron": 1, "coal": 2}  # p. 27

# One line a tile: number, effort, cost of a station, places for stations, places for factories.
_TILES = {
    2: """
    1 2 30 1 0, 2 2 40 1 1, 3 3 30 1 0, 4 2 40 1 1, 6 3 30 1 0, 7 3 30 1 1,
    8 2 30 1 0, 9 2 30 1 0, 10 2 30 1 1, 12 2 40 1 0, 14 2 40 1 1, 15 3 60 1 1,
    17 2 20 1 1, 18 2 30 1 0, 19 2 30 1 1, 20 3 40 1 0, 21 2 30 1 0, 22 2 20 1 1,
    23 3 40 1 0, 24 3 50 1 1, 25 2 30 1 1, 26 3 60 1 0, 27 2 40 1 0,
    """,
    3: """
    1 2 30 1 1, 2 2 40 2 1, 3 3 30 1 0, 5 2 40 1 1, 7 3 30 1 2, 8 2 30 1 0,
    9 2 30 1 1, 10 2 30 1 0, 11 3 40 1 1, 12 2 40 1 0, 13 3 50 2 1, 14 2 40 1 1,
    16 2 40 1 1, 17 2 20 1 1, 18 2 30 1 1, 19 2 30 1 1, 20 3 40 1 1, 21 2 30 1 0,
    22 2 20 1 1, 23 3 40 1 0, 25 2 30 1 1, 26 3 60 2 1, 27 2 40 1 0,
    """,
    4: """
    1 2 30 1 1, 2 2 40 2 2, 3 3 30 1 0, 4 2 40 2 1, 6 3 30 1 1, 7 3 30 1 2,
    8 2 30 1 1, 9 2 30 1 1, 12 2 40 2 1, 13 3 50 2 1, 14 2 40 1 1, 15 3 60 2 1,
    17 2 20 1 1, 18 2 30 1 1, 19 2 30 1 1, 20 3 40 2 1, 21 2 30 1 0, 22 2 20 1 1,
    23 3 40 1 1, 24 3 50 2 1, 25 2 30 2 1, 26 3 60 2 1, 27 2 40 1 1,
    """,
}
TILES = {
    players: {
        words[0]: (int(words[1]), int(words[2]), int(words[3]), int(words[4]))
        for words in (line.split() for line in text.split(",") if line.strip())
    }
    for players, text in _TILES.items()
}
"""By number of players and tile: effort, cost of a station, places for stations and factories."""

TILE_WANTS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {},
    3: {"2": ("wood",), "14": ("stone",), "25": ("iron",)},
    4: {
        "2": (
            "wood",
            "stone",
        ),
        "14": (
            "wood",
            "iron",
        ),
        "25": (
            "stone",
            "iron",
        ),
    },
}

_LINKS = """
L01 wien lilienfeld normal, L02 wien wr_neustadt normal, L03 wien bratislava normal,
L04 bratislava wr_neustadt normal, L05 bratislava sopron normal, L06 wr_neustadt sopron normal,
L07 wr_neustadt gloggnitz normal, L08 wr_neustadt lilienfeld bridge, L09 gloggnitz muerzzuschlag tunnel,
L10 gloggnitz friedberg tunnel, L11 friedberg hartberg normal, L12 friedberg koszeg bridge,
L13 lilienfeld mariazell normal, L14 mariazell muerzzuschlag bridge, L15 mariazell eisenerz tunnel,
L16 eisenerz leoben bridge, L17 muerzzuschlag kindberg normal, L18 kindberg bruck normal,
L19 kindberg hartberg tunnel, L20 bruck leoben normal, L21 bruck graz bridge,
L22 leoben judenburg normal, L23 judenburg friesach bridge, L24 judenburg graz tunnel,
L25 friesach st_veit normal, L26 friesach feldkirchen bridge, L27 st_veit feldkirchen normal,
L28 st_veit wolfsberg bridge, L29 graz st_veit tunnel, L30 graz maribor bridge,
L31 graz fuerstenfeld normal, L32 hartberg fuerstenfeld normal, L33 hartberg szombathely bridge,
L34 sopron koszeg normal, L35 koszeg szombathely normal, L36 szombathely koermend normal,
L37 koermend fuerstenfeld bridge, L38 koermend murska_sobota normal, L39 fuerstenfeld murska_sobota normal,
L40 fuerstenfeld maribor bridge, L41 murska_sobota maribor bridge, L42 wolfsberg maribor bridge,
L43 wolfsberg celje tunnel, L44 maribor celje normal, L45 celje ljubljana bridge,
L46 st_veit ljubljana tunnel, L47 feldkirchen villach normal, L48 villach ljubljana tunnel,
L49 villach gorizia tunnel, L50 gorizia ljubljana tunnel, L51 ljubljana trieste bridge,
L52 gorizia trieste normal,
"""
LINKS = {
    words[0]: (words[1], words[2], words[3])
    for words in (line.split() for line in _LINKS.split(",") if line.strip())
}

# City, fewest players, cost: of the board (0), of the station of the city (-1) or its own.
SITES = {
    "F01": ("wien", 2, 0),
    "F02": ("wien", 2, 40),
    "F03": ("wien", 3, 0),
    "F04": ("wien", 4, 0),
    "F05": ("wr_neustadt", 2, 0),
    "F06": ("wr_neustadt", 3, -1),
    "F07": ("bruck", 2, 0),
    "F08": ("bruck", 4, 40),
    "F09": ("leoben", 2, -1),
    "F10": ("eisenerz", 3, 30),
    "F11": ("sopron", 2, -1),
    "F12": ("graz", 3, -1),
    "F13": ("graz", 4, 50),
    "F14": ("maribor", 2, 40),
    "F15": ("celje", 4, -1),
    "F16": ("ljubljana", 3, 40),
    "F17": ("szombathely", 4, -1),
    "F18": ("st_veit", 3, -1),
    "F19": ("lilienfeld", 2, 30),
}

# What the next factory of a sort costs, by those already taken.
FACTORY_COSTS: dict[int, dict[str, tuple[int, ...]]] = {
    2: {
        "wood": (20, 20, 30, 40, 40, 50),
        "stone": (20, 30, 30, 40, 50, 60),
        "iron": (30, 40, 40, 50, 60, 70),
        "coal": (30, 30, 40, 50, 50, 60),
    },
    3: {
        "wood": (20, 20, 30, 30, 30, 40, 40, 40, 50),
        "stone": (20, 30, 30, 30, 40, 40, 50, 50, 60),
        "iron": (30, 30, 40, 40, 50, 50, 60, 60, 70),
        "coal": (30, 30, 40, 40, 40, 50, 50, 60, 60),
    },
    4: {
        "wood": (20, 20, 20, 30, 30, 30, 40, 40, 40, 50, 50, 50),
        "stone": (20, 20, 30, 30, 30, 40, 40, 40, 50, 50, 50, 60),
        "iron": (30, 30, 40, 40, 40, 50, 50, 50, 60, 60, 60, 70),
        "coal": (30, 30, 30, 40, 40, 40, 50, 50, 50, 60, 60, 60),
    },
}

# What a cube of a sort pays that is delivered, by the factories already taken; coal pays in keys.
DELIVERY_PRICES: dict[int, dict[str, tuple[int, ...]]] = {
    2: {
        "wood": (80, 70, 70, 60, 50, 50, 40),
        "stone": (90, 80, 80, 70, 60, 50, 40),
        "iron": (110, 100, 90, 80, 70, 60, 50),
    },
    3: {
        "wood": (80, 80, 70, 70, 60, 60, 50, 50, 40, 40),
        "stone": (90, 90, 80, 80, 70, 60, 60, 50, 50, 40),
        "iron": (110, 100, 100, 90, 80, 80, 70, 70, 60, 50),
    },
    4: {
        "wood": (80, 80, 70, 70, 70, 60, 60, 60, 50, 50, 50, 40, 40),
        "stone": (90, 90, 80, 80, 80, 70, 70, 60, 60, 60, 50, 50, 40),
        "iron": (110, 100, 100, 90, 90, 80, 80, 80, 70, 70, 60, 60, 50),
    },
}

WAGES = (10, 20, 30, 40, 50)
ENGINEER = 30
MARKET = (10, 10, 20, 20, 30, 30, 40, 40, 50, 50)  # the uppermost cube first
LOCOMOTIVES = {4: (40, 2), 5: (50, 3), 6: (60, 4), 7: (70, 5), 8: (80, 6)}  # price, first round
OLD_LOCOMOTIVE = 30  # an IS-3
SHARE_PRICES = (40, 60, 90, 130, 180, 240)
RAISES = (0, 1, 2, 3, 4, 5)  # influence that it costs to come to this row
INVESTOR_ROWS = (0, 1, 2, 3, 4, 5, 5, 5, 5)  # from the bottom to the top
LAST_COLUMN = 20  # of influence: 200

# Reserved wagons, factories asked for.
CONTRACTS = {
    "K01": (1, ("wood",)),
    "K02": (1, ("wood",)),
    "K03": (1, ("stone",)),
    "K04": (1, ("stone",)),
    "K05": (1, ("iron",)),
    "K06": (1, ("iron",)),
    "K07": (1, ("coal",)),
    "K08": (1, ("coal",)),
    "K09": (2, ("wood", "wood")),
    "K10": (2, ("stone", "stone")),
    "K11": (2, ("iron", "iron")),
    "K12": (2, ("coal", "coal")),
    "K13": (2, ("wood", "stone")),
    "K14": (2, ("wood", "iron")),
    "K15": (2, ("wood", "coal")),
    "K16": (2, ("stone", "iron")),
    "K17": (2, ("stone", "coal")),
    "K18": (2, ("iron", "coal")),
    "K19": (3, ("wood", "stone", "iron")),
    "K20": (3, ("wood", "stone", "coal")),
    "K21": (3, ("wood", "iron", "coal")),
    "K22": (3, ("stone", "iron", "coal")),
    "K23": (3, ("wood", "wood", "iron")),
    "K24": (3, ("wood", "wood", "coal")),
    "K25": (3, ("stone", "stone", "iron")),
    "K26": (3, ("stone", "stone", "coal")),
    "K27": (3, ("iron", "iron", "wood")),
    "K28": (3, ("coal", "coal", "stone")),
}
