"""What happens at a table beside the game, and the sentences that tell it."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from stellwerk.engine import msg
from stellwerk.engine.canonical import UNREADABLE
from stellwerk.engine.text import Figure
from stellwerk.server.model import Aids, RemarkInfo
from stellwerk.text import translate

RemarkKind = Literal[
    "handed", "handed_by", "taken_back", "hint", "slow", "failed", "no_aids", "figures", "all_aids"
]

SENTENCES: Mapping[RemarkKind, str] = {
    "handed": msg("{bot} plays for {name}."),
    "handed_by": msg("{bot} plays for {name}, who is away; {host} asked for it."),
    "taken_back": msg("{name} plays again."),
    "hint": msg("{name} asked for a hint."),
    "slow": msg("{bot} took too long for {name}; {instead} moved."),
    "failed": msg("{bot} failed for {name}; {instead} moved."),
    "no_aids": msg("Played without aids: no best runs, no figures on them, no hints."),
    "figures": msg("Aids: figures on what one chooses, no hints."),
    "all_aids": msg("Aids: all; the log tells who asks for a hint."),
}
"""Names of bots are figures: they are translated where they are shown."""

AIDS_REMARKS: Mapping[Aids, RemarkKind] = {"none": "no_aids", "figures": "figures", "all": "all_aids"}
"""What the log says at the start."""


def remark_info(
    id: int, number: int, at: int, seat: int, kind: str, figures: str, created: int
) -> RemarkInfo:
    """Return a remark as the database keeps it, in words; of a kind that is not known, without any."""
    says = {str(known): sentence for known, sentence in SENTENCES.items()}.get(kind, "")
    try:
        told = msgspec.json.decode(figures, type=dict[str, Figure])
    except UNREADABLE:
        told = {}
    return RemarkInfo(id, number, at, seat, kind, says, told, translate(says, told) if says else "", created)
