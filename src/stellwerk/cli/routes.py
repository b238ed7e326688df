"""`routes`: route problems from files, solved."""

import time
from argparse import Namespace

from msgspec import Struct, structs

from stellwerk.cli.common import Failed, put_json
from stellwerk.cli.files import read_bytes
from stellwerk.engine.text import msg
from stellwerk.routing import solve
from stellwerk.routing.bench_format import NamedRoute, read, routes_of
from stellwerk.text import translate


class Answer(Struct, frozen=True):
    """What was found for one problem."""

    file: str
    revenue: int
    proved: bool
    seconds: float
    routes: list[NamedRoute]
    bound: int
    side: int


def run_routes(args: Namespace) -> int:
    problems = []
    for path in args.files:
        try:
            problems.append((str(path), read(read_bytes(path))[0]))
        except ValueError as error:
            raise Failed("{file}: {reason}", file=str(path), reason=str(error)) from None
    found = []
    for file, problem in problems:
        began = time.perf_counter()
        solution = solve(problem, args.time_limit)
        seconds = time.perf_counter() - began
        found.append(
            Answer(
                file=file,
                revenue=solution.revenue,
                proved=solution.proved,
                seconds=round(seconds, 6),
                routes=routes_of(problem, solution),
                bound=solution.bound,
                side=solution.side,
            )
        )
        if not args.json:
            tell(found[-1], args.lang)
    if args.json:
        put_json(found)
    return 0


def tell(answer: Answer, lang: str) -> None:
    if answer.proved:
        template = msg("{file}: {revenue}, proved in {milliseconds} ms")
    else:
        template = msg("{file}: {revenue} found, at most {bound} possible, after {milliseconds} ms")
    milliseconds = round(answer.seconds * 1000, 1)
    print(translate(template, {**structs.asdict(answer), "milliseconds": milliseconds}, lang))
    for route in answer.routes:
        print(f"  {route.train}: {'–'.join(route.stops)} = {route.revenue}")
