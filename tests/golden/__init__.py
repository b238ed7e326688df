"""Golden games: whole games with a digest of all that the rules said at every position.

`make golden` writes the digests anew after a deliberate change and tells what changed; `choosing` makes
other games.
"""
