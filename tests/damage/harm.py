"""Files that something has happened to: every seed harms in another way, and always in the same.

`harmed` cuts, flips and recodes bytes; `harmed_text` puts values into JSON that only a damaged or hostile
file has. STELLWERK_DAMAGE=20 tries twenty times as many of each as `make test` does, STELLWERK_DAMAGE_SEED=1
others. `Findings` tells all of them that were not answered as they should, not only the first.
"""

import gzip
import json
import os
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

TIMES = int(os.environ.get("STELLWERK_DAMAGE", "1"))
"""How many times as many as usual."""
BASE = os.environ.get("STELLWERK_DAMAGE_SEED", "")
"""Other harm of the same kinds."""

LITERALS = (
    "1" + "0" * 400,
    "-1" + "0" * 400,
    "9" * 5000,
    "1e309",
    "-1e309",
    "1e-400",
    "NaN",
    "Infinity",
    "-Infinity",
    "-0",
    "0.0",
    "-0.0",
    "1.5",
    str(2**63),
    str(-(2**63) - 1),
    str(2**64),
    str(2**53 + 1),
    "null",
    "true",
    '""',
    '"x"',
    '"\\ud800"',
    '"\\u0000"',
    '"\\ud83d\\ude00"',
    '"{x}"',
    '"%s"',
    '"' + "y" * 100_000 + '"',
    "[]",
    "{}",
    "[null]",
    '{"a": 1}',
    "[" * 10_000,
    "[" * 400 + "]" * 400,
    '{"a":' * 2_000 + "1" + "}" * 2_000,
    "01",
    "+1",
    "0x1",
    "'a'",
    "undefined",
    "1_000",
    "١",
)
"""Instead of a value; some of them are no JSON at all."""
WRAPPED = {
    "bom": lambda data: b"\xef\xbb\xbf" + data,
    "utf-16": lambda data: data.decode(errors="replace").encode("utf-16"),
    "utf-16-be": lambda data: data.decode(errors="replace").encode("utf-16-be"),
    "utf-32": lambda data: data.decode(errors="replace").encode("utf-32"),
    "gzip": gzip.compress,
    "twice": lambda data: json.dumps(data.decode(errors="replace")).encode(),
    "listed": lambda data: b"[" + data + b"]",
    "deep": lambda data: b"[" * 10_000 + data + b"]" * 10_000,
    "opened": lambda data: b"[" * 10_000 + data,
    "two": lambda data: data + data,
    "tail": lambda data: data + b"\0\0\0",
    "latin-1": lambda data: data.replace(b'"', b'"\xe4', 1),
    "nothing": lambda data: b"",
    "blank": lambda data: b" \n\t",
    "nul": lambda data: b"\0" * len(data),
    "null": lambda data: b"null",
    "html": lambda data: b"<!DOCTYPE html><title>502 Bad Gateway</title>",
}
"""The whole file, otherwise."""


class Harm(NamedTuple):
    what: str
    data: bytes


class Findings:
    """Which harm was not answered as it should be, and how: `with findings.of(harm)`, then `tell()`."""

    def __init__(self) -> None:
        self._found: list[str] = []

    @contextmanager
    def of(self, harm: Harm) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)
            ours = next((frame for frame in reversed(where) if "/damage/test_" in frame.filename), where[-1])
            said = f"{type(error).__name__}: {error}"[:1000]
            deep = f"{where[-1].filename}:{where[-1].lineno}"
            self._found.append(f"{harm.what}\n  {ours.line} ({deep})\n  {said}")

    def tell(self) -> None:
        assert not self._found, f"{len(self._found)} findings\n" + "\n".join(self._found[:50])


def harmed(data: bytes, seed: int) -> Harm:
    """A file whose bytes were cut, changed or encoded in another way."""
    rng = Random(f"bytes {seed}{BASE}")
    kinds = ("cut", "cut at a sign", "flip", "flip", "byte", "hole", "again", "zeros", "swapped", *WRAPPED)
    kind = kinds[seed % len(kinds)]
    hurt = bytearray(data)
    at, size = rng.randrange(len(data)), rng.choice((1, 2, 7, 64, 512))
    if kind in WRAPPED:
        hurt = bytearray(WRAPPED[kind](data))
    elif kind == "cut":
        del hurt[at:]
    elif kind == "cut at a sign":
        places = [match.end() for match in re.finditer(rb'[{}\[\],:"\n\\]', data)] or [at]
        del hurt[rng.choice(places) :]
    elif kind == "flip":
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            hurt[rng.randrange(len(hurt))] ^= 1 << rng.randrange(8)
    elif kind == "byte":
        hurt[at] = rng.choice(b'\0"{}[],:\\0919-.eE\x7f\x80\xff\xc3\xed tfn')
    elif kind == "hole":
        del hurt[at : at + size]
    elif kind == "again":
        hurt[at:at] = hurt[at : at + size]
    elif kind == "zeros":
        hurt[at : at + size] = bytes(len(hurt[at : at + size]))
    else:
        other = rng.randrange(len(data))
        hurt[at], hurt[other] = hurt[other], hurt[at]
    return Harm(f"{seed} {kind} at {at}", bytes(hurt))


HOLE = "\x00hole\x00"


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, below in inner:
        found.append((*path, key))
        found += places(below, (*path, key))
    return found


def harmed_text(document: Any, seed: int) -> Harm:
    """JSON text in which one value is another, stands twice, is gone, or has another name."""
    rng = Random(f"values {seed}{BASE}")
    hurt = json.loads(json.dumps(document))
    top = [(key,) for key in hurt] if isinstance(hurt, dict) else []
    way = rng.choice(top if top and rng.random() < 0.4 else places(hurt))
    inside = hurt
    for key in way[:-1]:
        inside = inside[key]
    last, literal = way[-1], rng.choice(LITERALS)
    kind = rng.choice(("instead", "instead", "instead", "twice", "gone", "named"))
    if kind == "gone":
        del inside[last]
    elif kind == "named" and isinstance(inside, dict):
        value = inside.pop(last)
        inside[rng.choice(("", "x", str(last).upper(), str(last) + "\0", "\ud800", "type", "seat"))] = value
    elif kind == "twice" and isinstance(inside, dict):
        inside[HOLE] = 0
        text = json.dumps(hurt)
        name = json.dumps(last)
        return Harm(
            f"{seed} twice {way} {literal[:20]}",
            text.replace(f"{json.dumps(HOLE)}: 0", f"{name}: {literal}").encode(),
        )
    else:
        inside[last] = HOLE
    text = json.dumps(hurt).replace(json.dumps(HOLE), literal)
    return Harm(f"{seed} {kind} {way} {literal[:20]}", text.encode(errors="surrogatepass"))
