"""A hand from a club session becomes the next daily problem once, and only if everyone may read its results."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubsite.analysis.selectors.decisive import decisive_moment
from clubsite.clubs.models import Club
from clubsite.nights.models import Session
from clubsite.practice.models import DailyProblem
from clubsite.practice.selectors import daily
from clubsite.practice.services import position_of, problem_make
from clubsite.rankings.services.publications import unpublish
from solver import engine
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.nights import published_of
from tests.needs import compiled_solver



@pytest.fixture
def lately(valued_night, monkeypatch):
    """A session from today in which a decisive card is not obvious. Its endings are rated quickly, with one seed."""
    Session.objects.filter(pk=valued_night.session.pk).update(date=timezone.localdate())
    monkeypatch.setattr(daily, "is_obvious", lambda at, values: False)
    rate = daily.rate
    monkeypatch.setattr(daily, "rate", lambda ending, using, seed: rate(ending, using, seed, seeds=1))
    return valued_night


@compiled_solver
def test_it_is_the_next_problem_and_no_other_after_it(lately, client):
    today = timezone.localdate()
    moment = decisive_moment(published_of(lately))
    assert moment is not None and problem_make(day=today)
    made = DailyProblem.objects.get(date=today)
    assert made.setup["of"]["session"] == lately.session.public_id
    at = position_of(made.setup)
    values = engine().values(at)
    assert at.now.player == "S" and len(values) == moment.of
    assert values[max(values, key=lambda card: values[card])] == made.setup["needs"]
    assert "From " in client.get("/play/daily/").text
    assert daily.problem_of_session("seed", engine(), 13) is None


@compiled_solver
@pytest.mark.parametrize("why", ["members only", "long ago", "withdrawn", "too many cards"])
def test_a_problem_is_made_of_no_other_night(lately, dee, club, why):
    if why == "members only":
        Club.objects.filter(pk=club.pk).update(results_for="members")
    elif why == "long ago":
        long_ago = timezone.localdate() - timedelta(days=30)
        Session.objects.filter(pk=lately.session.pk).update(date=long_ago)
    elif why == "withdrawn":
        unpublish(lately.session, dee)
    assert daily.problem_of_session("seed", engine(), 3 if why == "too many cards" else 13) is None


@compiled_solver
def test_a_night_whose_results_are_withdrawn_meanwhile_gives_no_problem(lately, dee):
    with before_statement(TRANSACTION, lambda: unpublish(lately.session, dee)):
        assert not problem_make(day=timezone.localdate())
    assert not DailyProblem.objects.exists()
