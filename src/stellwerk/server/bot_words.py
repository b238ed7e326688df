"""What bots are called, and how they play, in words for people."""

from collections.abc import Container, Iterable, Mapping

from msgspec import Struct

from stellwerk.bots import manner_of
from stellwerk.engine.text import msg
from stellwerk.text import SOURCE, translate


class Words(Struct, frozen=True):
    """A kind of bot: its name, and what it does."""

    name: str
    says: str


STRENGTHS: Mapping[str, Words] = {
    "gentle": Words(msg("gentle"), msg("takes the best move it sees now, never traps you")),
    "fair": Words(msg("fair"), msg("thinks a round ahead")),
    "sharp": Words(msg("sharp"), msg("thinks two rounds ahead and blocks")),
}
TEMPERAMENTS: Mapping[str, Words] = {
    "": Words(msg("even-tempered"), ""),
    "builder": Words(msg("builder"), msg("lays track first, buys trains late")),
    "trader": Words(msg("trader"), msg("lives off share prices")),
    "careful": Words(msg("careful"), msg("keeps the price of the next train in every treasury")),
    "bold": Words(msg("bold"), msg("buys trains early to scrap yours")),
}
AT_RANDOM = msg("plays at random")
USUAL = "fair"
"""Who sits down where nobody has chosen."""


def usual_bot(bots: Container[str]) -> str:
    """Return who sits down to a game where nobody has chosen."""
    return USUAL if USUAL in bots else "random"


def told_bots(bots: Iterable[str]) -> dict[str, str]:
    """Return what each of these bots does, in the words of the form; empty where none are known."""
    known = {name: words.says for name, words in STRENGTHS.items()} | {"random": AT_RANDOM}
    return {name: known.get(name, "") for name in bots}


def weighs(bot: str | None) -> bool:
    """Return whether a bot weighs its choices, so that what a move brings can be its reason."""
    return manner_of(bot or "") is not None


def bot_named(bot: str | None, lang: str = SOURCE) -> str:
    """Return how a bot plays: "sharp, careful"; its name where it comes from elsewhere."""
    manner = manner_of(bot or "")
    if manner is None:
        return translate(AT_RANDOM, lang=lang) if bot in (None, "", "random") else str(bot)
    found = [STRENGTHS[manner.strength].name]
    if manner.temperament:
        found.append(TEMPERAMENTS[manner.temperament].name)
    return ", ".join(translate(word, lang=lang) for word in found)
