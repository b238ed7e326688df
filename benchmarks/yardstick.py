"""A fixed piece of pure-Python work, timed in the same run: times divided by it compare across machines."""

from time import perf_counter


def work() -> int:
    """Dictionaries, tuples, sorting and calls, as a rules engine does them."""
    table: dict[tuple[int, int], int] = {}
    number = 12345
    for step in range(60_000):
        number = (number * 1_103_515_245 + 12_345) % 2_147_483_648
        key = (number % 97, step % 53)
        table[key] = table.get(key, 0) + _weigh(number, key)
    order = sorted(table, key=lambda key: (-table[key], key))
    return sum(place * table[key] for place, key in enumerate(order)) % 1_000_003


def _weigh(number: int, key: tuple[int, int]) -> int:
    return number % (key[0] + 1) + len(key)


def yardstick(rounds: int = 7) -> float:
    """The best time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)
