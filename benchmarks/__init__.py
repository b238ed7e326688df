"""Measuring and soaking: speed against a yardstick, many random games, many wrong actions.

`python -m benchmarks` prints the table of times, `python -m benchmarks.soak` plays for long.
The checks live here too, so that tests and soak run the same ones.
"""
