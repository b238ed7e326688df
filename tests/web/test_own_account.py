"""The settings page, for whoever has an account or is a guest: name, password, other browsers, time zone."""

import re

import pytest
from litestar.testing import TestClient
from sqlalchemy import update

from stellwerk.server.session import browser_words
from stellwerk.store.schema import SessionRow
from tests.web.conftest import Browser

AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def anna(browser: Browser) -> Browser:
    browser.client.headers["user-agent"] = AGENT
    browser.post("/register", name="Anna", password="correct horse")
    return browser


def elsewhere(anna: Browser, password: str = "correct horse") -> Browser:
    other = Browser(TestClient(anna.client.app))
    other.client.headers["user-agent"] = AGENT.replace("Firefox", "Chrome").replace(
        "X11; Linux", "Windows NT"
    )
    other.post("/login", name="Anna", password=password)
    return other


def is_signed_in(browser: Browser) -> bool:
    return "Sign out everywhere" in browser.get("/settings").text


def test_a_name_is_changed_and_signs_in(anna):
    assert "You are Anka from now on." in anna.post("/settings/name", name="Anka").text
    other = Browser(TestClient(anna.client.app))
    assert "Name or password is wrong." in other.post("/login", name="Anna", password="correct horse").text
    other.post("/login", name="Anka", password="correct horse")
    assert is_signed_in(other)


def test_a_name_that_looks_like_another_account_is_refused(anna):
    other = Browser(TestClient(anna.client.app))
    other.post("/register", name="Bartek", password="correct horse")
    answer = other.post("/settings/name", name="Аnna")  # with a Cyrillic first letter
    assert answer.status_code == 409
    assert "has an account already" in answer.text
    assert "Bartek · account" in other.get("/settings").text


def test_a_guest_may_take_any_name(anna):
    guest = Browser(TestClient(anna.client.app))
    guest.post("/guest", name="Somebody")
    assert "You are Clara from now on." in guest.post("/settings/name", name="Clara").text


def test_a_new_password_ends_what_the_old_one_opened(anna):
    other = elsewhere(anna)
    assert is_signed_in(other)
    told = anna.post("/settings/password", old="correct horse", new="battery staple")
    assert "Your password is changed." in told.text
    assert is_signed_in(anna)
    assert not is_signed_in(other)
    assert not is_signed_in(elsewhere(anna))
    assert is_signed_in(elsewhere(anna, "battery staple"))


@pytest.mark.parametrize(
    ("old", "new", "told", "status"),
    [
        ("wrong", "battery staple", "The password is wrong.", 403),
        ("correct horse", "short", "A password has 8 to 200 characters.", 400),
    ],
)
def test_a_password_that_cannot_be_changed(anna, old, new, told, status):
    answer = anna.post("/settings/password", old=old, new=new)
    assert (answer.status_code, told in answer.text) == (status, True)
    assert is_signed_in(elsewhere(anna))


def test_another_browser_is_signed_out_from_here(anna):
    other = elsewhere(anna)
    page = anna.get("/settings").text
    assert "Firefox, Linux · this one" in page
    assert "Chrome, Windows" in page
    [id_] = re.findall(r'name="id" value="(\w{16})"', page)
    anna.post("/settings/sessions/end", id=id_)
    assert not is_signed_in(other)
    assert is_signed_in(anna)


def test_nobody_ends_the_session_of_somebody_else(anna):
    [mine] = anna.client.app.state.service.sessions(
        anna.client.app.state.service.login("Anna", "correct horse")
    )
    other = Browser(TestClient(anna.client.app))
    other.post("/register", name="Bartek", password="correct horse")
    other.post("/settings/sessions/end", id=mine.id)
    assert is_signed_in(anna)
    assert other.post("/settings/sessions/end", id="%").status_code == 404


def test_times_are_told_where_the_reader_is(anna):
    """A session that began on New Year's Eve in London began in the new year in Kolkata."""
    service = anna.client.app.state.service
    with service.db.write() as session:
        session.execute(update(SessionRow).values(created=1_767_222_000_000))  # 2025-12-31 23:00 UTC
    anna.client.cookies.set("zone", "Europe%2FLondon")
    assert "since 2025-12-31" in anna.get("/settings").text
    anna.post("/settings/zone", zone="Asia/Kolkata")
    assert "since 2026-01-01" in anna.get("/settings").text
    anna.post("/settings/zone", zone="")
    assert "since 2025-12-31" in anna.get("/settings").text
    assert anna.post("/settings/zone", zone="Middle/Earth").status_code == 400


def test_a_cookie_that_names_no_zone_is_no_matter(anna):
    anna.client.cookies.set("zone", "..%2F..%2Fetc%2Fpasswd")
    assert anna.get("/settings").status_code == 200


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (AGENT, "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8", ""),
    ],
)
def test_a_browser_in_words(agent, words):
    assert browser_words(agent) == words
