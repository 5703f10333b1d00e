"""After the session: corrections until they are published and over, boards others still play, and the night's date."""

import datetime
from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import Membership, Role
from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.nights.models import Session, TableBoard
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.setup import session_create, session_update
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.corrections import corrections_of
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import changes_unpublished, publish, unpublish
from clubsite.rankings.services.settings import penalty_add
from clubsite.readers.visitor import Visitor
from clubsite.results.selectors.ranking import card_page
from clubsite.secrecy.rule import WhyNot
from tests.kit.director_pages import TUESDAY
from tests.kit.nights import draft_night, end_and_publish
from tests.kit.people import another_director, user_make
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page

UNPUBLISHED = "not published yet"


@pytest.fixture
def at(published_night):
    return f"/director/{published_night.session.public_id}/"


def line_of(night, south: int) -> TableBoard:
    """Return the first row in which this contestant sat South."""
    return TableBoard.objects.filter(ns=night.contestant(south)).earliest("pk")


def shown(page: Client, address: str) -> str:
    return page.get(address).text


def test_a_correction_leads_back_to_its_board_and_is_marked_until_published(published_night, director, at):
    assert not any(UNPUBLISHED in shown(director, at + path) for path in ("", "ranking/"))
    row = line_of(published_night, 2)
    sent = {"status": "played", "level": "1", "strain": "N", "declarer": "S", "tricks": "9", "go": "save"}
    answer = director.post(f"{at}score/{row.pk}/", {**sent, "why": "A slip of the pen"})
    assert answer["Location"] == f"{at}board/{row.board.number}/#line-{row.pk}"
    assert f'id="line-{row.pk}"' in shown(director, answer["Location"])
    for path in ("", "ranking/"):
        text = shown(director, at + path)
        assert "1 correction not published yet" in text
        assert f"board {row.board.number}, table {row.table.label}" in text
    answer = director.post(f"{at}act/publish/", {"back": "ranking"})
    assert answer["Location"] == f"{at}ranking/"
    assert Publication.objects.latest("version").version == 2
    assert not any(UNPUBLISHED in shown(director, at + path) for path in ("", "ranking/"))
    director.post(f"{at}act/unpublish/")
    assert "Nobody sees these results yet" in shown(director, f"{at}ranking/")


def test_a_correction_put_back_publishes_nothing_and_an_own_card_adds_up_law_12c2(published_night, director, dee):
    row, first = line_of(published_night, 2), Publication.objects.get()
    enter_score(row, dee, "1N S 9", why="nine")
    assert changes_unpublished(first)
    enter_score(row, dee, "1N S 7", why="it was seven")
    publish(published_night.session, dee)
    assert Publication.objects.count() == 1 and changes_unpublished(first) == []
    night, row = published_night, line_of(published_night, 1)
    enter_score(row, dee, "A6040", why="A dummy out of order")
    publish(night.session, dee)
    card = card_page(published_or_404(night.session.public_id), "1")
    (line,) = card.changed_awards
    assert (line.awarded, line.mp) == (Fraction(12, 5), 4)
    assert sum(card_line.mp or 0 for card_line in card.lines) == card.pin.row.won
    text = shown(director, f"/results/{night.session.public_id}/player/1/")
    assert "as Law 12C2 has it" in text
    other = card_page(published_or_404(night.session.public_id), "2")
    assert not other.changed_awards


@pytest.fixture
def don(club):
    return another_director(club, "don")


@pytest.fixture
def later(monkeypatch):
    """A function that moves the clock forward by the given number of days."""
    now = timezone.now

    def pass_by(days):
        monkeypatch.setattr(timezone, "now", lambda: now() + datetime.timedelta(days=days))

    return pass_by


def corrected_line(night, user, why: str = "A slip of the pen") -> TableBoard:
    row = line_of(night, 2)
    enter_score(row, user, "1N S 9", why=why)
    return row


def test_a_director_corrects_until_the_period_is_over_which_begins_once_law_79c1(published_night, don, client, later):
    session = published_night.session
    later(7)
    assert "Corrections until" in shown(client, f"/results/{session.public_id}/")
    corrected_line(published_night, don)
    assert publish(session, don).version == 2
    unpublish(session, don)
    later(30)
    assert publish(session, don).version == 3, "a withdrawal takes no number"
    unpublish(session, don)
    enter_score(line_of(published_night, 2), don, "1N S 10", why="Another slip")
    with pytest.raises(Refused, match="Law 79C"):
        publish(session, don)


def test_after_the_period_an_owner_has_to_agree_with_a_reason_law_79c2(published_night, dee, don, client, at, later):
    session = published_night.session
    corrected_line(published_night, don)
    later(8)
    assert "The correction period ended on" in shown(client, f"/results/{session.public_id}/")
    client.force_login(don)
    text = shown(client, f"{at}ranking/")
    assert "An owner of the club can still publish" in on_page(text) and 'id="publish"' not in text
    assert 'id="to-publish"' in shown(client, at) and 'id="act-publish"' not in shown(client, at)
    answer = client.post(f"{at}act/publish/", {"back": "ranking", "why": "I am sure"}, follow=True)
    assert "An owner of the club can still publish" in on_page(answer.text)
    client.force_login(dee)
    assert 'name="why"' in shown(client, f"{at}ranking/")
    answer = client.post(f"{at}act/publish/", {"back": "ranking", "why": " "}, follow=True)
    assert "write why the results are corrected" in answer.text
    assert Publication.objects.count() == 1
    client.post(f"{at}act/publish/", {"back": "ranking", "why": "The slip was found"})
    assert Publication.objects.latest("version").version == 2
    log = corrections_of(published_or_404(session.public_id, Visitor.as_member()))
    assert [(entry.words, entry.role, entry.why) for entry in log] == [
        ("Published after the correction period", "an owner of the club", "The slip was found"),
        ("A score was corrected", "a director", "A slip of the pen"),
    ]
    log = corrections_of(published_or_404(session.public_id))
    assert [(entry.reason, entry.why) for entry in log] == [("Other", ""), ("Other", "")]


def test_the_public_log_says_what_when_why_and_by_which_role_and_no_name(published_night, dee, don, client):
    session = published_night.session
    address = f"/results/{session.public_id}/corrections/"
    assert "Nothing has been corrected" in shown(client, address)
    assert "What was corrected" not in shown(client, f"/results/{session.public_id}/")
    row = corrected_line(published_night, don)
    assert "Nothing has been corrected" in shown(client, address), "nobody sees it before it is published"
    slow = {"amount": Decimal(10), "unit": "percent", "why": "Slow play"}
    penalty_add(session=session, contestant_id=row.ns_id, user=dee, **slow)
    publish(session, dee)
    text = shown(client, address)
    assert f"Board {row.board.number}, table {row.table.label}" in text
    assert "Now: 1N by S, 9 tricks" in text
    assert "A slip of the pen" not in text and "Slow play" not in text, "these are the club’s own words"
    assert "Ruling" in text and "Other" in text
    assert "A director" in text and "An owner of the club" in text
    assert "A penalty or an award was given" in text
    assert not any(name in text for name in ("don</td>", "dee</td>", ">Flo<", ">Ann<"))
    assert "What was corrected" in shown(client, f"/results/{session.public_id}/")


def test_a_board_that_may_not_be_read_now_is_in_the_log_without_its_scores_solo_31(published_night, don):
    row = corrected_line(published_night, don)
    publish(published_night.session, don)
    published = published_or_404(published_night.session.public_id)
    published.hidden = {row.board_id: WhyNot.OWED_ELSEWHERE}
    (line,) = corrections_of(published)
    assert (line.where, line.before, line.after, line.why) == ("", "", "", "")


def test_only_an_owner_says_how_long_results_may_be_corrected(club, dee, don, client):
    for user, typed, kept in ((don, "3", 7), (dee, "91", 7), (dee, "3", 3)):
        client.force_login(user)
        client.post(f"/clubs/{club.slug}/facts/", {"name": club.name, "correction_days": typed})
        club.refresh_from_db()
        assert club.correction_days == kept


@pytest.fixture
def theirs(night):
    """A draft session of another club, with the same deals and a member's name in its title."""
    quentin = user_make("quentin")
    club = club_create(name="Quay Street", slug="quay", owner=quentin)
    session = draft_night(club, quentin, name="Ann’s birthday", date=timezone.localdate())
    boards_deal(session=session, count=3, user=quentin, seed="tests")
    return session


def test_the_director_of_the_published_night_reads_who_has_its_boards_to_play(theirs, scored_night, director, dee):
    published = end_and_publish(scored_night.session, dee).session
    sentence = f"boards 1 to 3 in these results: the night of Quay Street on {theirs.date:%-d %B %Y} had the same cards"
    assert "Nobody can read" not in director.get(f"/director/{published.public_id}/ranking/").text
    Session.objects.filter(pk=theirs.pk).update(status="running")
    for page in ("", "ranking/"):
        text = director.get(f"/director/{published.public_id}/{page}").text
        assert sentence in text
        assert "birthday" not in text
    Session.objects.filter(pk=theirs.pk).update(status="ended", ended_at=timezone.now())
    assert "Nobody can read" not in director.get(f"/director/{published.public_id}/ranking/").text
    Session.objects.filter(pk=theirs.pk).update(club=published.club, status="running")
    Membership.objects.create(club=published.club, user=theirs.created_by, role=Role.DIRECTOR)
    assert "“Ann’s birthday” on" in director.get(f"/director/{published.public_id}/ranking/").text
    assert "“Tuesday” on" in director.get(f"/director/{theirs.public_id}/ranking/").text


def test_a_night_is_dated_within_a_year_from_now(make_night, club, dee, director, admin_client):
    day, year_ahead = datetime.date(2099, 1, 1), timezone.localdate() + datetime.timedelta(days=366)
    for date in (day, year_ahead + datetime.timedelta(days=1), datetime.date(1999, 12, 31)):
        text = director.post("/director/new/", {**TUESDAY, "date": date.isoformat()}).text
        assert "Choose a day from 1 January 2000 to " in text and not Session.objects.exists()
    for date in (year_ahead, datetime.date(2000, 1, 1)):
        assert director.post("/director/new/", {**TUESDAY, "date": date.isoformat()}).status_code == 302
    session = make_night(start=False).session
    with pytest.raises(Refused, match="a year from now"):
        session_update(session=session, user=dee, date=day)
    with pytest.raises(Refused, match="a year from now"):
        session_create(club=club, user=dee, name="x", date=day, players=6)
    page = f"/admin/nights/session/{session.pk}/change/"
    answer = admin_client.post(page, {"name": "Tuesday", "date": "2099-01-01"})
    assert "a year from now" in answer.text
    session.refresh_from_db()
    assert session.date == datetime.date(2026, 11, 17)
