"""A carry-over from an earlier session counts in the ranking that it is carried to, and is never counted twice."""

import datetime
from decimal import Decimal

from django.test import Client

from clubsite.clubs.models import Person
from clubsite.history.selectors.profile import profile
from clubsite.nights.models import Contestant
from clubsite.rankings.models import PublishedResult
from clubsite.rankings.selectors.person_results import figures_of
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, penalty_add, scoring_set
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from clubsite.season.selectors.standings import handicaps_for, ladder_page
from clubsite.season.services.standings import ladder_save
from scoring.handicap import Handicap
from scoring.series import IMPS, IMPS_A_BOARD
from tests.kit.nights import end_and_publish


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


def test_the_ranking_has_it_and_what_counts_several_nights_has_not(scored_night, dee, club):
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
    scored_night.session.date += datetime.timedelta(days=1)
    assert handicaps_for(scored_night.session, [two], Handicap()) == {two.pk: 10}


def test_the_pages_say_so(scored_night, dee, club):
    two = publish_carrying(scored_night, dee, "70")
    person = Person.objects.get(entered__contestant=two)
    ranking = Client().get(f"/results/{scored_night.session.public_id}/").text
    assert "55.00" in ranking and "What was carried over from an earlier session is in the figures" in ranking
    feed = Client().get(f"/clubs/{club.slug}/results.atom").text
    assert "100.00\N{NO-BREAK SPACE}%" in feed
    year = Client().get(f"/clubs/{club.slug}/players/{person.pk}/").text
    assert "40.00" in year and "55.00" not in year and "carried over from an earlier night is left out" in year
    rows = Client().get(f"/api/v1/sessions/{scored_night.session.public_id}/ranking/").json()[0]["rows"]
    own = next(one for one in rows if one["number"] == 2)
    # 12 match points were possible: 6 won, 1.2 taken, (4.8 + 8.4) / 2 in the end.
    assert (own["match_points"], own["penalty"], own["carried"]) == ("33/5", "6/5", "9/5")


def test_imps_are_counted_without_it_too(scored_night, dee):
    two = publish_carrying(scored_night, dee, "30", method="cross_imps")
    row = PublishedResult.objects.get(contestant=two)
    # -10 is the penalty, +30 was carried over; over three boards.
    boards = row.won - 20
    pk = scored_night.session.pk
    assert figures_of([pk], IMPS)[pk][row.person_id] == boards - 10
    assert figures_of([pk], IMPS_A_BOARD)[pk][row.person_id] == (boards - 10) / 3
