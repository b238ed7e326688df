"""`rules`: the rulebook of a game with the code that holds each rule and the tests that prove it."""

from argparse import Namespace
from pathlib import Path

from msgspec import Struct

from stellwerk.cli.common import Failed, complain, put_json
from stellwerk.cli.rule_homes import code_places, marked_tests
from stellwerk.cli.setup import find_title
from stellwerk.engine import AnyTitle
from stellwerk.engine.registry import home
from stellwerk.engine.text import msg
from stellwerk.notation.rulebook import project, rulebook
from stellwerk.text import SOURCE, translate

PLACES = 3
"""So many places are named in the list; one rule alone shows them all."""


class Homed(Struct, frozen=True):
    """A rule and where it lives."""

    id: str
    text: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


def rules_of(game: AnyTitle, lang: str = SOURCE) -> dict[str, str]:
    """Id -> paragraph in a language, in the rulebook's order."""
    found = rulebook(game.id, lang)
    if found is None:
        raise Failed(msg("the rulebook {file} is not installed"), file=game.rulebook)
    return {id_: paragraph.text for id_, paragraph in found.paragraphs().items()}


def find_id(game: AnyTitle, wanted: str) -> str:
    """Return the id as the rulebook writes it, from a short or full one in any case."""
    short = wanted.lower().removeprefix(game.cite("").lower())
    for id_ in rules_of(game):
        if id_.lower() == short:
            return id_
    raise Failed(msg("{game} has no rule {id}"), game=game.id, id=wanted)


def homes(game: AnyTitle, lang: str = SOURCE) -> list[Homed]:
    """Return the whole rulebook in its order."""
    rules = rules_of(game, lang)
    root = project()
    folder = Path(str(home(game.id)))
    above = root if root is not None and folder.is_relative_to(root) else folder.parent
    code = code_places(folder, game.prefix or game.id, set(rules), above)
    tests = (
        marked_tests(root / "tests", game.prefix or game.id, root)
        if root and (root / "tests").is_dir()
        else {}
    )
    return [
        Homed(id_, paragraph, tuple(map(str, code[id_])), tuple(tests.get(id_, ())))
        for id_, paragraph in rules.items()
    ]


class RuleData(Struct, frozen=True):
    """A rule, for programs."""

    id: str
    full_id: str
    text: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


def _data(game: AnyTitle, rule: Homed) -> RuleData:
    return RuleData(rule.id, game.cite(rule.id), rule.text, rule.code, rule.tests)


def paragraph(game: AnyTitle, rule: Homed, lang: str) -> list[str]:
    """Return a rule as lines to read."""
    nothing = translate(msg("nowhere yet"), {}, lang)
    return [
        f"§{game.cite(rule.id)}  {rule.text}",
        translate(msg("Code: {places}"), {"places": ", ".join(rule.code) or nothing}, lang),
        translate(msg("Tests: {places}"), {"places": ", ".join(rule.tests) or nothing}, lang),
    ]


def _some(places: tuple[str, ...]) -> str:
    more = len(places) - PLACES
    return (", ".join(places[:PLACES]) + (f" +{more}" if more > 0 else "")) or "–"


def run_rules(args: Namespace) -> int:
    game = find_title(args.game)
    if args.id is not None:
        id_ = find_id(game, args.id)
        rule = next(rule for rule in homes(game, args.lang) if rule.id == id_)
        if args.json:
            put_json(_data(game, rule))
        else:
            print("\n".join(paragraph(game, rule, args.lang)))
        return 0
    rules = homes(game, args.lang)
    if args.missing:
        if project() is None:
            raise Failed(msg("only the sources hold the tests; this is an installed copy"))
        return _missing(game, rules, args.json)
    if args.json:
        put_json([_data(game, rule) for rule in rules])
        return 0
    for rule in rules:
        print(f"{rule.id:<13} {rule.text}")
        for places in (rule.code, rule.tests):
            print(f"{'':<13} {_some(places)}")
    return 0


def _missing(game: AnyTitle, rules: list[Homed], json: bool) -> int:
    """Ids that lack code or tests; also a promise to those who check that there are none."""
    missing = [rule for rule in rules if not rule.code or not rule.tests]
    if json:
        put_json([{"id": r.id, "code": bool(r.code), "tests": bool(r.tests)} for r in missing])
    else:
        for rule in missing:
            print(rule.id)
    if not rules:
        complain(f"{game.rulebook}: no rules found")
    return 1 if missing or not rules else 0
