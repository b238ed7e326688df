"""2.5.4: naming cities: what each is worth, brings, would leave of the bond, and takes to be joined."""

from collections.abc import Sequence

from stellwerk.board.hexes import HexId, StopId
from stellwerk.board.signs import PlaceSign
from stellwerk.engine.action import Action
from stellwerk.engine.shown import AccountLine, Button, Choice, Panel, Row, by_openness, of_kind
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.g1853.rules.book import SINGLES, City
from stellwerk.games.g1853.rules.cities import NAME, NameCity, Naming, named, worth
from stellwerk.games.g1853.rules.opening import Bidding
from stellwerk.games.g1853.rules.state import India
from stellwerk.games.g1853.show.joining import NOTHING, Takes, takes_so_far, takes_with
from stellwerk.mech18.state import SEATS

Choices = Sequence[Choice[India, Action]]

CITIES, JOINING = "cities", "joining"
"""The panels, which the page of 1853 puts beside the map."""


def signs(s: India, seat: int) -> Sequence[PlaceSign]:
    """For the map, while contracts are made: what cities are worth, and which of them a seat may name now."""
    if s.over or not isinstance(s.frame, Bidding | Naming):
        return ()
    cities = named(s, seat)
    turn = isinstance(s.frame, Naming) and s.frame.seat == seat
    legal = {a.city for a in NAME.legal(s, seat)} if turn else set[str]()
    return [
        PlaceSign(
            hex=HexId(city.hex),
            value=city.value,
            offers=city.companies,
            can=city.name in legal,
            shut=turn and city.name not in legal,
            number=cities.index(city.name) + 1 if city.name in cities else 0,
        )
        for city in s.facts.cities.values()
    ]


def naming(s: India, seat: int, choices: Choices, figures: bool) -> Panel | None:
    """Every city with its value, what it would leave, and the shares that it offers."""
    found = of_kind(choices, NameCity)
    if not found:
        return None
    cities, bond = named(s, seat), s.bonds[str(seat)]
    left = bond - worth(s.facts, cities)
    so_far = takes_so_far(s, cities)[-1:] if figures else []
    takes = takes_with(s, cities, list(s.facts.cities)) if figures else {}
    rows: dict[str, Row] = {}
    for _, a, why in found:
        city = s.facts.cities[a.city]
        row = rows.get(a.city)
        if row is None:
            text = about(s, city)
            if a.city in takes and a.city not in cities:
                text.append(more(takes[a.city].beyond(*so_far or [NOTHING])))
            row = Row(
                name=a.city,
                place=city.hex,
                text=text,
                account=[
                    AccountLine(message(msg("value of {city}"), city=a.city), city.value),
                    AccountLine(message(msg("left of the bond then")), left - city.value),
                ],
            )
        label = message(msg("Name {city}, take {company}"), city=a.city, company=a.company)
        made = Button(a, why, label, effects=[share(s, seat, a.company)])
        rows[a.city] = row.plus(made)
    return Panel(
        id=CITIES,
        title=message(msg("Name a city in secret, take a share openly")),
        note=message(msg("¤{left} of ¤{bond} left"), left=left, bond=bond),
        place="contract",
        lead=True,
        rows=by_openness(rows.values()),
    )


def about(s: India, city: City) -> list[Message]:
    """Where a city lies: on the Ganges, at whose home, in whose area."""
    text = []
    if city.name in (*s.facts.valley, s.facts.mouth):
        text.append(message(msg("on the Ganges")))
    homes = [
        name
        for name, company in s.book.companies.items()
        if city.hex in [s.book.atlas.where[StopId(home)][0] for home in company.homes]
    ]
    if homes:
        text.append(message(msg("home of {companies}"), companies=", ".join(homes)))
    areas = [name for name, sheet in s.facts.sheets.items() if sheet.area.holds(city.hex)]
    if areas:
        text.append(message(msg("area of {companies}"), companies=", ".join(areas)))
    return text


def share(s: India, seat: int, company: str) -> Message:
    """2.7: what comes with the city, and is paid when all contracts are made."""
    return message(
        msg("{company}: par ¤{par}, {left:0=none|#|#} left, you hold {held}"),
        company=company,
        par=s.par[company],
        left=SINGLES - s.issued(company),
        held=s.shares(SEATS[seat], company),
    )


def more(takes: Takes) -> Message:
    """What joining one more city takes beyond what the others take."""
    return message(
        msg("joining it takes {tiles:# tile|# tiles} more, ground ¤{standard}, in metre gauge ¤{metre}"),
        tiles=takes.tiles,
        standard=takes.standard,
        metre=takes.metre,
    )


def joining(s: India, seat: int, choices: Choices, figures: bool) -> Panel | None:
    """What joining the cities that are named takes: a row for each, and all of them together."""
    cities = list(dict.fromkeys(named(s, seat)))
    if not figures or not cities or not of_kind(choices, NameCity):
        return None
    rows, before = [], NOTHING
    for city, takes in zip(cities, takes_so_far(s, cities), strict=False):
        rows.append(Row(name=city, text=figures_of(takes.beyond(before))))
        before = takes
    rows.append(Row(text=figures_of(before)))
    return Panel(
        id=JOINING,
        title=message(msg("What joining them takes")),
        note=message(msg("a fact, not advice")),
        place="contract",
        rows=rows,
    )


def figures_of(takes: Takes) -> list[Message]:
    return [
        message("{tiles}", tiles=takes.tiles),
        message("¤{standard}", standard=takes.standard),
        message("¤{metre}", metre=takes.metre),
    ]
