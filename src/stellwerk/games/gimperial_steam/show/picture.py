"""The map as a picture without words: lines and tracks, for a card."""

from stellwerk.games.gimperial_steam.rules.state import Steam
from stellwerk.games.gimperial_steam.show.scenery import SCENERY
from stellwerk.games.gimperial_steam.show.view import view

COLOURS: dict[str, tuple[str, str]] = {
    "land": ("#f3ecd9", "#1f2823"),
    "hill": ("#e2d7bc", "#2a352f"),
    "sea": ("#c9dbdf", "#16242b"),
    "line": ("#84775a", "#9c9077"),
    "city": ("#faf6ea", "#19211d"),
    "ink": ("#474d45", "#c3c1b1"),
    "edge": ("#14161a", "#fffdf6"),
    "red": ("#b3261e", "#e4584c"),
    "purple": ("#74338f", "#b980d6"),
    "turquoise": ("#0b6f76", "#2bb0b6"),
    "yellow": ("#e2b322", "#e6bb34"),
}
"""Light and dark, as on the table's map (`static/tokens.css`)."""
WIDTH, HEIGHT = 800, 450
MARGIN = 60


def picture(state: Steam, dark: bool) -> str:
    """Return the part of the map where most track lies, as an SVG file."""
    shown = view(state, None)
    pick = {name: pair[dark] for name, pair in COLOURS.items()}
    players = {name: pick[row.colour] for name, row in shown.players.items()}
    at = {id: (row.x, row.y) for id, row in shown.cities.items()}
    lines, tracks = [], []
    for link in shown.links.values():
        (x1, y1), (x2, y2) = (at[end] for end in link.ends)
        ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
        lines.append(f'<line stroke="{pick["line"]}" stroke-width="3.4" {ends}/>')
        for number, name in enumerate(link.tracks):
            beside = f'transform="translate({number * 6} {number * 6})"'
            tracks.append(f'<line stroke="{pick["edge"]}" stroke-width="9" {ends} {beside}/>')
            tracks.append(f'<line stroke="{players[name]}" stroke-width="6" {ends} {beside}/>')
    cities = [
        f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{pick["city"]}" '
        f'stroke="{pick["ink"]}" stroke-width="2"/>'
        for x, y in at.values()
    ]
    built = [at[end] for link in shown.links.values() if link.tracks for end in link.ends] or list(
        at.values()
    )
    left = sum(x for x, _ in built) / len(built) - WIDTH / 2
    top = sum(y for _, y in built) / len(built) - HEIGHT / 2
    left = max(min(x for x, _ in at.values()) - MARGIN, min(left, 1000 - WIDTH))
    top = max(min(y for _, y in at.values()) - MARGIN, min(top, 1000 - HEIGHT))
    style = (
        f".net-sea{{fill:{pick['sea']}}}.net-hill path{{fill:{pick['hill']}}}"
        f".net-river path{{fill:none;stroke:{pick['sea']};stroke-width:7}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><style>{style}</style>'
        f'<rect x="-1000" y="-1000" width="3000" height="3000" fill="{pick["land"]}"/>{SCENERY}'
        f"{''.join(lines)}{''.join(tracks)}{''.join(cities)}</svg>\n"
    )
