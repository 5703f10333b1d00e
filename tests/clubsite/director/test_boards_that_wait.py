"""Directors of both sessions see which boards are waiting, for whom and until when. Session dates have limits."""

import datetime

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.clubs.models import Membership, Role
from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.setup import session_create, session_update
from tests.kit.director_pages import TUESDAY
from tests.kit.nights import draft_night, end_and_publish


@pytest.fixture
def quentin(db):
    return get_user_model().objects.create_user("quentin", password="correct horse")


@pytest.fixture
def theirs(night, quentin):
    """A draft session of another club, with the same deals and a member's name in its title."""
    club = club_create(name="Quay Street", slug="quay", owner=quentin)
    session = draft_night(club, quentin, name="Ann’s birthday", date=timezone.localdate())
    boards_deal(session=session, count=3, user=quentin, seed="tests")
    return session


@pytest.fixture
def published(theirs, scored_night, dee):
    end_and_publish(scored_night.session, dee)
    return scored_night.session


def test_the_director_of_the_published_night_reads_who_has_its_boards_to_play(published, theirs, director):
    said = (
        "Nobody can read boards 1 to 3 in these results: the night of Quay Street on "
        f"{theirs.date:%-d %B %Y} had the same cards before they were published here, and has still to play them. "
        "They wait until that night is over, for eight days at most."
    )
    assert "Nobody can read" not in director.get(f"/director/{published.public_id}/ranking/").text
    Session.objects.filter(pk=theirs.pk).update(status="running")
    for page in ("", "ranking/"):
        text = director.get(f"/director/{published.public_id}/{page}").text
        assert said in text
        assert "birthday" not in text
    Session.objects.filter(pk=theirs.pk).update(status="ended", ended_at=timezone.now())
    assert "Nobody can read" not in director.get(f"/director/{published.public_id}/ranking/").text


def test_the_director_of_the_other_night_reads_whom_it_keeps_waiting(published, theirs, quentin, client):
    client.force_login(quentin)
    said = (
        "Boards 1 to 3 of this night were played at the night of Lantern Street on 17 November 2026 too, where nobody "
        "can read them meanwhile. This draft keeps them waiting until it is played, its boards are replaced, or it is "
        "discarded, for eight days at most."
    )
    text = client.get(f"/director/{theirs.public_id}/setup/boards/").text
    assert said in text
    assert "has played them: whoever sat there knows the cards" in text and "anybody can have read" not in text
    assert "Tuesday" not in text and published.public_id not in text
    assert "6 players, 1 board a round" in text


def test_within_a_club_the_night_is_named(published, theirs, quentin, director):
    Session.objects.filter(pk=theirs.pk).update(club=published.club, status="running")
    Membership.objects.create(club=published.club, user=quentin, role=Role.DIRECTOR)
    assert "“Ann’s birthday” on" in director.get(f"/director/{published.public_id}/ranking/").text
    assert "“Tuesday” on" in director.get(f"/director/{theirs.public_id}/ranking/").text


YEAR_AHEAD = timezone.localdate() + datetime.timedelta(days=366)


@pytest.mark.parametrize(
    ("date", "fits"),
    [
        (datetime.date(2099, 1, 1), False),
        (YEAR_AHEAD + datetime.timedelta(days=1), False),
        (YEAR_AHEAD, True),
        (datetime.date(2000, 1, 1), True),
        (datetime.date(1999, 12, 31), False),
    ],
)
def test_a_night_is_dated_within_a_year_from_now(date, fits, club, director):
    answer = director.post("/director/new/", {**TUESDAY, "date": date.isoformat()})
    assert (answer.status_code == 302) is Session.objects.exists() is fits
    assert fits or "Choose a day from 1 January 2000 to " in answer.text


def test_nor_is_a_draft_moved_there_by_its_page_a_service_or_the_admin(make_night, club, dee, admin_client):
    session, day = make_night(start=False).session, datetime.date(2099, 1, 1)
    with pytest.raises(Refused, match="a year from now"):
        session_update(session=session, user=dee, date=day)
    with pytest.raises(Refused, match="a year from now"):
        session_create(club=club, user=dee, name="x", date=day, players=6)
    page = f"/admin/nights/session/{session.pk}/change/"
    answer = admin_client.post(page, {"name": "Tuesday", "date": "2099-01-01"})
    assert "a year from now" in answer.text
    session.refresh_from_db()
    assert session.date == datetime.date(2026, 11, 17)
