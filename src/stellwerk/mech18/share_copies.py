"""Which copy of a share lies in whose hand, as 18xx.games would hand them out."""

from typing import Any

from stellwerk.mech18.state import POOL


class ShareCopies:
    """Which share lies in whose hand, in the order of arrival, as the recording program keeps them."""

    def __init__(self, s: Any) -> None:
        self.hands: dict[tuple[str, str], list[str]] = {}
        self.book = s.book
        for paper, owner in s.papers.items():
            self.hands.setdefault((owner, s.book.papers[paper].company), []).append(paper)

    def owner(self, share: str) -> str:
        """Whose hand a share is in."""
        company = self.book.papers[share].company
        return next(owner for (owner, sym), hand in self.hands.items() if sym == company and share in hand)

    def of(self, owner: str, company: str) -> list[str]:
        return self.hands.setdefault((owner, company), [])

    def move(self, share: str, source: str, target: str) -> None:
        company = self.book.papers[share].company
        self.of(source, company).remove(share)
        self.of(target, company).append(share)

    def ordinary(self, owner: str, company: str) -> list[str]:
        return [share for share in self.of(owner, company) if not self.book.papers[share].director]

    def chosen_for_sale(self, owner: str, company: str, count: int) -> list[str]:
        """Ordinary shares first; the director's only if they do not suffice."""
        chosen = self.ordinary(owner, company)[:count]
        if len(chosen) < count:
            chosen += [share for share in self.of(owner, company) if share not in chosen]
        return chosen

    def change_director(self, company: str, new: str, giver: str, taker: str) -> None:
        """The new director's first shares go to `taker`, the director's paper from `giver` to him."""
        papers = self.book.papers_of[company]
        for share in self.ordinary(new, company)[: papers[0].shares]:
            self.move(share, new, taker)
        self.move(papers[0].id, giver, new)

    def follow_directors(self, before: Any, after: Any) -> None:
        """A purchase may make somebody else director; sales bring their own change."""
        for company in after.book.companies:
            old, new = before.director(company), after.director(company)
            if old is not None and new is not None and old != new:
                self.change_director(company, new, old, old)

    def sold(self, owner: str, company: str, chosen: list[str], count: int, new: str | None) -> None:
        """A sale, with the change of director that may come with it."""
        units = sum(self.book.papers[share].shares for share in chosen)
        for share in chosen:
            self.move(share, owner, POOL)
        if new is None or new == owner:
            return
        first = self.book.papers_of[company][0]
        left = sum(self.book.papers[share].shares for share in self.of(owner, company))
        giver = POOL if first.id in chosen else owner
        self.change_director(company, new, giver, owner if left >= first.shares else POOL)
        for share in self.of(POOL, company)[: units - count]:
            self.move(share, POOL, owner)
