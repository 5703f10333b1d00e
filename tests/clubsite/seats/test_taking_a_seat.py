"""SOLO-31: taking a seat in mid-board reveals its cards. A director who still owes boards may not take one."""

import pytest
from django.core.management import call_command
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction, audit_why
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.nights.models import Board, Section, TableBoard
from clubsite.nights.services.tables import sweep
from clubsite.play.models import SeatTicket
from clubsite.rankings.services.sweep import results_sweep
from tests.clubsite.at_tables import look, play_until, say_ready
from tests.clubsite.play.seat_socket import line_to
from tests.kit.nights import end_and_publish
from tests.kit.pages import words
from tests.kit.people import plays_as, signed_in
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mid(night):
    """A session with board 1 in play at table 1 between Bo (South) and Ann."""
    bo = night.tickets[1]
    play_until([bo, night.tickets[4]], lambda: look(bo)["table"]["state"] == "playing")
    return night


def free(page: Client, night, player: str = "S"):
    page.post(f"/director/{night.session.public_id}/table/1/free/{player}/")


def sit(client: Client, night, **more: str):
    code = night.section.tables.get(number=1).code
    return client.post(f"/join/{code}/", {"seat": night.contestant(1).pk, **more}, follow=True)


def holder(night, number: int = 1) -> SeatTicket | None:
    return SeatTicket.objects.filter(seat=night.contestant(number).pk, revoked_at=None).first()


@pytest.fixture
def freed(director, mid, dee):
    """Such a session, directed by one who still owes the board and has freed Bo's seat."""
    plays_as(mid.session, 6, dee)
    free(director, mid)
    return mid


def taken() -> list[tuple[str, str, str]]:
    actions = (AuditAction.SEAT_TAKEN_IN_MID_BOARD, AuditAction.FREED_SEAT_TAKEN)
    lines = AuditEntry.objects.filter(action__in=actions)
    return [(line.actor, line.about, audit_why(line.detail)) for line in lines]


def number_on_screen(night, number: int = 4) -> str:
    return str(look(night.tickets[number])["table"]["lets_in"])


def test_signed_in_a_director_who_owes_boards_takes_nobody_elses_seat(director, freed):
    assert "have boards of this session still to play yourself" in words(sit(director, freed))
    assert holder(freed) is None and not taken()


def test_nor_does_their_second_device_without_the_number_on_the_opponents_screen(freed):
    phone = Client()
    assert "Ask Ann for the number" in words(sit(phone, freed)) and holder(freed) is None
    number = number_on_screen(freed)
    assert len(number) == 6 and number not in words(sit(phone, freed))
    wrong = f"{(int(number) + 1) % 10**6:06}"
    assert "not the number on Ann’s screen" in words(sit(phone, freed, number=wrong))
    assert holder(freed) is None
    sit(phone, freed, number=f"{number[:3]} {number[3:]}")
    assert holder(freed) is not None and number_on_screen(freed) == ""
    why = "on another device; the seat was freed by dee"
    assert taken() == [("a device without an account", "board 1, table 1, South: Bo", why)]


def test_the_number_cannot_be_guessed(freed):
    wrong = [f"{(int(number_on_screen(freed)) + n) % 10**6:06}" for n in range(1, 13)]
    pages = [words(sit(Client(), freed, number=number)) for number in wrong]
    assert "Too many wrong numbers" in pages[-1] and "Too many" not in pages[0]
    assert "Too many wrong numbers" in words(sit(Client(), freed, number=number_on_screen(freed)))
    assert holder(freed) is None


def test_the_number_of_another_seat_and_that_of_an_earlier_freeing_let_nobody_in(director, mid, dee):
    plays_as(mid.session, 6, dee)
    director.post(f"/director/{mid.session.public_id}/table/2/free/S/")
    free(director, mid)
    south = mid.section.rounds.get(number=1).seatings.get(table__number=2)
    other = next(n for n in mid.tickets if mid.contestant(n).pk == south.ew_id)
    first, of_another = number_on_screen(mid), number_on_screen(mid, other)
    assert len(of_another) == 6 and of_another != first
    assert "not the number on Ann’s screen" in words(sit(Client(), mid, number=of_another))
    sit(Client(), mid, number=first)
    free(director, mid)
    assert number_on_screen(mid) not in ("", first)
    assert "not the number on Ann’s screen" in words(sit(Client(), mid, number=first))
    assert holder(mid) is None


def test_the_device_that_had_the_seat_comes_back_without_it(director, freed):
    tablet = Client()
    sit(tablet, freed, number=number_on_screen(freed))
    before = len(taken())
    free(director, freed)
    sit(tablet, freed)
    assert holder(freed) is not None and len(taken()) == before


def test_at_their_own_table_no_number_is_on_their_own_screen(director, mid, dee):
    plays_as(mid.session, 4, dee)
    free(director, mid)
    assert number_on_screen(mid) == ""
    assert "nobody here can say who sits down" in words(sit(Client(), mid)) and holder(mid) is None


def test_another_director_of_the_club_can_free_it(director, mid, dee, cy):
    plays_as(mid.session, 4, dee)
    free(director, mid)
    Membership.objects.create(club=mid.session.club, user=cy, role=Role.DIRECTOR)
    other = signed_in(cy)
    assert "Free seat" in words(other.get(f"/director/{mid.session.public_id}/table/1/"))
    free(other, mid)
    sit(Client(), mid)
    assert holder(mid) is not None
    assert taken()[0][2] == "on another device; the seat was freed by cy"


def test_freed_by_a_director_who_does_not_play_it_is_noted_with_their_name_in_mid_board_alone(director, mid):
    director.post(f"/director/{mid.session.public_id}/table/2/free/S/")
    at_table_2 = mid.section.rounds.get(number=1).seatings.get(table__number=2)
    Client().post(f"/join/{at_table_2.table.code}/", {"seat": at_table_2.ns_id})
    assert SeatTicket.objects.filter(seat=at_table_2.ns_id, revoked_at=None).exists() and not taken()
    free(director, mid)
    assert number_on_screen(mid) == ""
    sit(director, mid)
    assert holder(mid) is not None
    assert taken() == [("dee", "board 1, table 1, South: Bo", "on another device; the seat was freed by dee")]


def test_a_director_takes_their_own_seat_on_their_phone(director, mid, dee):
    plays_as(mid.session, 1, dee)
    SeatTicket.objects.filter(pk=mid.tickets[1].pk).update(revoked_at="2026-11-17T20:00:00Z")
    sit(signed_in(dee), mid)
    assert holder(mid) is not None


def test_a_table_with_cards_on_it_shows_the_number_too(director, night, dee):
    Section.objects.filter(pk=night.section.pk).update(live=False)
    plays_as(night.session, 6, dee)
    free(director, night)
    assert "Ask Ann for the number" in words(sit(Client(), night))
    number = number_on_screen(night)
    shown = night.phone(4).get(f"/seat/{night.tickets[4].public_id}/score/state/").json()
    assert shown["lets_in"] == f"{number[:3]} {number[3:]}"
    sit(Client(), night, number=number)
    assert holder(night) is not None and taken()[0][1] == "table 1, South: Bo"


HERE = (b"origin", b"http://testserver")


async def knock(path: str, *headers: tuple[bytes, bytes], host: bytes = b"testserver", tls: bool = False) -> bool:
    app = line_to(path, (b"host", host), *headers, scheme="wss" if tls else "ws")
    await app.send_input({"type": "websocket.connect"})
    answer = await app.receive_output(60)
    await app.send_input({"type": "websocket.disconnect", "code": 1001})
    await app.wait(60)
    return bool(answer["type"] == "websocket.accept")


async def opens(night, origin: bytes | None, *headers: tuple[bytes, bytes], **how) -> bool:
    key = (b"cookie", f"claim={night.tokens[1]}".encode())
    of_page = [(b"origin", origin)] if origin else []
    return await knock(f"/seat/{night.tickets[1].public_id}/socket/", key, *of_page, *headers, **how)


async def test_a_seat_opens_with_its_key_from_the_site_s_own_page_and_no_other_socket(night):
    assert await opens(night, b"http://testserver")
    director = f"/director/{night.session.public_id}/socket/"
    for path in (director, "/", "/nope/", "/seat/x/", "/seat//socket/", "/director/x/y/socket/"):
        assert not await knock(path, HERE)


@pytest.mark.parametrize(
    "origin",
    [
        *(b"http://evil.example", b"null", b"http://testserver.evil.example", b"https://testserver"),
        b"http://testserver:8080",  # another program on the same machine
        *(b"ws://testserver", b"http://testserver:port", b"http://", None),
    ],
)
async def test_another_sites_page_opens_no_seat_with_the_right_key(night, origin):
    assert not await opens(night, origin)
    assert not await SeatTicket.objects.filter(connected=True).aexists()


async def test_at_an_address_of_the_network_its_own_port_counts(night, settings):
    settings.ALLOWED_HOSTS = ["192.168.1.20"]
    here = {"host": b"192.168.1.20:8000"}
    assert await opens(night, b"http://192.168.1.20:8000", **here)
    for other in (b"http://192.168.1.20:8001", b"http://192.168.1.20", b"https://192.168.1.20:8000"):
        assert not await opens(night, other, **here)
    assert not await opens(night, b"http://evil.example", host=b"evil.example")


async def test_behind_a_proxy_with_tls_the_scheme_is_the_proxy_s(night, settings):
    """The proxy passes on Host, and reports https to uvicorn, which makes it wss, or in the header Django trusts."""
    settings.ALLOWED_HOSTS = ["club.example"]
    assert await opens(night, b"https://club.example", host=b"club.example", tls=True)
    assert not await opens(night, b"http://club.example", host=b"club.example", tls=True)
    assert not await opens(night, b"https://club.example:8443", host=b"club.example", tls=True)
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    https = (b"x-forwarded-proto", b"https")
    assert await opens(night, b"https://club.example", https, host=b"club.example")
    assert not await opens(night, b"http://club.example", https, host=b"club.example")


async def test_where_a_proxy_changes_the_host_public_url_is_the_site_s_own(night, settings):
    settings.PUBLIC_URL = "https://club.example:8443"
    assert await opens(night, b"https://club.example:8443")
    assert not await opens(night, b"https://club.example")


SENTENCE = "Board 2 cannot be opened: the site does not have the key to its cards."


@pytest.fixture
def at_table(make_night, settings):
    """A night whose key is lost while table 1 plays the first of its two boards, and the tickets of that table."""
    night = make_night(boards_per_round=2)
    both = [night.tickets[1], night.tickets[4]]
    play_until(both, lambda: look(both[0])["table"]["state"] == "playing")
    night.key, settings.DEAL_KEYS = settings.DEAL_KEYS, ["another key of this server 0123456789"]
    return night, both


def agreed(both) -> None:
    play_until(both, lambda: look(both[0])["table"]["state"] == "result" and len(look(both[0])["table"]["ready"]) == 2)


def test_players_and_director_read_why_the_next_board_is_not_opened_until_the_key_is_back(at_table, director, settings):
    night, both = at_table
    agreed(both)
    for ticket in both:
        assert look(ticket)["table"]["closed"].startswith(SENTENCE)
    sweep()
    at = f"/director/{night.session.public_id}/"
    room = director.get(at).text
    assert "Board 2 cannot be opened" in on_page(room)
    assert "Ask whoever keeps the site to put the key back" in on_page(room)
    row = TableBoard.objects.get(table__number=1, round__number=1, board__number=2)
    assert f"{at}score/{row.pk}/" in room
    settings.DEAL_KEYS = night.key
    sweep()
    table = look(both[0])["table"]
    assert (table["state"], table["board"]) == ("playing", 2) and "closed" not in table, "it goes on by itself"
    assert "cannot be opened" not in director.get(at).text


def test_without_it_the_boards_are_entered_as_not_played_and_the_night_is_published(at_table, dee, settings):
    night, both = at_table
    agreed(both)
    enter_score(TableBoard.objects.get(table__number=1, round__number=1, board__number=2), dee, "np")
    table = look(both[0])["table"]
    assert table["state"] == "round_done" and "closed" not in table
    results_sweep()
    end_and_publish(night.session, dee)
    sealed = Board.objects.exclude(sealed="")
    assert sealed.count() == Board.objects.count() - 1
    page = f"/results/{night.session.public_id}/"
    shown = words(Client().get(f"{page}boards/"))
    assert "this server does not have the key to their cards" in shown
    assert Client().get(f"{page}board/1/").status_code == 200 and Client().get(f"{page}board/2/").status_code == 404
    call_command("verify_night", night.session.public_id)
    settings.DEAL_KEYS = night.key
    results_sweep()
    assert not sealed.exists()
    assert "does not have the key" not in words(Client().get(f"{page}boards/"))


def test_the_first_board_of_a_table_says_so_too(make_night, settings):
    night = make_night()
    settings.DEAL_KEYS = ["another key of this server 0123456789"]
    both = [night.tickets[1], night.tickets[4]]
    say_ready(both[0])
    assert "closed" not in look(both[0])["table"], "the other player is not ready"
    say_ready(both[1])
    seen = look(both[0])["table"]
    assert seen["state"] == "ready" and "cannot be opened" in seen["closed"]
