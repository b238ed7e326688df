"""The short texts for stops and track in the data files.

A stop: "city 30 slots=2", "offboard 10/20/40/60", "town 10/-/20 role=small_port home=QR,SAR".
Revenues by colour stand in the order yellow/green/brown/gray; "-" keeps the one before it.
Track: "0-3" side to side, "2-s0" side to stop, "s0-s1" stop to stop; "!" = a route ends there,
"4:1" = lane 1 at side 4, "(metre)" after a path = its gauge.
"""

from collections.abc import Mapping

from stellwerk.board.tile import COLOURS, STOP, Path, Stop


def parse_stop(text: str) -> Stop:
    kind, *words = text.split()
    revenue: int | Mapping[str, int] = 0
    keys: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            keys[name] = value
        else:
            revenue = _revenue(word)
    stop = Stop(
        kind,
        slots=int(keys.pop("slots", "0")),
        revenue=revenue,
        role=keys.pop("role", ""),
        home=tuple(keys.pop("home", "").split(",")) if "home" in keys else (),
        group=keys.pop("group", ""),
        at=float(keys.pop("at")) if "at" in keys else None,
    )
    if keys:
        raise ValueError(f"unknown words in stop {text!r}: {', '.join(sorted(keys))}")
    return stop


def _revenue(word: str) -> int | Mapping[str, int]:
    if "/" not in word:
        return int(word)
    # Not strict: the last colours may be left out.
    pairs = zip(COLOURS, word.split("/"), strict=False)
    return {colour: int(value) for colour, value in pairs if value != "-"}


def parse_paths(text: str) -> tuple[Path, ...]:
    return tuple(_path(word) for word in text.split())


def _path(word: str) -> Path:
    word, _, gauge = word.partition("(")
    terminal = word.endswith("!")
    first, _, second = word.removesuffix("!").partition("-")
    a, lane_a = _end(first)
    b, lane_b = _end(second)
    return Path(a, b, terminal, lane_a, lane_b, gauge.removesuffix(")"))


def _end(text: str) -> tuple[int, int]:
    if text.startswith("s"):
        return STOP + int(text[1:]), 0
    edge, _, lane = text.partition(":")
    if edge not in ("0", "1", "2", "3", "4", "5"):
        raise ValueError(f"{text!r} is neither a side 0..5 nor a stop")
    return int(edge), int(lane or 0)
