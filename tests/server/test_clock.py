"""Whatever depends on time asks the clock that it was given."""

import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.cli.serve import create_app as with_system_clock
from stellwerk.server.app import create_app
from stellwerk.server.claim import SESSION_DAYS
from stellwerk.server.clock import SystemClock
from stellwerk.server.core import LOOK_AGAIN
from stellwerk.server.limits import Limits, Rate
from stellwerk.server.live import Presence
from stellwerk.server.problems import Conflict, Full
from stellwerk.server.purge import purge
from stellwerk.server.service import TableService
from stellwerk.server.session import Signer
from stellwerk.server.worker import Worker
from stellwerk.web.render import Speech
from tests.server.clock import HandClock
from tests.server.fixtures import SETTINGS, hot_seat, three_people


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def timed(local: TableService, clock: HandClock) -> TableService:
    return TableService(local.db, SETTINGS, clock=clock)


def test_a_bucket_fills_as_time_passes(clock: HandClock) -> None:
    limits, rate = Limits(clock), Rate(2, 0.5)
    assert [limits.wait("ann", rate) for _ in range(3)] == [0, 0, 2.0]
    clock.pass_by(1.5)
    assert limits.wait("ann", rate) == pytest.approx(0.5)
    clock.pass_by(0.5)
    assert limits.wait("ann", rate) == 0
    clock.pass_by(3600)
    assert [limits.wait("ann", rate) == 0 for _ in range(3)] == [True, True, False]


def test_a_cookie_is_good_for_so_many_days(clock: HandClock) -> None:
    signer = Signer("key", clock)
    cookie = signer.write(7, 1, "session")
    clock.pass_by(SESSION_DAYS * 86_400 - 1)
    claim = signer.read(cookie)
    assert claim is not None
    assert claim.user_id == 7
    clock.pass_by(1)
    assert signer.read(cookie) is None


def test_what_another_process_told_grows_old(clock: HandClock) -> None:
    here, there = Presence(clock), Presence(clock)
    there.come("table", 7, "Ann")
    here.heard(there.told())
    clock.pass_by(Presence.FRESH - 1)
    assert here.users("table") == {7: "Ann"}
    clock.pass_by(1)
    assert here.users("table") == {}


def test_room_is_looked_for_again(
    local: TableService, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = TableService(local.db, structs.replace(SETTINGS, least_free=100), clock=clock)
    free = [200]
    monkeypatch.setattr(local.db, "free", lambda: free[0])
    service.must_have_room()
    free[0] = 50
    clock.pass_by(LOOK_AGAIN)
    service.must_have_room()  # as it was a moment ago
    clock.pass_by(0.1)
    with pytest.raises(Full):
        service.must_have_room()


def test_a_warning_runs_out(timed: TableService, clock: HandClock) -> None:
    table, users = three_people(timed)
    host = next(user for user in users.values() if timed.info(table.id, user).mine)
    seat = next(seat for seat, user in users.items() if user != host)
    timed.warn(table.id, host, seat)
    clock.pass_by(SETTINGS.warning_seconds - 60)
    assert [notice.wait for notice in timed.snapshot(table.id, host).notices] == [60_000]
    with pytest.raises(Conflict, match="in 1 min"):
        timed.free_seat(table.id, host, seat)
    clock.pass_by(60)
    assert timed.free_seat(table.id, host, seat).seats[seat].kind == "open"


def test_tables_carry_the_time_of_the_clock(timed: TableService, clock: HandClock) -> None:
    user = timed.guest("Ann")
    table = hot_seat(timed, user)
    assert (table.created, table.updated) == (clock.now(), clock.now())
    clock.pass_by(5)
    action, seen = timed.legal_for(table.id, user)[0], timed.info(table.id, user).version
    timed.submit(table.id, user, action, seen)
    assert timed.info(table.id, user).updated == table.created + 5_000
    assert timed.log(table.id, user)[-1].created == table.created + 5_000


def test_what_is_old_is_old_by_the_clock(timed: TableService, clock: HandClock) -> None:
    hot_seat(timed, timed.guest("Ann"))
    clock.pass_by(29 * 86_400)
    assert purge(timed.db, games=30, clock=clock).games == 0
    clock.pass_by(2 * 86_400)
    assert purge(timed.db, games=30, clock=clock).games == 1


@pytest.mark.parametrize(
    ("seconds", "told"), [(59, "just now"), (60, "1 min"), (7200, "2 h"), (300_000, "3 days")]
)
def test_how_long_ago(clock: HandClock, seconds: float, told: str) -> None:
    then = clock.now()
    clock.pass_by(seconds)
    assert Speech("en").ago(then, clock.now()) == told


def test_requests_are_counted_by_the_clock_of_the_application(sqlite_address: str, clock: HandClock) -> None:
    settings = structs.replace(SETTINGS, database=sqlite_address, rate_limits=True)
    with TestClient(create_app(settings, clock=clock)) as client:
        codes = []
        for _ in range(40):
            client.cookies.clear()
            codes.append(client.post("/api/v1/guests", json={"name": "Ann"}).status_code)
        assert codes == [201] * codes.index(429) + [429] * (40 - codes.index(429))
        clock.pass_by(3600)
        client.cookies.clear()
        assert client.post("/api/v1/guests", json={"name": "Ann"}).status_code == 201


def test_a_server_goes_by_the_system(sqlite_address: str) -> None:
    app = with_system_clock(structs.replace(SETTINGS, database=sqlite_address))
    assert isinstance(app.state.clock, SystemClock)
    assert isinstance(app.state.service.offload, Worker)
