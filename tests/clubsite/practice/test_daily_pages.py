"""The daily problem: made ahead, shown on its day, and kept secret until answered. Each attempt counts only once."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from unittest import mock

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.accounts.services import device_for
from clubsite.analysis.selectors.verdicts import decisive_moment
from clubsite.clubs.models import Club
from clubsite.core import jobs
from clubsite.nights.models import Session
from clubsite.practice import services
from clubsite.practice.models import DailyProblem, DailyTry
from clubsite.practice.selectors import daily
from clubsite.practice.services import position_of, problem_make
from clubsite.rankings.services.publications import unpublish
from solver import engine
from solver.verdicts.problem_text import question, wrong_words
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.nights import published_of
from tests.needs import compiled_solver

MONDAY = date(2026, 11, 16)
JSON = {"headers": {"accept": "application/json"}}


def on(day: date, hour: int = 12):
    """Set the site's clock to this hour on this day, in the site's time zone."""
    at = datetime(day.year, day.month, day.day, hour, tzinfo=timezone.get_default_timezone())
    return mock.patch("django.utils.timezone.now", return_value=at.astimezone(UTC))


@pytest.fixture
def problem():
    assert services.problem_make(day=MONDAY)
    return DailyProblem.objects.get()


def copied(problem: DailyProblem, day: date) -> DailyProblem:
    kept = {name: getattr(problem, name) for name in ("setup", "solution", "level", "found", "tried")}
    return DailyProblem.objects.create(date=day, **kept)


def told(response):
    return json.loads(re.search(r'id="problem"[^>]*>(.*?)</script>', response.text, re.S)[1])


def answer(client: Client, card: str, day: date = MONDAY):
    return client.post(f"/play/daily/{day}/answer/", {"card": card}, **JSON)


def wrong_of(problem: DailyProblem) -> list[str]:
    return list(problem.solution["wrong"])


def test_the_sweep_makes_what_is_missing_of_today_and_tomorrow_and_no_more():
    with on(MONDAY):
        assert services.missing_days() == [MONDAY, MONDAY + timedelta(days=1)]
        jobs.run("practice.sweep")
        days = list(DailyProblem.objects.order_by("date").values_list("date", flat=True))
        assert days == [MONDAY, MONDAY + timedelta(days=1)]
        with mock.patch.object(services, "choose") as chosen:
            assert services.problems_make() == 0
        chosen.assert_not_called()
    with on(MONDAY + timedelta(days=1)):
        assert services.problems_make() == 1


def test_a_day_has_one_problem_that_either_maker_would_have_made_and_another_site_would_not(problem, settings):
    before = (problem.setup, problem.solution)
    assert not services.problem_make(day=MONDAY)
    DailyProblem.objects.all().delete()
    services.problem_make(day=MONDAY)
    again = DailyProblem.objects.get()
    assert (again.setup, again.solution) == before
    here = services.seed_of(MONDAY)
    settings.SECRET_KEY = "another site"
    assert services.seed_of(MONDAY) != here


def test_a_problem_is_not_there_before_its_day_in_the_site_s_time_zone(client, problem):
    sunday = MONDAY - timedelta(days=1)
    with on(sunday, 23):  # in UTC still Sunday morning
        assert timezone.now().date() == sunday
        for path in ("", "answer/", "give-up/"):
            response = client.post(f"/play/daily/{MONDAY}/{path}") if path else client.get(f"/play/daily/{MONDAY}/")
            assert response.status_code == 404
        assert "is being made" in client.get("/play/daily/").text
        assert str(MONDAY) not in client.get("/play/daily/archive/").text
    with on(MONDAY, 0):  # in UTC still Sunday
        assert timezone.now().date() == sunday
        assert told(client.get("/play/daily/"))["question"] == question(problem.setup)
    with on(MONDAY + timedelta(days=1), 0):
        assert "is being made" in client.get("/play/daily/").text
        assert f"/play/daily/{MONDAY}/" in client.get("/play/daily/archive/").text
        assert client.get(f"/play/daily/{MONDAY}/").status_code == 200


def test_nothing_of_the_solution_is_shown_before_the_reader_is_done(client, problem):
    """Whichever card is right, the page consists of the same bytes."""
    problem.found = 37
    problem.save()
    with on(MONDAY):
        before = client.get("/play/daily/")
        wrong = wrong_of(problem)
        fake = {
            "answer": wrong[0],
            "line": problem.solution["line"][::-1],
            "wrong": dict.fromkeys((*wrong[1:], problem.solution["answer"]), problem.solution["wrong"][wrong[0]]),
        }
        DailyProblem.objects.update(solution=fake, level="very hard", found=3)
        after = client.get("/play/daily/")
        archive = client.get("/play/daily/archive/").text

    def plain(response):
        return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", response.text)

    assert plain(before) == plain(after)
    assert told(before)["done"] is None
    assert set(told(before)) == set("question goal of strain needs tricks view tried done urls".split())
    assert "very hard" not in archive


def test_a_wrong_card_shows_what_the_defence_does_and_nothing_more(client, problem):
    with on(MONDAY):
        first, second, *_ = wrong_of(problem)
        reply = answer(client, first).json()
        assert reply["done"] is None
        assert [each["card"] for each in reply["tried"]] == [first]
        assert reply["tried"][0]["text"] == wrong_words(problem.setup, first, problem.solution["wrong"][first])
        reply = answer(client, second).json()
        assert [each["card"] for each in reply["tried"]] == [first, second]
        page = told(client.get("/play/daily/"))
        assert (page["done"], page["tried"]) == (None, reply["tried"])


def test_the_right_card_tells_the_line_the_rating_and_the_crowd(client, problem):
    with on(MONDAY):
        done = answer(client, problem.solution["answer"]).json()["done"]
        assert done["solved"]
        assert done["head"].startswith("Right at the first try")
        assert f"of {problem.tried} tries" in done["rating"]
        assert str(problem.found) in done["rating"]
        assert [frame["card"] for frame in done["frames"]] == problem.solution["line"]
        last = done["frames"][-1]["view"]
        assert last["tricks"]["S"] == problem.setup["needs"]
        assert last["phase"] == "over"
        assert told(client.get("/play/daily/"))["done"] == done


def test_tries_are_counted_once_each_and_the_first_only_for_the_first_card_that_south_may_play(client, problem):
    with on(MONDAY):
        for card in ("", "XX", "S1", problem.setup["hands"][0][:2]):
            assert answer(client, card).status_code == 422
    assert not DailyTry.objects.exists()
    assert not Device.objects.exists()
    right, wrong = problem.solution["answer"], wrong_of(problem)[0]
    with on(MONDAY):
        for card in (wrong, wrong, right, right, wrong):
            assert answer(client, card).status_code == 200
        mine = DailyTry.objects.get()
        assert (mine.cards, mine.solved, mine.first) == ([wrong, right], True, False)
        answer(Client(), right)
        assert daily.crowd(problem) == (1, 2)
        done = answer(client, right).json()["done"]
        assert done["crowd"] == "1 of 2 players found it at the first try."
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyTry.objects.create(problem=problem, device=mine.device)


def test_whoever_gives_up_sees_it_and_has_not_solved_it(client, problem):
    with on(MONDAY):
        answer(client, wrong_of(problem)[0])
        done = client.post(f"/play/daily/{MONDAY}/give-up/", **JSON).json()["done"]
        assert not done["solved"]
        assert done["answer"] == problem.solution["answer"]
        answer(client, problem.solution["answer"])
        mine = DailyTry.objects.get()
        assert (mine.solved, mine.first, len(mine.cards)) == (False, False, 1)
        assert daily.streak(mine.device, mock.Mock(is_authenticated=False)) == 0


def test_without_script_a_form_does_it(client, problem):
    with on(MONDAY):
        page = client.get("/play/daily/").text
        for card in (problem.solution["answer"], *wrong_of(problem)):
            assert f'name="card" value="{card}"' in page
        there = client.post(f"/play/daily/{MONDAY}/answer/", {"card": problem.solution["answer"]}, follow=True)
        assert there.redirect_chain == [(f"/play/daily/{MONDAY}/", 302)]
        assert "Right at the first try" in there.text


def test_a_streak_counts_days_solved_on_their_day(client, problem):
    days = [MONDAY + timedelta(days=each) for each in range(4)]
    for day in days[1:]:
        copied(problem, day)
    for day in (days[0], days[1]):
        with on(day):
            done = answer(client, DailyProblem.objects.get(date=day).solution["answer"], day).json()["done"]
    assert done["streak"] == "2 days in a row."
    nobody = mock.Mock(is_authenticated=False)
    device = DailyTry.objects.earliest("pk").device
    with on(days[2]):
        assert daily.streak(device, nobody) == 2  # today may still come
    with on(days[3]):
        assert daily.streak(device, nobody) == 0
        answer(client, DailyProblem.objects.get(date=days[2]).solution["answer"], days[2])
        assert daily.streak(device, nobody) == 0  # a day late
        outcomes = [row["outcome"] for row in daily.archive(device, nobody)]
        assert outcomes == ["first try"] * 3


def test_a_user_s_streak_goes_over_their_devices(problem, cy):
    phone, desk = Client(), Client()
    for device in (phone, desk):
        device.force_login(cy)
    tuesday = MONDAY + timedelta(days=1)
    copied(problem, tuesday)
    with on(MONDAY):
        answer(phone, problem.solution["answer"])
        assert told(desk.get("/play/daily/"))["done"]["solved"]
        assert told(Client().get("/play/daily/"))["done"] is None
    with on(tuesday):
        done = answer(desk, DailyProblem.objects.get(date=tuesday).solution["answer"], tuesday).json()["done"]
        assert done["streak"] == "2 days in a row."


@pytest.mark.django_db(transaction=True)
def test_two_answers_of_one_device_at_once_are_both_kept(problem, at_once):
    cards = wrong_of(problem)[:2]
    with on(MONDAY):
        _, token = device_for(token=None)

        def send(card):
            other = Client()
            other.cookies["device"] = token
            return int(answer(other, card).status_code)

        assert at_once(lambda: send(cards[0]), lambda: send(cards[1])) == [200, 200]
        assert at_once(lambda: sorted(DailyTry.objects.get().cards)) == [sorted(cards)]


@pytest.mark.parametrize("path", ["x/", "2026-13-01/", "2026-11-15/", "2026-11-16/other/"])
def test_a_day_without_a_problem_is_not_found(client, path):
    assert client.get(f"/play/daily/{path}").status_code == 404


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
