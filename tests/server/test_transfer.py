"""Games that come and go: saves, exports, private copies."""

import hashlib
import random

import msgspec
import pytest
from msgspec import structs

from stellwerk.board import HexId
from stellwerk.engine import Game, Setup, state_hash, title
from stellwerk.engine.canonical import canonical
from stellwerk.engine.components import component_hash
from stellwerk.engine.save import ComponentSet, dump, load
from stellwerk.server import upload_checks
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, TooLarge
from stellwerk.server.service import TableService
from tests.interchange.own import own_record
from tests.server.fixtures import hot_seat, three_people
from tests.server.test_playing import play_on


def test_download_and_upload(service: TableService) -> None:
    table = hot_seat(service, anna := service.guest("Anna"))
    play_on(service, table.id, anna, 15)
    info = service.info(table.id, anna)
    service.undo(table.id, anna, info.version)
    data = service.download(table.id, anna)
    game, _ = load(data)
    assert len(game.log) == info.version + 1
    again = service.upload(anna, data)
    assert again.status == "running"
    assert again.at == info.at - 1
    assert again.my_seats == [0, 1, 2]
    before, after = service.state(table.id), service.state(again.id)
    assert service.view_for(table.id, anna).view == service.view_for(again.id, anna).view
    assert before.setup.seed != after.setup.seed, "what is drawn from here on is new"
    play_on(service, again.id, anna, 3)


def test_the_save_does_not_hold_the_seed(local: TableService) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    seed = local.state(table.id).setup.seed
    save = msgspec.json.decode(local.download(table.id, anna))
    assert seed != 0
    assert save["seed"] == 0


def test_uploaded_for_others(service: TableService) -> None:
    table = hot_seat(service, anna := service.guest("Anna"))
    play_on(service, table.id, anna, 4)
    opened = service.upload(anna, service.download(table.id, anna), mode="open")
    assert [seat.kind for seat in opened.seats] == ["open"] * 3
    assert [seat.name for seat in opened.seats] == [seat.name for seat in table.seats]
    joined = service.join(opened.id, service.guest("Bartek"), seat=1)
    assert joined.my_seats == [1]
    assert joined.seats[1].name == table.seats[1].name, "the game knows its players by these names"
    look = service.upload(anna, service.download(table.id, anna), mode="look")
    assert look.my_seats == []
    assert service.view_for(look.id, anna).at == opened.at
    with pytest.raises(Conflict):
        service.join(look.id, anna)


def test_corrected_components_are_played_with(local: TableService) -> None:
    """They stay with the table: in the log that is read again, in a copy to try things, in a download."""
    from tests.games.gimperial_steam.test_components import dearer

    game = Game.new(Setup("imperial-steam", ("Ann", "Ben"), "fixed", components=dearer()))
    anna = local.guest("Anna")
    table = local.upload(anna, dump(game))
    assert local.state(table.id, None, anna).face("wr_neustadt").station_cost == 90
    play_on(local, table.id, anna, 12)
    local.lives.drop(table.id)
    shown = local.view_for(table.id, anna).view
    assert not shown.components.own
    assert shown.cities["wr_neustadt"].station_cost == 90
    again, _ = load(local.download(table.id, anna))
    assert again.setup.components == dearer()
    copy = local.try_it(table.id, anna)
    assert local.state(copy.id, None, anna).face("wr_neustadt").station_cost == 90
    own = local.upload(anna, dump(Game.new(Setup("imperial-steam", ("Ann", "Ben"), "fixed"))))
    assert local.view_for(own.id, anna).view.components.own


def test_corrected_components_of_1853(local: TableService) -> None:
    """The map comes with the table; contracts stay as secret as with our own set."""
    from tests.games.g1853.test_1_corrected import corrected

    setup = Setup("1853", ("Ann", "Ben", "Cy"), "short", components=corrected())
    people = [local.guest(name) for name in ("Anna", "Bartek", "Clara")]
    table = local.upload(people[0], dump(Game.new(setup)), mode="open")
    for seat, user in enumerate(people):
        local.join(table.id, user, seat=seat)
    for _ in range(12):
        info = local.info(table.id, people[0])
        user = people[info.to_act[0]]
        local.submit(table.id, user, local.legal_for(table.id, user)[0], info.version)
    before = [local.view_for(table.id, user).view for user in (*people, None)]
    local.lives.drop(table.id)
    assert [local.view_for(table.id, user).view for user in (*people, None)] == before
    assert local.state(table.id).book.atlas.hexes[HexId("N22")].printed.stops[0].revenue == 40
    named = [{name: row.cities for name, row in shown.contracts.items()} for shown in before]
    assert named[0]["Ann"]
    assert named[0]["Ann"] != named[1]["Ann"]
    assert named[1]["Ann"] == named[3]["Ann"]
    for call in (local.try_it, local.download):
        with pytest.raises(Forbidden):
            call(table.id, people[0])
    alone = local.upload(people[0], dump(Game.new(setup)))
    again, _ = load(local.download(alone.id, people[0]))
    assert again.setup.components == corrected()
    ours = local.upload(people[0], dump(Game.new(Setup("1853", ("Ann", "Ben", "Cy"), "short"))))
    state = local.state(ours.id, None, people[0])
    assert state.book.atlas.hexes[HexId("N22")].printed.stops[0].revenue == 30
    assert state.book.bank == 10_000


def test_a_harmful_set_is_refused_with_its_fault(local: TableService) -> None:
    from tests.games.g1853.test_1_corrected import changed, corrected

    wrong = changed(lambda c: c["hexes"]["N22"].update(name="<b>"))
    good = Game.new(Setup("1853", ("Ann", "Ben", "Cy"), components=corrected()))
    fields = msgspec.json.decode(dump(good))
    del fields["digest"]
    fields["components"] = ComponentSet(component_hash(wrong), msgspec.json.decode(wrong))
    data = msgspec.json.encode({**fields, "digest": hashlib.sha256(canonical(fields)).hexdigest()})
    with pytest.raises(Invalid) as refused:
        local.upload(local.guest("Anna"), data)
    assert "hexes.N22: '<b>': a name has 1 to 24 letters" in str(refused.value.figures["reason"])


def test_some_corrected_components_are_for_the_command_line(
    local: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a title cannot show every set, the refusal says where such a game can be played."""
    from stellwerk.text import translate
    from tests.games.gimperial_steam.test_components import dearer

    found = title("imperial-steam")
    assert found.components is not None
    unhosted = found._replace(components=structs.replace(found.components, hosted=False))
    monkeypatch.setattr(upload_checks, "title", lambda game: unhosted)
    game = Game.new(Setup("imperial-steam", ("Ann", "Ben"), "fixed", components=dearer()))
    with pytest.raises(Invalid) as refused:
        local.upload(local.guest("Anna"), dump(game))
    assert "command line" in refused.value.error
    for lang, words in (("de", "Kommandozeile"), ("pl", "wierszu poleceń")):
        assert words in translate(refused.value.error, {}, lang)


def test_a_record_that_our_game_does_not_follow_is_not_taken(local: TableService) -> None:
    """A pass is missing: the answer names the action at which the two part."""
    record = own_record("1848", "base", 3, actions=150)
    kinds = [(action["type"], action["entity_type"]) for action in record["actions"]]
    del record["actions"][kinds.index(("pass", "player"), 40)]
    with pytest.raises(Invalid, match=r"action \d+"):
        local.upload(local.guest("Anna"), msgspec.json.encode(record))


def test_18xx_games_there_and_back(local: TableService) -> None:
    from stellwerk.server.model import NewTable
    from tests.server.fixtures import chairs

    anna = local.guest("Anna")
    wish = NewTable("1848", chairs("me", "hotseat", "hotseat"), rulings="18xx.games", seed=5)
    table = local.create_table(anna, wish)
    play_on(local, table.id, anna, 8)
    again = local.upload(anna, local.export_18xx(table.id, anna))
    assert again.rulings == "18xx.games"
    ours, theirs = local.view_for(table.id, anna).view, local.view_for(again.id, anna).view
    assert ours.players == theirs.players


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"nonsense",
        b"\xff\xfe",
        b'{"actions": []}',
        b'{"actions": [], "title": "1848", "players": []}',
        b'{"actions": [1], "title": "1848", "players": [{"id": 1, "name": "A"}]}',
        b'{"actions": [{"type": "pass"}], "title": "1848", "players": [{"id": 1, "name": "A"}, '
        b'{"id": 2, "name": "B"}, {"id": 3, "name": "C"}]}',
        b'{"actions": [], "digest": "x"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_game(local: TableService, data: bytes) -> None:
    with pytest.raises(Invalid):
        local.upload(local.guest("Anna"), data)


def test_bounds(local: TableService) -> None:
    anna = local.guest("Anna")
    with pytest.raises(TooLarge):
        local.upload(anna, b" " * 5_000_000)
    with pytest.raises(TooLarge):
        local.upload(anna, b'{"digest": "x", "actions": [' + b"1," * 10_000 + b"1]}")
    nasty = Game.new(Setup("1848", ("A\0", "B", "C"), seed=1))
    with pytest.raises(Invalid):
        local.upload(anna, dump(nasty))


def test_try_it(service: TableService) -> None:
    table, users = three_people(service)
    user = users[0]
    for _ in range(4):
        info = service.info(table.id, user)
        actor = users[info.to_act[0]]
        service.submit(table.id, actor, service.legal_for(table.id, actor)[0], info.version)
    copy = service.try_it(table.id, user)
    assert copy.sandbox
    assert copy.parent == table.id
    assert copy.my_seats == [0, 1, 2]
    assert service.view_for(copy.id, user).view == service.view_for(table.id, user).view
    play_on(service, copy.id, user, 5)
    assert service.info(table.id, user).at == copy.at, "the table knows nothing of it"
    assert service.try_it(table.id, user).id == copy.id, "the open copy again"
    for stranger in (users[1], None):
        with pytest.raises(NotFound):
            service.info(copy.id, stranger)
        with pytest.raises(NotFound):
            service.view_for(copy.id, stranger)
        with pytest.raises(NotFound):
            service.join(copy.id, service.guest("Dora"))
    earlier = service.try_it(table.id, user, at=2)
    assert earlier.at == 2
    with pytest.raises(NotFound):
        service.info(copy.id, user)
    assert copy.id not in [t.id for t in service.tables_of(user)]
    service.delete(earlier.id, user)
    with pytest.raises(NotFound):
        service.info(earlier.id, user)


def test_a_copy_cannot_foresee_lots(local: TableService) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    copy = local.try_it(table.id, anna)
    assert local.state(copy.id, user=anna).setup.seed != local.state(table.id).setup.seed


def test_games_with_secrets_are_not_copied(local: TableService) -> None:
    table, users = three_people(local, "sealed")
    for call in (local.try_it, local.download):
        with pytest.raises(Forbidden):
            call(table.id, users[0])
    alone = hot_seat(local, users[0], "sealed", 2)
    assert local.try_it(alone.id, users[0]).sandbox


def test_open_seats_are_other_people(local: TableService) -> None:
    """Who sits down first at an uploaded game does not see what those to come hold."""
    from stellwerk.server.model import NewTable
    from tests.server.fixtures import chairs

    host = local.guest("Anna")
    alone = local.create_table(host, NewTable("sealed", chairs("me", "hotseat", "hotseat"), seed=1))
    play_on(local, alone.id, host, 2)
    opened = local.upload(host, local.download(alone.id, host), mode="open")
    for first in (host, local.guest("Bartek")):
        local.join(opened.id, first)
        for call in (local.try_it, local.download):
            with pytest.raises(Forbidden):
                call(opened.id, first)
        entries = [entry for entry in local.log(opened.id, first) if entry.kind == "bid"]
        mine = local.info(opened.id, first).my_seats
        assert [entry.action is not None for entry in entries] == [entry.seat in mine for entry in entries]


def test_damaged_saves_say_what_is_wrong(local: TableService) -> None:
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    play_on(local, table.id, anna, 30)
    data = local.download(table.id, anna)
    chosen = random.Random(1848)
    for _ in range(300):
        damaged = bytearray(data)
        where = chosen.randrange(len(data))
        match chosen.randrange(4):
            case 0:
                damaged[where] = chosen.randrange(256)
            case 1:
                del damaged[where : where + chosen.randrange(1, 60)]
            case 2:
                del damaged[where:]
            case 3:
                damaged[where:where] = data[chosen.randrange(len(data)) :][: chosen.randrange(1, 40)]
        try:
            local.upload(anna, bytes(damaged))
        except (Invalid, TooLarge) as refused:
            said = refused.text
            assert ":" in said, said
            assert "cannot be read." not in said
            assert said[said.index(":") + 1 :].strip(), said
        except Conflict:
            pass  # the damage did not matter, and there are many tables by now


def test_an_action_that_its_title_cannot_stand(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    play_on(local, table.id, anna, 3)
    data = local.download(table.id, anna)
    usual = Game.enter

    def fails(game: Game, action: object) -> object:
        if len(game.log) == 2:
            raise KeyError("no such hex")
        return usual(game, action)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "enter", fails)
    with pytest.raises(Invalid, match="action 3 cannot be carried out: it does not fit the game"):
        local.upload(anna, data)


def test_verification_after_all_that(service: TableService) -> None:
    from stellwerk.server import admin

    table = hot_seat(service, anna := service.guest("Anna"))
    play_on(service, table.id, anna, 5)
    service.upload(anna, service.download(table.id, anna))
    service.try_it(table.id, anna, at=3)
    verdict = admin.verify(service.db)
    assert (verdict.games, verdict.faults) == (3, [])
    assert state_hash(service.state(table.id))
