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
IN_FIGURES = (
    msg("coal railway", "kinds"),
    msg("pre-state", "kinds"),
    msg("regional", "kinds"),
    msg("state", "kinds"),
    msg("major", "kinds"),
    msg("local", "kinds"),
    msg("lokalbahn", "kinds"),
    msg("Pass", "tile"),
)
"""Words that are another one in a sentence: their context is the figure, `{kinds}` or `{tile}`."""
ROUNDS = (msg("SR"), msg("OR"), msg("Round"))
"""Stock round and operating round, as in "OR 2.1"; a round of any other game, as in "Round 3"."""

WORDS = frozenset((*COLOURS, *PLACES, *KINDS, *ROUNDS))

WORD_FIGURES = frozenset(
    {
        "colour", "contract", "field", "good", "goods", "here", "hub", "instead", "kind", "kinds", "label",
        "latest", "lot", "metal", "new", "old", "on", "purpose", "reason", "reasons", "rebate", "right",
        "round", "side", "source", "tag", "terrain", "tile", "value", "wanted", "what", "when",
    }
)  # fmt: skip
"""Figures that hold words of the game; others are names, numbers or somebody's own words, and stay so."""
