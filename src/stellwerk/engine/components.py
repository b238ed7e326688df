"""Components that people may correct: a title's own file of them, and the set that a set-up plays with."""

import hashlib
import re
import tomllib
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET

from stellwerk.engine.canonical import canonical
from stellwerk.engine.capabilities import Components
from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.state import Setup
from stellwerk.engine.text import msg

T = TypeVar("T")

KEPT = 64
"""Sets in memory: a server reads whatever people bring."""
LARGEST = 200_000
"""Letters of a set; the titles' own have some 20,000."""
TRIED = 1000
"""Entries of one table among which the place of a fault is looked for."""
CORRECTED = msg("Played with a corrected set of components, {hash}.")
RECONSTRUCTED = msg("printed values are reconstructed; they can be corrected in one file")


def component_hash(contents: str) -> str:
    """Return the hash of a set in its canonical JSON, by which people compare sets."""
    return hashlib.sha256(contents.encode()).hexdigest()


class ComponentsShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a table says about the set it plays with."""

    reconstructed: bool
    note: str
    hash: str
    own: bool
    """Whether it is the title's own."""


class ComponentFile(Generic[T]):
    """A title's own set of components, and other sets of the same form."""

    def __init__(self, text: Callable[[], str], form: type[T]) -> None:
        self.text, self._form = text, form
        """`text`: the title's own set as it stands in its file, for those who want to correct it."""
        self._own = ""
        self._typed: dict[str, T] = {}
        self._hashes: dict[str, str] = {}

    def read(self, text: str) -> JsonObject:
        """Return a set as plain data; raise ValueError when the text is no TOML."""
        return tomllib.loads(text)

    def own(self) -> str:
        """Return the title's own set as canonical JSON."""
        if not self._own:
            self._own = canonical(self.read(self.text())).decode()
        return self._own

    def typed(self, contents: str) -> T:
        """Return the typed set of canonical JSON.

        Raise a ValueError that names the place of the first fault in its form.
        """
        found = self._typed.get(contents)
        if found is None:
            if len(contents) > LARGEST:
                raise ValueError(f"components: {len(contents)} letters, at most {LARGEST}")
            try:
                found = msgspec.json.decode(contents, type=self._form)
            except msgspec.DecodeError as error:
                raise ValueError(f"components: {self._placed(contents, str(error))}") from None
            if len(self._typed) >= KEPT:
                self._typed.clear()
            self._typed[contents] = found
        return found

    def _placed(self, contents: str, fault: str) -> str:
        """The fault with its whole place: keys of tables are told as "[...]", so each is tried alone."""
        data = here = msgspec.json.decode(contents)
        _, _, path = fault.partition(" - at `$")
        place = "$"
        for step in re.findall(r"\.\w+|\[\d+\]|\[\.\.\.\]", path):
            if step == "[...]":
                if len(here) > TRIED:
                    return fault
                rest = dict(here)
                for key, value in rest.items():
                    here.clear()
                    here[key] = value
                    if self._fault(data) == fault:
                        break
                else:
                    return fault
                step = f".{key}"
            index = step.strip(".[]")
            here = here[int(index) if step.startswith("[") else index]
            place += step
        return fault.replace(f"`${path}", f"`{place}`") if path else fault

    def _fault(self, data: object) -> str:
        try:
            msgspec.json.decode(msgspec.json.encode(data), type=self._form)
        except msgspec.DecodeError as error:
            return str(error)
        return ""

    def contents(self, setup: Setup) -> str:
        """Return the set of a set-up as canonical JSON."""
        return self.own() if setup.components is UNSET else setup.components

    def of(self, setup: Setup) -> T:
        """Return the typed set of a set-up."""
        return self.typed(self.contents(setup))

    def refuse(self, setup: Setup, check: Callable[[T], Sequence[str]]) -> None:
        """A set-up with a faulty set cannot be played: ValueError with the first fault."""
        if setup.components is not UNSET and (faults := check(self.typed(setup.components))):
            raise ValueError(f"components: {faults[0]}")

    def shown(self, setup: Setup, reconstructed: bool) -> ComponentsShown:
        """Return what a table says about the set it plays with."""
        contents = self.contents(setup)
        if contents not in self._hashes:
            if len(self._hashes) >= KEPT:
                self._hashes.clear()
            self._hashes[contents] = component_hash(contents)
        return ComponentsShown(
            reconstructed=reconstructed,
            note=RECONSTRUCTED if reconstructed else "",
            hash=self._hashes[contents],
            own=setup.components is UNSET,
        )

    def capability(self, check: Callable[[T], Sequence[str]], hosted: bool = False) -> Components:
        """Return what the title tells the tools about its components."""
        return Components(
            text=self.text,
            read=self.read,
            check=lambda contents: list(check(self.typed(contents))),
            hosted=hosted,
        )
