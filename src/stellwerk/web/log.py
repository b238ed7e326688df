"""The log as sentences: what counts, what was taken back, what happened since somebody's last turn."""

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct, structs

from stellwerk.engine.text import Figures, msg
from stellwerk.server.bot_words import bot_named
from stellwerk.server.model import Entry, Happening, RemarkInfo
from stellwerk.web.render import Speech

FILTERS = {
    "since": msg("Since your turn"),
    "all": msg("All"),
    "money": msg("Money"),
    "track": msg("Track"),
    "trains": msg("Trains"),
}
MONEY = frozenset({"price", "amount", "paid", "revenue", "capital", "old"})
TRACK = frozenset({"hex", "place"})
TRAINS = frozenset({"train", "routes"})
"""What a sentence is about, by the figures it holds: so it works for every game."""


def kinds_of(happening: Happening) -> frozenset[str]:
    names = happening.figures.keys()
    return frozenset(
        kind
        for kind, figures in (("money", MONEY), ("track", TRACK), ("trains", TRAINS))
        if not figures.isdisjoint(names)
    )


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that count: undone ones are left out, as are the undos themselves."""
    return followed(entries)[0]


def followed(entries: Iterable[Entry]) -> tuple[list[Entry], dict[int, list[Entry]]]:
    """Return the entries that count, and by the number of an undo what it took back."""
    counts: list[Entry] = []
    undone: list[list[Entry]] = []
    gone: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.kind == "undo":
            keep = [e for e in counts if e.at <= entry.at]
            gone[entry.number] = counts[len(keep) :]
            undone.append(gone[entry.number])
            counts = keep
        elif entry.kind == "redo" and undone:
            counts += undone.pop()
        else:
            counts.append(entry)
            undone.clear()
    return counts, gone


def since_turn(entries: Sequence[Entry], seat: int | None) -> int:
    """The number of the last entry before what a seat has not seen: its previous turn's last action."""
    if seat is None:
        return max(0, entries[-1].number - 20) if entries else 0
    index = len(entries) - 1
    while index >= 0 and entries[index].seat == seat:
        index -= 1
    while index >= 0 and entries[index].seat != seat:
        index -= 1
    return entries[index].number if index >= 0 else 0


class LogLine(Struct, frozen=True):
    """A line of the log, or the mark where the present turn began."""

    text: Markup = Markup("")
    kinds: frozenset[str] = frozenset()
    """What it is about, for the filters."""
    round: bool = False
    """Whether a round begins with it."""
    at: int = 0
    time: int = 0
    undone: bool = False
    mark: bool = False
    because: str = ""
    """What a bot's move brought."""
    remark: bool = False
    """Whether it happened beside the game."""


def lines(
    entries: Sequence[Entry],
    speech: Speech,
    wanted: str,
    since: int,
    own: int | None,
    unfollowed: int | None = None,
    because: Mapping[int, str] = {},
    remarks: Sequence[RemarkInfo] = (),
) -> list[LogLine]:
    """Return the lines to show, oldest first. The brass line stands where the present turn began.

    From the entry `unfollowed` on nobody knows what the entries led to: they are shown as they were written.
    `because` tells by the number of an entry what it brought; remarks stand where they were made.
    """
    first = entries[0].number if entries else 1
    wanted_remarks = [
        remark
        for remark in remarks
        if wanted in ("since", "all") and remark.number >= max(first - 1, since if wanted == "since" else 0)
    ]
    counts, taken_back = followed(entries)
    counting = {entry.number for entry in counts}
    own_from = turn_began(entries, own)
    found: list[LogLine] = []
    for entry in entries:
        if wanted == "since" and entry.number <= since:
            continue
        while wanted_remarks and wanted_remarks[0].number < entry.number:
            found.append(remarked(wanted_remarks.pop(0), speech))
        if own_from is not None and entry.number == own_from:
            found.append(LogLine(mark=True))
        beyond = unfollowed is not None and entry.number >= unfollowed
        brought = because.get(entry.number, "")
        for line in written(entry, speech) if beyond else told(entry, speech, taken_back):
            if wanted in ("money", "track", "trains") and wanted not in line.kinds:
                continue
            gone = entry.number not in counting and entry.kind not in ("undo", "redo")
            found.append(
                structs.replace(
                    line, at=entry.at, time=entry.created, undone=gone, because="" if gone else brought
                )
            )
            brought = ""
    return found + [remarked(remark, speech) for remark in wanted_remarks]


def remarked(remark: RemarkInfo, speech: Speech) -> LogLine:
    """Return what happened beside the game; bots are called what they are called everywhere."""
    figures = {
        name: bot_named(str(figure), speech.lang) if name in ("bot", "instead") else figure
        for name, figure in remark.figures.items()
    }
    return LogLine(speech.rich(remark.says, figures), at=remark.at, time=remark.created, remark=True)


def turn_began(entries: Sequence[Entry], seat: int | None) -> int | None:
    """Return the first entry of the run of actions that a seat is in the middle of."""
    index = len(entries)
    while index and seat is not None and entries[index - 1].seat == seat:
        index -= 1
    return entries[index].number if index < len(entries) else None


def written(entry: Entry, speech: Speech) -> list[LogLine]:
    """Return the entry itself, where what it led to is not known."""
    fields = {name: value for name, value in (entry.action or {}).items() if name not in ("seat", "type")}
    figures = {
        "player": entry.name or speech(msg("Chance")),
        "kind": entry.kind.replace("_", " "),
        "fields": ", ".join(f"{name} {value}" for name, value in fields.items()),
    }
    template = msg("{player}: {kind} ({fields})") if fields else msg("{player}: {kind}")
    return [LogLine(speech.rich(template, figures))]


def told(entry: Entry, speech: Speech, taken_back: Mapping[int, Sequence[Entry]] = {}) -> list[LogLine]:
    if entry.kind == "undo":
        gone = [other for other in taken_back.get(entry.number, ()) if other.seat >= 0]
        if not gone:  # they lie before what is shown
            return [LogLine(speech.rich(msg("{player} takes moves back."), {"player": entry.name}))]
        names = ", ".join(dict.fromkeys(other.name for other in gone))
        figures: Figures = {"player": entry.name, "count": len(gone), "names": names}
        says = msg("{player} takes back {count:# move|# moves} ({names}).")
        return [LogLine(speech.rich(says, figures))]
    if entry.kind == "redo":
        return [LogLine(speech.rich(msg("{player} does it again."), {"player": entry.name}))]
    return [
        LogLine(
            speech.rich(happening.says, happening.figures),
            kinds_of(happening),
            happening.event == "round_begins",
        )
        for happening in entry.events
    ]


def runs_by_round(entries: Sequence[Entry], most: int = 8) -> tuple[list[str], dict[str, dict[str, int]]]:
    """Names of the last rounds with runs, and company -> round -> revenue."""
    rounds: list[str] = []
    runs: dict[str, dict[str, int]] = {}
    now = ""
    for entry in effective(entries):
        for happening in entry.events:
            figures = happening.figures
            if happening.event == "round_begins":
                now = str(figures.get("round", ""))
            elif happening.event in ("trains_run", "no_run") and now:
                if now not in rounds:
                    rounds.append(now)
                revenue = figures.get("revenue", 0)
                runs.setdefault(str(figures["company"]), {})[now] = revenue if isinstance(revenue, int) else 0
    return rounds[-most:], runs


def rounds_at(entries: Sequence[Entry]) -> list[tuple[str, int]]:
    """Return every round with the point of the history where it began."""
    return [
        (str(happening.figures.get("round", "")), entry.at)
        for entry in effective(entries)
        for happening in entry.events
        if happening.event == "round_begins"
    ]
