"""Lobby, accounts, settings, the waiting table, rules and errors."""

import re
from html import unescape

import pytest

from stellwerk.text import LANGUAGES
from tests.web.conftest import Browser, new_table
from tests.web.pages import checked


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/login", "/settings", "/rules", "/rules/1848", "/rules/1848/IV-8", "/help"]
)
def test_pages_open_in_every_language(browser, path, lang):
    browser.client.cookies.set("lang", lang)
    checked(browser.get(path))
    assert browser.last.status_code == 200


@pytest.mark.parametrize(("lang", "word"), [("en", "minimum price"), ("de", "Mindestpreis")])
def test_rules_are_read_in_the_readers_language(browser, lang, word):
    """All of them, one on a page of its own, and one as the note beside a refusal."""
    browser.client.cookies.set("lang", lang)
    whole = checked_text(browser.get("/rules/1848"))
    assert f'<article class="panel prose" lang="{lang}">' in whole
    assert re.search(rf'<li id="IV-8"><strong class="rule-link">IV-8</strong> [^<]*{word}', whole)
    for headers in ({}, {"hx-request": "true"}):
        note = browser.client.get("/rules/1848/IV-8", headers=headers).text
        assert re.search(rf'<p lang="{lang}">[^<]*{word}', note)


def test_a_guest_plays_within_two_forms(browser):
    path = new_table(browser)
    assert path.startswith("/t/")
    checked(browser.last)
    assert "Private sale" in browser.last.text
    assert "Buy a private, lower a price, or pass." in checked_text(browser.get("/")), "what is to be decided"


def test_a_newcomer_sees_what_the_games_are_and_plays_at_once(browser):
    """One form, no name: the next page is a running game among bots of the chosen strength."""
    first = checked_text(browser.get("/"))
    cards = re.findall(r'<li class="game-card.*?</li>', first, flags=re.DOTALL)
    assert len(cards) == 5
    assert "Start here" in cards[0]
    assert "1848" in cards[0]
    assert not any("Start here" in card for card in cards[1:])
    assert all(word in card for card in cards for word in ("Players", "Length", "Difficulty", "Play now"))
    for game, others in (("imperial-steam", 2), ("1848", 3)):
        browser.post("/play", game=game, strength="fair")
        assert str(browser.last.url.path).startswith("/t/")
        checked(browser.last)
        assert browser.last.text.count("bot: fair") == others
    assert re.search(r'value="fair"\s+checked', browser.get("/").text), "the choice is kept"
    assert browser.post("/play", game="1830").status_code == 400
    assert browser.post("/play", game="1848", strength="godlike").status_code == 400


def test_pictures_are_maps_without_words(browser):
    first = checked_text(browser.get("/"))
    pictures = set(re.findall(r'"(/pictures/[^"]+/light)"', first))
    assert len(pictures) == 5
    for picture in sorted(pictures):
        answer = browser.get(picture)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "<text" not in answer.text
        assert "<title" not in answer.text
        tag = answer.headers["etag"]
        assert browser.client.get(picture, headers={"if-none-match": tag}).status_code == 304
    for nothing in ("/pictures/1848/green", "/pictures/none/light", "/pictures/../light"):
        assert browser.get(nothing).status_code == 404


def checked_text(response) -> str:
    checked(response)
    return response.text


def test_a_table_waits_and_others_join_by_link(browser):
    path = new_table(browser, kinds=("me", "open", "bot"))
    checked(browser.last)
    assert "qr.svg" in browser.last.text
    assert browser.get(f"{path}/qr.svg").headers["content-type"].startswith("image/svg+xml")
    browser.post(f"{path}/seats", do="rename", seat=0, name="Hanna")
    assert "Hanna" in browser.last.text
    browser.post(f"{path}/seats", do="set", seat=2, kind="open")
    assert browser.last.text.count("free") >= 2
    browser.post(f"{path}/seats", do="start")
    assert browser.last.status_code == 400
    checked(browser.last)
    browser.client.cookies.delete("stellwerk")
    checked(browser.get(path))
    browser.post(f"{path}/seats", do="join", seat=1, name="Otto")
    assert browser.last.status_code == 200
    assert "Otto" in browser.last.text
    browser.get(f"/join?link=http://x.example{path}")
    assert str(browser.last.url.path) == path
    browser.post(f"{path}/seats", do="leave")
    assert browser.last.status_code == 200


def test_accounts_keep_their_people(browser):
    browser.post("/register", name="Anna", password="long enough", email="")
    assert browser.last.status_code == 200
    browser.post("/logout")
    browser.post("/login", name="Anna", password="wrong wrong")
    assert browser.last.status_code == 403
    checked(browser.last)
    browser.post("/login", name="anna", password="long enough", next="/settings")
    assert "Anna" in browser.last.text
    browser.post("/settings/tokens", label="my bot")
    assert "sw_" in browser.last.text
    checked(browser.last)


def test_the_look_is_kept(browser):
    browser.post("/look", theme="dark", next="/")
    assert 'data-theme="dark"' in browser.last.text
    browser.post("/look", size="largest", motion="still", bell="all", next="/settings")
    for told in ('data-size="largest"', 'data-motion="still"', 'data-bell="all"'):
        assert told in browser.last.text
    browser.post("/look", size="huge", motion="wild", bell="loud", next="/settings")
    assert 'data-size="largest"' in browser.last.text, "what nobody knows changes nothing"
    browser.post("/look", size="usual", motion="auto", bell="off", next="/settings")
    assert "data-size" not in browser.last.text
    assert "data-motion" not in browser.last.text
    assert 'data-bell="off"' in browser.last.text
    browser.post("/look", lang="de", next="/settings")
    assert 'lang="de"' in browser.last.text
    browser.post("/look", lang="pl", next="//evil.example/")
    assert browser.last.url.host == "testserver.local"


def test_uploads(browser, tmp_path):
    path = new_table(browser)
    save = browser.get(f"{path}/save.json").content
    token = {"_csrf_token": browser.client.cookies["csrftoken"], "mode": "look"}
    answer = browser.client.post(
        "/upload", data=token, files={"file": ("game.json", save, "application/json")}
    )
    assert answer.status_code == 200, answer.text
    assert str(answer.url.path).startswith("/t/")
    answer = browser.client.post("/upload", data=token, files={"file": ("x.json", b"{}", "application/json")})
    assert answer.status_code == 400
    checked(answer)


def test_open_tables_are_picked_out_and_the_choice_is_kept(browser):
    new_table(browser, kinds=("me", "open", "bot"), public="on", table="Needs one")
    new_table(browser, kinds=("me", "open", "open"), public="on", table="Needs two")
    browser.client.cookies.delete("stellwerk")

    def listed(path):
        page = checked_text(browser.get(path))
        return {name for name in ("Needs one", "Needs two") if f"<b>{name}</b>" in page}

    assert listed("/") == {"Needs one", "Needs two"}
    assert listed("/?open=one") == {"Needs one"}
    assert listed("/") == {"Needs one"}, "the choice is kept"
    assert listed("/?open=running") == set()
    assert "No open table is of this kind now." in browser.last.text
    assert listed("/?open=all") == {"Needs one", "Needs two"}
    assert listed("/?open=weeks") == {"Needs one", "Needs two"}, "there are no clocks yet"


def test_tables_in_a_row(browser):
    """The one that has waited longest comes first; where none waits, the lobby."""
    first = new_table(browser)
    second = new_table(browser)
    assert 'href="/next"' in checked_text(browser.get("/"))
    assert str(browser.get("/next").url.path) == first
    assert str(browser.get(f"/next?after={first.rpartition('/')[2]}").url.path) == second
    browser.client.cookies.delete("stellwerk")
    assert str(browser.get("/next").url.path) == "/"


def test_a_bot_plays_for_me_from_the_lobby(browser):
    path = new_table(browser, kinds=("me", "bot", "bot"))
    service = browser.client.app.state.service
    user = service.user_by_cookie(1, 0)
    assert "Let a bot play" in checked_text(browser.get("/"))
    browser.post(f"{path}/own", do="bot")
    assert [seat.stand_in for seat in service.info(path[3:], user).seats if seat.mine] == ["fair"]
    assert "Play myself again" in checked_text(browser.get("/"))
    browser.post(f"{path}/own", do="back")
    assert [seat.stand_in for seat in service.info(path[3:], user).seats if seat.mine] == [None]


def test_what_somebody_was_sent_is_recognised(browser):
    path = new_table(browser, kinds=("me", "open", "bot"), table="Perth")
    code = path.rpartition("/")[2]
    for link in (code, code.upper(), f"https://x.example{path}", f"  {path}?view=map "):
        assert "Perth" in browser.get(f"/join/what?link={link}").text
        assert str(browser.get(f"/join?link={link}").url.path) == path
    assert browser.get("/join/what?link=").text.strip() == ""
    assert "No table has this link or code." in browser.get("/join/what?link=aaaaaaaaaaaaaa").text
    assert "This is no link" in browser.get("/join/what?link=https://x.example/").text
    kept = browser.client.get(f"/join?link=http://x.example{path}/sit/1/Abc_d-1", follow_redirects=False)
    assert kept.headers["location"] == f"{path}/sit/1/Abc_d-1", "a personal link stays one"
    token = {"_csrf_token": browser.client.cookies["csrftoken"], "link": code, "mode": "continue"}
    nothing = {"file": ("", b"", "application/octet-stream")}
    answer = browser.client.post("/upload", data=token, files=nothing, follow_redirects=False)
    assert answer.headers["location"] == path


def test_a_guest_is_warned_before_signing_out(browser):
    new_table(browser)
    page = checked_text(browser.post("/logout"))
    assert "A guest who signs out cannot sign in again." in page
    assert "1 table of yours would be out of your reach." in page
    assert "Departures" in browser.get("/").text, "nothing has happened yet"
    browser.post("/logout", sure="yes")
    assert "Departures" not in browser.get("/").text


def test_a_new_table_says_what_will_happen(browser):
    """In the reader's language; what strangers would not get is said before they come."""
    asked = "game=1848&count=4&seat0=me&seat1=hotseat&name1=Ben&seat2=open&seat3=bot"
    told = browser.get(f"/new/summary?{asked}").text
    assert "1848, 4 seats" in told
    assert "you, Ben at this screen, 1 seat by link, 1 bot." in told
    assert "you start the game when all are there" in told
    assert "Aids: figures on what I choose." in told
    told = browser.get(f"/new/summary?{asked}&aids=all").text
    assert "Aids: all, with hints." in told
    told = browser.get(f"/new/summary?{asked}&aids=all&public=on").text
    assert "Aids: figures on what I choose." in told
    assert "Strangers can sit down here, so there are no hints." in told
    assert "begins at once" in browser.get("/new/summary?game=1848&count=3&seat0=me&seat1=bot&seat2=bot").text
    assert "how many players" in browser.get("/new/summary?game=1848").text


def test_somebody_watches_where_nobody_plays(browser):
    page = checked_text(browser.get("/"))
    assert page.count('form="watch"') == 6, "a button on every card, and one at the top"
    browser.post("/watch", game="imperial-steam")
    checked(browser.last)
    assert "data-film-play" in browser.last.text
    assert browser.post("/watch", game="1830").status_code == 404


def test_a_rule_opens_beside_the_table(browser):
    note = browser.get("/rules/1848/IV-8", **{"HX-Request": "true"})
    assert "note-card" in note.text
    assert "<html" not in note.text
    assert browser.get("/rules/1848/XX-1").status_code == 404
    assert browser.get("/rules/none").status_code == 404


def test_errors_are_pages(browser):
    for path in ("/nowhere", "/t/abcdefgh", "/t/%20"):
        assert browser.get(path).status_code == 404
        checked(browser.last)
    assert browser.post("/t/abcdefgh/act", action="{}", seen="1").status_code == 404


def test_forms_need_their_token(client):
    browser = Browser(client)
    answer = browser.client.post("/guest", data={"name": "Eve"})
    assert answer.status_code == 403


def test_static_files_and_colours(browser):
    assert ".c-NSW" in browser.get("/colours/1848").text
    assert browser.get("/colours/none").status_code == 404
    assert browser.get("/static/css/tokens.css").status_code == 200


def test_a_new_table_that_is_refused_gives_back_what_was_put_in(browser):
    fields = {
        "guest": "Anna",
        "game": "1824",
        "variant": "cisleithania-3",
        "count": "3",
        "seat0": "bot",
        "seat1": "open",
        "name2": 'Zoë "Z"',
        "rulings": "18xx.games",
        "table": "Friday",
        "seed": "none",
        "changes": "a=b",
        "public": "on",
    }
    browser.get("/")
    browser.post("/tables", **fields)
    assert browser.last.status_code == 400
    checked(browser.last)
    shown = put_in(browser.last.text)
    assert shown == {"variant": "cisleithania-3", "seat2": "hotseat", **shown, **fields}


def put_in(page: str) -> dict[str, str]:
    """What the form of a new table would send if nobody touched it."""
    found: dict[str, str] = {}
    [form] = re.findall(r'<form [^>]*id="new-table".*?</form>', page, flags=re.DOTALL)
    for tag in re.findall(r"<input [^>]*>", form):
        field = {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        if field.get("type") not in ("radio", "checkbox") or re.search(r"\schecked\b", tag):
            found[field["name"]] = field.get("value", "on" if field.get("type") == "checkbox" else "")
    for name, inside in re.findall(r'<select [^>]*name="(\w+)".*?>(.*?)</select>', form, flags=re.DOTALL):
        [(value, words)] = re.findall(r'<option(?: value="(\w*)")?\s+selected>([^<]*)<', inside)
        found[name] = value or words
    return found


def test_what_does_not_fit_a_game_is_not_given_back(browser):
    browser.get("/")
    browser.post("/tables", guest="Anna", game="1848", count="9", seat0="king", rulings="mine", bot0="none")
    assert browser.last.status_code == 400
    shown = put_in(browser.last.text)
    usual = put_in(browser.get("/?game=1848").text)
    assert usual["count"] == "4"
    assert shown == {**usual, "guest": "Anna", **{name: shown[name] for name in shown if "csrf" in name}}
