"""Damaged saves, exports and component sets: a sentence, nothing half done, and nobody else notices.

What is taken although it was damaged is a legal game, and the very one that the file tells of.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec import structs
from sqlalchemy import func, select

from stellwerk.bots import RandomBot
from stellwerk.cli.serve import create_app
from stellwerk.engine import Game, Setup, state_hash, title, titles, to_act
from stellwerk.engine.canonical import canonical, plain
from stellwerk.engine.components import component_hash
from stellwerk.engine.save import _digest, dump
from stellwerk.interchange import export_game
from stellwerk.interchange.envelope import timeline
from stellwerk.server.problems import Problem
from stellwerk.server.upload_checks import prepare_upload, read_upload
from stellwerk.store.schema import LogRow, SeatRow, TableRow, UserRow
from tests.cli.conftest import Run, run
from tests.damage.harm import TIMES, Findings, Harm, harmed, harmed_text
from tests.interchange.own import own_record
from tests.server.fixtures import SETTINGS

__all__ = ["run"]
GAMES = [found.id for found in titles()]
RECORDS = [("1848", "base", 3), ("1824", "base", 3), ("1824", "cisleithania-2", 2)]
PYTHON = re.compile(
    r"Error\b|Traceback|<class|object at 0x|\bNone\b|\['|\bb'|codec|recursion|\bdict\b|\btuple\b"
)
"""What only a programmer would write."""


def is_a_sentence(text: str, harm: Harm) -> None:
    assert text.strip(), harm.what
    assert not PYTHON.search(text), (harm.what, text)
    assert len(text) < 600, (harm.what, text)
    assert "\n" not in text.strip(), (harm.what, text)
    assert "\x1b" not in text, (harm.what, text)


def is_refused(problem: Problem, harm: Harm) -> None:
    assert problem.status == 400, harm.what
    is_a_sentence(problem.text, harm)


@cache
def a_game(game: str, components: bool = False) -> Game:
    """The beginning of a random game."""
    found = title(game)
    variant, (fewest, _) = next(iter(found.players.items()))
    setup = Setup(game, ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")[: max(3, fewest)], variant, seed=7)
    if components:
        assert found.components is not None
        contents = json.loads(json.dumps(found.components.read(found.components.text())))
        setup = structs.replace(setup, components=json.dumps(contents, sort_keys=True, separators=(",", ":")))
    played, bot = Game.new(setup), RandomBot(seed=7)
    while len(played.actions) < 60 and not played.state.over:
        played.submit(bot(played.state, to_act(played.state)[0]))
    return played


def signed(data: bytes) -> bytes | None:
    """The save with the digest of what stands in it now, so that the readers behind it see it."""
    try:
        document = json.loads(data)
        document["digest"] = _digest({name: value for name, value in document.items() if name != "digest"})
        return json.dumps(document).encode()
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None


def harmed_saves(game: str, count: int) -> Iterator[Harm]:
    data = dump(a_game(game))
    document = json.loads(data)
    for seed in range(count * TIMES):
        yield harmed(data, seed)
        harm = harmed_text(document, seed)
        yield harm
        if again := signed(harm.data):
            yield Harm(f"{harm.what}, signed", again)


def says_what_was_read(harm: Harm, game: Game) -> None:
    """A save that was taken: set-up and log are those of its text, as another reader of JSON has it."""
    said = json.loads(harm.data)
    setup = game.setup
    assert (said["game"], said["variant"], said["rulings"]) == (setup.game, setup.variant, setup.rulings)
    assert (tuple(said["players"]), said["seed"]) == (setup.players, setup.seed), harm.what
    assert len(said["actions"]) == len(game.log), harm.what
    for text, action in zip(said["actions"], game.log, strict=True):
        kept = plain(action)
        assert {name: value for name, value in text.items() if kept.get(name) != value} == {}, harm.what
    is_legal(harm, game)


def is_legal(harm: Harm, game: Game) -> None:
    assert state_hash(Game.replay(game.setup, game.log).state) == state_hash(game.state), harm.what


@pytest.mark.parametrize("game", GAMES)
def test_damaged_saves(game: str) -> None:
    taken = refused = 0
    findings = Findings()
    for harm in harmed_saves(game, 60):
        with findings.of(harm):
            try:
                found, *_ = read_upload(harm.data)
            except Problem as problem:
                refused += 1
                is_refused(problem, harm)
            else:
                taken += 1
                says_what_was_read(harm, found)
    findings.tell()
    assert refused > 20 * taken, "what is changed is noticed"


NOT_MEANT = frozenset(
    {
        "id", "action_id", "original_id", "created_at", "user", "percent", "subsidy", "extra_revenue",
        "variant", "revenue", "revenue_str", "auto_actions", "hexes", "nodes", "connections", "routes",
        "target_type",
    }
)  # fmt: skip
"""Of an action in a record: numbers of lines, and what follows from the rest, which nobody reads."""


def meant(action: dict[str, Any]) -> dict[str, str]:
    said = {name: str(value) for name, value in action.items() if name not in NOT_MEANT and value is not None}
    if (
        "share_price" in said
    ):  # only a par has one that counts, and in it the price, not its place in the table
        said["share_price"] = said["share_price"].partition(",")[0]
        if said.get("type") != "par":
            del said["share_price"]
    return said


def told(actions: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for action in actions:
        yield action
        yield from action.get("auto_actions") or ()


class Copies:
    """Which copy of a share in the record is which of ours: whoever sells one of several may take any."""

    def __init__(self, game: Game) -> None:
        self.papers = game.state.book.papers
        self.ours: dict[str, str] = {}

    def renamed(self, line: dict[str, Any]) -> dict[str, Any]:
        if "shares" not in line:
            return line
        return {**line, "shares": [self.ours.get(copy, copy) for copy in line["shares"]]}

    def like(self, sold: dict[str, Any], line: dict[str, Any]) -> bool:
        """Whether the same is sold but for the copies; from then on they have changed their names."""
        if not sold["type"] == line["type"] == "sell_shares":
            return False
        kinds = [[self._kind(copy) for copy in sale["shares"]] for sale in (sold, line)]
        if kinds[0] != kinds[1] or not is_told(sold, {**line, "shares": sold["shares"]}):
            return False
        for ours, theirs in zip(sold["shares"], line["shares"], strict=True):
            back = {self.ours.get(copy, copy): copy for copy in (*self.ours, ours, theirs)}
            self.ours |= {back[theirs]: ours, back[ours]: theirs}
        return True

    def _kind(self, copy: str) -> tuple[str, int]:
        return copy.rpartition("_")[0], self.papers[copy].shares


def says_what_was_recorded(harm: Harm, game: Game) -> None:
    """An export that was taken: written again, it has the same actions, and passes that were supplied."""
    record = json.loads(harm.data)
    lines = [{**line, "id": line.get("id") or 0} for line in record["actions"]]
    again = list(told(json.loads(export_game(game))["actions"]))
    copies = Copies(game)
    for given in told(timeline(lines)):
        if given["type"] in ("message", "log") or given["type"].startswith("program_"):
            continue
        line = copies.renamed(given)
        while again and not is_told(again[0], line) and not copies.like(again[0], line):
            skipped = again.pop(0)
            assert skipped["type"] in ("pass", "run_routes", "dividend"), (harm.what, line, skipped)
        assert again, (harm.what, line)
        again.pop(0)
    is_legal(harm, game)


def is_told(ours: dict[str, Any], line: dict[str, Any]) -> bool:
    wanted, found = meant(ours), meant(line)
    return all(found.get(name) == value for name, value in wanted.items())


FOUND = {"1848": (154,), "1824": (739,)}
"""Seeds beyond the usual ones that were answered wrongly once, or seemed to be."""


@pytest.mark.parametrize("copy", ["", "x", "²", "-1"])
def test_a_tile_without_the_number_of_its_copy(copy: str) -> None:
    record = own_record(*RECORDS[2], actions=60)
    line = next(line for line in record["actions"] if line["type"] == "lay_tile")
    line["tile"] = f"{line['tile'].rpartition('-')[0]}-{copy}"
    with pytest.raises(Problem, match="there is no tile"):
        read_upload(json.dumps(record).encode())


@pytest.mark.parametrize("kind", RECORDS)
def test_damaged_exports(kind: tuple[str, str, int]) -> None:
    record = own_record(*kind, actions=60)
    data = json.dumps(record).encode()
    refused = 0
    findings = Findings()
    for seed in (*range(50 * TIMES), *FOUND.get(kind[0], ())):
        for harm in (harmed(data, seed), harmed_text(record, seed)):
            with findings.of(harm):
                try:
                    found, *_ = read_upload(harm.data)
                except Problem as problem:
                    refused += 1
                    is_refused(problem, harm)
                else:
                    says_what_was_recorded(harm, found)
    findings.tell()
    assert refused > 50 * TIMES


# -- the server


def counted(service: Any) -> list[int]:
    with service.db.read() as session:
        return [
            session.scalar(select(func.count()).select_from(kind)) or 0
            for kind in (TableRow, SeatRow, LogRow, UserRow)
        ]


def test_a_server_that_gets_damaged_files(sqlite_address: str) -> None:
    """By the page and by the API: refused with the reason, nothing is left of it, and others play on."""
    app = create_app(structs.replace(SETTINGS, database=sqlite_address, pages=True))
    app.state.service.prepare = prepare_upload  # at once, in this process
    with TestClient(app, raise_server_exceptions=False) as client:
        client.get("/")
        csrf = {"_csrf_token": client.cookies["csrftoken"]}
        client.post("/guest", data={"name": "Anna", **csrf})
        other = client.post("/api/v1/guests", json={"name": "Ben"}).json()["token"]
        ben = {"authorization": f"Bearer {other}"}
        seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
        table = client.post("/api/v1/tables", json={"game": "1848", "seats": seats}, headers=ben).json()["id"]
        before, service = counted(app.state.service), app.state.service
        saves = list(harmed_saves("1848", 9)) + list(harmed_saves("imperial-steam", 9))
        findings = Findings()
        for harm in saves:
            by_page = client.post(
                "/upload", data=csrf, files={"file": ("game.json", harm.data)}, follow_redirects=False
            )
            body = {"content": harm.data, "headers": {**ben, "content-type": "application/json"}}
            by_api = client.post("/api/v1/uploads", **body)
            codes = (by_page.status_code, by_api.status_code)
            unchanged, before = before, counted(service)
            with findings.of(harm):
                if before == unchanged:
                    assert codes[0] in (200, 400), codes
                    assert codes[1] == 400, (codes, by_api.text[:300])
                    is_a_sentence(by_api.json()["error"], harm)
                    assert "Traceback" not in by_page.text
                else:
                    assert codes[1] in (201, 400), codes
                    assert codes[0] in (302, 303) or codes[1] == 201, codes
        findings.tell()
        legal = client.get(f"/api/v1/tables/{table}/legal", headers=ben).json()
        move = {"action": legal["actions"][0], "seen": legal["version"]}
        assert client.post(f"/api/v1/tables/{table}/actions", json=move, headers=ben).status_code == 200
        assert client.get("/health").status_code == 200


# -- the command line


@pytest.mark.parametrize(
    "command", [("replay",), ("legal",), ("show",), ("best",), ("do",), ("export", "-o", "out.json")]
)
def test_damaged_saves_on_the_command_line(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    findings = Findings()
    for harm in [
        *list(harmed_saves("1848", 25))[:: 1 if TIMES > 1 else 2],
        harmed_text(json.loads(dump(a_game("1848"))), 357),  # a very long name of a game
    ]:
        (tmp_path / "out.json").unlink(missing_ok=True)
        (tmp_path / "game.json").write_bytes(harm.data)
        words = [command[0], "game.json", *command[1:], *(["{}"] if command[0] == "do" else [])]
        with findings.of(harm):
            said = run(*words)
            assert said.code in (0, 1), harm.what
            if said.code:
                assert said.out == "", harm.what
                for line in said.err.splitlines():
                    is_a_sentence(line.removeprefix("stellwerk: "), harm)
                assert not (tmp_path / "out.json").exists()
                assert (tmp_path / "game.json").read_bytes() == harm.data
    findings.tell()


def test_damaged_exports_on_the_command_line(run: Run, tmp_path: Path) -> None:
    record = own_record("1848", "base", 3, actions=40)
    data = json.dumps(record).encode()
    findings = Findings()
    for seed in range(40 * TIMES):
        for harm in (harmed(data, seed), harmed_text(record, seed)):
            (tmp_path / "out.json").unlink(missing_ok=True)
            (tmp_path / "x.json").write_bytes(harm.data)
            with findings.of(harm):
                said = run("import", "x.json", "-o", "out.json")
                assert said.code in (0, 1), harm.what
                if said.code:
                    assert said.out == "", harm.what
                    is_a_sentence(said.err.removeprefix("stellwerk: "), harm)
                assert (tmp_path / "out.json").exists() == (said.code == 0), harm.what
    findings.tell()


# -- component sets

CORRECTED = [found.id for found in titles() if found.components is not None]
TOML = (
    "1" + "0" * 400,
    "1e309",
    "nan",
    "inf",
    "-inf",
    str(2**63),
    "-0",
    "''",
    '"x"',
    "[]",
    "{}",
    "true",
    "2026-11-17",
    "07:32:00",
    "[" * 3_000 + "]" * 3_000,
    "{a = " * 800 + "1" + "}" * 800,
    '"\\ud800"',
    '"' + "y" * 300_000 + '"',
    "0x7f",
    "1_000",
    "[[1]]",
)


def harmed_sets(game: str, count: int) -> Iterator[Harm]:
    parts = title(game).components
    assert parts is not None
    text = parts.text()
    lines = [number for number, line in enumerate(text.splitlines()) if " = " in line]
    for seed in range(count * TIMES):
        yield harmed(text.encode(), seed)
        changed = text.splitlines()
        at = lines[seed * 37 % len(lines)]
        changed[at] = f"{changed[at].partition(' = ')[0]} = {TOML[seed % len(TOML)]}"
        yield Harm(
            f"{seed} line {at} {TOML[seed % len(TOML)][:20]}",
            "\n".join(changed).encode(errors="surrogatepass"),
        )


@pytest.mark.parametrize("game", CORRECTED)
def test_damaged_component_sets(run: Run, tmp_path: Path, game: str) -> None:
    findings = Findings()
    for harm in harmed_sets(game, 25):
        (tmp_path / "set.toml").write_bytes(harm.data)
        with findings.of(harm):
            said = run("components", game, "--check", "set.toml")
            assert said.code in (0, 1), harm.what
            for line in said.err.splitlines():
                is_a_sentence(line.removeprefix("stellwerk: "), harm)
            assert bool(said.err) == bool(said.code), harm.what
    findings.tell()


@pytest.mark.parametrize("game", CORRECTED)
def test_saves_with_damaged_component_sets(game: str) -> None:
    document = json.loads(dump(a_game(game, components=True)))
    findings = Findings()
    for seed in range(40 * TIMES):
        inner = harmed_text(document["components"]["contents"], seed)
        try:
            contents = json.loads(inner.data)
        except (ValueError, RecursionError):
            continue
        try:
            text = canonical(contents).decode()
        except (OverflowError, ValueError, TypeError):
            continue
        given = {**document, "components": {"hash": component_hash(text), "contents": contents}}
        data = signed(json.dumps(given).encode())
        if data is None:
            continue
        harm = Harm(f"components {inner.what}", data)
        with findings.of(harm):
            try:
                found, *_ = read_upload(data)
            except Problem as problem:
                is_a_sentence(problem.text, harm)
            else:
                says_what_was_read(harm, found)
    findings.tell()
