"""Pages and calendars of upcoming nights: replying without an account, changing a reply, and the director's actions."""

import datetime
import re
from typing import Any

from django.core import mail
from django.test import Client
from icalendar import Calendar

from clubsite.clubs.models import AuditEntry
from clubsite.core import jobs, limits
from clubsite.outbox.models import Letter
from clubsite.signups.models import ComingNight, NightKind, Reply, ReplyState
from clubsite.signups.services.nights import night_cancel, night_change
from tests.clubsite.signups.conftest import at, of_director
from tests.on_page import on_page

NEW = "/director/clubs/lantern/coming/new/"


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return on_page(answer.text)


def names(night, state="in"):
    rows = Reply.objects.filter(night=night, state=state)
    return [player.name for reply in rows for player in reply.players.all()]


def test_a_stranger_says_that_they_come_by_what_is_a_name_and_this_device_can_take_it_back(announce):
    night, phone = announce(place="Hall", fee="$5"), Client()
    assert "Hall" in page(phone, at(night)) and "$5" in page(phone, at(night))
    for typed in ("", "   ", "123", "http://spam.example", "\x07"):
        assert "Write your name." in Client().post(at(night), {"name": typed}).text, typed
    answer = phone.post(at(night), {"name": "  Ann   Hill "}, follow=True)
    assert "You are coming." in on_page(answer.text)
    assert "Ann Hill comes." in page(phone, at(night))
    assert "Ann Hill comes." not in page(Client(), at(night)), "nobody else's answer"
    own = at(night, f"yours/{Reply.objects.get().pk}/")
    assert Client().get(own).status_code == 404 and Client().post(own, {"back": "1"}).status_code == 404
    phone.post(own, {"back": "1"})
    assert names(night) == [] and "Ann Hill does not come." in page(phone, at(night))
    phone.post(own, {"again": "1"})
    assert names(night) == ["Ann Hill"]


def test_a_private_link_opens_the_answer_elsewhere_and_is_not_kept(announce, says):
    night, phone = announce(kind=NightKind.PAIRS), Client()
    phone.post(at(night), {"name": "Ann"})
    made = phone.post(at(night, f"yours/{Reply.objects.get().pk}/"), {"link": "1"}).text
    match = re.search(r"/clubs/lantern/coming/answer/([\w:-]{20,})/", made)
    assert match[1] not in str(list(Reply.objects.values_list()))
    elsewhere = Client()
    assert "Ann comes." in page(elsewhere, match[0])
    elsewhere.post(match[0], {"save": "1", "name": "Ann", "partner": "Bo"})
    assert names(night) == ["Ann", "Bo"]
    assert elsewhere.get(match[0].replace(match[1], match[1][:-1] + "x")).status_code == 404
    newer = phone.post(at(night, f"yours/{Reply.objects.get().pk}/"), {"link": "1"})
    assert newer.status_code == 200 and elsewhere.get(match[0]).status_code == 404


def test_pairs_and_teams_name_whom_they_come_with_or_look_for_somebody(announce):
    pairs, teams = announce(kind=NightKind.PAIRS), announce(kind=NightKind.TEAMS)
    Client().post(at(pairs), {"name": "Ann", "partner": "Bo"})
    Client().post(at(pairs), {"name": "Cy"})
    Client().post(at(teams), {"name": "Di", "team": "The Lamps", "others": "Ed\nFlo\n\n Gus "})
    text = page(Client(), at(pairs))
    assert "Ann, Bo" in text and "Looking for a partner" in text and text.index("Looking") < text.index("Cy")
    assert "The Lamps : Di, Ed, Flo, Gus" in page(Client(), at(teams))
    same = Client().post(at(pairs), {"name": "Hal", "partner": "hal"}).text
    assert "Write two different names." in same


def test_who_waits_reads_how_many_are_before_them_and_that_they_have_a_place(announce, says, dee):
    night, phone = announce(places=1), Client()
    first = says(night, "Ann")
    says(night, "Bo")
    assert "Onto the waiting list" in page(phone, at(night))
    phone.post(at(night), {"name": "Cy"})
    assert "Cy waits for a place. 1 answer before you." in page(phone, at(night))
    Reply.objects.filter(pk=first.pk).update(state=ReplyState.GONE)
    ComingNight.objects.update(places=3)
    night_change(night=night, user=dee, places=4)
    assert "A place has become free: you have it." in page(phone, at(night))


def test_too_many_answers_from_a_device_or_an_address_are_refused(announce, monkeypatch):
    night, phone = announce(), Client()
    for number in range(limits.REPLIES_OF_DEVICE.most + 2):
        answer = phone.post(at(night), {"name": f"Somebody {number}"}, follow=True)
    assert "Many answers have come from here just now" in answer.text
    assert Reply.objects.count() == limits.REPLIES_OF_DEVICE.most + 1, "the first made the device"
    for number in range(limits.REPLIES_OF_ADDRESS.most):
        Client().post(at(night), {"name": f"Other {number}"})
    assert Reply.objects.count() < limits.REPLIES_OF_ADDRESS.most


def test_nobody_uses_up_the_mails_that_somebody_else_needs_to_their_own_address(announce, settings):
    night, most = announce(), limits.REPLY_MAILS.most
    settings.MAIL_ON = True
    for number in range(most + 1):
        stranger = Client(REMOTE_ADDR="192.0.2.7")
        answer = stranger.post(at(night), {"name": f"No {number}", "mail": "ann@example.org"}, follow=True)
    assert "No more mail goes to this address from here today" in answer.text, "the answer stands, and they read why"
    assert Reply.objects.count() == most + 1 and Letter.objects.count() == most
    own = Client(REMOTE_ADDR="198.51.100.3").post(at(night), {"name": "Ann", "mail": "Ann@example.org"}, follow=True)
    assert "No more mail" not in own.text
    assert Letter.objects.count() == most + 1


def test_news_of_one_night_leaves_the_mails_of_another_alone(announce, settings, director):
    settings.MAIL_ON = True
    nights = [announce(), announce()]
    for night in nights:
        Client().post(at(night), {"name": "Ann", "mail": "ann@example.org"})
    for _ in range(limits.NIGHT_MAILS.most):
        director.post(of_director(nights[0], "cancel/"))
        director.post(of_director(nights[0], "restore/"))
    of_first = Letter.objects.exclude(kind="signups.answer").count()
    assert of_first == limits.NIGHT_MAILS.most
    director.post(of_director(nights[1], "cancel/"))
    assert Letter.objects.exclude(kind="signups.answer").count() == of_first + 1


def test_mail_is_asked_for_and_sent_only_where_the_site_can_send(announce, settings, director):
    night = announce(places=1)
    assert "Mail address" not in page(Client(), at(night))
    settings.MAIL_ON = True
    Client().post(at(night), {"name": "Ann", "mail": "ann@example.org"})
    Client().post(at(night), {"name": "Bo", "mail": "bo@example.org"})
    jobs.run("outbox.sweep")
    first, second = mail.outbox
    assert first.subject == "You are coming: Lantern Street" and first.to == ["ann@example.org"]
    assert second.subject == "You are on the waiting list: Lantern Street"
    link = re.search(r"http://testserver(/clubs/\S+/answer/\S+/)", first.body)
    Client().post(link[1], {"back": "1"})
    jobs.run("outbox.sweep")
    assert mail.outbox[2].subject == "You have a place: Lantern Street" and mail.outbox[2].to == ["bo@example.org"]
    director.post(of_director(night, "cancel/"))
    jobs.run("outbox.sweep")
    assert [message.to for message in mail.outbox[3:]] == [["bo@example.org"]]


def test_a_director_announces_a_night_every_week_without_faults_and_takes_all_of_them_back(club, director):
    answer = director.post(NEW, {"date": "2020-01-01", "start": "25:99", "places": "0", "weeks": "99"})
    text = on_page(answer.text)
    for words in ("This day is over.", "Write a time: 19:30.", "number from 1 to 400", "number from 1 to 52"):
        assert words in text
    assert not ComingNight.objects.exists()
    day = datetime.date.today() + datetime.timedelta(days=30)
    sent = {
        "date": day.isoformat(), "start": "19:30", "kind": "individuals", "weeks": "3", "place": "Hall",
        "idempotency_key": "a page",
    }  # fmt: skip
    for _ in range(2):
        shown = director.post(NEW, sent, follow=True)
    assert "3 nights announced" in shown.text
    assert [night.date - day for night in ComingNight.objects.all()] == [datetime.timedelta(weeks=n) for n in range(3)]
    assert page(Client(), "/clubs/lantern/coming/").count("I am coming") == 3
    director.post(f"/director/clubs/lantern/coming/announced/{ComingNight.objects.all()[0].batch}/")
    assert not ComingNight.objects.exists()
    assert "No night is announced" in page(Client(), "/clubs/lantern/coming/")


def test_a_cancelled_night_says_so_everywhere_and_the_director_takes_it_back(announce, says, director):
    night = announce()
    says(night, "Ann")
    refused = director.post(of_director(night, "discard/"), follow=True).text
    assert "1 answer has come" in refused and ComingNight.objects.exists()
    director.post(of_director(night, "cancel/"))
    for path in (at(night), "/clubs/lantern/coming/", "/clubs/lantern/"):
        assert "Cancelled" in page(Client(), path) and "I am coming" not in page(Client(), path)
    director.post(of_director(night, "restore/"))
    assert "I am coming" in page(Client(), "/clubs/lantern/")
    acts = AuditEntry.objects.filter(subject=str(night)).values_list("action", flat=True)
    assert list(acts) == ["night_restored", "night_cancelled", "nights_announced"]


def test_a_director_puts_people_on_the_list_and_moves_them(announce, director, club):
    night = announce(places=1)
    for name in ("Ann", "Bo"):
        director.post(of_director(night), {"name": name})
    ann, _ = Reply.objects.all()
    assert "Give a place: Bo" in director.get(of_director(night)).text
    director.post(of_director(night, f"reply/{ann.pk}/off/"))
    assert names(night) == ["Bo"] and names(night, "gone") == ["Ann"]
    director.post(of_director(night, f"reply/{ann.pk}/again/"))
    assert names(night, "waiting") == ["Ann"]
    director.post(of_director(night, f"reply/{ann.pk}/up/"))
    assert names(night) == ["Bo", "Ann"]


def test_the_front_page_shows_the_next_night_and_links_to_the_others(announce):
    night, other = announce(place="Hall", places=9), announce(place="Elsewhere")
    text = page(Client(), "/clubs/lantern/")
    assert "The next night: Hall." in text and at(night) in Client().get("/clubs/lantern/").text
    assert at(other) in Client().get("/clubs/lantern/").text


def test_pages_of_many_nights_and_many_answers_keep_their_queries(
    announce, says, director, django_assert_max_num_queries
):
    night = announce(weeks=20, kind=NightKind.PAIRS)
    for number in range(12):
        says(night, f"Player {number}", f"Partner {number}")
    paths = ["/clubs/lantern/coming/", at(night), "/clubs/lantern/coming.ics", "/clubs/lantern/"]
    paths += [of_director(night), "/director/clubs/lantern/coming/"]
    for path in paths:
        with django_assert_max_num_queries(12):
            assert director.get(path).status_code == 200, path


FEED = "/clubs/lantern/coming.ics"


def parsed(body: bytes) -> list[dict[str, Any]]:
    """Return the events of a calendar file, whose lines RFC 5545 limits to 75 octets and ends with CRLF."""
    assert all(len(line) <= 75 and b"\r" not in line and b"\n" not in line for line in body.split(b"\r\n"))
    return [dict(event.items()) for event in Calendar.from_ical(body).walk("VEVENT")]


def utc(event: dict[str, Any], name: str) -> str:
    return event[name].to_ical().decode()


def test_a_night_in_a_calendar_has_its_times_in_utc_summer_and_winter_and_its_words_unharmed(club, announce):
    club.time_zone = "Pacific/Auckland"
    club.save()
    note = 'Supper; bring a plate, please. \\ "Ā" ' + "ünïcödé 🂡 " * 20 + "\nSecond line"
    night = announce(
        date=datetime.date(2027, 1, 12), start=datetime.time(19, 30), end=datetime.time(0, 15),
        place="Hall, 12 Lantern St; upstairs", fee="$5, members $3", note=note,
    )  # fmt: skip
    [event] = parsed(Client().get(FEED).content)
    assert utc(event, "DTSTART") == "20270112T063000Z" and utc(event, "DTEND") == "20270112T111500Z", "summer: UTC+13"
    assert str(event["LOCATION"]) == "Hall, 12 Lantern St; upstairs"
    assert note in str(event["DESCRIPTION"]) and "Fee: $5, members $3" in str(event["DESCRIPTION"])
    head = Client().get(FEED).content
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT12H\r\n" in head and b"\r\nMETHOD:PUBLISH\r\n" in head
    assert event["URL"].endswith(at(night)) and event["STATUS"] == "CONFIRMED"
    announce(date=datetime.date(2027, 7, 13))
    [_, event] = parsed(Client().get(FEED).content)
    assert utc(event, "DTSTART") == "20270713T073000Z" and "DTEND" not in event


def test_a_night_has_its_title_in_a_calendar_and_on_the_pages(club, announce):
    named = announce(title="Christmas pairs; bring a hat", kind="pairs")
    announce(kind="pairs")
    first, second = (str(event["SUMMARY"]) for event in parsed(Client().get(FEED).content))
    assert (first, second) == (f"Christmas pairs; bring a hat, {club.name}", f"Pairs, {club.name}")
    for page in ("/clubs/lantern/coming/", at(named)):
        assert "Christmas pairs; bring a hat" in Client().get(page).text


def test_a_change_and_a_cancelled_night_reach_calendars_under_the_same_uid(announce, dee):
    night = announce()

    def event():
        return parsed(Client().get(FEED).content)[0]

    first = event()
    night_change(night=night, user=dee, place="The library")
    changed = event()
    night_cancel(night=night, user=dee)
    cancelled = event()
    night_cancel(night=night, user=dee, cancelled=False)
    restored = event()
    assert len({event["UID"] for event in (first, changed, cancelled, restored)}) == 1
    assert [event["SEQUENCE"] for event in (first, changed, cancelled, restored)] == [0, 1, 2, 3]
    assert [event["STATUS"] for event in (first, cancelled, restored)] == ["CONFIRMED", "CANCELLED", "CONFIRMED"]


def test_the_file_of_one_night_has_that_night_alone_and_names_nobody_nor_changes_with_an_answer(announce, says):
    night, other = announce(), announce(place="Elsewhere")
    answer = Client().get(at(night).rstrip("/") + ".ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert f"lantern-{night.date}.ics" in answer["Content-Disposition"]
    assert [event["UID"].partition("@")[0] for event in parsed(answer.content)] == [night.public_id]
    both = {event["UID"].partition("@")[0] for event in parsed(Client().get(FEED).content)}
    assert both == {night.public_id, other.public_id}
    night = announce()
    before = Client().get(FEED)
    says(night, "Zebedee Quillfeather")
    after = Client().get(FEED, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 304
    assert b"Zebedee" not in Client().get(at(night).rstrip("/") + ".ics").content
