"""What an action does on the map of the Southern Railway: where it is chosen, declared as its `on_map`."""

from stellwerk.engine.action import Action, OnMap
from stellwerk.games.gimperial_steam.rules.state import Steam


class OnLink(OnMap, frozen=True):
    """Chosen on a link between two cities."""

    link: str = "link"


class InCity(OnMap, frozen=True):
    """Chosen in a city; `origin` is the site from which something comes to it."""

    city: str = "city"
    origin: str = ""


class OnSite(OnMap, frozen=True):
    """Chosen on a factory site, which lies in a city."""

    site: str = "site"


def place_of(s: Steam, a: Action) -> str:
    """The city or the link where an action is chosen; empty when the map has no part in it."""
    match a.on_map:
        case OnLink(link=name) | InCity(city=name):
            return str(getattr(a, name))
        case OnSite(site=name):
            return s.layout.sites[getattr(a, name)].city
        case _:
            return ""
