"""Who may do what: every route, every kind of person, every state of a table, and the answer.

A new route needs a line here. A refused request and a request that only looks write nothing.
"""

import json as text_of
from collections.abc import Iterator
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from stellwerk.puzzles.shelf import shelf
from stellwerk.server.lobby_stream import LobbyWatcher
from stellwerk.server.streaming import Watcher
from stellwerk.web.brought import static_folders
from stellwerk.web.render import static_mark
from tests.sampling import ALL
from tests.web.rights import STATES, WHO, World, world

pytestmark = pytest.mark.xdist_group("rights")  # one world for all of them
MARKS = {400: "0", 401: "1", 403: "3", 404: "4", 409: "9", 422: "2"}
"""A done request is a point; a refused one the figure that tells its code from the others."""


class Call(NamedTuple):
    route: str
    """T: a table of the JSON interface; P: its pages."""
    answers: str
    """A word for each of STATES (one word where there is no table), in it a letter for each of WHO."""
    button: str = ""
    """Which of several things the route does."""
    json: Any = None
    form: dict[str, Any] | None = None
    query: dict[str, Any] = {}
    files: str = ""

    @property
    def method(self) -> str:
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        """As the application lists it."""
        path = self.route.partition(" ")[2]
        for short, whole in (("T", "/api/v1/tables/{table:str}"), ("P", "/t/{table:str}")):
            if path == short or path.startswith(f"{short}/"):
                return whole + path[1:]
        return path


AT_A_TABLE = (
    Call("GET T", "......... ......... ......... ......... 444.44444"),
    Call("PATCH T", "133.33331 133.33331 133.33331 133.33331 144.44441", json={"name": "Other"}),
    Call(
        "PATCH T",
        "133.33331 133933331 133933331 133933331 144944441",
        button="rules",
        json={"rulings": "18xx.games"},
    ),
    Call("DELETE T", "133933331 133933331 133933331 133933331 444.44444", json={}),
    Call("PUT T/hidden", "13..333.1 13..333.1 13..333.1 13..333.1 144.44441", json={"hidden": True}),
    Call("PUT T/pace", "13..333.1 13..333.1 13..333.1 13..333.1 144.44441", json={"pace": 0}),
    Call("GET T/marks", "133.33331 133.33331 133.33331 133.33331 444.44444"),
    Call(
        "DELETE T/marks/{person:int}",
        "133.33331 133.33331 133.33331 133.33331 444.44444",
        json={},
        query={"kind": "away"},
    ),
    Call("POST T/join", "1....3..1 13.3333.1 19.9939.1 13.3333.1 144944441", json={}),
    Call("POST T/leave", "13..333.1 199999991 199999991 199999991 144944441", json={}),
    Call("POST T/accept", "13..333.1 199999991 199999991 199999991 144944441", json={}),
    Call("POST T/start", "133.33331 133933331 133933331 133933331 144944441", json={}),
    Call(
        "PUT T/seats/{seat:int}", "133.33331 133933331 133933331 133933331 144944441", json={"kind": "open"}
    ),
    Call(
        "PATCH T/seats/{seat:int}",
        "13..33331 199999991 199999991 199999991 144944441",
        json={"name": "Xaver"},
    ),
    Call("GET T/view", "999999999 ......... ......... ......... 444.44444"),
    Call(
        "GET T/view",
        "999999999 33.333333 33.333333 33.333333 444.44444",
        button="seat",
        query={"seat": "TAKEN"},
    ),
    Call("GET T/rulings", "......... ......... ......... ......... 444.44444"),
    Call("GET T/legal", "999999999 ......... ......... ......... 444.44444"),
    Call(
        "GET T/legal",
        "999999999 33.333333 33.333333 33.333333 444.44444",
        button="seat",
        query={"seat": "TAKEN"},
    ),
    Call(
        "POST T/actions",
        "999999999 133.33331 133233331 133933331 444.44444",
        json={"action": "ACTION", "seen": "SEEN"},
    ),
    Call("GET T/best", "999999999 ......... ......... ......... 444.44444"),
    Call("GET T/worth", "999999999 133933331 133933331 133933331 444944444", query={"action": "ACTIONTEXT"}),
    Call("GET T/log", "999999999 ......... ......... ......... 444.44444"),
    Call("GET T/events", "......... ......... ......... ......... 444.44444"),
    Call("GET T/thoughts", "999999999 ......... ......... ......... 444.44444"),
    Call("GET T/remarks", "999999999 ......... ......... ......... 444.44444"),
    Call("POST T/hint", "999999999 133333331 133333331 133333331 444.44444", json={"seen": "SEEN"}),
    Call(
        "PUT T/seats/{seat:int}/stand-in",
        "199999991 13.933331 199999991 13.933331 144.44441",
        json={"bot": "random"},
    ),
    Call("DELETE T/seats/{seat:int}/stand-in", "139333331 139333331 139333331 139333331 144944441", json={}),
    Call("GET T/undo", "999999999 ......... ......... ......... 444.44444"),
    Call("POST T/undo", "999999999 13.933391 13..333.1 139933391 444.44444", json={"seen": "SEEN"}),
    Call("POST T/redo", "999999999 132233321 132233321 139933391 444244444", json={"seen": "SEEN"}),
    Call("POST T/end", "999999999 139933391 139933391 139933391 444.44444", json={"seen": "SEEN"}),
    Call(
        "POST T/seats/{seat:int}/absence",
        "133933331 133.33331 133933331 133.33331 144944441",
        button="warn",
        json={"do": "warn"},
    ),
    Call(
        "POST T/seats/{seat:int}/absence",
        "133933331 133933331 133933331 133933331 144944441",
        button="free",
        json={"do": "free"},
    ),
    Call(
        "POST T/seats/{seat:int}/absence",
        "133933331 133.33331 133933331 133.33331 144944441",
        button="bot",
        json={"do": "bot"},
    ),
    Call("GET T/seats/{seat:int}/invitation", "333933333 333.33333 333933333 333.33333 444944444"),
    Call("POST T/here", "1.......1 1.......1 1.......1 1.......1 144.44441", json={}),
    Call(
        "POST T/undo/{request_id:int}",
        "999999999 133.333.1 134433341 134433341 444444444",
        json={"agree": True},
    ),
    Call("DELETE T/undo/{request_id:int}", "999999999 13.333331 144444441 144444441 444444444", json={}),
    Call("GET T/chat", "......... ......... ......... ......... 444.44444"),
    Call("POST T/chat", "1.....3.1 1.....3.1 1.....3.1 1.....3.1 144.44441", json={"text": "Hi"}),
    Call("POST T/mute", "133433331 133.33331 133433331 133433331 144444441", json={"line": "LINE"}),
    Call("GET T/note", "1.......1 1.......1 1.......1 1.......1 444.44444"),
    Call("PUT T/note", "1.......1 1.......1 1.......1 1.......1 144.44441", json={"text": "plan"}),
    Call("POST T/sandbox", "199999991 1.......1 1.......1 1.......1 144944441", json={}),
    Call("GET T/save", "999999999 ......... ......... ......... 444.44444"),
    Call("GET T/export", "999999999 ......... ......... ......... 444.44444"),
    Call(
        "POST P/seats",
        ".....3... 33.3333.3 99.9939.9 33.3333.3 444944444",
        button="join",
        form={"do": "join", "name": "Xaver"},
    ),
    Call(
        "POST P/seats",
        "13..333.1 199999991 199999991 199999991 444944444",
        button="leave",
        form={"do": "leave", "name": "Xaver"},
    ),
    Call(
        "POST P/seats",
        "133.33331 133933331 133933331 133933331 444944444",
        button="kick",
        form={"do": "kick", "name": "Xaver", "seat": "TAKEN"},
    ),
    Call(
        "POST P/seats",
        "13..33331 199999991 199999991 199999991 444944444",
        button="rename",
        form={"do": "rename", "name": "Xaver", "seat": "TAKEN"},
    ),
    Call(
        "POST P/seats",
        "13..333.1 199999991 199999991 199999991 444944444",
        button="accept",
        form={"do": "accept", "name": "Xaver"},
    ),
    Call(
        "POST P/seats",
        "133.33331 133933331 133933331 133933331 444944444",
        button="start",
        form={"do": "start", "name": "Xaver"},
    ),
    Call(
        "POST P/seats",
        "133933331 133933331 133933331 133933331 444.44444",
        button="delete",
        form={"do": "delete", "name": "Xaver"},
    ),
    Call(
        "POST P/seats",
        "133.33331 133933331 133933331 133933331 444944444",
        button="set",
        form={"do": "set", "name": "Xaver", "seat": "TAKEN", "kind": "bot"},
    ),
    Call(
        "POST P/seats",
        "133933331 133.33331 133933331 133.33331 444944444",
        button="warn",
        form={"do": "warn", "name": "Xaver", "seat": "TAKEN"},
    ),
    Call(
        "POST P/seats",
        "133933331 133933331 133933331 133933331 444944444",
        button="free",
        form={"do": "free", "name": "Xaver", "seat": "TAKEN"},
    ),
    Call(
        "POST P/seats",
        "133933331 133.33331 133933331 133.33331 444944444",
        button="bot",
        form={"do": "bot", "name": "Xaver", "seat": "FREE"},
    ),
    Call(
        "POST P/seats",
        "1.......1 1.......1 1.......1 1.......1 444.44444",
        button="here",
        form={"do": "here", "name": "Xaver"},
    ),
    Call(
        "POST P/seats",
        "199999991 13.933331 199999991 13.933331 444.44444",
        button="hand",
        form={"do": "hand", "seat": "TAKEN", "bot": "random"},
    ),
    Call(
        "POST P/seats",
        "139333331 139333331 139333331 139333331 444944444",
        button="back",
        form={"do": "back", "seat": "TAKEN"},
    ),
    Call(
        "POST P/seats",
        "133.33331 133933331 133933331 133933331 444944444",
        button="aids",
        form={"do": "aids", "aids": "none"},
    ),
    Call(
        "POST P/seats",
        "133.33331 133.33331 133.33331 133.33331 444.44444",
        button="coach",
        form={"do": "coach"},
    ),
    Call("GET P/hint", "......... ......... ......... ......... ........."),
    Call(
        "POST P/hint",
        "......... ...3..... ......... ..3...... 444344444",
        form={"seen": "SEEN", "step": "1"},
    ),
    Call("GET P/seats", "......... ......... ......... ......... ........."),
    Call("GET P/act", "......... ......... ......... ......... ........."),
    Call("GET P/talk", "......... ......... ......... ......... ........."),
    Call("GET P/undo", "......... ......... ......... ......... ........."),
    Call("GET P/sit/{seat:int}/{code:str}", "......... ......... ......... ......... 444.44444"),
    Call(
        "POST P/sit/{seat:int}/{code:str}",
        "444444444 ......... 444444444 444444444 444444444",
        form={"name": "Xaver"},
    ),
    Call("GET P", "......... ......... ......... ......... 444.44444"),
    Call(
        "POST P/act",
        "......... 133.33331 133233331 133933331 444.44444",
        form={"action": "ACTIONTEXT", "seen": "SEEN"},
    ),
    Call(
        "POST P/talk", "......... 1.....3.1 1.....3.1 1.....3.1 444.44444", button="line", form={"line": "Hi"}
    ),
    Call(
        "POST P/talk",
        "......... 1.......1 1.......1 1.......1 444.44444",
        button="note",
        form={"note": "plan"},
    ),
    Call(
        "POST P/undo",
        "......... 13.933391 13..333.1 139933391 444.44444",
        button="undo",
        form={"do": "undo", "seen": "SEEN", "request": "REQUEST"},
    ),
    Call(
        "POST P/undo",
        "......... 139933391 139933391 139933391 444.44444",
        button="end",
        form={"do": "end", "seen": "SEEN", "request": "REQUEST"},
    ),
    Call(
        "POST P/undo",
        "......... 132233321 132233321 139933391 444244444",
        button="redo",
        form={"do": "redo", "seen": "SEEN", "request": "REQUEST"},
    ),
    Call(
        "POST P/undo",
        "......... 133.333.1 134433341 134433341 444444444",
        button="agree",
        form={"do": "agree", "seen": "SEEN", "request": "REQUEST"},
    ),
    Call(
        "POST P/undo",
        "......... 133.333.1 134433341 134433341 444444444",
        button="decline",
        form={"do": "decline", "seen": "SEEN", "request": "REQUEST"},
    ),
    Call(
        "POST P/undo",
        "......... 13.333331 144444441 144444441 444444444",
        button="withdraw",
        form={"do": "withdraw", "seen": "SEEN", "request": "REQUEST"},
    ),
    Call(
        "POST P/own",
        "13..333.1 13..333.1 13..333.1 13..333.1 144.44441",
        button="name",
        form={"do": "name", "name": "Mine"},
    ),
    Call(
        "POST P/own",
        "13..333.1 13..333.1 13..333.1 13..333.1 144.44441",
        button="hide",
        form={"do": "hide"},
    ),
    Call(
        "POST P/own",
        "133933331 133933331 133933331 133933331 444.44444",
        button="delete",
        form={"do": "delete"},
    ),
    Call(
        "POST P/own",
        "13..333.1 199999991 199999991 199999991 144944441",
        button="accept",
        form={"do": "accept"},
    ),
    Call(
        "POST P/own",
        "139933391 139933391 13..333.1 139933391 144944441",
        button="rematch",
        form={"do": "rematch"},
    ),
    Call("PUT T/own-name", "13..333.1 13..333.1 13..333.1 13..333.1 144.44441", json={"name": "Mine"}),
    Call("POST T/rematch", "139933391 139933391 13..333.1 139933391 144944441", json={}),
    Call("GET P/rulings", "......... ......... ......... ......... 444.44444"),
    Call("GET P/moves", "999999999 ......... ......... ......... 444.44444"),
    Call("POST P/try", "199999991 1.......1 1.......1 1.......1 144944441", form={}),
    Call(
        "POST P/try",
        "133.33331 133933331 133933331 133933331 444.44444",
        button="discard",
        form={"do": "discard"},
    ),
    Call("GET P/qr.svg", "......... ......... ......... ......... 444.44444"),
    Call("GET P/save.json", "999999999 ......... ......... ......... 444.44444"),
    Call("GET P/export.json", "999999999 ......... ......... ......... 444.44444"),
    Call("POST P/eyes", "......... ......... ......... ......... 444.44444", form={"seat": "TAKEN"}),
    Call("GET P/colours", "999999999 ......... ......... ......... 444.44444"),
    Call("GET P/map/board", "999999999 ......... ......... ......... 444.44444"),
    Call("GET P/map/hex/{key:str}", "999999999 ......... ......... ......... 444.44444"),
    Call("GET P/map/gain/{key:str}", "999999999 ......... ......... ......... 444.44444"),
    Call(
        "GET P/map/worth", "999999999 ......... ......... ......... 444.44444", query={"action": "ACTIONTEXT"}
    ),
    Call("GET P/map/run", "999999999 ......... ......... ......... 444.44444"),
    Call("GET P/map/last/{company:str}", "999999999 ......... ......... ......... 444.44444"),
    Call("GET P/map/tiles", "999999999 ......... ......... ......... 444.44444"),
    Call("POST /puzzles/from/{table:str}", "139933391 139933391 13..333.1 139933391 144944441", form={}),
)

ELSEWHERE = (
    Call("GET /api/v1/games", "........."),
    Call("GET /api/v1/games/{game:str}/schema", "........."),
    Call("GET /api/v1/games/{game:str}/view-schema", "........."),
    Call("GET /api/v1/tables", "........."),
    Call("GET /api/v1/tables", ".........", button="mine", query={"which": "mine"}),
    Call(
        "POST /api/v1/tables",
        "1.......1",
        json={"game": "1848", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]},
    ),
    Call("POST /api/v1/uploads", "1.......1", json="SAVE"),
    Call("POST /api/v1/guests", ".........", json={"name": "New"}),
    Call("POST /api/v1/accounts", ".........", json={"name": "New", "password": "correct horse"}),
    Call("POST /api/v1/sessions", ".........", json={"name": "Account", "password": "correct horse"}),
    Call("DELETE /api/v1/sessions", ".........", json={}),
    Call("DELETE /api/v1/sessions", "1.......1", button="everywhere", json={}, query={"everywhere": "true"}),
    Call("GET /api/v1/events", "........."),
    Call("GET /api/v1/me", "1.......1"),
    Call("GET /api/v1/tokens", "1.......1"),
    Call("POST /api/v1/tokens", "1.......1", json={"label": "x"}),
    Call("DELETE /api/v1/tokens/{token_id:int}", "1.......1", json={}),
    Call("GET /health", "........."),
    Call("GET /metrics", "........."),
    Call("POST /guest", ".........", form={"name": "New"}),
    Call("GET /login", "........."),
    Call("POST /login", ".........", form={"name": "Account", "password": "correct horse"}),
    Call("GET /register", "........."),
    Call("POST /register", ".........", form={"name": "New", "password": "correct horse"}),
    Call("POST /logout", ".........", form={}),
    Call("POST /look", ".........", form={"lang": "de"}),
    Call("GET /settings", "........."),
    Call("POST /settings/name", "1.......1", form={"name": "Other"}),
    Call("POST /settings/password", "199339991", form={"old": "wrong", "new": "long enough"}),
    Call("POST /settings/sessions/end", "1.......1", form={"id": "0" * 16}),
    Call("POST /settings/zone", "1.......1", form={"zone": "UTC"}),
    Call("POST /settings/tokens", "1.......1", form={"label": "x"}),
    Call("POST /settings/tokens/drop", "1.......1", form={"id": "TOKEN"}),
    Call("GET /", "........."),
    Call("POST /tables", ".........", form={"game": "1848", "count": "3", "seat0": "me", "guest": "New"}),
    Call("POST /play", ".........", form={"game": "1848", "strength": "gentle"}),
    Call("POST /watch", ".........", form={"game": "1848"}),
    Call("GET /new", "........."),
    Call("GET /new/summary", ".........", query={"game": "1848", "count": "3", "seat0": "me"}),
    Call("GET /next", "........."),
    Call("GET /pictures/{game:str}/{light:str}", "........."),
    Call("POST /upload", ".........", files="SAVE", form={"mode": "look", "guest": "New"}),
    Call("GET /join", "000000000", query={"link": "x"}),
    Call("GET /join/what", ".........", query={"link": "x"}),
    Call("GET /rules", "........."),
    Call("GET /rules/{game:str}", "........."),
    Call("GET /rules/{game:str}/{rule:str}", "........."),
    Call("GET /learn", "........."),
    Call("GET /learn/{game:str}", "........."),
    Call("GET /learn/glossary", "........."),
    Call("GET /learn/signs", "........."),
    Call("GET /learn/lessons/{lesson:str}", "........."),
    Call("POST /learn/lessons/{lesson:str}", ".........", button="show", form={"do": "show"}),
    Call("POST /learn/lessons/{lesson:str}", "000000000", button="none", form={"do": "nothing"}),
    Call("GET /help", "........."),
    Call("GET /puzzles", "........."),
    Call("GET /puzzles/{name:str}", "........."),
    Call("POST /puzzles/{name:str}/answer", ".........", form={"answer": "0", "guest": "New"}),
    Call("GET /learn/guided", "........."),
    Call("GET /learn/guided/{game:str}", "........."),
    Call("POST /learn/guided/{game:str}", "........."),
    Call("GET /colours/{game:str}", "........."),
    Call("GET /map/drawing.css", "........."),
    Call("GET /static/{file_path:path}", "........."),
    Call(f"GET /static/{static_mark()}/{{file_path:path}}", "........."),
    *(
        Call(f"GET {at}/titles/{game}/{{file_path:path}}", ".........")
        for at in ("/static", f"/static/{static_mark()}")
        for game in static_folders()
    ),
    Call("GET /schema", "........."),
    Call("GET /schema/openapi.json", "........."),
    Call("GET /schema/openapi.yml", "........."),
    Call("GET /schema/openapi.yaml", "........."),
    Call("GET /schema/{path:str}", "444444444"),
)
CALLS = AT_A_TABLE + ELSEWHERE


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch, world(tmp_path_factory.mktemp("rights")) as made:

        async def at_once(watcher: Watcher | LobbyWatcher, channels: object) -> Any:
            """A stream that ends: whether it begins is the question here."""
            return
            yield

        patch.setattr(Watcher, "events", at_once)
        patch.setattr(LobbyWatcher, "events", at_once)
        yield made


def test_every_route_is_here(there: World) -> None:
    listed = {
        (method, route.path)
        for route in there.app.routes
        for method in getattr(route, "methods", ())
        if method not in ("OPTIONS", "HEAD")
    }
    assert listed == {(call.method, call.path) for call in CALLS}


def filled(value: Any, facts: dict[str, Any]) -> Any:
    """The body of a request: words in capitals stand for what the world holds."""
    if isinstance(value, dict):
        return {name: filled(part, facts) for name, part in value.items()}
    return facts.get(value, value) if isinstance(value, str) else value


def facts_of(there: World, state: str, call: Call) -> dict[str, Any]:
    known = there.facts
    taken = 1 if state == "waiting" else known["taken"]
    free = "/sit/" in call.path or "invitation" in call.path or call.button == "bot"
    return {
        "TAKEN": taken,
        "FREE": known["free"],
        "ACTION": known["action"],
        "ACTIONTEXT": text_of.dumps(known["action"]),
        "SEEN": known["seen"].get(state, 0),
        "LINE": known["line"],
        "REQUEST": known["request"],
        "SAVE": known["save"],
        "TOKEN": known["token"],
        "{table:str}": known.get(state, ""),
        "{seat:int}": known["free"] if free else taken,
        "{code:str}": known["code"],
        "{person:int}": known["person"],
        "{request_id:int}": known["request"],
        "{token_id:int}": known["token"],
        "{key:str}": "E4",
        "{company:str}": "QR",
        "{game:str}": "1848",
        "{lesson:str}": "par-and-float",
        "{name:str}": next(name for name, one in shelf().items() if one.puzzle.kind == "heir"),
        "{rule:str}": "VIII-Lay-6",
        "{light:str}": "dark",
        "{file_path:path}": "table.css" if "/titles/" in call.route else "img/signal.svg",
        "{path:str}": "nothing",
    }


def asked(there: World, call: Call, state: str, who: str, **more: Any) -> tuple[int, bool]:
    facts = facts_of(there, state, call)
    path = call.path
    for name, value in facts.items():
        path = path.replace(name, str(value)) if name.startswith("{") else path
    body: dict[str, Any] = {"params": filled(call.query, facts), **more}
    if call.json is not None:
        body["json"] = filled(call.json, facts)
    if call.form is not None:
        body["data"] = {name: str(value) for name, value in filled(call.form, facts).items()}
    if call.files:
        body["files"] = {"file": ("game.json", text_of.dumps(filled(call.files, facts)).encode())}
    answer, wrote = there.ask(who, call.method, path, **body)
    return answer.status_code, wrote


def is_asked(call: Call, state: str, who: str) -> bool:
    """Whether this one is asked in `make test`: all at a running table and where there is none, of the others
    every fourth, others for each call. `make soak` asks all."""
    if ALL or state in ("", "running"):
        return True
    return crc32(f"{call.route} {call.button} {state} {who}".encode()) % 4 == 0


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.route} {call.button}".strip())
def test_who_may(there: World, call: Call) -> None:
    states = STATES if "{table:str}" in call.path else ("",)
    wanted = dict(zip(states, call.answers.split(), strict=True))
    found, faults = {}, []
    for state in states:
        row = ""
        for who, expected in zip(WHO, wanted[state], strict=True):
            if not is_asked(call, state, who):
                row += expected
                continue
            code, wrote = asked(there, call, state, who)
            row += "." if code < 400 else MARKS.get(code, f"<{code}>")
            if wrote and (code >= 400 or call.method == "GET"):
                faults.append(f"{who} at {state or 'it'} got {code}, and something was written")
        found[state] = row
    assert found == wanted
    assert not faults


PAGES = [call for call in CALLS if call.method == "POST" and not call.path.startswith("/api/")]
WRITING = [call for call in CALLS if call.method != "GET" and call.path.startswith("/api/")]


@pytest.mark.parametrize("call", PAGES, ids=lambda call: f"{call.route} {call.button}".strip())
def test_no_form_of_a_foreign_page(there: World, call: Call) -> None:
    """The host's browser sends the host's cookie, but a foreign page does not know the form's token."""
    assert asked(there, call, "running", "host", headers={"x-csrftoken": "guessed"}) == (403, False)


@pytest.mark.parametrize("call", WRITING, ids=lambda call: f"{call.route} {call.button}".strip())
def test_no_call_of_a_foreign_page(there: World, call: Call) -> None:
    for header in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        assert asked(there, call, "running", "host", headers=header) == (403, False)


def test_a_stranger_drops_no_token(there: World) -> None:
    """The answer is the same whether there is such a token or not; nothing is written."""
    call = next(call for call in CALLS if call.route == "DELETE /api/v1/tokens/{token_id:int}")
    assert asked(there, call, "", "account") == (204, False)
    assert asked(there, call, "", "host") == (204, True)
