"""Words that come from data files and frames into sentences, alone, in lists or with a number."""

from stellwerk.engine.text import msg

COLOURS = (
    msg("white"),
    msg("yellow"),
    msg("green"),
    msg("brown"),
    msg("gray"),
    msg("red"),
    msg("blue"),
)
PLACES = (msg("city"), msg("town"), msg("offboard"), msg("mine"), msg("no place"))
KINDS = (
    msg("coal railway"),
    msg("pre-state"),
    msg("regional"),
    msg("state"),
    msg("major"),
    msg("local"),
    msg("lokalbahn"),
)
"""Kinds of companies."""
ROUNDS = (msg("SR"), msg("OR"), msg("Round"))
"""Stock round and operating round, as in "OR 2.1"; a round of any other game, as in "Round 3"."""

WORDS = frozenset((*COLOURS, *PLACES, *KINDS, *ROUNDS))
