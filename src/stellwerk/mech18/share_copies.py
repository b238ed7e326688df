"""Which copy of a share lies in whose hand, as 18xx.games would hand them out."""

from stellwerk.mech18.state import OFFER, POOL, RESERVED, AnyRailways


def number(share: str) -> int:
    return int(share.rpartition("_")[2])


class ShareCopies:
    """Which share lies in whose hand, in the order of arrival, as the recording program keeps them."""

    def __init__(self, s: AnyRailways) -> None:
        self.hands: dict[tuple[str, str], list[str]] = {}
        self.book = s.book
        for paper, owner in s.papers.items():
            self.hands.setdefault((owner, s.book.papers[paper].company), []).append(paper)

    def owner(self, share: str) -> str:
        """Return whose hand a share is in."""
        company = self.book.papers[share].company
        return next(owner for (owner, sym), hand in self.hands.items() if sym == company and share in hand)

    def of(self, owner: str, company: str) -> list[str]:
        return self.hands.setdefault((owner, company), [])

    def move(self, share: str, source: str, target: str) -> None:
        company = self.book.papers[share].company
        self.of(source, company).remove(share)
        hand = self.of(target, company)
        # A share that is no longer kept lies where it lay, not behind those that came back.
        later = (n for n, other in enumerate(hand) if number(other) > number(share))
        hand.insert(next(later, len(hand)) if (source, target) == (RESERVED, OFFER) else len(hand), share)

    def ordinary(self, owner: str, company: str) -> list[str]:
        return [share for share in self.of(owner, company) if not self.book.papers[share].director]

    def chosen_for_sale(self, owner: str, company: str, count: int) -> list[str]:
        """Ordinary shares first; the director's only if they do not suffice."""
        chosen = self.ordinary(owner, company)[:count]
        if len(chosen) < count:
            chosen += [share for share in self.of(owner, company) if share not in chosen]
        return chosen

    def change_director(self, company: str, new: str, giver: str, taker: str) -> None:
        """Give the new director the paper of `giver`; as many ordinary shares go to `taker`."""
        papers = self.book.papers_of[company]
        for share in self.ordinary(new, company)[: papers[0].shares]:
            self.move(share, new, taker)
        self.move(papers[0].id, giver, new)

    def follow(self, before: AnyRailways, after: AnyRailways) -> None:
        """Whatever else moved shares: a director who lost the paper, an exchange, papers set free.

        Director's and kept papers are told apart, the others go in the order in which they came.
        """
        if before.papers is after.papers:
            return
        for company, papers in self.book.papers_of.items():
            if all(before.papers[paper.id] == after.papers[paper.id] for paper in papers):
                continue
            wanted: dict[str, int] = {}
            for paper in papers:
                owner = after.papers[paper.id]
                # Papers that were kept for somebody have not been mixed with others yet.
                if paper.director or before.papers[paper.id] == RESERVED:
                    held = self.owner(paper.id)
                    if held != owner:
                        self.move(paper.id, held, owner)
                if not paper.director:
                    wanted[owner] = wanted.get(owner, 0) + 1
            self._balance(company, wanted)

    def _balance(self, company: str, wanted: dict[str, int]) -> None:
        holders = [owner for (owner, sym) in self.hands if sym == company]
        spare = [
            (share, owner)
            for owner in holders
            for share in self.ordinary(owner, company)[
                : len(self.ordinary(owner, company)) - wanted.get(owner, 0)
            ]
        ]
        for owner, count in wanted.items():
            for _ in range(count - len(self.ordinary(owner, company))):
                share, holder = spare.pop(0)
                self.move(share, holder, owner)

    def sold(self, owner: str, company: str, chosen: list[str], count: int, new: str | None) -> None:
        """A sale, with the change of director that may come with it."""
        units = sum(self.book.papers[share].shares for share in chosen)
        bank = POOL if self.book.pool else OFFER
        for share in chosen:
            self.move(share, owner, bank)
        if new is None or new == owner:
            return
        first = self.book.papers_of[company][0]
        left = sum(self.book.papers[share].shares for share in self.of(owner, company))
        giver = bank if first.id in chosen else owner
        self.change_director(company, new, giver, owner if left >= first.shares else bank)
        for share in self.ordinary(bank, company)[: units - count]:
            self.move(share, bank, owner)
