"""A golden game as a file, and what is different today."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Union

import msgspec
from msgspec import Struct

from stellwerk.engine import Action, Game, Refusal, Setup, title
from stellwerk.engine.action import ENTRIES
from stellwerk.engine.canonical import canonical
from tests.golden.digests import ASPECTS, LENGTH, PROBES, Fingerprint, answer, digest, plain, told_at

FOLDER = Path(__file__).parent / "games"


class Probe(Struct, frozen=True):
    """A position that is looked at more closely."""

    at: int
    """After so many entries of the log."""
    told: dict[str, str]
    """Aspect -> digest."""
    sent: tuple[msgspec.Raw, ...]
    """Actions that are sent there, most of them wrong."""
    answers: str
    """The digest of every answer, one behind the other."""


class Golden(Struct, frozen=True):
    """The file. Digests of an aspect stand one behind the other, from the first position to the last."""

    manner: str
    """Who played."""
    setup: Setup
    log: tuple[msgspec.Raw, ...]
    told: dict[str, str]
    probes: tuple[Probe, ...]

    def actions(self) -> list[Action]:
        return decoded(self.setup.game, self.log)


def decoded(game: str, texts: tuple[msgspec.Raw, ...]) -> list[Action]:
    entry: Any = Union[(*title(game).actions, *ENTRIES)]
    found: list[Action] = msgspec.json.decode(b"[" + b",".join(map(bytes, texts)) + b"]", type=list[entry])
    return found


def encoded(action: Action) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(action))


def names(game: str = "") -> list[str]:
    """The golden games, or those of one title."""
    return sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob(f"{game}*.json.gz"))


def read(name: str) -> Golden:
    data = gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes())
    return msgspec.json.decode(data, type=Golden)


def write(name: str, golden: Golden) -> None:
    """Without a time stamp: the same content gives the same file."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json.gz").write_bytes(gzip.compress(canonical(golden), mtime=0))


# -- then and now --------------------------------------------------------------------------------


class Difference(NamedTuple):
    """An aspect of a position that is not as it was kept."""

    at: int
    aspect: str
    entry: str
    """The entry of the log that led here, or the action that was sent."""
    now: str
    """What is said today."""

    def __str__(self) -> str:
        return f"position {self.at}, {self.aspect}, after {self.entry}; now: {self.now[:1500]}"


class Refused(NamedTuple):
    """Where today's rules refuse an entry of a kept log."""

    at: int
    refusal: Refusal


class Replay:
    """A kept game played again by its log; never chosen again."""

    def __init__(self, golden: Golden) -> None:
        self.golden = golden
        self.game = Game(golden.setup)
        self.refused: Refused | None = None
        """Set when the replay could not go on."""

    def positions(self, every: int = 1) -> Iterator[tuple[int, str, Any, dict[str, Any]]]:
        """Number, the entry that led there, state, and what every aspect says.

        What is offered and why not is left out but for every so many positions.
        """
        fingerprint = Fingerprint()
        game = self.game
        yield 0, "the set-up", game.state, told_at(game.state, game.history[0].events, fingerprint)
        for number, entry in enumerate(self.golden.actions(), start=1):
            try:
                events = game.enter(entry)
            except Refusal as refusal:
                self.refused = Refused(number, refusal)
                return
            closely = number % every == 0
            yield number, repr(entry), game.state, told_at(game.state, events, fingerprint, closely)


def piece(told: str, at: int) -> str:
    return told[at * LENGTH : (at + 1) * LENGTH]


def differences(golden: Golden, every: int = 1) -> Iterator[Difference]:
    """All that is not as it was, in the order of the game; offers are compared at every so many positions."""
    replay = Replay(golden)
    probes = {probe.at: probe for probe in golden.probes}
    for at, entry, state, told in replay.positions(every):
        for aspect in ASPECTS:
            if aspect in told and piece(golden.told[aspect], at) != digest(told[aspect]):
                yield Difference(at, aspect, entry, str(told[aspect]))
        if at in probes:
            yield from probed(probes[at], state, entry)
    if replay.refused is not None:
        at, refusal = replay.refused
        yield Difference(at, "refused", repr(golden.actions()[at - 1]), str(refusal))


def probed(probe: Probe, state: Any, entry: str) -> Iterator[Difference]:
    for aspect, look in PROBES.items():
        now = look(state)
        if digest(now) != probe.told[aspect]:
            yield Difference(probe.at, aspect, entry, str(now))
    for number, action in enumerate(decoded(state.setup.game, probe.sent)):
        now = answer(state, action)
        if digest(now) != piece(probe.answers, number):
            yield Difference(probe.at, "wrong", f"{entry} and then {action!r}", str(plain(now)))


def renewed(golden: Golden) -> Golden:
    """The same game with the digests of today; cut off before an entry that is refused today."""
    replay = Replay(golden)
    told: dict[str, list[str]] = {aspect: [] for aspect in ASPECTS}
    probes: list[Probe] = []
    asked = {probe.at: probe.sent for probe in golden.probes}
    for at, _, state, found in replay.positions():
        for aspect in ASPECTS:
            told[aspect].append(digest(found[aspect]))
        if at in asked:
            answers = "".join(digest(answer(state, one)) for one in decoded(golden.setup.game, asked[at]))
            looks = {aspect: digest(look(state)) for aspect, look in PROBES.items()}
            probes.append(Probe(at, looks, asked[at], answers))
    length = len(golden.log) if replay.refused is None else replay.refused.at - 1
    joined = {aspect: "".join(found) for aspect, found in told.items()}
    return Golden(golden.manner, golden.setup, golden.log[:length], joined, tuple(probes))
