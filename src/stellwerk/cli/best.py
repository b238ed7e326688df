"""`best` and `audit`: what trains can earn, and what they did earn."""

from argparse import Namespace
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from stellwerk.cli.common import Failed, put_json
from stellwerk.cli.files import Saved, read_game
from stellwerk.engine.text import Figure, Figures, msg
from stellwerk.mech18.advice import Audited, BestRoute, acting_company, audit, best_run, running
from stellwerk.mech18.state import AnyRailways, Railways
from stellwerk.text import translate


def run_best(args: Namespace) -> int:
    state = read_game(args.file).game.state
    if not isinstance(state, Railways):
        raise Failed(msg("{game} has no trains that run"), game=state.setup.game)
    companies = [args.company] if args.company else [acting_company(state)]
    if companies[0] not in state.book.companies:
        if args.company:
            raise Failed(msg("there is no company {company}"), company=args.company)
        companies = running(state)
    found = [best_of(state, company, args.lang) for company in companies]
    if args.json:
        put_json(found)
        return 0
    for best in found:
        figures: Figures = {"company": best.company, "revenue": best.revenue}
        told = translate(msg("{company}: {revenue}"), figures, args.lang)
        print(f"{told} ({best.proof})" if best.routes else told)
        for route in best.routes:
            print(f"  {route.name}: {'–'.join(route.places)} = {route.revenue}")
    return 0


class ProvedRun(Struct, frozen=True):
    """A company's best run, with the proof in words."""

    company: str
    revenue: int
    side: int
    proved: bool
    bound: int
    proof: str
    routes: Sequence[BestRoute]


def best_of(state: AnyRailways, company: str, lang: str) -> ProvedRun:
    best = best_run(state, company)
    if best is None:
        raise Failed(msg("{game} has no trains that run"), game=state.setup.game)
    proof = translate(best.proof.says, best.proof.figures, lang)
    return ProvedRun(best.company, best.revenue, best.side, best.proved, best.bound, proof, best.routes)


def run_audit(args: Namespace) -> int:
    report(read_game(args.file), args)
    return 0


def report(saved: Saved, args: Namespace) -> None:
    """Every run with its shortfall, for programs or as a table."""
    runs = list(audit(saved.game))
    if args.json:
        put_json(as_data(runs, saved.origin))
    else:
        tell(runs, args.lang)


class AuditedRun(Struct, frozen=True):
    """A run, for programs."""

    action: int
    company: str
    player: str
    revenue: int
    best: int
    side: int
    best_side: int
    proved: bool
    shortfall: int
    recorded: int | None
    """The number of the action in the record that the game was imported from."""


class AuditReport(Struct, frozen=True):
    runs: Sequence[AuditedRun]
    below: int
    """How many were not the best ones."""
    missed: int


def as_data(runs: Sequence[Audited], origin: Sequence[tuple[int, int]]) -> AuditReport:
    return AuditReport(
        [
            AuditedRun(
                *run,
                shortfall=run.shortfall,
                recorded=next((number for count, number in origin if count >= run.action), None),
            )
            for run in runs
        ],
        below=sum(run.shortfall > 0 for run in runs),
        missed=sum(run.shortfall for run in runs),
    )


def tell(runs: Sequence[Audited], lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    def say(text: str, **figures: Figure) -> str:
        return translate(text, figures, lang)

    table = Table()
    for heading in (msg("Action"), msg("Company"), msg("Player"), msg("Run"), msg("Best"), msg("Below")):
        table.add_column(say(heading), justify="left" if heading in ("Company", "Player") else "right")
    missed: Counter[str] = Counter()
    for run in runs:
        less = str(run.shortfall) if run.shortfall else "–"
        table.add_row(str(run.action), run.company, run.player, str(run.revenue), str(run.best), less)
        missed[run.player] += run.shortfall
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 100)
    console.print(table)
    below = sum(run.shortfall > 0 for run in runs)
    template = msg("{runs} runs, {below} of them below the best, {missed} missed.")
    print(say(template, runs=len(runs), below=below, missed=sum(missed.values())))
    for player, amount in missed.most_common():
        if amount:
            print(say(msg("{player} missed {amount}."), player=player, amount=amount))
