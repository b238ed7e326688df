"""The table at a glance: what `view` tells, as Rich tables.

Nothing here belongs to one title: a part of the view that is not known by name is shown as it is, and one
that speaks of every company or player becomes a column.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.engine.pages import PlainTable
from stellwerk.engine.registry import title
from stellwerk.engine.text import Figure, msg
from stellwerk.engine.views import View
from stellwerk.mech18.shown import RailwayView
from stellwerk.mech18.view import limits_said
from stellwerk.text import translate

KNOWN = {
    "game", "version", "over", "round", "acting", "phase", "colour", "train_limits", "rounds_per_set",
    "ending", "priority", "bank", "players", "companies", "depot", "board", "supply", "rulings", "table",
    "variant",
}  # fmt: skip
"""Parts of the view that have their own place below, or none."""

# Parts of the view that a reader knows by these words; others keep their name.
WORDS = {
    "worth": msg("Worth"),
    "loans": msg("Loans"),
    "granted_loans": msg("Loans granted"),
    "takeovers": msg("Taken over"),
    "rights": msg("Rights"),
    "sale": msg("For sale"),
    "cities_joined": msg("Cities connected"),
    "debt": msg("Debt"),
    "forming": msg("Forming after this round"),
    "builders": msg("Only building"),
    "bond": msg("Bond railway"),
    "abroad": msg("Goes abroad next"),
}


class Words:
    """Headings and values in a language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, text: str, **figures: Figure) -> str:
        return translate(text, figures, self.lang)

    def heading(self, part: str) -> str:
        return self(WORDS[part]) if part in WORDS else part.replace("_", " ")

    def value(self, value: Json) -> str:
        """Plain data as words: nothing is a dash."""
        if isinstance(value, bool):
            return self(msg("yes")) if value else self(msg("no"))
        if isinstance(value, Mapping):
            return ", ".join(f"{name} {self.value(of)}" for name, of in value.items()) or "–"
        if isinstance(value, str | int | float):
            return "–" if value == "" else self("{value}", value=value)
        return "–" if value is None else ", ".join(map(self.value, value)) or "–"


class Columns:
    """A table column by column; one that has nothing to tell is left out."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.columns: list[tuple[str, bool, list[str]]] = []

    def add(self, heading: str, cells: Iterable[str], number: bool = False, always: bool = True) -> None:
        found = list(cells)
        if always or any(cell not in ("–", "0", "") for cell in found):
            self.columns.append((heading, number, found))

    def table(self) -> Table:
        table = Table(title=self.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        table.header_style = "dim"
        for heading, number, _ in self.columns:
            table.add_column(heading, justify="right" if number else "left", overflow="fold")
        for row in zip(*(cells for _, _, cells in self.columns), strict=True):
            table.add_row(*map(Text, row))
        return table


def _object(value: Json) -> Mapping[str, Json]:
    """What the view has by name there: nothing, where it has something else."""
    return value if isinstance(value, Mapping) else {}


def _rows(view: JsonObject, of: str) -> dict[str, Mapping[str, Json]]:
    """The view's players or companies."""
    return {name: _object(row) for name, row in _object(view.get(of)).items()}


def _columns(view: JsonObject, of: str) -> dict[str, Mapping[str, Json]]:
    """Parts of the view that say something of players or companies, one by one."""
    owners = _object(view.get(of))
    return {
        part: value
        for part, value in view.items()
        if part not in KNOWN and isinstance(value, Mapping) and value and value.keys() <= owners.keys()
    }


def standing(seen: View, lang: str) -> Text:
    """Round, phase and bank on one line."""
    say = Words(lang)
    if seen.over:
        parts = [say(msg("The game is over."))]
    else:
        parts = [say("{round}", round=seen.round) if seen.round else say(msg("opening"))]
    if isinstance(seen, RailwayView):
        parts.append(say(msg("phase {phase}, {colour} tiles"), phase=seen.phase, colour=seen.colour))
        parts += [say(told.says, **told.figures) for told in limits_said(seen.train_limits)]
        parts.append(say(msg("bank {amount}"), amount=seen.bank))
    if seen.ending:
        near = "{reason}" if seen.over else msg("the end is triggered: {reason}")
        parts.append(say(near, reason=seen.ending))
    return Text(" · ".join(parts), style="bold")


def players(view: JsonObject, lang: str, turn: tuple[str, ...] = ()) -> Table:
    """★ is who begins the next stock round, ▶ who is to act."""
    say, rows = Words(lang), _rows(view, "players")
    columns = Columns(say(msg("Players")))
    first = view.get("priority")
    columns.add("", (("▶" if name in turn else " ") + ("★" if name == first else "") for name in rows))
    columns.add(say(msg("Name", "person")), rows)
    columns.add(say(msg("Cash")), (say.value(row.get("cash")) for row in rows.values()), number=True)
    columns.add(say(msg("Papers")), map(_papers, rows.values()), number=True)
    for part, of in _columns(view, "players").items():
        columns.add(say.heading(part), (say.value(of.get(name)) for name in rows), number=True)
    columns.add(say(msg("Shares")), (say.value(row.get("shares", {})) for row in rows.values()))
    columns.add(say(msg("Privates")), (say.value(row.get("privates")) for row in rows.values()), always=False)
    return columns.table()


def _papers(player: Mapping[str, Json]) -> str:
    limit = player.get("paper_limit")
    return str(player.get("papers", "–")) + (f"/{limit}" if limit is not None else "")


def companies(view: JsonObject, lang: str, compact: bool = False) -> Table:
    """By price; ▶ is acting, · is not in operation. The cell is the market's row and column from 0.

    Compact: only companies with a price, without their names.
    """
    say = Words(lang)
    rows = {
        sym: company
        for sym, company in sorted(_rows(view, "companies").items(), key=lambda row: -_price(row[1]))
        if _shown(view, sym) and (not compact or company.get("price") is not None or company["open"])
    }
    acting = view.get("acting")
    columns = Columns(say(msg("Companies")))
    columns.add("", ("▶" if sym == acting else " " if row.get("open") else "·" for sym, row in rows.items()))
    columns.add("", rows)
    if not compact:
        columns.add(say(msg("Name")), (str(row["name"]) for row in rows.values()))
    columns.add(say(msg("Director")), (str(row.get("director") or "–") for row in rows.values()))
    for heading, part in ((msg("Price"), "price"), (msg("Par"), "par")):
        columns.add(say(heading), (say.value(row.get(part)) for row in rows.values()), number=True)
    columns.add(say(msg("Cell")), (_cell(row.get("cell")) for row in rows.values()), number=True)
    columns.add(say(msg("Cash")), (say.value(row.get("cash")) for row in rows.values()), number=True)
    columns.add(
        say(msg("Trains")),
        (" ".join(_texts(row.get("trains"))) or "–" for row in rows.values()),
        always=False,
    )
    columns.add(
        say(msg("Markers")), (say.value(row.get("markers_left")) for row in rows.values()), number=True
    )
    columns.add(
        say(msg("New/pool")),
        (f"{row.get('new_shares', 0)}/{row.get('pool_shares', 0)}" for row in rows.values()),
        number=True,
    )
    columns.add(
        say(msg("Run")), (say.value(row.get("last_run")) for row in rows.values()), number=True, always=False
    )
    for part, of in _columns(view, "companies").items():
        columns.add(say.heading(part), (say.value(of.get(sym)) for sym in rows), number=True, always=False)
    columns.add(say(msg("Privates")), (say.value(row.get("privates")) for row in rows.values()), always=False)
    return columns.table()


def _shown(view: JsonObject, sym: str) -> bool:
    """Return whether a company is still of interest: railways that have closed for good are not."""
    table = _object(view.get("table"))
    return "order" not in table or sym in _texts(table["order"])


def _price(company: Mapping[str, Json]) -> int:
    price = company.get("price")
    return price if isinstance(price, int) else 0


def _texts(value: Json) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _cell(cell: Json) -> str:
    return f"{cell[0]}/{cell[1]}" if isinstance(cell, list) and cell else "–"


def notes(seen: View, view: JsonObject, lang: str) -> Iterator[Text]:
    """The depot, and whatever only this title has."""
    say = Words(lang)
    if isinstance(seen, RailwayView):
        line = say(
            msg("Trains on sale: {trains}; in the bank: {bank}; gone: {gone}"),
            trains=say.value(seen.depot.on_sale),
            bank=", ".join(f"{count}×{train}" for train, count in seen.depot.bank.items()) or "–",
            gone=", ".join(f"{count}×{train}" for train, count in seen.depot.gone.items()) or "–",
        )
        yield Text(line)
        for fact in seen.table.facts:
            yield Text(f"• {say(fact.says, **fact.figures)}")
    shown = KNOWN | _columns(view, "players").keys() | _columns(view, "companies").keys()
    for part, value in view.items():
        if part not in shown and (value or value == 0) and value is not False:
            yield Text(f"{say.heading(part)}: {say.value(value)}")


def plain(table: PlainTable, lang: str, turn: tuple[str, ...]) -> Table:
    """Return a table that a title has made of its view (`pages.tables`); ▶ is who is to act."""
    say = Words(lang)
    columns = Columns(say(table.title))
    for at, heading in enumerate(table.headings):
        cells = [row[at] for row in table.rows]
        marked = (("▶" if not at and cell in turn else "") + say.value(cell) for cell in cells)
        columns.add(say(heading), marked, number=all(isinstance(cell, int) for cell in cells))
    return columns.table()


def glance(seen: View, lang: str, turn: tuple[str, ...] = (), compact: bool = False) -> RenderableType:
    """Everything, one thing above the other. `turn` names the players whose turn it is."""
    view: JsonObject = msgspec.to_builtins(seen)
    parts: list[RenderableType] = [standing(seen, lang)]
    own = title(seen.game).pages().tables
    if own is not None:
        for table in own(seen):
            parts += [Text(), plain(table, lang, turn)]
        return Group(*parts)
    if view.get("players"):
        parts += [Text(), players(view, lang, turn)]
    rows = _rows(view, "companies").values()
    if any(not compact or row.get("price") is not None or row.get("open") for row in rows):
        parts += [Text(), companies(view, lang, compact)]
    return Group(*parts, Text(), *notes(seen, view, lang))
