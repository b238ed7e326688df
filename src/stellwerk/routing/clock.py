"""The time limit of one call."""

from time import perf_counter


class Clock:
    """Once the time is over it stays over: each stage cuts itself short, and the answer is unproved."""

    __slots__ = ("_deadline", "late")

    def __init__(self, time_limit: float | None) -> None:
        self._deadline = None if time_limit is None else perf_counter() + time_limit
        self.late = False

    def look(self) -> bool:
        if self._deadline is not None and not self.late and perf_counter() >= self._deadline:
            self.late = True
        return self.late
