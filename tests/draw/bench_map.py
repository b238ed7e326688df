"""How long a map takes: `python -m tests.draw.bench_map`."""

from statistics import median
from time import perf_counter

from benchmarks.players import random_game

from stellwerk.engine import Setup, to_act
from stellwerk.web.map.choices import choices
from stellwerk.web.map.context import svg
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.picker import picker


def told(name: str, times: list[float]) -> None:
    ranked = sorted(times)
    print(
        f"{name:<34} {len(times):>5} × median {median(times) * 1e3:6.2f} ms"
        f"  p95 {ranked[int(len(times) * 0.95)] * 1e3:6.2f} ms  worst {ranked[-1] * 1e3:6.2f} ms"
    )


def main() -> None:
    game = random_game(Setup("1848", ("Ann", "Ben", "Cy", "Dee"), seed=5), "bot")
    looks = []
    for transition in game.history[1:]:
        seats = to_act(transition.state)
        seat = seats[0] if seats else None
        version = transition.state.version
        looks.append(MapView("x", transition.state, version, version, version, seat))
    for name in ("a position for the first time", "a position again"):
        times = []
        for look in looks:
            begun = perf_counter()
            svg(look)
            times.append(perf_counter() - begun)
        told(name, times)
    times = []
    for look in looks[::5]:
        for key in choices(look.state, look.seat).hexes:
            begun = perf_counter()
            picker(look, key)
            times.append(perf_counter() - begun)
    told("the picker of an open hex", times)


if __name__ == "__main__":
    main()
