"""Small changes of a source text, each of which makes another program, for `benchmarks.mutants`."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

PROSE = re.compile(r"^\s*(text|source|sources|note|notes|reason|provenance|comment|title|says|doubt|of)\s*=")
TEXTS = ("msg", "refuse", "cast", "TypeVar", "NewType", "Refusal")
"""Calls whose arguments are words for people or for the type checker."""
SAME_EITHER_WAY = ("min", "max", "isinstance", "zip", "rule", "gcd")
"""Calls whose arguments are not swapped: it would change nothing, or fail at once."""

SWAPPED = {
    "<=": "<", ">=": ">", "<": "<=", ">": ">=", "==": "!=", "!=": "==", "in": "not in", "not in": "in",
    "is": "is not", "is not": "is", "and": "or", "or": "and",
    "+": "-", "-": "+", "*": "+", "//": "*", "%": "//", "|": "&", "&": "|",
}  # fmt: skip


class Mutant(NamedTuple):
    file: str
    """Below the source's root."""
    line: int
    start: int
    end: int
    """The changed characters, counted from the start of the file."""
    old: str
    new: str
    context: str
    """The whole line as it was."""
    kind: str
    """What sort of change it is."""
    where: str = ""
    """The function, with the classes and functions around it; empty outside of all."""
    rules: tuple[str, ...] = ()
    """The paragraphs whose home the changed function is."""
    number: int = 1
    """Of several changes in a function that read the same, which one."""

    def __str__(self) -> str:
        change = f"{squeezed(self.old)!r} -> {squeezed(self.new)!r}"
        return f"{self.file}:{self.line}: {self.kind}: {change}   | {self.context}"

    @property
    def key(self) -> str:
        """By what `equivalent.toml` knows it, wherever the function moves in its file."""
        change = f"{squeezed(self.old)} -> {squeezed(self.new)}"
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file} | {self.where} | {self.context} | {change}{again}"


def squeezed(text: str) -> str:
    return " ".join(text.split())


def numbered(mutants: Sequence[Mutant]) -> list[Mutant]:
    """The same mutants, told apart where they read the same."""
    seen: Counter[str] = Counter()
    found = []
    for mutant in sorted(mutants):
        key = mutant.key
        seen[key] += 1
        found.append(mutant._replace(number=seen[key]))
    return found


# -- Python ------------------------------------------------------------------------------------


class Finder(ast.NodeVisitor):
    """Collects the places of a module where one small change makes another program."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.homes = paragraphs(text)
        self.within: list[str] = []
        self.last: set[int] = set()
        """Lines of statements that end a function: to leave one out is to return nothing."""
        self.words = sorted(
            {
                node.value
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_word(node.value)
            }
        )

    def offset(self, line: int, column: int) -> int:
        # Columns of the syntax tree count bytes.
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt | ast.keyword)
        return (
            self.offset(node.lineno, node.col_offset),
            self.offset(node.end_lineno or 0, node.end_col_offset or 0),
        )

    def source(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.text[start:end]

    def add(self, kind: str, line: int, start: int, end: int, new: str) -> None:
        rules = tuple(rule for name in self.within for rule in self.homes.get(name, ()))
        where = ".".join(name for name in self.within if name)
        context = self.lines[line - 1].strip()
        self.found.append(
            Mutant(self.name, line, start, end, self.text[start:end], new, context, kind, where, rules)
        )

    def instead(self, kind: str, node: ast.expr | ast.stmt, new: str) -> None:
        self.add(kind, node.lineno, *self.span(node), new)

    def between(self, left: ast.expr, right: ast.expr) -> None:
        """The operator between two operands."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.text[start:end]
        match = re.fullmatch(
            r"([\s)]*)(<=|>=|==|!=|<|>|not in|is not|in|is|\+|-|\*|//|%|and|or|\||&)([\s(]*)", gap
        )
        if match and match[2] in SWAPPED:
            at = start + len(match[1])
            self.add("operator", right.lineno, at, at + len(match[2]), SWAPPED[match[2]])

    def without(self, kind: str, items: Sequence[ast.AST], least: int) -> None:
        """Each of several things that commas separate, left out with its comma."""
        if len(items) < least:
            return
        for number, item in enumerate(items):
            start, end = self.span(item)
            if number + 1 < len(items):
                end = self.span(items[number + 1])[0]
            else:
                start = self.span(items[number - 1])[1] if number else start
            gone = self.text[start:end]
            if "#" not in gone and gone.count("(") == gone.count(")"):
                self.add(kind, item.lineno, start, end, "")  # type: ignore[attr-defined]

    # -- around and above ------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.within.append(node.name)
        self.last.add(node.body[-1].lineno)
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self.within.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.within.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.within.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """States what cannot be otherwise."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are not rules."""

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if not isinstance(node.slice, ast.Name | ast.Tuple):  # those may be types
            self.visit(node.slice)

    # -- statements ------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom) and self.within:
            self.instead("statement", node, "pass")
        self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id == "__all__":
            return  # what a module shows the type checker
        again = isinstance(target, ast.Name) and re.search(rf"\b{target.id}\b", self.source(node.value))
        if self.within and (again or isinstance(target, ast.Subscript)):
            self.instead("statement", node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.instead("statement", node, "pass")
        start, end = self.span(node.target)[1], self.span(node.value)[0]
        sign = self.text[start:end].strip()
        if sign in ("+=", "-="):
            at = self.text.index(sign, start)
            self.add("operator", node.lineno, at, at + 2, "-=" if sign == "+=" else "+=")
        self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.instead("statement", node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.instead("statement", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.instead("statement", node, "pass")

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is None:
            self.instead("statement", node, "pass")
            return
        if not (isinstance(value, ast.Constant) and value.value is None):
            if node.lineno not in self.last:
                self.instead("statement", node, "pass")
            if not (isinstance(value, ast.Constant) and value.value is False):  # who asks, asks for its truth
                self.instead("value", value, "None")
        if isinstance(value, ast.Tuple | ast.List | ast.ListComp | ast.GeneratorExp):
            self.instead("value", value, "()")
        elif isinstance(value, ast.Compare | ast.BoolOp):
            self.instead("value", value, "True")
            self.instead("value", value, "False")
        elif isinstance(value, ast.BinOp):
            self.instead("value", value, "0")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self.test(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.instead("condition", node.test, "False")
        self.generic_visit(node)

    def test(self, test: ast.expr) -> None:
        held = self.source(test)
        self.instead("condition", test, f"not ({held})")
        if ":=" not in held:
            self.instead("condition", test, "True")
            self.instead("condition", test, "False")

    # -- expressions -----------------------------------------------------------------------------

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.instead("condition", node.test, f"not ({self.source(node.test)})")
        self.instead("value", node, f"({self.source(node.body)})")
        self.instead("value", node, f"({self.source(node.orelse)})")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            if ":=" not in self.source(test):
                self.instead("filter", test, "True")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in TEXTS:
            return
        if name in ("min", "max", "any", "all"):
            start, end = self.span(node.func)
            other = {"min": "max", "max": "min", "any": "all", "all": "any"}[name]
            self.add("operator", node.lineno, start, end, other)
        if name == "rule" and len(node.args) == 2:
            self.rule(node)
            return
        if name not in SAME_EITHER_WAY and not any(isinstance(one, ast.Starred) for one in node.args):
            for left, right in pairwise(node.args):
                if is_rule(left) and is_rule(right):
                    continue  # which of two rules speaks first is no matter of the rulebook
                if (one := self.source(left)) != (two := self.source(right)):
                    start, middle = self.span(left)
                    after, end = self.span(right)
                    swapped = f"{two}{self.text[middle:after]}{one}"
                    self.add("arguments", left.lineno, start, end, swapped)
        if name == "zip":
            for argument in node.args:
                self.visit(argument)
            return  # `strict` states what cannot be otherwise
        keywords = [keyword for keyword in node.keywords if keyword.arg is not None]
        if len(keywords) == len(node.keywords) and (node.args or len(keywords) > 1):
            for keyword in keywords:
                start, end = self.span(keyword)
                before = re.search(r",\s*$", self.text[:start])
                after = re.match(r"\s*,", self.text[end:])
                if before:
                    self.add("argument", keyword.lineno, before.start(), end, "")
                elif after:
                    self.add("argument", keyword.lineno, start, end + after.end(), "")
        self.generic_visit(node)

    def rule(self, node: ast.Call) -> None:
        """A rule that never refuses, and one that cites another paragraph."""
        cited = node.args[0]
        ids = cited.value if isinstance(cited, ast.Constant) else ""
        self.within.append("")
        self.homes[""] = (str(ids),)
        self.instead("rule", node.args[1], "(lambda s, a: None)")
        self.within.pop()
        self.visit(cited)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right in pairwise(operands):
            self.between(left, right)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not (isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)):
            self.between(node.left, node.right)
        one = isinstance(node.right, ast.Constant) and node.right.value == 1
        if one and isinstance(node.op, ast.Add | ast.Sub):
            self.instead("one more", node, f"({self.source(node.left)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            self.between(left, right)
        if ":=" not in self.source(node):
            neutral = "True" if isinstance(node.op, ast.And) else "False"
            for part in node.values:
                self.instead("condition", part, neutral)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self.span(node)
            inner = self.span(node.operand)[0]
            self.add("operator", node.lineno, start, end, self.text[inner:end])
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        if isinstance(node.ctx, ast.Load):
            self.without("element", node.elts, 3)
            self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        self.without("element", node.elts, 2)
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        self.without("element", node.elts, 2)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.instead("number", node, str(not node.value))
        elif isinstance(node.value, int):
            self.instead("number", node, str(node.value + 1))
            self.instead("number", node, str(node.value + (7 if node.value < 20 else 30)))
        elif isinstance(node.value, str) and is_word(node.value) and len(self.words) > 1:
            self.instead("word", node, repr(unlike(node.value, self.words)))


def is_rule(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule"


def is_word(text: str) -> bool:
    """Whether a text is a name that rules go by, and no sentence."""
    return re.fullmatch(r"[\w.+-]+", text) is not None


def mutants_of(name: str, text: str) -> list[Mutant]:
    """All mutants of a module that are programs, and other ones."""
    finder = Finder(name, text)
    tree = ast.parse(text)
    finder.visit(tree)
    return numbered(finder.found)


def differs(mutant: Mutant, text: str) -> bool:
    """Whether the changed text is a program at all, and not the same one."""
    try:
        changed = ast.parse(made(mutant, text))
    except SyntaxError:
        return False
    return ast.dump(changed) != ast.dump(ast.parse(text))


def made(mutant: Mutant, text: str) -> str:
    """The text with the change."""
    return text[: mutant.start] + mutant.new + text[mutant.end :]


def paragraphs(text: str) -> dict[str, tuple[str, ...]]:
    """Function -> ids of the paragraphs that it is given in this file."""
    found: dict[str, tuple[str, ...]] = {}
    for match in re.finditer(r'rule\(\s*"([^"]+)",\s*(\w+)', text):
        found[match[2]] = (*found.get(match[2], ()), match[1])
    return found


# -- data ----------------------------------------------------------------------------------------

TOKEN = re.compile(r'"(?P<text>[^"]*)"|(?<![\w.#-])(?P<number>-?\d+)(?![\w.])|\b(?P<flag>true|false)\b')


def unlike(word: str, words: list[str]) -> str:
    """Another word of the same shape (`E4` for `B7`), else the same one with another figure, else any."""
    shape = re.sub(r"\d+", "0", word)
    others = [other for other in words if other != word and re.sub(r"\d+", "0", other) == shape]
    if others:
        return next((other for other in others if other > word), others[0])
    changed = re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), word, count=1)
    return changed if changed != word else next((other for other in words if other > word), "x")


def data_mutants(name: str, text: str) -> Iterator[Mutant]:
    """One number, word or flag changed to something else of its kind."""
    told = [line for line in text.splitlines() if "#" not in line]
    words = sorted({match["text"] for line in told for match in TOKEN.finditer(line) if match["text"]})
    at = 0
    prose = False
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        quotes = line.count('"""')
        if PROSE.match(line) or prose or line.lstrip().startswith("#"):
            prose = prose ^ (quotes % 2 == 1)
            at += len(line)
            continue
        body = line.split(" #")[0]
        value = body.find("=") + 1
        for match in TOKEN.finditer(body, value):
            if match["number"] is not None:
                old = int(match["number"])
                new = str(old + (10 if abs(old) >= 20 else 1))
            elif match["flag"] is not None:
                new = "false" if match["flag"] == "true" else "true"
            else:
                new = f'"{unlike(match["text"], words)}"'
            yield Mutant(
                name, number, at + match.start(), at + match.end(), match[0], new, line.strip()[:160], "data"
            )
        at += len(line)
