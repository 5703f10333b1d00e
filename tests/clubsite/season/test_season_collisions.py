"""Changes while a season's page is open: in a second tab, at another club, or to results withdrawn or held back."""

from fractions import Fraction

import pytest
from django.test import Client

from clubsite.clubs.models import Person
from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.nights.models import Session, SessionStatus
from clubsite.privacy.services import person_forget
from clubsite.rankings.services.publications import unpublish
from clubsite.season.models import Series, SeriesSubstitute
from clubsite.season.selectors.series import series_page
from clubsite.season.services.series import (
    series_begin,
    series_change,
    series_discard,
    series_sessions_set,
    substitute_set,
)
from tests.clubsite.season.seasons import table


def desk(series: Series) -> str:
    return f"/director/clubs/lantern/season/series/{series.public_id}/"


def form_of(page: Client, series: Series) -> dict[str, str]:
    """Return the form fields for the sessions, as they are on the page now."""
    form = page.get(desk(series)).context["sessions"]
    return {"sessions": "1"} | {field.html_name: str(field.value() or "") for field in form}


def nights(series: Series) -> dict[int, int]:
    return dict(series.sessions.values_list("number", "session"))


# ---- two tabs


def test_a_tab_from_before_keeps_what_another_tab_chose_meanwhile(director, series, published, dee):
    stale = form_of(director, series)
    before, second, third = nights(series), published(15, Ada=50), published(20, Ada=50)
    series_sessions_set(series=series, chosen={2: second.pk}, user=dee)
    director.post(desk(series), stale | {"session3": str(third.pk)})
    assert nights(series) == {1: before[1], 2: second.pk, 3: third.pk}


def test_of_a_night_that_both_tabs_change_the_later_change_is_refused(director, series, published, dee):
    stale = form_of(director, series)
    mine, theirs = published(20, Ada=50), published(21, Ada=50)
    series_sessions_set(series=series, chosen={3: theirs.pk}, user=dee)
    answer = director.post(desk(series), stale | {"session3": str(mine.pk)})
    assert "Somebody else has changed this night meanwhile" in answer.text
    assert nights(series)[3] == theirs.pk


def test_a_series_that_another_tab_threw_away_is_not_raised_from_the_dead(series, dee):
    night = series.sessions.get(number=1)
    stale = Series.objects.get(pk=series.pk)
    series_discard(series=series, user=dee)
    rules = {"sessions": 3}
    for late in (
        lambda: series_change(series=stale, user=dee, name="Autumn", rules=rules, prize=""),
        lambda: series_sessions_set(series=stale, chosen={1: None}, user=dee),
        lambda: substitute_set(series_session=night, player_id=1, stand_in_id=2, user=dee),
    ):
        with pytest.raises(Refused, match="thrown away meanwhile"):
            late()
    series_discard(series=stale, user=dee)
    assert not Series.objects.exists()


def test_thrown_away_twice_the_second_answer_says_that_it_is_gone(director, series):
    first, second = (director.post(desk(series) + "discard/", follow=True) for _ in range(2))
    assert "Autumn was deleted" in first.text
    assert second.status_code == 200 and "This series was deleted already" in second.text


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_the_same_moment_set_the_nights_one_after_the_other(series, published, dee, people, at_once):
    third = published(20, Ada=50)
    night = series.sessions.get(number=2)
    ids = {"player_id": people["Cas"].pk, "stand_in_id": people["Sub"].pk}

    def choose():
        series_sessions_set(series=series, chosen={3: third.pk}, user=dee)
        substitute_set(series_session=night, **ids, user=dee)

    at_once(choose, choose, choose)


# ---- of another club, of nobody


def test_another_clubs_series_and_nights_are_not_there(director, series, dee, cy, client):
    other = club_create(name="Second", slug="second", owner=dee)
    theirs = Session.objects.create(club=other, name="X", date="2026-10-01", players=6, created_by=dee)
    for address in (
        f"/clubs/second/series/{series.public_id}/",
        f"/director/clubs/second/season/series/{series.public_id}/",
        f"/api/v1/clubs/second/series/{series.public_id}/",
    ):
        assert director.get(address).status_code == 404
    director.post(f"/director/clubs/second/season/series/{series.public_id}/discard/")
    assert Series.objects.filter(pk=series.pk).exists()
    answer = director.post(desk(series), form_of(director, series) | {"session3": str(theirs.pk)})
    assert "Choose one of the club’s nights" in answer.text
    assert 3 not in nights(series)


def test_two_nights_change_places(series, dee):
    before = nights(series)
    series_sessions_set(series=series, chosen={1: before[2], 2: before[1]}, user=dee)
    assert nights(series) == {1: before[2], 2: before[1]}


# ---- withdrawn, held up, empty


def test_a_night_that_is_not_published_is_named_and_not_linked(director, series, club, dee):
    facts = {"name": "Next", "date": "2026-10-27", "players": 6, "status": SessionStatus.RUNNING}
    coming = Session.objects.create(club=club, created_by=dee, **facts)
    series_sessions_set(series=series, chosen={3: coming.pk}, user=dee)
    shown = " ".join(director.get(f"/clubs/lantern/series/{series.public_id}/").text.split())
    assert "<span>27 October</span> <small>results to come</small>" in shown and coming.public_id not in shown
    assert "Night 3: the results are not published." in director.get(desk(series)).text
    listed = director.get("/api/v1/clubs/lantern/series/").json()[0]
    assert (listed["held"], listed["sessions"][2]) == (2, None)


def test_a_night_held_up_between_two_others_puts_nobody_out(series, published, dee):
    series_sessions_set(series=series, chosen={3: published(20, Ada=50, Cas=50).pk}, user=dee)
    unpublish(series.sessions.get(number=2).session, dee)
    found = series_page(series)
    assert (found.held, found.left) == (2, 1)
    assert not any(row.place.out for row in found.rows)


def test_a_series_without_a_night_or_with_all_withdrawn_says_when_it_begins(director, series, club, dee):
    for night in series.sessions.all():
        unpublish(night.session, dee)
    empty = series_begin(club=club, user=dee, name="Winter", rules={"sessions": 1})
    for one in (series, empty):
        shown = director.get(f"/clubs/lantern/series/{one.public_id}/").text
        assert "The table begins when the first night is published" in shown
    assert director.get("/clubs/lantern/season/").text.count("The first night is still to come") == 2


# ---- people


def test_a_substitute_who_could_never_count_is_refused_at_the_field(series, people, dee):
    night = series.sessions.get(number=2)  # Ada, Ben, Dot and Sub played it
    people["Eve"] = Person.objects.create(club=night.series.club, name="Eve")
    other = club_create(name="Second", slug="second", owner=dee)
    people["Zoe"] = Person.objects.create(club=other, name="Zoe")
    for player, stand_in, field, said in (
        ("Cas", "Cas", "stand_in", "two different people"),
        ("Ada", "Sub", "player", "Ada played on night 2"),
        ("Cas", "Eve", "stand_in", "Eve did not play on night 2"),
        ("Cas", "Zoe", "stand_in", "somebody of the club"),
    ):
        ids = {"player_id": people[player].pk, "stand_in_id": people[stand_in].pk}
        with pytest.raises(Refused, match=said) as refused:
            substitute_set(series_session=night, **ids, user=dee)
        assert refused.value.field == field
    assert not SeriesSubstitute.objects.exists()


def test_somebody_who_is_forgotten_stays_in_the_table_without_a_name(director, series, people, dee):
    ids = {"player_id": people["Cas"].pk, "stand_in_id": people["Sub"].pk}
    substitute_set(series_session=series.sessions.get(number=2), **ids, user=dee)
    person_forget(person=people["Cas"], user=dee)
    assert table(series)["A former player"][1] == Fraction(89, 2) and "Cas" not in table(series)
    listed = director.get(desk(series)).text
    assert "Sub for A former player" in " ".join(listed.split()) and f'value="{people["Cas"].pk}"' in listed
    back = {"substitute": "1", "session": "2", "player": str(people["Cas"].pk), "stand_in": ""}
    assert director.post(desk(series), back).status_code == 302
    assert not SeriesSubstitute.objects.exists()
