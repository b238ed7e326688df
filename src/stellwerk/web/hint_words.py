"""What a hint says, as far as it was asked for."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.engine.play import decode
from stellwerk.engine.reasons import reasons
from stellwerk.engine.text import msg
from stellwerk.notation.decisions import about
from stellwerk.server.model import HintInfo
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.render import Speech


class ShownHint(Struct, frozen=True, kw_only=True):
    """A hint as far as it was asked for; what is not there yet is empty."""

    step: int
    ready: bool
    where: str = ""
    move: str = ""
    why: Sequence[Markup] = ()


def shown_hint(seen: Snapshot, hint: HintInfo, lang: str) -> ShownHint:
    view = seen.position().view
    speech = Speech(lang, view.unit)
    where, move, why = "", "", []
    if hint.where is not None:
        figures = {
            "what": speech(about(hint.where.kind)),
            "company": hint.where.company,
            "places": ", ".join(hint.where.places),
        }
        if hint.where.places:
            where = speech(msg("{what}: {places}"), **figures)
        elif hint.where.company:
            where = speech(msg("{what} ({company})"), **figures)
        else:
            where = str(figures["what"])
    if hint.action is not None:
        action = decode(seen.info.game, hint.action)
        move = speech.does(seen.state, action)
        if hint.step > 2:
            why = [speech.rich_said(reason) for reason in reasons(seen.state, action)]
            why += expectations(seen, hint, speech)
    return ShownHint(step=hint.step, ready=hint.ready, where=where, move=move, why=why)


def expectations(seen: Snapshot, hint: HintInfo, speech: Speech) -> list[Markup]:
    """Return what the seat is expected to have at the end, and the next best choice with what it expects."""
    money = [judged.money[hint.seat] for judged in hint.judged if hint.seat < len(judged.money)]
    found = []
    if money:
        found.append(speech.rich(msg("expected at the end: {money}"), {"money": speech.money(money[0])}))
    if len(money) > 1:
        figures = {
            "money": speech.money(money[1]),
            "move": speech.does(seen.state, decode(seen.info.game, hint.judged[1].action)),
        }
        found.append(speech.rich(msg("next best, {money}: {move}"), figures))
    return found
