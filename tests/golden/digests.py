"""What the rules say of a position, aspect by aspect, each as a short digest."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs

from stellwerk.engine import Action, Refusal, legal, play, title, to_act
from stellwerk.engine.canonical import canonical
from stellwerk.engine.play import activity_of, considered, end
from stellwerk.mech18.advice import BestRun, acting_company, best_run, running, runs_of, worth

LENGTH = 8
"""Hexadecimal digits of a digest."""
SPARED = frozenset({"setup", "version", "stack", "news"})
"""Fields of a state that say nothing of the table, or have an aspect of their own."""
TRIED = 4
"""So many offers of a turn are asked for what they would add to the best run."""


def digest(value: object) -> str:
    return hashlib.blake2b(canonical(value), digest_size=LENGTH // 2).hexdigest()


# -- values without what is as it is by default --------------------------------------------------


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, object], ...]:
    """Names with their default; a new object that equals nothing where there is none."""
    return tuple((field.name, _default(field)) for field in structs.fields(kind))


def _default(field: structs.FieldInfo) -> object:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return object()


PLAIN = (str, int, float)


def plain(value: Any) -> Any:
    """A value as JSON can hold it. Fields at their default are left out, so that one more changes nothing."""
    if value is None or isinstance(value, PLAIN):
        return value
    if isinstance(value, Struct):
        told = {
            name: plain(found)
            for name, default in _fields(type(value))
            if (found := getattr(value, name)) is not UNSET and found != default
        }
        tag = value.__struct_config__.tag
        return {**told, "": tag} if tag is not None else told
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted((plain(item) for item in value), key=canonical)
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    return str(value)


class Fingerprint:
    """The digest of a state; what did not change since the state before is not looked at again."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, str]] = {}

    def __call__(self, state: Any) -> str:
        told = {}
        for name, default in _fields(type(state)):
            value = getattr(state, name)
            if name in SPARED or value == default:
                continue
            known = self._known.get(name)
            if known is None or known[0] is not value:
                known = self._known[name] = (value, digest(plain(value)))
            told[name] = known[1]
        return digest(told)


# -- at every position ---------------------------------------------------------------------------


def offers(state: Any) -> tuple[list[Any], list[Any], list[Any]]:
    """Of all seats to act: the legal candidates, the others with rule and figures, and the words."""
    good: list[Any] = []
    bad: list[Any] = []
    words: list[Any] = []
    for seat in to_act(state):
        good.append(seat)
        for _, action, refusal in considered(state, seat):
            if refusal is None:
                good.append(plain(action))
            else:
                bad.append([plain(action), refusal.rule, plain(refusal.figures)])
                words.append(refusal.message)
    return good, bad, words


def told_at(
    state: Any, events: Sequence[Any], fingerprint: Fingerprint, closely: bool = True
) -> dict[str, Any]:
    """Aspect -> what is digested of it; `state` is a digest already. Offers are looked at only `closely`."""
    prompt = None if state.over else activity_of(state).prompt(state)
    told = {
        "events": plain(events),
        "state": fingerprint(state),
        "cursor": plain(state.stack),
        "prompt": prompt and plain(prompt.figures),
    }
    if closely:
        good, bad, words = offers(state)
        told |= {
            "legal": good,
            "refusals": bad,
            "words": [prompt and prompt.message, [event.says for event in events], words],
        }
    return told


ASPECTS = ("events", "state", "cursor", "legal", "refusals", "prompt", "words")


# -- at sampled positions ------------------------------------------------------------------------


def answer(state: Any, action: Action) -> Any:
    """What an action leads to, or by which rule it is refused."""
    try:
        after, events = play(state, action)
    except Refusal as refusal:
        return [refusal.rule, refusal.message, plain(refusal.figures)]
    return ["accepted", Fingerprint()(after), plain(after.stack), plain(events)]


def accounts(state: Any) -> Any:
    """What everybody is worth, and with all terms what the end would say now."""
    told = [title(state.setup.game).result(state)]
    if not state.over:
        after, events = end(state)
        told += [title(state.setup.game).result(after), Fingerprint()(after), plain(events)]
    return told


def best(state: Any) -> Any:
    """The greatest revenue of every company with trains, and what some offers would add to the actor's."""
    if not hasattr(state, "trains") or state.over:
        return None
    found = {company: run and [run.revenue, run.side] for company, run in _runs(state)}
    return [found, [plain(one) for one in _worths(state)]]


def _runs(state: Any) -> Iterator[tuple[str, BestRun | None]]:
    for company in running(state):
        yield company, best_run(state, company)


def _worths(state: Any) -> Iterator[Any]:
    company = acting_company(state)
    if company and runs_of(state, company) is not None:
        seat = to_act(state)[0]
        offered = [offer for offer in legal(state, seat) if hasattr(offer, "hex") or hasattr(offer, "train")]
        for offer in offered[:: max(1, len(offered) // TRIED)][:TRIED]:
            yield worth(state, offer)


def listed(state: Any) -> Any:
    """`legal()` itself, beside what `considered()` lets pass, and for who is not to act."""
    seats = range(-1, len(state.setup.players))
    return [[plain(action) for action in legal(state, seat)] for seat in seats]


def kept(state: Any) -> list[str]:
    """What has been lost or made from nothing."""
    return title(state.setup.game).conserved(state)


PROBES: Mapping[str, Callable[[Any], Any]] = {
    "listed": listed,
    "result": accounts,
    "best": best,
    "conserved": kept,
}
