"""Share papers: each has an identity, belongs to a company and stands for one or more shares."""

from msgspec import Struct


class Paper(Struct, frozen=True):
    """A certificate. `shares` counts in the company's smallest unit (10% in most games)."""

    id: str
    company: str
    shares: int
    director: bool = False


def print_papers(company: str, sizes: tuple[int, ...], director: bool) -> tuple[Paper, ...]:
    """Return the papers of a company; the first one is the director's if there is one."""
    return tuple(
        Paper(f"{company}_{n}", company, shares, director and n == 0) for n, shares in enumerate(sizes)
    )
