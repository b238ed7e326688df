"""The kinds of mutants: each makes another program, and each has a key of its own."""

import pytest
from benchmarks.mutants import TITLES, candidates, chosen, equivalent
from benchmarks.mutations import data_mutants, differs, made, mutants_of

TEXT = '''
__all__ = ["price", "again"]
STEPS = ["lay", "run", "pay"]
MOVES = Moves(rule("IV-1", is_for_sale), other, last=True)


def price(s, company, cash=0):
    """A docstring."""
    assert cash > 1
    found = [one for one in s.papers if one.owner == company]
    for one in found:
        if not one.size and one.free:
            continue
        cash += one.size
    s = s.but(cash=cash + 1, owner=pay(company, cash))
    if cash > 40:
        return no("Too much.", cash=cash)
    return s


def again(s, company):
    if s.cash > 40:
        return s if company else ()
    return list(zip(s.cash, s.names, strict=True))
'''


def changes(kind: str) -> set[str]:
    """What the changed line of each mutant of a kind is then."""
    found = [one for one in mutants_of("x.py", TEXT) if one.kind == kind and differs(one, TEXT)]
    return {
        line.strip()
        for one in found
        for line, before in zip(made(one, TEXT).splitlines(), TEXT.splitlines(), strict=False)
        if line != before
    }


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("operator", "if cash >= 40:"),
        ("operator", "cash -= one.size"),
        ("operator", "if not one.size or one.free:"),
        ("statement", "pass"),
        ("arguments", "s = s.but(cash=cash + 1, owner=pay(cash, company))"),
        ("argument", "s = s.but(cash=cash + 1)"),
        ("argument", "s = s.but( owner=pay(company, cash))"),
        ("value", "return None"),
        ("value", "return (())"),
        ("word", 'STEPS = [\'pay\', "run", "pay"]'),
        ("one more", "s = s.but(cash=(cash), owner=pay(company, cash))"),
        ("condition", "if False:"),
        ("condition", "if not one.size and True:"),
        ("filter", "found = [one for one in s.papers if True]"),
        ("element", 'STEPS = ["lay", "pay"]'),
        ("number", "if cash > 70:"),
        ("number", "def price(s, company, cash=7):"),
        ("rule", 'MOVES = Moves(rule("IV-1", (lambda s, a: None)), other, last=True)'),
    ],
)
def test_there_are_mutants_of_the_kind(kind: str, line: str) -> None:
    assert line in changes(kind)


def test_what_is_stated_or_said_is_left_alone() -> None:
    lines = {one.context for one in mutants_of("x.py", TEXT) if one.old in ("1", "True", "cash=cash")}
    assert "assert cash > 1" not in lines
    assert not [one for one in mutants_of("x.py", TEXT) if "__all__" in one.context]
    assert "return list(zip(s.cash, s.names, strict=True))" not in lines
    assert 'return no("Too much.", cash=cash)' not in lines


def test_the_same_change_of_two_functions_has_two_keys() -> None:
    keys = [one.key for one in mutants_of("x.py", TEXT)]
    assert len(keys) == len(set(keys))
    found = [one for one in mutants_of("x.py", TEXT) if (one.old, one.new) == (">", ">=")]
    assert [one.where for one in found] == ["price", "again"]


def test_data_are_changed_value_by_value() -> None:
    text = 'note = "words"\ncount = 3\ncells = [10, 20]\nfree = true\n'
    assert [one.new for one in data_mutants("x.toml", text)] == ["4", "11", "30", "false"]


def test_every_proof_is_of_a_mutant_that_exists() -> None:
    keys = {one.key for title in TITLES for one in candidates(TITLES[title])}
    assert set(equivalent()) - keys == set()


def test_a_sample_has_all_kinds_and_is_the_same_for_a_seed() -> None:
    sample = chosen("1848", 30, 5)
    assert sample == chosen("1848", 30, 5) != chosen("1848", 30, 6)
    assert len({one.kind for one in sample}) >= 12
