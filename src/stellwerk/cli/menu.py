"""Choices for people: numbered, filtered by words, and in groups where there are many."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from stellwerk.board.gestures import ChoosesHex, DigsTunnel, LaysTile
from stellwerk.engine import Action
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Figure, msg
from stellwerk.mech18.state import railways
from stellwerk.notation import sentence
from stellwerk.text import translate

SHORT = 14
"""A list of so many choices is shown as it is."""
FEW = 4
"""So many of one kind are never put into a group."""

KINDS = {
    "buy_private": msg("Buy a private"),
    "cut_price": msg("Lower the price of a private"),
    "sell_shares": msg("Sell shares"),
    "buy_share": msg("Buy a share"),
    "start_company": msg("Start a company"),
    "lay_tile": msg("Lay a tile"),
    "lay_tasmania": msg("Lay the Tasmania tile"),
    "place_marker": msg("Place a station marker"),
    "run_trains": msg("Run trains"),
    "buy_train": msg("Buy a train"),
    "discard_train": msg("Give up a train"),
    "take_private": msg("Buy a private for the company"),
    "bid": msg("Bid"),
    "choose_action": msg("Choose a main action"),
    "lay_track": msg("Lay track"),
    "hire_worker": msg("Hire a worker"),
    "hire_engineer": msg("Hire an engineer"),
    "build_station": msg("Build a station"),
    "build_factory": msg("Build a factory"),
    "produce": msg("Produce a good"),
    "upgrade_locomotive": msg("Upgrade a locomotive"),
    "take_contract": msg("Secure a contract", "menu"),
    "show_charity": msg("Give to charity"),
    "deliver": msg("Deliver a good"),
    "place_factory": msg("Put a factory on a contract"),
    "buy_railway": msg("Buy a railway"),
    "swap_mountain": msg("Exchange a mountain railway"),
    "sell_bond": msg("Sell papers of the bond railway"),
    "name_towns": msg("Say how many town markers there shall be"),
    "place_town": msg("Place a town marker"),
    "place_bond_marker": msg("Place a marker of the bond railway"),
}
FIELDS = {
    "hex": msg("Which hex?"),
    "tile": msg("Which tile?"),
    "rotation": msg("Turned how far?"),
    "company": msg("Which company?"),
    "private": msg("Which private?"),
    "railway": msg("Which railway?"),
    "train": msg("Which train?"),
    "stop": msg("Which place?"),
    "par": msg("At which price?"),
    "price": msg("At which price?"),
    "shares": msg("How many shares?"),
    "site": msg("Which site?"),
    "city": msg("Which city?"),
    "link": msg("Which link?"),
    "sort": msg("Which good?"),
    "amount": msg("How much?"),
    "steps": msg("How many steps?"),
    "contract": msg("Which contract?"),
}


class Choice(NamedTuple):
    """A line of the menu: one action, or a group that opens into a list of its own."""

    label: str
    actions: tuple[Action, ...]


class Page(NamedTuple):
    """What is shown now."""

    heading: str
    question: str
    choices: tuple[Choice, ...]


def kind_of(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


class Menu:
    """The legal actions of one decision, and how far the player has looked into them."""

    def __init__(self, state: Any, actions: Sequence[Action], lang: str) -> None:
        self.state = state
        self.lang = lang
        self.actions = tuple(actions)
        self.texts = {action: sentence(state, action, lang) + self._ends(action) for action in self.actions}
        self.pages = [self._open("", self.actions)]

    @property
    def page(self) -> Page:
        return self.pages[-1]

    def back(self) -> bool:
        """To the list before; False when this is the first."""
        if len(self.pages) > 1:
            self.pages.pop()
            return True
        return False

    def pick(self, number: int) -> Action | None:
        """Return the action with this number; None when a group was opened instead.

        IndexError: no such number.
        """
        if not 1 <= number <= len(self.page.choices):
            raise IndexError
        choice = self.page.choices[number - 1]
        if len(choice.actions) == 1:
            return choice.actions[0]
        self.pages.append(self._open(choice.label, choice.actions))
        return None

    def filter(self, text: str) -> int:
        """Show only actions that hold all of these words; how many there are. Nothing changes for none."""
        words = text.lower().split()
        found = tuple(a for a in self.actions if all(word in self._searched(a) for word in words))
        if found:
            self.pages = [self.pages[0], self._open(text, found)]
        return len(found)

    def passing(self) -> Action | None:
        return next((action for action in self.actions if isinstance(action, Pass)), None)

    def _searched(self, action: Action) -> str:
        return f"{self.texts[action]} {msgspec.json.encode(action).decode()}".lower()

    # -- groups ------------------------------------------------------------------------------

    def _open(self, heading: str, actions: tuple[Action, ...]) -> Page:
        """Return a page for these actions: a list if it is short, else groups by kind, else by field."""
        if len(actions) <= SHORT:
            return Page(heading, "", tuple(map(self._single, actions)))
        kinds: dict[str, list[Action]] = {}
        for action in actions:
            kinds.setdefault(kind_of(action), []).append(action)
        if len(kinds) == 1:
            return self._by_field(heading, actions)
        choices: list[Choice] = []
        for kind, members in kinds.items():
            if len(members) <= FEW:
                choices += map(self._single, members)
            else:
                label = translate(KINDS.get(kind, kind.replace("_", " ").capitalize()), {}, self.lang)
                choices.append(self._group(label, members))
        return Page(heading, "", tuple(choices))

    def _by_field(self, heading: str, actions: tuple[Action, ...]) -> Page:
        """Actions of one kind by the first thing in which they differ: the hex, then the tile."""
        for field in type(actions[0]).__struct_fields__:
            groups: dict[bytes, list[Action]] = {}
            for action in actions:
                groups.setdefault(msgspec.json.encode(getattr(action, field)), []).append(action)
            if 1 < len(groups) < len(actions):
                question = translate(FIELDS.get(field, f"{field}?"), {}, self.lang)
                choices = (self._group(self._value(field, of[0]), of) for of in groups.values())
                return Page(heading, question, tuple(choices))
        return Page(heading, "", tuple(map(self._single, actions)))

    def _single(self, action: Action) -> Choice:
        return Choice(self.texts[action], (action,))

    def _ends(self, action: Action) -> str:
        """Return where the track of a tile would lead: nobody sees a rotation by its number."""
        lays = action.on_map
        if not isinstance(lays, LaysTile) or not (lay := lays.of(action)).tile:
            return ""
        atlas = railways(self.state).book.atlas
        exits = sorted(atlas.face(lay.tile, lay.rotation).exits)
        beyond = [atlas.neighbours[lay.hex][edge] for edge in exits]
        return " → " + ", ".join(hex_id for hex_id in beyond if hex_id)

    def _group(self, label: str, members: Sequence[Action]) -> Choice:
        if len(members) == 1:
            return self._single(members[0])
        figures: dict[str, Figure] = {"what": label, "count": len(members)}
        return Choice(
            translate(msg("{what} … ({count:# choice|# choices})"), figures, self.lang), tuple(members)
        )

    def _value(self, field: str, action: Action) -> str:
        """Return a field's value as a player knows it: a hex has a name."""
        value = getattr(action, field)
        on_map = action.on_map
        if isinstance(on_map, LaysTile | DigsTunnel | ChoosesHex) and field == on_map.hex:
            spec = railways(self.state).book.atlas.hexes.get(value)
            return f"{value} {spec.name if spec else ''}".rstrip()
        return str(value)
