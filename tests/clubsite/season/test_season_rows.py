"""A season is read from rows, with few queries however many sessions there are, and the figures stay the same."""

import datetime
import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.models import Person
from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.history.selectors.profile import profile
from clubsite.nights.models import Contestant, ContestantPerson, Session, SessionStatus
from clubsite.nights.signals import players_changed
from clubsite.privacy.services import person_forget
from clubsite.rankings.models import PublishedResult, PublishedSession
from clubsite.rankings.selectors.person_results import figures_of
from clubsite.rankings.services.publications import unpublish
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, penalty_add, scoring_set
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from clubsite.season.models import MasterPointAward, Series, SeriesSubstitute
from clubsite.season.selectors.series import series_page
from clubsite.season.selectors.standings import handicaps_for, ladder_page
from clubsite.season.services.series import (
    series_begin,
    series_change,
    series_discard,
    series_sessions_set,
    substitute_set,
)
from clubsite.season.services.standings import ladder_save, points_save
from scoring.handicap import Handicap
from scoring.ladder import LadderRules, ladder
from scoring.series import IMPS, IMPS_A_BOARD
from tests.clubsite.published_payloads import publish_payload
from tests.clubsite.season.seasons import table
from tests.kit.nights import end_and_publish

SINCE = datetime.date(2026, 1, 1)
TABLE = {"places": {"2": ["2", "1"]}}
MOST_QUERIES = 12
PAGES = (
    "/clubs/lantern/ /clubs/lantern/results/ /clubs/lantern/season/ /clubs/lantern/ladder/ /clubs/lantern/points/ "
    "/clubs/lantern/records/ /api/v1/clubs/lantern/sessions/ /api/v1/clubs/lantern/series/ "
    "/api/v1/clubs/lantern/ladder/ /api/v1/clubs/lantern/points/ /api/v1/clubs/lantern/awards/ "
    "/api/v1/clubs/lantern/awards/?name=ad"
).split()


def test_more_nights_ask_the_database_no_more_often(club, dee, published, client):
    rules = {"minimum": 1, "within": 2, "sessions": 2, "chosen": "best"}
    ladder_save(club=club, user=dee, rules=rules, since=SINCE)
    points_save(club=club, user=dee, scheme="top_third", since=SINCE)

    def grow(days):
        nights = [published(day, Ada=60, Ben=40, Cas=50 + day, Dot=51) for day in days]
        series = series_begin(club=club, user=dee, name=f"From {days.start}", rules={"sessions": 12})
        series_sessions_set(series=series, chosen={n: night.pk for n, night in enumerate(nights, start=1)}, user=dee)

    def query_count(page):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        return len(queries)

    grow(range(1, 3))
    few = {page: query_count(page) for page in PAGES}
    grow(range(3, 13))
    grow(range(13, 16))
    assert {page: query_count(page) for page in PAGES} == few and max(few.values()) <= MOST_QUERIES


@pytest.mark.parametrize("chosen", ["last", "best"])
@pytest.mark.parametrize(("sessions", "minimum", "within"), [(0, 1, 0), (3, 5, 0), (2, 1, 3), (10, 3, 1)])
def test_a_ladder_is_as_if_every_session_were_read(club, dee, published, chosen, sessions, minimum, within):
    chance = random.Random(f"{chosen}{sessions}{minimum}{within}")
    for day in range(1, 16):
        who = chance.sample(["Ada", "Ben", "Cas", "Dot", "Sub"], 3)
        published(day, **{name: chance.randint(38, 62) for name in who})
    rules = LadderRules(sessions, minimum, within, chosen)
    ladder_save(club=club, user=dee, rules=rules.to_json(), since=SINCE)
    nights = PublishedSession.objects.order_by("date").values_list("pk", flat=True)
    whole = ladder(rules, [figures_of([pk])[pk] for pk in nights])
    names = dict(Person.objects.values_list("pk", "name"))
    wanted = {names[int(str(rung.player))]: replace(rung) for rung in whole}
    page = ladder_page(Visitor.as_public().at(club))
    assert {name: rung for rung, name in page.rungs} == wanted
    assert [rung.place for rung, _ in page.placed] == [rung.place for rung in whole if rung.place]
    assert (page.sessions, page.left_out) == (15, 0)


def awards() -> dict[tuple[str, int], tuple[str, Fraction | None]]:
    rows = MasterPointAward.objects.select_related("person")
    return {(row.person.name, row.session_id): (row.place, row.points) for row in rows}


def test_master_points_follow_what_is_published_and_the_scheme(club, dee, published):
    first = published(6, Ada=60, Ben=40)
    assert not awards()
    points_save(club=club, user=dee, scheme=TABLE, since=SINCE)
    second = published(13, Ben=55, Ada=45)
    both = {
        ("Ada", first.pk): ("1", 2), ("Ben", first.pk): ("2", 1),
        ("Ben", second.pk): ("1", 2), ("Ada", second.pk): ("2", 1),
    }  # fmt: skip
    assert awards() == both
    payload = second.publications.get().payload
    publish_payload(second, withdrawn=True)
    assert awards() == {key: award for key, award in both.items() if key[1] == first.pk}
    publish_payload(second, payload)
    assert awards() == both
    points_save(club=club, user=dee, scheme={"places": {"2": ["7"]}}, since=second.date)
    assert awards() == {("Ben", second.pk): ("1", 7), ("Ada", second.pk): ("2", 0)}
    points_save(club=club, user=dee, scheme=None, since=SINCE)
    assert not awards()


def test_master_points_go_to_who_really_played(club, dee, published, people):
    points_save(club=club, user=dee, scheme=TABLE, since=SINCE)
    night = published(6, Ada=60, Ben=40)
    _instead(night, people["Ada"], people["Cas"])
    assert awards() == {("Cas", night.pk): ("1", 2), ("Ben", night.pk): ("2", 1)}
    _instead(night, people["Ben"], people["Cas"])
    assert awards() == {("Cas", night.pk): ("1", 3)}, "both places, one night"


def _instead(night: Session, before: Person, after: Person):
    rows = ContestantPerson.objects.filter(contestant__section__session=night, person=before)
    rows.update(person=after)
    players_changed.send(sender=None, session=night)


def test_the_newest_series_show_their_leaders_and_older_ones_their_names(club, dee, published, client):
    for number in range(1, 5):
        series = series_begin(club=club, user=dee, name=f"Series {number}", rules={"sessions": 3})
        series_sessions_set(series=series, chosen={1: published(number, Ada=60 + number).pk}, user=dee)
    answer = client.get("/clubs/lantern/season/")
    page = answer.text
    assert [entry.series.name for entry in answer.context["page"]["series"]] == ["Series 4", "Series 3", "Series 2"]
    assert "64.00" in page and "61.00" not in page and "Series 1</a>" in page
    oldest = answer.context["page"]["older"][0]
    assert f'href="/clubs/lantern/series/{oldest.public_id}/"' in page
    assert client.get(f"/clubs/lantern/series/{oldest.public_id}/").status_code == 200
    every = client.get("/clubs/lantern/series/").text
    assert 'href="/clubs/lantern/series/"' in page and f'href="/clubs/lantern/series/{oldest.public_id}/"' in every
    assert every.index("Series 4</a>") < every.index("Series 1</a>")


def desk(series: Series) -> str:
    return f"/director/clubs/lantern/season/series/{series.public_id}/"


def form_of(page: Client, series: Series) -> dict[str, str]:
    """Return the form fields for the sessions, as they are on the page now."""
    form = page.get(desk(series)).context["sessions"]
    return {"sessions": "1"} | {field.html_name: str(field.value() or "") for field in form}


def nights(series: Series) -> dict[int, int]:
    return dict(series.sessions.values_list("number", "session"))


def test_a_tab_from_before_keeps_what_another_chose_and_changes_no_night_that_both_change(
    director, series, published, dee
):
    stale = form_of(director, series)
    before, second, third = nights(series), published(15, Ada=50), published(20, Ada=50)
    series_sessions_set(series=series, chosen={2: second.pk}, user=dee)
    director.post(desk(series), stale | {"session3": str(third.pk)})
    assert nights(series) == {1: before[1], 2: second.pk, 3: third.pk}
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


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_the_same_moment_set_the_nights_one_after_the_other(series, published, dee, people, at_once):
    third = published(20, Ada=50)
    night = series.sessions.get(number=2)
    ids = {"player_id": people["Cas"].pk, "stand_in_id": people["Sub"].pk}

    def choose():
        series_sessions_set(series=series, chosen={3: third.pk}, user=dee)
        substitute_set(series_session=night, **ids, user=dee)

    at_once(choose, choose, choose)


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


def test_two_nights_change_places_and_one_held_up_between_two_others_puts_nobody_out(series, dee, published):
    before = nights(series)
    series_sessions_set(series=series, chosen={1: before[2], 2: before[1]}, user=dee)
    assert nights(series) == {1: before[2], 2: before[1]}
    series_sessions_set(series=series, chosen={3: published(20, Ada=50, Cas=50).pk}, user=dee)
    unpublish(series.sessions.get(number=2).session, dee)
    page = series_page(series)
    assert (page.held, page.left) == (2, 1)
    assert not any(row.place.out for row in page.rows)


def test_a_night_that_is_not_published_is_named_and_not_linked(director, series, club, dee):
    facts = {"name": "Next", "date": "2026-10-27", "players": 6, "status": SessionStatus.RUNNING}
    coming = Session.objects.create(club=club, created_by=dee, **facts)
    series_sessions_set(series=series, chosen={3: coming.pk}, user=dee)
    shown = " ".join(director.get(f"/clubs/lantern/series/{series.public_id}/").text.split())
    assert "<span>27 October</span> <small>results to come</small>" in shown and coming.public_id not in shown
    assert "Night 3: the results are not published." in director.get(desk(series)).text
    listed = director.get("/api/v1/clubs/lantern/series/").json()[0]
    assert (listed["held"], listed["sessions"][2]) == (2, None)


def test_a_series_without_a_night_or_with_all_withdrawn_says_when_it_begins(director, series, club, dee):
    for night in series.sessions.all():
        unpublish(night.session, dee)
    empty = series_begin(club=club, user=dee, name="Winter", rules={"sessions": 1})
    for any_series in (series, empty):
        shown = director.get(f"/clubs/lantern/series/{any_series.public_id}/").text
        assert "The table begins when the first night is published" in shown
    assert director.get("/clubs/lantern/season/").text.count("The first night is still to come") == 2


def test_a_substitute_who_could_never_count_is_refused_at_the_field(series, people, dee):
    night = series.sessions.get(number=2)  # Ada, Ben, Dot and Sub played it
    people["Eve"] = Person.objects.create(club=night.series.club, name="Eve")
    other = club_create(name="Second", slug="second", owner=dee)
    people["Zoe"] = Person.objects.create(club=other, name="Zoe")
    for player, stand_in, field, message in (
        ("Cas", "Cas", "stand_in", "two different people"),
        ("Ada", "Sub", "player", "Ada played on night 2"),
        ("Cas", "Eve", "stand_in", "Eve did not play on night 2"),
        ("Cas", "Zoe", "stand_in", "somebody of the club"),
    ):
        ids = {"player_id": people[player].pk, "stand_in_id": people[stand_in].pk}
        with pytest.raises(Refused, match=message) as refused:
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


def publish_carrying(night, dee, carry: str, **scoring) -> Contestant:
    """Publish the session with these settings, with a penalty and a carry-over for South 2, who has an average."""
    two: Contestant = night.contestant(2)
    scoring_set(session=night.session, values={"carry_over": "1", **scoring}, user=dee)
    contestants_set(session=night.session, noted={two.pk: ContestantFacts(carry=carry)}, user=dee)
    unit = "points" if scoring else "percent"
    penalty_add(session=night.session, contestant_id=two.pk, amount=Decimal(10), unit=unit, why="Late", user=dee)
    results_sweep()
    end_and_publish(night.session, dee)
    return two


def test_what_was_carried_over_is_in_the_ranking_and_not_in_what_counts_several_nights(scored_night, dee, club):
    two = publish_carrying(scored_night, dee, "70")
    person = Person.objects.get(entered__contestant=two)
    row = PublishedResult.objects.get(person=person)
    # 50 on the boards, less the penalty: 40; with the carried 70: 55.
    assert (row.listed_percentage, row.percentage) == (55, 40)
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=datetime.date(2026, 1, 1))
    averages = {rung.player: rung.average for rung, _ in ladder_page(Visitor.as_public().at(club)).rungs}
    assert averages[person.pk] == 40
    curve = profile(Visitor.as_member().at(club), person.pk)["curve"]
    assert [point.percentage for point in curve.points] == [40]
    assert figures_of([scored_night.session.pk])[scored_night.session.pk][person.pk] == 40
    ranking = Client().get(f"/results/{scored_night.session.public_id}/").text
    assert "55.00" in ranking and "What was carried over from an earlier session is in the figures" in ranking
    feed = Client().get(f"/clubs/{club.slug}/results.atom").text
    assert "100.00\N{NO-BREAK SPACE}%" in feed
    year = Client().get(f"/clubs/{club.slug}/players/{person.pk}/").text
    assert "40.00" in year and "55.00" not in year and "carried over from an earlier night is left out" in year
    rows = Client().get(f"/api/v1/sessions/{scored_night.session.public_id}/ranking/").json()[0]["rows"]
    own = next(row for row in rows if row["number"] == 2)
    # 12 match points were possible: 6 won, 1.2 taken, (4.8 + 8.4) / 2 in the end.
    assert (own["match_points"], own["penalty"], own["carried"]) == ("33/5", "6/5", "9/5")
    scored_night.session.date += datetime.timedelta(days=1)
    assert handicaps_for(scored_night.session, [two], Handicap()) == {two.pk: 10}


def test_imps_are_counted_without_what_was_carried_over_too(scored_night, dee):
    two = publish_carrying(scored_night, dee, "30", method="cross_imps")
    row = PublishedResult.objects.get(contestant=two)
    # -10 is the penalty, +30 was carried over; over three boards.
    boards = row.won - 20
    pk = scored_night.session.pk
    assert figures_of([pk], IMPS)[pk][row.person_id] == boards - 10
    assert figures_of([pk], IMPS_A_BOARD)[pk][row.person_id] == (boards - 10) / 3
