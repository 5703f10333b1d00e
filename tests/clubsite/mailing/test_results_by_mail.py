"""Mail when results are out: to whom, what, once; what a real mail server refuses; how it is asked for and stopped."""

import re
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from clubsite.clubs.erasure import person_forget
from clubsite.clubs.models import Club, Membership, Person
from clubsite.clubs.name_choices import NamesFor, ResultsFor
from clubsite.core import jobs
from clubsite.duplicate.models import Session, TableBoard
from clubsite.mailing.models import MailRequest, MailState, NightMail, SentMail
from clubsite.mailing.services.sending import WAITS, night_send
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from tests.clubsite.mailing.smtp_server import SmtpServer
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db
AT = "/clubs/lantern/mail/"
BO, ANN = "bo@home.example", "ann@home.example"


def ask(client: Client, **what: str) -> Any:
    """Send a form of the page, and wait for what is sent behind it."""
    answer = client.post(AT, what)
    for thread in threading.enumerate():
        if thread.name == "mail":
            thread.join(5)
    return answer


def asked_before(**facts: Any) -> MailRequest:
    """A request of yesterday that was confirmed."""
    since = timezone.now() - timedelta(days=1)
    facts = {"club": Club.objects.get(), "site": "https://club.example", **facts}
    return MailRequest.objects.create(asked_at=since, confirmed_at=since, **facts)


def due_now() -> None:
    SentMail.objects.update(due_at=timezone.now())


def states() -> list[str]:
    return list(SentMail.objects.order_by("request__address").values_list("state", flat=True))


def test_a_member_who_asked_is_written_once_how_they_did(
    bo: Person, tonight: Any, dee: Any, server: SmtpServer, client: Client
) -> None:
    client.force_login(bo.user)
    assert f"Send it to {BO}" in client.get(AT).content.decode()
    assert ask(client, account="yes").status_code == 302
    assert f"Mail goes to <b>{BO}</b>" in client.get(AT).content.decode()
    publish(tonight.session, dee)
    night = NightMail.objects.get()
    jobs.run("mailing.send_night", night.pk)
    jobs.run("mailing.send_night", night.pk)
    jobs.run("mailing.sweep")
    [got] = server.post.got
    today = timezone.localdate()
    assert got["Subject"] == f"Tuesday, {today.day} {today:%B}: you came 1st with 100.00 %"
    assert (got["To"], got["From"]) == (BO, "club@club.example")
    text = got.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    page = got.get_body(("html",)).get_content()  # type: ignore[union-attr]
    night_at = f"http://testserver/results/{tonight.session.public_id}/"
    for body in (text, page):
        assert "1st" in body and "of 3 South players" in body and "Ann" in body
        assert night_at in body and f"{night_at}player/1/" in body
    assert client.get(f"/results/{tonight.session.public_id}/player/1/").status_code == 200
    assert got["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and got["Auto-Submitted"]
    assert states() == [MailState.SENT] and NightMail.objects.get().ended_at
    for wrong in TableBoard.objects.filter(round__section=tonight.section, ns__number=1):
        enter_score(wrong, dee, "1N S 3", why="Typed wrong")
    results_sweep()
    publish(tonight.session, dee)
    unpublish(tonight.session, dee)
    publish(tonight.session, dee)
    jobs.run("mailing.sweep")
    assert len(server.post.got) == 1, "a correction is no second mail"


def test_a_mail_program_s_button_stops_it_and_so_does_the_page(
    bo: Person, tonight: Any, dee: Any, with_mail: Any, client: Client
) -> None:
    """RFC 8058: a POST without a cookie, answered without a redirect."""
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    jobs.run("mailing.sweep")
    [sent] = mail.outbox
    at = sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://club.example")
    program = Client(enforce_csrf_checks=True)
    assert program.get(at).status_code == 200 and MailRequest.objects.exists(), (
        "a link that is looked at stops nothing"
    )
    for _ in range(2):
        answer = program.post(
            at, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded"
        )
        assert answer.status_code == 200 and not MailRequest.objects.exists()
    assert program.post("/mail/forged/stop/").status_code == 410
    client.force_login(bo.user)
    ask(client, account="yes")
    ask(client, stop="yes")
    assert not MailRequest.objects.exists()


def link_in(message: Any) -> str:
    found = re.search(r"http://testserver(/mail/\S+)", message.body)
    assert found is not None
    return found[1]


def test_an_address_alone_is_confirmed_by_its_link_and_reads_as_a_stranger(
    tonight: Any, dee: Any, with_mail: Any, client: Client
) -> None:
    Club.objects.update(names_for=NamesFor.INITIALS)
    assert "type an e-mail address" in ask(client, address="x").content.decode().lower()
    assert "Look into your mail" in ask(client, address=ANN).content.decode()
    [message] = mail.outbox
    assert message.to == [ANN]
    at = link_in(message)
    client.get(at)
    assert MailRequest.objects.get().confirmed_at is None, "programs that look at links confirm nothing"
    assert "Mail begins" in client.post(at).content.decode()
    same = ask(client, address=ANN.upper()).content.decode()
    assert "Look into your mail" in same and len(mail.outbox) == 1, "nobody is told who gets mail"
    publish(tonight.session, dee)
    jobs.run("mailing.sweep")
    [_, sent] = mail.outbox
    assert sent.subject.endswith("the results are out") and sent.to == [ANN]
    assert (
        "B.  100.00\N{NO-BREAK SPACE}%" in sent.body and "Bo" not in sent.body and "/player/" not in sent.body
    )


def test_a_link_that_is_old_or_of_another_kind_confirms_nothing(
    club: Club, with_mail: Any, client: Client, monkeypatch: Any
) -> None:
    ask(client, address=ANN)
    at = link_in(mail.outbox[0])
    assert client.post(at.replace("confirm", "stop")).status_code == 410
    monkeypatch.setattr("clubsite.mailing.links.DAYS", 0)
    monkeypatch.setattr("django.core.signing.time.time", lambda: timezone.now().timestamp() + 10)
    assert client.post(at).status_code == 410
    MailRequest.objects.update(asked_at=timezone.now() - timedelta(days=4))
    jobs.run("mailing.sweep")
    assert not MailRequest.objects.exists(), "an address that nobody confirmed is forgotten"


def test_links_to_one_address_and_by_one_visitor_are_few(club: Club, with_mail: Any, client: Client) -> None:
    for _ in range(5):
        ask(client, address=ANN)
    assert len(mail.outbox) == 3
    answers = [ask(client, address=f"a{number}@home.example").status_code for number in range(5)]
    assert 429 in answers


def test_members_results_go_to_members_alone(
    bo: Person, tonight: Any, dee: Any, with_mail: Any, client: Client
) -> None:
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert "members only" in client.get(AT).content.decode()
    assert ask(client, address=ANN).status_code == 403 and not MailRequest.objects.exists()
    asked_before(address=ANN)
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    jobs.run("mailing.sweep")
    [sent] = mail.outbox
    assert sent.to == [BO] and states() == [MailState.SENT, MailState.LEFT_OUT]


def test_a_refused_address_is_written_at_its_person_and_tried_no_more(
    bo: Person, tonight: Any, dee: Any, server: SmtpServer, client: Client
) -> None:
    server.post.replies[BO] = "550 5.1.1 no such user"
    asked_before(user=bo.user, person=bo)
    asked_before(address=ANN)
    publish(tonight.session, dee)
    jobs.run("mailing.sweep")
    due_now()
    jobs.run("mailing.sweep")
    assert [got["To"] for got in server.post.got] == [ANN] and server.post.asked == 2
    client.force_login(bo.user)
    page = client.get(AT).content.decode()
    assert f"Mail to {BO} came back" in page
    assert "refused by the mail server" in client.get("/account/about-me/mail/").content.decode()
    ask(client, account="yes")
    assert "came back" not in client.get(AT).content.decode()


def test_what_fails_for_now_is_tried_again_and_given_up_at_last(
    bo: Person, tonight: Any, dee: Any, server: SmtpServer
) -> None:
    server.post.replies[BO] = "451 4.3.0 later"
    asked_before(user=bo.user, person=bo)
    asked_before(address=ANN)
    publish(tonight.session, dee)
    for _ in range(2):
        jobs.run("mailing.sweep")  # the second finds nothing due
    assert states() == [MailState.WAITING, MailState.SENT] and server.post.asked == 2
    server.post.replies.clear()
    due_now()
    jobs.run("mailing.sweep")
    assert states() == [MailState.SENT, MailState.SENT] and len(server.post.got) == 2
    SentMail.objects.filter(request__address="").update(state=MailState.WAITING, tries=len(WAITS))
    NightMail.objects.update(ended_at=None)
    server.post.replies[BO] = "451 4.3.0 later"
    jobs.run("mailing.sweep")
    assert states()[0] == MailState.GIVEN_UP and NightMail.objects.get().ended_at


def test_a_server_that_is_not_there_is_asked_once_for_all(
    bo: Person, tonight: Any, dee: Any, server: SmtpServer
) -> None:
    for number in range(3):
        asked_before(address=f"a{number}@home.example")
    publish(tonight.session, dee)
    server.stop()
    jobs.run("mailing.sweep")
    assert states() == [MailState.WAITING] * 3
    assert sorted(SentMail.objects.values_list("tries", flat=True)) == [0, 0, 1]
    assert not SentMail.objects.filter(due_at__lte=timezone.now()).exists()


class Meanwhile(EmailBackend):
    """While a mail is sent, the same job runs again."""

    again: Callable[[], None]

    def send_messages(self, messages: Any) -> int:
        Meanwhile.again()
        return super().send_messages(messages)


def test_two_jobs_at_once_send_each_mail_once(tonight: Any, dee: Any, with_mail: Any) -> None:
    for number in range(3):
        asked_before(address=f"a{number}@home.example")
    publish(tonight.session, dee)
    night = NightMail.objects.get().pk
    with_mail.EMAIL_BACKEND = f"{__name__}.Meanwhile"
    Meanwhile.again = staticmethod(lambda: night_send(night))
    night_send(night)
    assert sorted(message.to[0] for message in mail.outbox) == [f"a{n}@home.example" for n in range(3)]


def test_who_asks_later_and_old_nights_are_no_news(tonight: Any, dee: Any, with_mail: Any) -> None:
    publish(tonight.session, dee)
    asked_before(address=ANN).__class__.objects.update(confirmed_at=timezone.now())
    jobs.run("mailing.sweep")
    assert mail.outbox == []
    NightMail.objects.all().delete()
    unpublish(tonight.session, dee)
    Session.objects.update(date=timezone.localdate() - timedelta(days=15))
    tonight.session.refresh_from_db()
    publish(tonight.session, dee)
    assert not NightMail.objects.exists()


def test_withdrawn_results_are_not_mailed(tonight: Any, dee: Any, with_mail: Any) -> None:
    asked_before(address=ANN)
    publish(tonight.session, dee)
    unpublish(tonight.session, dee)
    jobs.run("mailing.sweep")
    assert mail.outbox == []
    publish(tonight.session, dee)
    jobs.run("mailing.sweep")
    assert len(mail.outbox) == 1


def test_who_is_forgotten_gets_no_mail_and_nothing_is_kept(
    bo: Person, tonight: Any, dee: Any, with_mail: Any
) -> None:
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    person_forget(person=bo, user=dee)
    assert not MailRequest.objects.exists()
    jobs.run("mailing.sweep")
    assert mail.outbox == []


def test_an_account_that_is_unlinked_from_its_person_gets_no_more_mail(
    bo: Person, tonight: Any, dee: Any, with_mail: Any
) -> None:
    asked_before(user=bo.user, person=bo)
    publish(tonight.session, dee)
    Person.objects.filter(pk=bo.pk).update(user=None)
    jobs.run("mailing.sweep")
    assert mail.outbox == [] and not MailRequest.objects.exists()


def test_a_site_without_a_mail_server_says_so(
    bo: Person, tonight: Any, dee: Any, client: Client, settings: Any
) -> None:
    asked_before(user=bo.user, person=bo)
    assert "This site sends no mail" in client.get(AT).content.decode()
    publish(tonight.session, dee)
    jobs.run("mailing.sweep")
    assert mail.outbox == []
    settings.MAIL_TO_CONSOLE = True
    client.force_login(bo.user)
    assert "written to its console" in client.get(AT).content.decode()
    assert Membership.objects.filter(user=bo.user).exists()
