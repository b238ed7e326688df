"""The canonical hash: the same state gives the same hash on any machine."""

import hashlib

import msgspec

from stellwerk.engine.state import State

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: object) -> bytes:
    """JSON with sorted keys; mappings in a state have textual keys."""
    return _encoder.encode(value)


def state_hash(state: State) -> str:
    return hashlib.sha256(canonical(state)).hexdigest()
