"""Mail about new results: who gets it, that it comes only once, what mail servers refuse, and starting and stopping."""

import re
from datetime import timedelta
from types import SimpleNamespace

from django.core import mail, signing
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import Club, Membership, NamesFor, Person, ResultsFor
from clubsite.core import jobs
from clubsite.nights.models import Session, TableBoard
from clubsite.outbox.models import Letter
from clubsite.privacy.services import person_forget
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.models import MailRequest
from tests.kit.typed_scores import enter_score
from tests.on_page import has_word

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
    found = re.search(r"http://testserver(/mail/\S+)", message.body)
    return found[1]


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


def test_who_is_forgotten_gets_no_mail_and_nothing_is_kept(bo, tonight, dee, with_mail):
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    person_forget(person=bo, user=dee)
    assert not MailRequest.objects.exists()
    send()
    assert mail.outbox == []


def test_an_account_that_is_unlinked_from_its_person_gets_no_more_mail(bo, tonight, dee, with_mail):
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
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
