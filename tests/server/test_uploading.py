"""Large uploads: they take their own time and nobody else's."""

import threading
import time
from collections.abc import Callable

import pytest

from stellwerk.bots import RandomBot
from stellwerk.engine import Game, Redo, Setup, Undo, to_act
from stellwerk.engine.save import dump, load
from stellwerk.server import upload_checks
from stellwerk.server.problems import Invalid, TooLarge, TooMany
from stellwerk.server.service import TableService
from stellwerk.server.upload_checks import Prepared, UploadProcess
from tests.server.fixtures import hot_seat
from tests.server.running import Running


def long_game(undos: int, back: int = 1) -> Game:
    """A whole game, its last action (or so many) undone and redone again and again."""
    game = Game.new(Setup("1848", ("Ann", "Ben", "Cy"), seed=7))
    bot = RandomBot(seed=7)
    while not game.state.over:
        game.submit(bot(game.state, to_act(game.state)[0]))
    last = len(game.actions) - back
    for _ in range(undos):
        game.enter(Undo(0, last))
        game.enter(Redo(0))
    return game


def test_others_write_while_an_upload_is_checked(serve: Callable[..., Running], sqlite_address: str) -> None:
    """As many entries as there may be; the longest wait of a player meanwhile is short."""
    server = serve(sqlite_address)
    anna, ben = server.client("Anna"), server.client("Ben")
    data = dump(long_game(4_500))
    assert len(data) > 350_000
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
    table = ben.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
    answers = []

    def upload() -> None:
        headers = {"content-type": "application/json"}
        answers.append(anna.post("/uploads", content=data, headers=headers, timeout=90))

    uploading = threading.Thread(target=upload)
    uploading.start()
    waits = []
    while uploading.is_alive():
        began = time.monotonic()
        assert ben.post(f"/tables/{table}/chat", json={"text": "and on"}).status_code == 201
        waits.append(time.monotonic() - began)
        time.sleep(0.02)
    assert answers[0].status_code == 201, answers[0].text
    assert max(waits) < 3.0, "the whole server stood still"
    uploaded = answers[0].json()["id"]
    for path in ("save", "log"):
        began = time.monotonic()
        assert anna.get(f"/tables/{uploaded}/{path}", timeout=60).status_code == 200
        assert time.monotonic() - began < 8.0


def test_a_save_of_a_long_table_needs_no_replay(local: TableService) -> None:
    anna = local.guest("Anna")
    game = long_game(1_000)
    table = local.upload(anna, dump(game))
    local.log(table.id, anna)
    began = time.process_time()
    data = local.download(table.id, anna)
    assert time.process_time() - began < 1.0
    again, _ = load(data)
    assert again.log == game.log
    assert again.setup.seed == 0


def test_going_far_back_and_forth_costs_no_more_than_a_step(local: TableService) -> None:
    """A file full of it made every opening and every export of its table take many seconds."""
    anna = local.guest("Anna")
    game = long_game(0)
    first = len(game.actions) - 800
    began = time.process_time()
    for _ in range(4_000):
        game.enter(Undo(0, first))
        game.enter(Redo(0))
    assert time.process_time() - began < 2.0
    table = local.upload(anna, dump(long_game(500, 800)))
    local.log(table.id, anna)
    began = time.process_time()
    exported = local.export_18xx(table.id, anna)
    assert time.process_time() - began < 4.0
    assert exported == local.export_18xx(local.upload(anna, dump(long_game(0))).id, anna)


def test_processor_time_is_limited() -> None:
    data = dump(long_game(4_000))
    patient = UploadProcess(60)(data, 5)
    assert isinstance(patient, Prepared)
    assert patient.setup.seed == 5
    assert patient.log[-1].hash == upload_checks.write_log(patient.setup, load(data)[0].log)[1][-1].hash


def test_a_game_that_takes_too_long_is_refused() -> None:
    game = Game.new(Setup("1824", ("A", "B", "C", "D"), seed=3))
    bot = RandomBot(seed=3)
    while not game.state.over:
        game.submit(bot(game.state, to_act(game.state)[0]))
    tail = game.actions[-1000:]
    for _ in range(4):  # all of them are played again
        game.enter(Undo(0, len(game.actions) - len(tail)))
        for action in tail:
            game.enter(action)
    with pytest.raises(TooLarge, match="takes longer than 1 second"):
        UploadProcess(1)(dump(game), 5)


def test_what_is_wrong_with_a_file_is_said_from_apart() -> None:
    with pytest.raises(Invalid, match="neither a saved game"):
        UploadProcess(20)(b"nonsense", 1)


def test_one_upload_of_a_person_at_a_time(local: TableService) -> None:
    anna, ben = local.guest("Anna"), local.guest("Ben")
    save = local.download(hot_seat(local, anna).id, anna)
    begun, go_on = threading.Event(), threading.Event()
    usual = local.prepare

    def slowly(data: bytes, seed: int) -> Prepared:
        begun.set()
        go_on.wait(20)
        return usual(data, seed)

    local.prepare = slowly
    first = threading.Thread(target=local.upload, args=(anna, save))
    first.start()
    begun.wait(20)
    try:
        with pytest.raises(TooMany):
            local.upload(anna, save)
        local.prepare = usual
        local.upload(ben, save)
    finally:
        go_on.set()
        first.join()
    local.upload(anna, save)
