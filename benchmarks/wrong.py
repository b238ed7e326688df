"""Wrong actions of every kind: what the engine must refuse politely, and what must not change for it.

Whatever is sent, the answer is a transition, a Refusal that cites a paragraph of the ledger, or a
FormatError; the state stays as it was.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec import inspect, structs

from stellwerk.engine import (
    Action,
    FormatError,
    Game,
    Refusal,
    Title,
    decode,
    legal,
    play,
    state_hash,
    title,
)
from stellwerk.engine.play import activity_of
from stellwerk.notation.rulebook import paragraphs

ENGINE_RULES = ("stale", "undo")

STRINGS = (
    "", " ", "0", "-1", "?", "bank", "offer", "pool", "out", "seat0", "E4", "E4.0", "É✂", "{x}", "{0}",
    "a\0b", "x" * 3000, "null", "../..", "'; --", "\u202e", "2-0", "D-99", "8-", "P1", "COM", "COM_0",
)  # fmt: skip
INTEGERS = (-1, 0, 1, 2, 5, 6, 7, 10, 40, 100, 101, 999, -5, -100, 2**31, 2**63, -(2**63), 10**30)
TEXTS = (
    b"", b"{}", b"[]", b"null", b"\xff\xfe\x00", b"{", b'{"type":"pass"}', b'{"type":null,"seat":0}',
    b"[" * 5000, b'{"a":' * 5000, b'{"type":"pass","seat":NaN}', b'{"type":"no_such_thing","seat":0}',
    b'{"type":"pass","seat":1e400}', b'{"type":"pass","seat":"0"}', "ß".encode("latin-1"),
)  # fmt: skip


def ledger_ids(game: Title) -> frozenset[str]:
    """Full ids of every paragraph in the title's ledger, and the three of the engine's own."""
    return frozenset(game.cite(paragraph) for paragraph in (*paragraphs(game.id), *ENGINE_RULES))


class Answers(Counter[str]):
    """How often which answer came: "accepted", "format", or the rule that refused."""

    @property
    def wrong(self) -> int:
        return self.total() - self["accepted"]


class Fuzzer:
    """Sends wrong actions to positions of one game (it has some actions) and notes the answers."""

    def __init__(self, game: Game, seed: int) -> None:
        self.title = title(game.setup.game)
        self.rules = ledger_ids(self.title)
        self.rng = Random(seed)
        self.game = game
        self.past: tuple[Action, ...] = game.actions
        self.words = sorted({word for action in self.past for word in _values(action, str)})
        self.numbers = sorted({number for action in self.past for number in _values(action, int)})
        self.positions = _by_kind(game)
        self.answers = Answers()
        self.ways: tuple[Callable[[Any], Action | bytes | None], ...] = (
            self.malformed,
            self.wrong_seat,
            self.from_elsewhen,
            self.made_up,
            self.mutated,
            self.mutated,
            self.mutated,
        )

    def run(self, count: int) -> Answers:
        """So many wrong actions (those that happen to be right not counted), over positions of all kinds."""
        while self.answers.wrong < count:
            state = self.rng.choice(self.rng.choice(self.positions))
            for _ in range(10):
                self.send(state, self.wrong(state))
        return self.answers

    def wrong(self, state: Any) -> Action | bytes:
        """Something to send; it may happen to be legal."""
        while True:
            thing = self.rng.choice(self.ways)(state)
            if thing is not None:
                return thing

    # -- ways of being wrong -----------------------------------------------------------------

    def malformed(self, state: Any) -> bytes:
        """Text that is no action, or barely one."""
        if self.rng.random() < 0.2:
            return self.rng.choice(TEXTS)
        text = bytearray(msgspec.json.encode(self.rng.choice(self.past)))
        at = self.rng.randrange(len(text))
        match self.rng.randrange(6):
            case 0:
                del text[at:]
            case 1:
                del text[at]
            case 2:
                text[at] = self.rng.randrange(256)
            case 3:
                text[at:at] = self.rng.choice((b"0", b'"', b",", b"[", b"}", b"null", b"\xc3\x28", b"-"))
            case 4:
                text[-1:] = self.rng.choice((b',"x":1}', b',"seat":"x"}', b',"seat":null}', b',"seat":1.5}'))
            case _:
                text += bytes(text)
        return bytes(text)

    def wrong_seat(self, state: Any) -> Action | None:
        action = self._offer(state)
        return action and structs.replace(action, seat=self.rng.choice((*range(-2, 8), *INTEGERS)))

    def from_elsewhen(self, state: Any) -> Action:
        """Something that was or will be legal at another time of the game, perhaps by the acting seat."""
        action = self.rng.choice(self.past)
        if self.rng.random() < 0.7 and not state.over:
            action = structs.replace(action, seat=self.rng.choice(activity_of(state).seats(state)))
        return action

    def made_up(self, state: Any) -> Action:
        """Any kind of action with values of the right types."""
        kind = self.rng.choice(self.title.actions)
        open_now = [] if state.over else [move.action for move in activity_of(state).moves(state)]
        if open_now and self.rng.random() < 0.7:
            kind = self.rng.choice(open_now)
        values = {
            field.name: self._value(field.type)
            for field in inspect.type_info(kind).fields  # type: ignore[attr-defined]
        }
        if not state.over and self.rng.random() < 0.9:
            values["seat"] = self.rng.choice(activity_of(state).seats(state))
        return kind(**values)

    def mutated(self, state: Any) -> Action | None:
        """A legal action with one or two fields changed."""
        action = self._offer(state)
        if action is None:
            return None
        fields = [f for f in inspect.type_info(type(action)).fields if f.name != "seat"]  # type: ignore[attr-defined]
        if not fields:
            return None
        for _ in range(self.rng.choice((1, 1, 2))):
            field = self.rng.choice(fields)
            value = self._near(getattr(action, field.name), field.type)
            action = structs.replace(action, **{field.name: value})
        return action

    def _offer(self, state: Any) -> Action | None:
        if state.over:
            return None
        offers = legal(state, self.rng.choice(activity_of(state).seats(state)))
        kinds = sorted({type(offer) for offer in offers}, key=lambda kind: kind.__name__)
        if not kinds:
            return None
        kind = self.rng.choice(kinds)  # else the many tiles would hide all other kinds
        return self.rng.choice([offer for offer in offers if type(offer) is kind])

    def _near(self, value: Any, kind: inspect.Type) -> Any:
        """A changed value: near the old one, known from elsewhere, or nonsense."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, int) and self.rng.random() < 0.6:
            return value + self.rng.choice((-100, -10, -5, -1, 1, 2, 3, 5, 10, 100))
        if isinstance(value, tuple) and value and self.rng.random() < 0.8:
            items = list(value)
            at = self.rng.randrange(len(items))
            match self.rng.randrange(4):
                case 0:
                    del items[at]
                case 1:
                    items.append(items[at])
                case 2:
                    self.rng.shuffle(items)
                case _:
                    items[at] = self._near(items[at], kind.item_type)  # type: ignore[attr-defined]
            return tuple(items)
        if isinstance(value, msgspec.Struct) and self.rng.random() < 0.8:
            field = self.rng.choice(inspect.type_info(type(value)).fields)  # type: ignore[attr-defined]
            return structs.replace(value, **{field.name: self._near(getattr(value, field.name), field.type)})
        return self._value(kind)

    def _value(self, kind: inspect.Type) -> Any:
        """Any value of a type."""
        rng = self.rng
        match kind:
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.IntType():
                return rng.choice(self.numbers or INTEGERS) if rng.random() < 0.5 else rng.choice(INTEGERS)
            case inspect.StrType():
                return rng.choice(self.words or STRINGS) if rng.random() < 0.7 else rng.choice(STRINGS)
            case inspect.VarTupleType(item_type=item):
                return tuple(self._value(item) for _ in range(rng.choice((0, 1, 2, 3, 6))))
            case inspect.StructType(cls=cls, fields=fields):
                return cls(**{field.name: self._value(field.type) for field in fields})
            case inspect.UnionType(types=types):
                return self._value(rng.choice(types))
            case inspect.NoneType():
                return None
        raise TypeError(f"actions hold no {kind}")

    # -- sending -----------------------------------------------------------------------------

    def send(self, state: Any, thing: Action | bytes) -> None:
        """Send it and check the answer."""
        where = f"{state.setup}, version {state.version}: {thing!r}"
        before = state_hash(state)
        try:
            answer = self._answer(state, thing, where)
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(f"{where} raises {type(error).__name__}: {error}") from error
        assert state_hash(state) == before, f"{where} changed the state"
        self.answers[answer] += 1

    def _answer(self, state: Any, thing: Action | bytes, where: str) -> str:
        try:
            action = decode(self.title.id, thing if isinstance(thing, bytes) else msgspec.json.encode(thing))
        except FormatError as error:
            return self._no_action(thing, error, where)
        assert isinstance(thing, bytes) or action == thing, f"{where} is read as {action}"
        try:
            after = play(state, action).state
        except Refusal as refusal:
            return self._refused(state, action, refusal, where)
        breaches = self.title.conserved(after)
        assert not breaches, f"{where} is accepted, but {breaches}"
        assert state_hash(play(state, action).state) == state_hash(after), f"{where} leads to two states"
        move = next(m for m in activity_of(state).moves(state) if m.action is type(action))
        if move.listed and action not in (offers := legal(state, action.seat)):
            # Of actions that come to the same, one is enough to be offered.
            known = (play(state, offer).state for offer in offers if type(offer) is type(action))
            assert after in known, f"{where} is accepted, but not offered"
        return "accepted"

    def _no_action(self, thing: Action | bytes, error: FormatError, where: str) -> str:
        assert str(error), f"{where}: no reason given"
        assert isinstance(thing, bytes), f"{where}: JSON of an action is not read back: {error}"
        return "format"

    def _refused(self, state: Any, action: Action, refusal: Refusal, where: str) -> str:
        assert refusal.rule in self.rules, f"{where}: {refusal.rule} is no paragraph"
        assert refusal.text.strip(), f"{where}: refused without words"
        assert action not in legal(state, action.seat), f"{where}: offered, but refused: {refusal}"
        return refusal.rule


def _by_kind(game: Game) -> list[list[Any]]:
    """The positions in groups with the same kinds of moves, so that rare decisions get their share."""
    groups: dict[tuple[type, ...], list[Any]] = {}
    for state, _ in game.history:
        moves = () if state.over else activity_of(state).moves(state)
        groups.setdefault(tuple(move.action for move in moves), []).append(state)
    return list(groups.values())


def _values(thing: Any, kind: type) -> list[Any]:
    """All texts (or numbers) in an action."""
    if isinstance(thing, kind) and not isinstance(thing, bool):
        return [thing]
    if isinstance(thing, tuple):
        return [value for item in thing for value in _values(item, kind)]
    if isinstance(thing, msgspec.Struct):
        return [v for name in thing.__struct_fields__ for v in _values(getattr(thing, name), kind)]
    return []
