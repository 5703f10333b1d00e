"""The address of unpublished results: a waiting page for people who may know of them, and nothing for other people."""

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail, signing
from django.test import Client
from django.utils import timezone

from clubsite.accounts.services import device_for
from clubsite.clubs.models import Club, Membership, NamesFor, Person, ResultsFor, Role
from clubsite.core import jobs
from clubsite.nights.models import Session, Table, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.outbox.models import Letter
from clubsite.play.models import PlaySeat, RevokeReason, SeatKind
from clubsite.play.seat_tickets import ticket_release, ticket_take
from clubsite.privacy.services import person_forget
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.models import MailRequest
from tests.kit.dealt import dealt
from tests.kit.people import plays_as, signed_in
from tests.kit.typed_scores import enter_score
from tests.on_page import has_word, on_page

NOT_YET = "The results are not there yet"


def at(night, rest: str = "") -> str:
    return f"/results/{night.session.public_id}/{rest}"


def with_device(seat: PlaySeat) -> tuple[Client, Any]:
    device, token = device_for(token=None)
    client = Client()
    client.cookies["device"] = token
    return client, ticket_take(device=device, seat=seat)[0]


@pytest.fixture
def table(scored_night):
    return Table.objects.filter(section=scored_night.section).order_by("number")[0]


def test_who_sat_there_finds_a_page_that_waits_and_becomes_the_results(scored_night, table, dee):
    client, ticket = with_device(table.seat)
    page = client.get(at(scored_night))
    assert page.status_code == 200 and "no-store" in page.headers["Cache-Control"]
    assert "the session is still being played" in page.text
    ticket_release(ticket=ticket, reason=RevokeReason.LEFT)
    session_end(session=scored_night.session, user=dee)
    for rest in ("", "boards/", "player/1/", "board/1/", "hands/", "files/"):
        body = client.get(at(scored_night, rest)).text
        assert NOT_YET in body and "The results are not published yet" in body
        assert f'data-hx-get="{at(scored_night, "waiting/")}"' in body
    still = client.get(at(scored_night, "waiting/"))
    assert (still.status_code, still.headers.get("HX-Refresh")) == (204, None)
    publish(scored_night.session, dee)
    assert client.get(at(scored_night, "waiting/")).headers["HX-Refresh"] == "true"
    assert NOT_YET not in client.get(at(scored_night)).text
    unpublish(scored_night.session, dee)
    assert "has withdrawn the results" in client.get(at(scored_night)).text


def test_a_player_a_member_and_a_director_may_know_of_it(scored_night, dee, cy):
    session_end(session=scored_night.session, user=dee)
    director = signed_in(dee).get(at(scored_night)).text
    assert NOT_YET in director and f'href="/director/{scored_night.session.public_id}/"' in director
    plays_as(scored_night.session, 1, cy)
    player = signed_in(cy).get(at(scored_night)).text
    assert NOT_YET in player and "/director/" not in player
    plays_as(scored_night.session, 1, None)
    assert signed_in(cy).get(at(scored_night)).status_code == 404
    Membership.objects.create(club=scored_night.session.club, user=cy, role=Role.MEMBER)
    assert NOT_YET in signed_in(cy).get(at(scored_night)).text


def test_to_strangers_it_is_as_if_there_were_none(scored_night, dee, cy):
    session, elsewhere = scored_night.session, PlaySeat.objects.create(kind=SeatKind.CONTESTANT)
    strangers = (Client(), signed_in(cy), with_device(elsewhere)[0])

    def answers(public_id):
        pages = [f"/results/{public_id}/{rest}" for rest in ("", "boards/", "player/1/", "waiting/")]
        responses = [stranger.get(page, headers={"HX-Request": "true"}) for stranger in strangers for page in pages]
        return {(answer.status_code, b"There is nothing here" in answer.content) for answer in responses}

    assert answers("nosuchnight1") == answers(session.public_id) == {(404, True)}
    session_end(session=session, user=dee)
    assert answers(session.public_id) == {(404, True)}
    publish(session, dee)
    unpublish(session, dee)
    assert answers(session.public_id) == {(404, True)}


def test_a_draft_and_what_is_inside_are_shown_to_nobody(scored_night, make_night, dee):
    draft = make_night(start=False)
    assert signed_in(dee).get(at(draft)).status_code == 404
    body = signed_in(dee).get(at(scored_night, "board/1/")).text
    assert not any(dealt(board).south in body for board in scored_night.section.board_set.boards.all())
    assert "Ann" not in on_page(body)  # the sign-out token may contain any three letters
    assert "%" not in body.split("<main", 1)[1].split("</main>")[0]


AT = "/clubs/lantern/mail/"
BO, ANN = "bo@home.example", "ann@home.example"


def ask(client, **what):
    """Submit the page's form, and then send all the mail that is in the outbox."""
    answer = client.post(AT, what)
    send()
    return answer


def send():
    jobs.run("outbox.sweep")


def asked_before(**facts):
    """A request that was made yesterday and confirmed."""
    since = timezone.now() - timedelta(days=1)
    facts = {"club": Club.objects.get(), "site": "https://club.example", **facts}
    return MailRequest.objects.create(asked_at=since, confirmed_at=since, **facts)


def test_a_member_who_asked_is_written_once_how_they_did(bo, tonight, dee, server, client):
    client.force_login(bo.user)
    assert f"Send it to {BO}" in client.get(AT).text
    assert ask(client, account="yes").status_code == 302
    assert f"Mail goes to <b>{BO}</b>" in client.get(AT).text
    publish(tonight.session, dee)
    send()
    send()
    [got] = server.post.got
    today = timezone.localdate()
    assert got["Subject"] == f"Tuesday, {today.day} {today:%B}: you came 1st with 100.00 %"
    assert (got["To"], got["From"]) == (BO, "club@club.example")
    text = got.get_body(("plain",)).get_content()
    page = got.get_body(("html",)).get_content()
    night_at = f"http://testserver/results/{tonight.session.public_id}/"
    for body in (text, page):
        assert "1st" in body and "of 3 South players" in body and "Ann" in body
        assert night_at in body and f"{night_at}player/1/" in body
        assert f"Digest of these results: {tonight.session.publications.get().short}" in body
    assert client.get(f"/results/{tonight.session.public_id}/player/1/").status_code == 200
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and got["Auto-Submitted"]
    for wrong in TableBoard.objects.filter(round__section=tonight.section, ns__number=1):
        enter_score(wrong, dee, "1N S 3", why="Typed wrong")
    results_sweep()
    publish(tonight.session, dee)
    unpublish(tonight.session, dee)
    publish(tonight.session, dee)
    send()
    assert len(server.post.got) == 1, "a correction is no second mail"


def test_a_mail_program_s_button_stops_it_and_so_does_the_page(bo, tonight, dee, with_mail, client):
    """RFC 8058: a POST without a cookie is answered directly, without a redirect."""
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    send()
    [sent] = mail.outbox
    at = sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://club.example")
    program = Client(enforce_csrf_checks=True)
    assert program.get(at).status_code == 200 and MailRequest.objects.exists(), "a link that is looked at stops nothing"
    for _ in range(2):
        answer = program.post(at, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 200 and not MailRequest.objects.exists()
    assert program.post("/mail/forged/stop/").status_code == 410
    client.force_login(bo.user)
    ask(client, account="yes")
    ask(client, stop="yes")
    assert not MailRequest.objects.exists()


def link_in(message):
    match = re.search(r"http://testserver(/mail/\S+)", message.body)
    return match[1]


def test_an_address_alone_is_confirmed_by_its_link_and_reads_as_a_stranger(tonight, dee, with_mail, client):
    Club.objects.update(names_for=NamesFor.INITIALS)
    assert "type an e-mail address" in ask(client, address="x").text.lower()
    assert "Look into your mail" in ask(client, address=ANN).text
    [message] = mail.outbox
    assert message.to == [ANN]
    at = link_in(message)
    client.get(at)
    assert MailRequest.objects.get().confirmed_at is None, "programs that look at links confirm nothing"
    assert "Mail begins" in client.post(at).text
    same = ask(client, address=ANN.upper()).text
    assert "Look into your mail" in same and len(mail.outbox) == 1, "nobody is told who gets mail"
    publish(tonight.session, dee)
    send()
    [_, sent] = mail.outbox
    assert sent.subject.endswith("the results are out") and sent.to == [ANN]
    assert "B.  100.00\N{NO-BREAK SPACE}%" in sent.body and "/player/" not in sent.body
    assert not has_word(sent.body, "Bo")


def test_a_link_that_is_old_or_of_another_kind_confirms_nothing(club, with_mail, client, monkeypatch):
    ask(client, address=ANN)
    at = link_in(mail.outbox[0])
    assert client.post(at.replace("confirm", "stop")).status_code == 410
    monkeypatch.setattr("clubsite.results.letters.DAYS", 0)
    monkeypatch.setattr(signing, "time", SimpleNamespace(time=lambda: timezone.now().timestamp() + 10))
    assert client.post(at).status_code == 410
    MailRequest.objects.update(asked_at=timezone.now() - timedelta(days=4))
    jobs.run("results.sweep")
    assert not MailRequest.objects.exists(), "an address that nobody confirmed is forgotten"


def test_links_to_one_address_and_by_one_visitor_are_few(club, with_mail, client):
    for _ in range(5):
        ask(client, address=ANN)
    assert len(mail.outbox) == 3
    answers = [ask(client, address=f"a{number}@home.example").status_code for number in range(5)]
    assert 429 in answers


def test_members_results_go_to_members_alone(bo, tonight, dee, with_mail, client):
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert "members only" in client.get(AT).text
    assert ask(client, address=ANN).status_code == 403 and not MailRequest.objects.exists()
    asked_before(address=ANN)
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    send()
    [sent] = mail.outbox
    assert sent.to == [BO] and Letter.objects.get().sent_at, "a letter that says nothing is not kept"


def test_a_refused_address_is_written_at_its_person_and_tried_no_more(bo, tonight, dee, server, client):
    server.post.replies[BO] = "550 5.1.1 no such user"
    asked_before(user=bo.user, person=bo)
    asked_before(address=ANN)
    publish(tonight.session, dee)
    send()
    send()
    assert [got["To"] for got in server.post.got] == [ANN] and server.post.asked == 2
    client.force_login(bo.user)
    page = client.get(AT).text
    assert f"Mail to {BO} came back" in page
    assert "refused by the mail server" in client.get("/account/about-me/mail/").text
    ask(client, account="yes")
    assert "came back" not in client.get(AT).text


def test_who_asks_later_and_old_nights_are_no_news(tonight, dee, with_mail):
    publish(tonight.session, dee)
    asked_before(address=ANN).__class__.objects.update(confirmed_at=timezone.now())
    send()
    assert mail.outbox == []
    unpublish(tonight.session, dee)
    Session.objects.update(date=timezone.localdate() - timedelta(days=15))
    tonight.session.refresh_from_db()
    publish(tonight.session, dee)
    assert not Letter.objects.exists()


def test_withdrawn_results_are_not_mailed(tonight, dee, with_mail):
    asked_before(address=ANN)
    publish(tonight.session, dee)
    unpublish(tonight.session, dee)
    send()
    assert mail.outbox == []
    publish(tonight.session, dee)
    send()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("forgotten", [True, False], ids=["forgotten", "unlinked from the account"])
def test_who_is_no_longer_known_gets_no_mail_and_nothing_is_kept(bo, tonight, dee, with_mail, forgotten):
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    if forgotten:
        person_forget(person=bo, user=dee)
        assert not MailRequest.objects.exists()
    else:
        Person.objects.filter(pk=bo.pk).update(user=None)
    send()
    assert mail.outbox == [] and not MailRequest.objects.exists()


def test_a_site_without_a_mail_server_says_so(bo, tonight, dee, client, settings):
    asked_before(user=bo.user, person=bo)
    assert "This site sends no mail" in client.get(AT).text
    publish(tonight.session, dee)
    send()
    assert mail.outbox == []
    settings.MAIL_TO_CONSOLE = True
    client.force_login(bo.user)
    assert "written to its console" in client.get(AT).text
    assert Membership.objects.filter(user=bo.user).exists()
