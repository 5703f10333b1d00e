"""The calendar file, read by an RFC 5545 parser that is independent of the code that writes the file."""

import datetime
import re

from django.test import Client

from clubsite.signups.services.nights import night_cancel, night_change
from tests.clubsite.signups.conftest import at

FEED = "/clubs/lantern/coming.ics"
NAME = re.compile(r"[A-Z0-9-]+")


def parsed(body: bytes) -> list[dict[str, str]]:
    """Return the events of a calendar file. Reject everything that RFC 5545 forbids: bare line endings, long lines,
    control characters and unclosed parts.
    """
    assert body.endswith(b"\r\n")
    lines = body.removesuffix(b"\r\n").split(b"\r\n")
    assert all(len(line) <= 75 for line in lines), "3.1: at most 75 octets"
    assert not any(sign in line for line in lines for sign in (b"\r", b"\n")), "3.1: CRLF and nothing else"
    unfolded: list[str] = []
    for line in lines:
        words = line.decode("utf-8")  # a letter cut in two is an error here
        if words[0] in " \t":
            unfolded[-1] += words[1:]
        else:
            unfolded.append(words)
    assert unfolded[0] == "BEGIN:VCALENDAR" and unfolded[-1] == "END:VCALENDAR"
    events: list[dict[str, str]] = []
    open_parts: list[str] = []
    for words in unfolded:
        name, _, value = words.partition(":")
        assert NAME.fullmatch(name.partition(";")[0]), words
        assert not re.search(r"[\x00-\x08\x0a-\x1f\x7f]", value), words
        if name == "BEGIN":
            open_parts.append(value)
            events += [{}] if value == "VEVENT" else []
        elif name == "END":
            assert open_parts.pop() == value
        elif open_parts[-1] == "VEVENT":
            assert name not in events[-1], f"{name} twice"
            events[-1][name] = value
    assert not open_parts
    return events


def plain(value: str) -> str:
    """Return a TEXT value without its escapes (3.3.11). Refuse characters that should have been escaped."""
    assert not re.search(r"(?<!\\)(?:\\\\)*[;,]", value), value
    return re.sub(r"\\([\\;,nN])", lambda sign: "\n" if sign[1] in "nN" else sign[1], value)


def test_a_night_in_a_calendar_has_its_times_in_utc_and_its_words_unharmed(club, announce):
    club.time_zone = "Pacific/Auckland"
    club.save()
    note = 'Supper; bring a plate, please. \\ "Ā" ' + "ünïcödé 🂡 " * 20 + "\nSecond line"
    night = announce(
        date=datetime.date(2027, 1, 12), start=datetime.time(19, 30), end=datetime.time(0, 15),
        place="Hall, 12 Lantern St; upstairs", fee="$5, members $3", note=note,
    )  # fmt: skip
    [event] = parsed(Client().get(FEED).content)
    assert event["DTSTART"] == "20270112T063000Z" and event["DTEND"] == "20270112T111500Z", "summer: UTC+13"
    assert plain(event["LOCATION"]) == "Hall, 12 Lantern St; upstairs"
    assert note in plain(event["DESCRIPTION"]) and "Fee: $5, members $3" in plain(event["DESCRIPTION"])
    head = Client().get(FEED).content
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT12H\r\n" in head and b"\r\nMETHOD:PUBLISH\r\n" in head
    assert event["URL"].endswith(at(night)) and event["STATUS"] == "CONFIRMED"


def test_a_night_has_its_title_in_a_calendar_and_on_the_pages(club, announce):
    named = announce(title="Christmas pairs; bring a hat", kind="pairs")
    announce(kind="pairs")
    first, second = (plain(event["SUMMARY"]) for event in parsed(Client().get(FEED).content))
    assert (first, second) == (f"Christmas pairs; bring a hat, {club.name}", f"Pairs, {club.name}")
    for page in ("/clubs/lantern/coming/", at(named)):
        assert "Christmas pairs; bring a hat" in Client().get(page).text


def test_the_same_evening_in_winter_is_another_hour_of_utc(club, announce):
    club.time_zone = "Pacific/Auckland"
    club.save()
    announce(date=datetime.date(2027, 7, 13))
    [event] = parsed(Client().get(FEED).content)
    assert event["DTSTART"] == "20270713T073000Z" and "DTEND" not in event


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
    assert len({one["UID"] for one in (first, changed, cancelled, restored)}) == 1
    assert [one["SEQUENCE"] for one in (first, changed, cancelled, restored)] == ["0", "1", "2", "3"]
    assert [one["STATUS"] for one in (first, cancelled, restored)] == ["CONFIRMED", "CANCELLED", "CONFIRMED"]


def test_nobody_is_named_in_a_calendar_and_an_answer_does_not_change_it(announce, says):
    night = announce()
    before = Client().get(FEED)
    says(night, "Zebedee Quillfeather")
    after = Client().get(FEED, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 304
    assert b"Zebedee" not in Client().get(at(night).rstrip("/") + ".ics").content


def test_the_file_of_one_night_has_that_night_alone(announce):
    night, other = announce(), announce(place="Elsewhere")
    answer = Client().get(at(night).rstrip("/") + ".ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert f"lantern-{night.date}.ics" in answer["Content-Disposition"]
    assert [one["UID"].partition("@")[0] for one in parsed(answer.content)] == [night.public_id]
    assert {one["UID"].partition("@")[0] for one in parsed(Client().get(FEED).content)} == {
        night.public_id, other.public_id,
    }  # fmt: skip
