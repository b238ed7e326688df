"""The JSON interface: everything that can be done at a table, for programs. A bot sits down through it."""

from collections.abc import Sequence
from typing import Any

from litestar import Router

from stellwerk.server.api_accounts import ACCOUNT_ROUTES
from stellwerk.server.api_lobby import LOBBY_ROUTES
from stellwerk.server.api_playing import (
    best,
    events,
    hint,
    legal,
    log,
    remarks,
    submit,
    table_rulings,
    thoughts,
    view,
    worth,
)
from stellwerk.server.api_tables import (
    absence,
    accept,
    change,
    create,
    games,
    hand_over,
    here,
    hide,
    invitation,
    join,
    leave,
    marks,
    pace,
    remove,
    rename,
    schema,
    set_seat,
    start,
    table_info,
    tables,
    take_back,
    unmark,
    view_schema,
)
from stellwerk.server.api_talk import chat, export, mute, note, sandbox, save, say, set_note, upload_handler
from stellwerk.server.api_undo import answer_undo, propose_end, redo, undo, undo_choices, withdraw_undo
from stellwerk.server.settings import Settings


def api_routes(settings: Settings) -> Router:
    handlers: Sequence[Any] = (
        games, schema, view_schema, tables, create, table_info, change, remove, pace, hide, marks, unmark,
        join, leave, accept, start, set_seat, rename, view, table_rulings, legal, submit, best, worth, log,
        thoughts, remarks, hint, events, undo_choices, undo, redo, propose_end, absence, hand_over,
        take_back, invitation, here, answer_undo, withdraw_undo, chat, say, mute, note, set_note, sandbox,
        save, export, upload_handler(settings), *ACCOUNT_ROUTES, *LOBBY_ROUTES,
    )  # fmt: skip
    return Router("/api/v1", route_handlers=handlers, security=[{"token": []}])
