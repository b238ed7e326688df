"""Fields that states of 18xx titles had in 0.1.0 and have no more, for the hashes of games of that time."""

from collections.abc import Mapping

from stellwerk.engine.history import Former
from stellwerk.mech18.negotiation import Offer, Offered, Talking
from stellwerk.mech18.state import Railways


def refused(s: Railways[object, object], turn: Talking) -> tuple[str, ...]:
    """What was offered in vain in a turn: all that was said, but for the offer that is being answered."""
    asked = [
        Offered(frame.by, frame.to, frame.thing, frame.price) for frame in s.stack if isinstance(frame, Offer)
    ]
    return tuple(offered.thing for offered in turn.talks.offered if offered not in asked)


FORMER: Mapping[str, Former] = {f"{turn}.refused": refused for turn in ("Turn", "BuilderTurn", "LocalTurn")}
