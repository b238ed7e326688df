"""The map of the Southern Railway: cities and links with all that lies there, a slip for the chosen one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from string import ascii_uppercase
from unicodedata import normalize

from msgspec import Struct

from stellwerk.engine.pages import PageContext
from stellwerk.engine.shown import Row
from stellwerk.engine.text import msg
from stellwerk.games.gimperial_steam.data.components import SORTS
from stellwerk.games.gimperial_steam.show.account import scoring
from stellwerk.games.gimperial_steam.show.city_map import City, Cube, House, Link, Network, Site, Way
from stellwerk.games.gimperial_steam.show.rows import CityRow, LinkRow, SiteRow, SteamView
from stellwerk.games.gimperial_steam.show.scenery import SCENERY

KINDS = {
    "plain": msg("plain link"),
    "bridge": msg("bridge: engineer and a stone"),
    "tunnel": msg("tunnel: engineer and an iron"),
    "crown": msg("state railway: access only"),
}


class Slip(Struct, frozen=True, kw_only=True):
    """What is known of the chosen city or link, and what can be done there."""

    id: str
    name: str
    city: CityRow | None = None
    link: LinkRow | None = None
    kinds: Sequence[str] = ()
    rows: Sequence[Row] = ()


def letters(view: SteamView, taken: Collection[str]) -> dict[str, str]:
    """Return a letter for every player, none of those taken: nothing is told by colour alone."""
    found: dict[str, str] = {}
    for name in view.players:
        plain = normalize("NFD", name)  # A and Á would be taken for each other
        given = (*(letter.upper() for letter in plain if letter.isalnum()), *ascii_uppercase)
        free = (letter for letter in given if letter not in taken and letter not in found.values())
        found[name] = next(free)
    return found


def goods_letters(scene: PageContext) -> dict[str, str]:
    """The letter of each sort of goods in the reader's language."""
    return {sort: scene.speech(sort)[:1].upper() for sort in SORTS}


def owner(view: SteamView, name: str) -> str:
    """The class by which styles know a player."""
    return f"player-{view.players[name].colour}"


class Draughtsman(Struct, frozen=True):
    """Puts a map together for one reader."""

    scene: PageContext
    view: SteamView
    open: Collection[str]
    """Places where something can be done."""
    letters: Mapping[str, str]
    chosen: Collection[str]
    href: Callable[[str], str]
    """Where a place leads."""
    planned: Sequence[str] = ()
    """Links of the reader's own plan."""

    def network(self, way: int | None) -> Network:
        """The whole map; `way`: whose fee path is drawn."""
        ways = [Way(tuple(self.planned), "planned")] if self.planned else []
        if way is not None:
            name = list(self.view.players)[way]
            ways.append(Way(tuple(scoring(self.view)[name].path), owner(self.view, name)))
        return Network(
            title=self.scene.speech(msg("Map of the Southern Railway. Arrow keys move from city to city.")),
            cities=[self.city(id) for id in self.view.cities],
            links=[self.link(id) for id in self.view.links],
            ways=ways,
            ground=SCENERY,
        )

    def city(self, id: str) -> City:
        row = self.view.cities[id]
        free = row.station_sites - len(row.stations)
        stations = (House(owner(self.view, name), self.letters[name]) for name in row.stations)
        return City(
            id=id,
            name=row.name,
            x=row.x,
            y=row.y,
            shape=f"hub-{row.hub}" if row.hub else "plain" if row.number else "fixed",
            number=row.effort,
            bonus=row.influence,
            counters=tuple(row.business),
            houses=(*stations, *(House(),) * max(0, free)),
            cubes=tuple(
                Cube(sort, self.letter(sort), number < asked.left)
                for sort, asked in row.demands.items()
                for number in range(asked.all)
            ),
            sites=tuple(self.site(site) for site in row.sites.values()),
            words=", ".join(self.city_words(id)),
            href=self.href(id),
            open=id in self.open,
            chosen=id in self.chosen,
        )

    def site(self, row: SiteRow) -> Site:
        if row.player is None or row.sort is None:
            return Site()
        return Site(owner(self.view, row.player), row.sort, self.letter(row.sort), row.goods)

    def letter(self, sort: str) -> str:
        return goods_letters(self.scene)[sort]

    def city_words(self, id: str) -> list[str]:
        row, speech = self.view.cities[id], self.scene.speech
        found = [row.name]
        if row.hub:
            found.append(speech(msg("{hub} hub"), hub=row.hub))
        found.append(speech(msg("effort {effort}"), effort=row.effort))
        if row.influence:
            found.append(speech(msg("influence +{steps}"), steps=row.influence))
        if row.business:
            found.append(speech(msg("business marker {number}"), number=row.business[-1]))
        asked = [speech(sort) for sort, demand in row.demands.items() if demand.left]
        if asked:
            found.append(speech(msg("asks for {goods}"), goods=", ".join(asked)))
        if row.joined:
            found.append(speech(msg("joined: {players}"), players=", ".join(row.joined)))
        if id in self.open:
            found.append(speech(msg("you can act here")))
        if any(id in self.view.links[link].ends for link in self.planned):
            found.append(speech(msg("on your way")))
        return found

    def link(self, id: str) -> Link:
        row, speech = self.view.links[id], self.scene.speech
        words = [link_name(self.view, row), speech(KINDS["crown" if row.crown else row.type])]
        if row.tracks:
            words.append(speech(msg("track of {players}"), players=", ".join(row.tracks)))
        if id in self.open:
            words.append(speech(msg("you can act here")))
        if id in self.planned:
            number = list(self.planned).index(id) + 1
            words.append(speech(msg("link {number} of your way"), number=number))
        return Link(
            id=id,
            ends=row.ends,
            kind=row.type,
            crown=row.crown,
            label="Semmering" if row.semmering else "",
            tracks=tuple((owner(self.view, name), self.view.players[name].seat) for name in row.tracks),
            words=", ".join(words),
            href=self.href(id),
            open=id in self.open,
            chosen=id in self.chosen,
        )


def link_name(view: SteamView, row: LinkRow) -> str:
    return "–".join(view.cities[end].name for end in row.ends)


def place_slip(view: SteamView, id: str, rows: Sequence[Row]) -> Slip | None:
    """The slip of a place; None where nothing is chosen, or nothing that is on the map."""
    if id in view.cities:
        city = view.cities[id]
        return Slip(id=id, name=city.name, city=city, rows=rows)
    if id in view.links and view.cities:
        link = view.links[id]
        kinds = [KINDS[link.type], *([KINDS["crown"]] if link.crown else [])]
        return Slip(id=id, name=link_name(view, link), link=link, kinds=kinds, rows=rows)
    return None
