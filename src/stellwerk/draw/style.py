"""Colours and rules of the drawings: paper, ink and enamel, in a light and a dark theme.

Drawings name classes, never colours (a company's own apart). A file of its own gets the rules with one
theme filled in; pages get the same rules with the colours as custom properties, so that they follow the
reader's choice of light and dark.
"""

import re

import msgspec


class Theme(msgspec.Struct, frozen=True):
    """The colours that differ between light and dark."""

    sea: str
    deep: str
    ripples: tuple[str, str, str]
    beyond: str
    land: tuple[str, str, str]
    line: str
    ink: str
    ink_soft: str
    sheet: str
    terrain: str
    snow: str
    yellow: str
    green: str
    brown: str
    ridge: str
    gray: str
    red: str
    blue: str
    isle: str
    pattern: str
    track: str
    casing: str
    gauge: str
    metre: str
    reach: str
    focus: str

    @property
    def colours(self) -> dict[str, str]:
        """By the name that the rules use."""
        found: dict[str, str] = {}
        for name, value in msgspec.structs.asdict(self).items():
            if isinstance(value, tuple):
                found.update({f"{name}-{rank}": colour for rank, colour in enumerate(value)})
            else:
                found[name.replace("_", "-")] = value
        return found


LIGHT = Theme(
    sea="#c9dbdf",
    deep="#a9c5cd",
    ripples=("#d0e1e3", "#d9e8e8", "#e6f0ec"),
    beyond="#e3dac3",
    land=("#f6efdc", "#eaedda", "#f5e6d3"),
    line="#b9ad8e",
    ink="#2a2c26",
    ink_soft="#5f5b4a",
    sheet="#faf6ea",
    terrain="#a08a63",
    snow="#fbf6e8",
    yellow="#f4d54a",
    green="#8cc27c",
    brown="#c69560",
    ridge="#dccfb2",
    gray="#b9bcbb",
    red="#d98474",
    blue="#bcd6e0",
    isle="#9cc4dc",
    pattern="rgba(20,24,20,.26)",
    track="#1b1d1b",
    casing="#fffdf5",
    gauge="#7a1f5c",
    metre="#b01657",
    reach="#96690c",
    focus="#0b57c2",
)

DARK = Theme(
    sea="#16242b",
    deep="#1d3540",
    ripples=("#182830", "#1b2d35", "#20343b"),
    beyond="#232b26",
    land=("#37403a", "#333f3c", "#403f38"),
    line="#5a665e",
    ink="#eee7d6",
    ink_soft="#b4b4a4",
    sheet="#19211d",
    terrain="#8d8a74",
    snow="#4a5149",
    yellow="#d9bb3c",
    green="#74a866",
    brown="#b2834f",
    ridge="#a39b84",
    gray="#9fa4a3",
    red="#c27263",
    blue="#2d4f5f",
    isle="#6fa3bf",
    pattern="rgba(10,14,10,.3)",
    track="#141614",
    casing="#f5f0e2",
    gauge="#eb97cd",
    metre="#b01657",
    reach="#e0b660",
    focus="#8cc0ff",
)

FILLS = (
    "yellow", "green", "brown", "gray", "ridge", "red", "blue", "isle", "deep", "land-0", "land-1", "land-2"
)  # fmt: skip
"""What a hex can be filled with; the last five take light and dark ink in turn."""
PAPER_FILLS = ("blue", "deep", "land-0", "land-1", "land-2")

SIGN = (
    "'Avenir Next Condensed','Roboto Condensed','Arial Narrow','Liberation Sans Narrow',"
    "'DejaVu Sans Condensed',Arial,sans-serif"
)
TILE_INK = "#191b18"
OPEN_DASH, OPEN_CASING = "#ffd75e", "#15171a"
"""Where something can be done: bright on dark, so that one of both stands out on any ground."""
CARD = "#fffdf6"
ROUTES = ("#58b4ff", "#ff7fb0", "#7fe0c3", "#ffb454")
DASHES = ("", "7 3.5", "2.2 3", "")
"""Colour alone never tells routes apart: solid, dashed, dotted, double."""
DOUBLE = 3
"""The rank of the route that is drawn as two lines."""

_COLOUR = re.compile(r"@([a-z]+(?:-[a-z0-9]+)?)")


def _rules() -> str:
    fills = "\n".join(
        f".drawing .fill-{name}{{fill:@{name}}}\n.drawing .place-name.on-{name}{{stroke:@{name}}}"
        for name in FILLS
    )
    papers = ",".join(f".drawing .on-{name}" for name in PAPER_FILLS)
    return f"""\
.drawing text{{font-family:{SIGN};text-anchor:middle}}
.drawing .sea{{fill:@sea}}
.drawing .bare{{fill:@sheet}}
.drawing .beyond{{fill:@beyond;stroke:@beyond;stroke-width:1.5}}
.drawing .ripple{{stroke-linejoin:round}}
.drawing .ripple-0{{fill:@ripples-0;stroke:@ripples-0;stroke-width:54}}
.drawing .ripple-1{{fill:@ripples-1;stroke:@ripples-1;stroke-width:36}}
.drawing .ripple-2{{fill:@ripples-2;stroke:@ripples-2;stroke-width:18}}
.drawing .hex-ground{{stroke:@line;stroke-width:1}}
.drawing .tiled{{stroke:rgba(20,22,18,.55)}}
.drawing .hex-ground.fill-deep{{stroke-dasharray:4 3}}
{fills}
.drawing .merged{{stroke:@red;stroke-width:4}}
.drawing .pattern-line{{stroke:@pattern;stroke-width:1.3;fill:none}}
.drawing .ridge-line{{stroke:@terrain;stroke-width:1.5;fill:none}}
.drawing .pattern-dot{{fill:@pattern}}
.drawing .over{{pointer-events:none}}
.drawing .casing{{stroke:@casing;stroke-width:11.5;fill:none}}
.drawing .track{{stroke:@track;stroke-width:7.4;fill:none}}
.drawing .metre{{stroke:@metre;stroke-width:3;fill:none}}
.drawing .ties{{stroke:@metre;stroke-width:8.4;stroke-dasharray:2.6 3.2;fill:none}}
.drawing .dual{{stroke:@track;stroke-width:9.8;fill:none}}
.drawing .dual-gap{{stroke:@casing;stroke-width:5.4;fill:none}}
.drawing .dual-middle{{stroke:@metre;stroke-width:3.2;stroke-dasharray:2.6 3.2;fill:none}}
.drawing .junction{{fill:@casing;stroke:@track;stroke-width:1.8}}
.drawing .tunnel-casing{{stroke:@casing;stroke-width:8;fill:none;stroke-opacity:.85}}
.drawing .tunnel-line{{stroke:@track;stroke-width:4.6;fill:none;stroke-dasharray:6 4}}
.drawing .portal{{fill:@track;stroke:@casing;stroke-width:1.8}}
.drawing .sheet{{fill:@beyond;stroke:@line;stroke-width:1.4}}
.drawing .sheet-name{{text-anchor:start;font-size:14px;font-weight:700;letter-spacing:.08em;\
text-transform:uppercase;fill:@ink}}
.drawing .arrow{{fill:@track;stroke:@casing;stroke-width:1.6}}
.drawing .route{{fill:none;stroke-width:5}}
.drawing .route-middle{{fill:none;stroke:@track;stroke-width:1.8}}
.drawing .city-edge{{stroke:@track;fill:@track;stroke-linejoin:round;stroke-linecap:round}}
.drawing .city{{stroke:{CARD};fill:{CARD};stroke-linejoin:round;stroke-linecap:round}}
.drawing .slot{{fill:{CARD};stroke:@track;stroke-width:1.7}}
.drawing .marker{{stroke:#14161a;stroke-width:.8}}
.drawing .marker-ring{{fill:none;stroke-width:.9;opacity:.75}}
.drawing .marker-text{{font-weight:700}}
.drawing .home{{font-size:9px;font-weight:700;fill:#6b6f66}}
.drawing .town{{fill:@track;stroke:@casing;stroke-width:1.8}}
.drawing .pit{{fill:@track}}
.drawing .hammers{{fill:none;stroke:@track;stroke-width:2.4;stroke-linecap:round}}
.drawing .harbour{{fill:{CARD};stroke:#1f4a5c;stroke-width:1.5}}
.drawing .anchor{{fill:none;stroke:#1f4a5c;stroke-width:1.6;stroke-linecap:round}}
.drawing .value-disc{{fill:{CARD};stroke:@track;stroke-width:1}}
.drawing .value-text{{font-size:9.6px;font-weight:700;fill:{TILE_INK}}}
.drawing .label{{font-size:13px;font-weight:700;fill:{TILE_INK}}}
.drawing .printed-number{{font-size:7.6px;font-weight:600;fill:{TILE_INK}}}
.drawing .pip{{fill:{TILE_INK}}}
.drawing .place-name{{font-weight:700;paint-order:stroke;stroke-width:3px;\
stroke-linejoin:round;fill:{TILE_INK};letter-spacing:.01em}}
.drawing .hex-name{{font-size:7.2px;letter-spacing:.04em;fill:rgba(20,22,18,.74)}}
{papers}{{fill:@ink}}
.drawing .hex-name:is({papers.replace(".drawing ", "")}){{fill:@ink-soft}}
.drawing .peak{{fill:@terrain}}
.drawing .snow{{fill:@snow}}
.drawing .waves{{fill:none;stroke:@terrain;stroke-width:2;stroke-linecap:round}}
.drawing .cost-box{{fill:@sheet;stroke:@terrain;stroke-width:.9}}
.drawing .cost-text{{font-size:9.4px;font-weight:700;fill:@ink}}
.drawing .cost-box.narrow-gauge{{stroke:@gauge;stroke-dasharray:2.6 1.6;stroke-width:1.4}}
.drawing .premium{{fill:@ink;stroke:@sheet;stroke-width:.9}}
.drawing .premium-text{{font-size:9px;font-weight:700;fill:@sheet}}
.drawing .flag{{fill:@sheet;stroke:@ink;stroke-width:2;stroke-linejoin:round}}
.drawing .flag.reached{{fill:@reach}}
.drawing .flag.numbered{{fill:@reach}}
.drawing .flag-number{{font-size:12px;font-weight:700;fill:@sheet}}
.drawing .choice-ring{{fill:none;stroke:@reach;stroke-width:4;stroke-dasharray:5 4}}
.drawing .sign-box{{fill:@sheet;stroke:@reach;stroke-width:1.6}}
.drawing .sign-box.shut{{stroke:@ink-soft;stroke-dasharray:3 2.5}}
.drawing .sign-text{{font-size:11px;font-weight:700;fill:@ink}}
.drawing .sign-offer{{font-size:7.4px;font-weight:700;fill:@ink-soft}}
.drawing .strike{{stroke:@ink;stroke-width:1.5;fill:none}}
.drawing .dotted-line{{fill:none;stroke:@reach;stroke-width:4.6;stroke-dasharray:.1 8;stroke-linecap:round}}
.drawing .area-tint{{fill-opacity:.16;stroke:none}}
.drawing .area-casing{{fill:none;stroke:@sheet;stroke-width:8}}
.drawing .area-edge{{fill:none;stroke-width:4.5;stroke-linecap:round;stroke-dasharray:10 6}}
.drawing .area-line{{fill:none;stroke:@ink;stroke-width:1.2;stroke-linecap:round}}
.drawing .phase{{stroke:rgba(20,22,18,.5);stroke-width:.7}}
.drawing .phase-text{{font-size:9px;font-weight:600;fill:{TILE_INK}}}
.drawing .phase-frame{{fill:none;stroke:{TILE_INK};stroke-width:2}}
.drawing .gauge-casing{{fill:none;stroke:@sheet;stroke-width:5.6;stroke-linecap:round}}
.drawing .gauge-line{{fill:none;stroke:@gauge;stroke-width:2.8;stroke-dasharray:5.5 2.6}}
.drawing .gauge-joint{{fill:@sheet;stroke:@gauge;stroke-width:1.8}}
.drawing .open-frame{{fill:none;stroke:{OPEN_DASH};stroke-width:2.8;stroke-dasharray:7 5}}
.drawing .considered{{fill:none;stroke:@ink-soft;stroke-width:2.6;stroke-dasharray:6 5}}
.drawing .open-casing{{fill:none;stroke:{OPEN_CASING};stroke-width:5;stroke-linejoin:round}}
.drawing .considered-casing{{fill:none;stroke:@sheet;stroke-width:4.6;stroke-opacity:.75}}
.drawing .open-slot{{fill:none;stroke:{OPEN_DASH};stroke-width:3.4;stroke-dasharray:7 5}}
.drawing .open-ring{{fill:none;stroke:{OPEN_CASING};stroke-width:6}}
.drawing .chosen-casing{{fill:none;stroke:@sheet;stroke-width:7}}
.drawing .chosen-frame{{fill:none;stroke:@reach;stroke-width:4}}
.drawing .focus-frame{{fill:none;stroke:@focus;stroke-width:4}}
"""


RULES = _rules()


def style(theme: Theme) -> str:
    """Return the style sheet of a drawing that stands alone; viewers of files know no custom properties."""
    colours = theme.colours
    return _COLOUR.sub(lambda match: colours[match[1]], RULES)


def page_style() -> str:
    """Return the style sheet for pages: `data-theme` on the root, or else the system, says light or dark."""

    def properties(theme: Theme) -> str:
        return "".join(f"--drawing-{name}:{colour};" for name, colour in theme.colours.items())

    rules = _COLOUR.sub(lambda match: f"var(--drawing-{match[1]})", RULES)
    return (
        f":root{{{properties(LIGHT)}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{properties(DARK)}}}}}\n"
        f":root[data-theme=dark]{{{properties(DARK)}}}\n"
        f"@media print{{:root,:root[data-theme=dark]{{{properties(LIGHT)}}}}}\n{rules}"
    )


def readable(fill: str) -> str:
    """Black or white, whichever contrasts more with a colour."""
    parts = (int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#ffffff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000000"


PATTERNS = (
    '<defs><pattern id="pat-green" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V6" class="pattern-line"/></pattern>'
    '<pattern id="pat-brown" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V6M0 0H6" class="pattern-line"/></pattern>'
    '<pattern id="pat-gray" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<circle cx="2.5" cy="2.5" r=".9" class="pattern-dot"/></pattern>'
    '<pattern id="pat-ridge" width="14" height="11" patternUnits="userSpaceOnUse">'
    '<path d="M1 9L5 3L9 9M9 7L11 4L13 7" class="ridge-line"/></pattern></defs>'
)
