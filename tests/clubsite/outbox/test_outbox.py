"""The outbox: a letter is sent once and never lost, and nothing in its database row gives access to anything."""

import datetime
import re

import pytest
from django.apps import apps
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.core import jobs
from clubsite.outbox import services
from clubsite.outbox.models import Letter, MailFault
from clubsite.outbox.services import TRIED_FOR, letters_add
from clubsite.privacy.services import person_forget
from clubsite.results.services import address_ask
from clubsite.signups.letters import ANSWER, CANCELLED, CHANGED
from clubsite.signups.models import ComingNight, Reply, ReplyPlayer
from clubsite.signups.services.nights import night_cancel, night_change, nights_announce
from clubsite.signups.services.replies import ReplyAuthor, reply_add
from tests.kit.smtp_server import SmtpServer

SITE = "https://club.example"


@pytest.fixture
def coming(club, dee, with_mail):
    day = timezone.localdate() + datetime.timedelta(days=7)
    return nights_announce(club=club, user=dee, date=day, start=datetime.time(19, 30))[0]


def answers(night, *names):
    """Make a reply with an email address for each name, so that a letter is sent to each of them."""
    return [
        reply_add(
            night=night,
            players=[ReplyPlayer(name=name)],
            author=ReplyAuthor(base=SITE),
            mail=f"{name.lower()}@home.example",
        )
        for name in names
    ]


def send():
    jobs.run("outbox.sweep")


def due_now():
    Letter.objects.exclude(due_at=None).update(due_at=timezone.now())


def waits():
    """Return, for each letter, the number of minutes until sending is tried again."""
    now = timezone.now()
    return [round((letter.due_at - now) / datetime.timedelta(minutes=1)) for letter in Letter.objects.order_by("pk")]


def test_letters_wait_for_a_mail_server_that_is_down(coming, server):
    server.stop()
    User.objects.create_user("rosa", "rosa@home.example", "correct horse")
    Client().post("/forgotten/", {"email": "rosa@home.example"})
    address_ask(club=coming.club, address="lou@home.example", user=None, site=SITE)
    answers(coming, "Ann")
    for minutes in (1, 4, 16, 60, 60):
        send()
        assert waits() == [minutes] * 3
        assert set(Letter.objects.values_list("fault", flat=True)) == {MailFault.UNREACHABLE}
        due_now()
    Letter.objects.update(made_at=timezone.now() - datetime.timedelta(hours=20))
    back = SmtpServer(server.port)
    send()
    back.stop()
    assert [got["To"] for got in back.post.got] == [f"{who}@home.example" for who in ("rosa", "lou", "ann")]
    assert not Letter.objects.exclude(due_at=None).exists()


class Dies(EmailBackend):
    """A mail backend whose process dies once the mail server has accepted the second letter."""

    def send_messages(self, messages):
        super().send_messages(messages)
        if len(mail.outbox) == 2:
            raise KeyboardInterrupt
        return 1


def test_a_process_that_dies_between_two_letters_loses_none_and_repeats_one(coming, with_mail):
    with_mail.EMAIL_BACKEND = f"{__name__}.Dies"
    answers(coming, "Ann", "Bo", "Cy")
    with pytest.raises(KeyboardInterrupt):
        send()
    send()
    assert [message.to[0][:2] for message in mail.outbox] == ["an", "bo", "cy"], "Bo's is held for some minutes"
    due_now()
    send()
    due_now()
    send()
    assert [message.to[0][:2] for message in mail.outbox] == ["an", "bo", "cy", "bo"]


class Meanwhile(EmailBackend):
    """A mail backend that runs the same job again while a letter is being sent."""

    def send_messages(self, messages):
        send()
        return super().send_messages(messages)


def test_two_processes_at_once_send_each_letter_once(coming, with_mail):
    with_mail.EMAIL_BACKEND = f"{__name__}.Meanwhile"
    answers(coming, "Ann", "Bo", "Cy")
    send()
    assert sorted(message.to[0] for message in mail.outbox) == [f"{who}@home.example" for who in ("ann", "bo", "cy")]


def test_what_the_server_does_not_take_is_tried_for_days_and_keeps_no_other_waiting(coming, server):
    server.post.replies["ann@home.example"] = "451 4.3.0 later"
    answers(coming, "Ann", "Bo")
    for _ in range(2):
        send()  # the second finds nothing due
    assert [got["To"] for got in server.post.got] == ["bo@home.example"] and server.post.asked == 2
    due_now()
    send()
    letter = Letter.objects.get(sent_at=None)
    assert letter.tries == 2 and letter.fault == MailFault.LATER and letter.due_at > timezone.now()
    Letter.objects.update(made_at=timezone.now() - TRIED_FOR)
    due_now()
    send()
    assert Letter.objects.get(sent_at=None).due_at is None, "given up"


def test_an_address_that_there_is_not_is_tried_once(coming, server):
    server.post.replies["ann@home.example"] = "550 5.1.1 no such user"
    answers(coming, "Ann")
    send()
    letter = Letter.objects.get()
    assert (letter.due_at, letter.sent_at, letter.fault) == (None, None, MailFault.REFUSED)


def test_a_letter_that_cannot_be_written_keeps_no_other_waiting(coming, monkeypatch):
    def broken(letter):
        raise ValueError

    monkeypatch.setattr(services, "_kinds", dict(services._kinds))
    services.LetterKind("broken", broken)
    letters_add(Letter(kind="broken", address="x@home.example"), Letter(kind="gone", address="y@home.example"))
    answers(coming, "Ann")
    send()
    assert [message.to for message in mail.outbox] == [["ann@home.example"]]
    assert Letter.objects.filter(fault=MailFault.UNWRITTEN).count() == 2


def test_no_row_has_the_link_of_a_letter(coming):
    User.objects.create_user("rosa", "rosa@home.example", "correct horse")
    Client().post("/forgotten/", {"email": "rosa@home.example"})
    address_ask(club=coming.club, address="lou@home.example", user=None, site=SITE)
    answers(coming, "Ann")
    before = _everything()
    send()
    keys = [re.search(r"https?://\S+/([\w:-]{20,})/", message.body) for message in mail.outbox]
    assert len(keys) == 3
    for key in keys:
        assert key is not None and key[1] not in before + _everything()


def _everything():
    return str([list(model.objects.values_list()) for model in apps.get_models()])


def test_what_has_become_pointless_is_not_sent(coming, dee):
    ann, bo, cy = answers(coming, "Ann", "Bo", "Cy")
    Letter.objects.all().delete()
    night_change(night=coming, user=dee, place="Hall")
    night_cancel(night=coming, user=dee)
    assert Letter.objects.filter(kind=CHANGED.code).count() == 3 == Letter.objects.filter(kind=CANCELLED.code).count()
    Reply.objects.filter(pk=bo.pk).update(mail="")
    cy.delete()
    send()
    [message] = mail.outbox
    assert message.to == ["ann@home.example"] and "is cancelled" in message.subject
    assert Letter.objects.count() == 1
    ComingNight.objects.update(date=timezone.localdate() - datetime.timedelta(days=2), cancelled_at=None)
    letters_add(Letter(kind=ANSWER.code, reply=ann))
    send()
    assert len(mail.outbox) == 1


def test_who_is_forgotten_gets_no_letter(coming, dee):
    [reply] = answers(coming, "Ann")
    person = Person.objects.create(club=coming.club, name="Ann")
    reply.players.update(person=person, joined_by="director")
    person_forget(person=person, user=dee)
    send()
    assert mail.outbox == [] and not Letter.objects.exists()


def test_a_site_without_mail_puts_nothing_down(coming, settings):
    settings.MAIL_ON = False
    answers(coming, "Ann")
    assert not Letter.objects.exists()


def test_the_keeper_reads_what_waits_and_why_without_addresses(coming, server, caplog, admin_client):
    server.stop()
    answers(coming, "Ann", "Bo")
    send()
    assert "The mail server does not answer (ConnectionRefusedError): 2 letters wait" in caplog.text
    page = admin_client.get("/admin/outbox/letter/").text
    assert "the mail server did not answer" in page and "signups.answer" in page
    letter = admin_client.get(f"/admin/outbox/letter/{Letter.objects.first().pk}/change/").text
    for text in (page, letter, caplog.text):
        assert "home.example" not in text
