"""Colours and rules of the drawings: paper, ink and enamel, in a light and a dark theme."""

import msgspec


class Theme(msgspec.Struct, frozen=True):
    """The colours that differ between light and dark."""

    sea: str
    deep: str
    ripples: tuple[str, str, str]
    land: tuple[str, str, str]
    line: str
    ink: str
    ink_soft: str
    sheet: str
    terrain: str
    yellow: str
    green: str
    brown: str
    gray: str
    red: str
    blue: str
    track: str
    casing: str
    gauge: str
    reach: str

    def tile(self, colour: str) -> str:
        by_colour = {
            "yellow": self.yellow,
            "green": self.green,
            "brown": self.brown,
            "gray": self.gray,
            "red": self.red,
            "blue": self.blue,
        }
        return by_colour.get(colour, self.land[0])


LIGHT = Theme(
    sea="#c9dbdf",
    deep="#a9c5cd",
    ripples=("#d0e1e3", "#d9e8e8", "#e6f0ec"),
    land=("#f6efdc", "#eaedda", "#f5e6d3"),
    line="#b9ad8e",
    ink="#2a2c26",
    ink_soft="#656150",
    sheet="#faf6ea",
    terrain="#a08a63",
    yellow="#f4d54a",
    green="#8cc27c",
    brown="#c69560",
    gray="#b9bcbb",
    red="#d98474",
    blue="#bcd6e0",
    track="#1b1d1b",
    casing="#fffdf5",
    gauge="#7a1f5c",
    reach="#96690c",
)

DARK = Theme(
    sea="#16242b",
    deep="#1d3540",
    ripples=("#182830", "#1b2d35", "#20343b"),
    land=("#37403a", "#333f3c", "#403f38"),
    line="#5a665e",
    ink="#eee7d6",
    ink_soft="#a09f90",
    sheet="#19211d",
    terrain="#8d8062",
    yellow="#d9bb3c",
    green="#74a866",
    brown="#b2834f",
    gray="#9fa4a3",
    red="#c27263",
    blue="#2f5566",
    track="#141614",
    casing="#f5f0e2",
    gauge="#eb97cd",
    reach="#e0b660",
)

SIGN = "'Avenir Next Condensed','Roboto Condensed','Arial Narrow','Liberation Sans Narrow',Arial,sans-serif"
TILE_INK = "#191b18"
CARD = "#fffdf6"
ROUTES = ("#58b4ff", "#ff7fb0", "#7fe0c3", "#ffb454")
DASHES = ("", "7 3.5", "2 3", "12 3 2 3")  # colour alone never tells routes apart


def style(theme: Theme) -> str:
    """The style sheet of a map; class names are the interface for pages that restyle it."""
    return f"""
text{{font-family:{SIGN};text-anchor:middle}}
.hx{{stroke:{theme.line};stroke-width:1}} .tl{{stroke:rgba(20,22,18,.55)}} .deep{{stroke-dasharray:4 3}}
.pl{{stroke:rgba(20,24,20,.13);stroke-width:1.6;fill:none}} .pd{{fill:rgba(20,24,20,.2)}}
.over{{pointer-events:none}}
.cas{{stroke:{theme.casing};stroke-width:11.5;fill:none}}
.trk{{stroke:{theme.track};stroke-width:7.4;fill:none}}
.arw{{fill:{theme.track};stroke:{theme.casing};stroke-width:1.6}}
.rt{{fill:none;stroke-width:4.6}}
.cb0{{stroke:{theme.track};fill:{theme.track};stroke-linejoin:round;stroke-linecap:round}}
.cb1{{stroke:{CARD};fill:{CARD};stroke-linejoin:round;stroke-linecap:round}}
.slot{{fill:{CARD};stroke:{theme.track};stroke-width:1.7}}
.mk{{stroke:#14161a;stroke-width:.8}} .mkr{{fill:none;stroke-width:.9;opacity:.75}} .mkt{{font-weight:700}}
.home{{font-size:9px;font-weight:700;fill:#6b6f66}}
.twn{{fill:{theme.track};stroke:{theme.casing};stroke-width:1.8}}
.prt{{fill:{CARD};stroke:#1f4a5c;stroke-width:1.5}}
.anc{{fill:none;stroke:#1f4a5c;stroke-width:1.6;stroke-linecap:round}}
.rev{{fill:{CARD};stroke:{theme.track};stroke-width:1}}
.revt{{font-size:9.6px;font-weight:700;fill:{TILE_INK}}}
.lbl{{font-size:13px;font-weight:700}} .num{{font-size:7.6px;font-weight:600;fill:{TILE_INK}}}
.pip{{fill:{TILE_INK}}}
.nm{{font-size:10px;font-weight:700;paint-order:stroke;stroke-width:3px;stroke-linejoin:round}}
.co{{font-size:7.2px;letter-spacing:.04em}}
.mt{{fill:{theme.terrain}}} .mt2{{fill:{theme.sheet}}}
.ds{{fill:none;stroke:{theme.terrain};stroke-width:2;stroke-linecap:round}}
.cst{{fill:{theme.sheet};stroke:{theme.terrain};stroke-width:.9}}
.cstt{{font-size:9.4px;font-weight:700;fill:{theme.ink}}}
.ph{{stroke:rgba(20,22,18,.5);stroke-width:.7}} .pht{{font-size:9px;font-weight:600;fill:{TILE_INK}}}
.phon{{fill:none;stroke:{TILE_INK};stroke-width:2}}
.gg0{{fill:none;stroke:{theme.sheet};stroke-width:5.6;stroke-linecap:round}}
.gg1{{fill:none;stroke:{theme.gauge};stroke-width:2.8;stroke-dasharray:5.5 2.6}}
.gm{{fill:{theme.sheet};stroke:{theme.gauge};stroke-width:1.8}}
.rch{{fill:none;stroke:{theme.reach};stroke-width:3;stroke-dasharray:3 4;stroke-linecap:round}}
"""


PATTERNS = (
    '<defs><pattern id="pat-green" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V6" class="pl"/></pattern>'
    '<pattern id="pat-brown" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V6M0 0H6" class="pl"/></pattern>'
    '<pattern id="pat-gray" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<circle cx="2.5" cy="2.5" r=".9" class="pd"/></pattern></defs>'
)
