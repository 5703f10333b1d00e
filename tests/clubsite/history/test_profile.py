"""A person's profile and a club's crosstable of rivals, for readers who may identify the people: figures by hand."""

import datetime
import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.services.plays import play_analyse
from clubsite.clubs.models import Club, Person, ShownAs
from clubsite.clubs.services import person_add
from clubsite.core.data_map import Subject
from clubsite.demo.past_session import past_session_play
from clubsite.history.kept import given_away_rows
from clubsite.history.models import PlayFigures
from clubsite.history.selectors import rivals as module
from clubsite.history.selectors.profile import AccuracyKind, profile
from clubsite.history.selectors.rivals import rival_matrix
from clubsite.nights.models import ContestantPerson, TableBoard
from clubsite.privacy.services import person_forget
from clubsite.rankings.services.publications import unpublish
from clubsite.readers.visitor import Visitor
from clubsite.season.services.standings import ladder_save
from scoring.spread import Compared
from solver.verdicts.verdict_text import given_away
from tests.clubsite.listeners import nobody_listens
from tests.kit.nights import end_and_publish
from tests.kit.people import signed_in
from tests.kit.typed_scores import enter_score
from tests.needs import compiled_solver

MOST_QUERIES = 12


def of(person: Person) -> Any:
    return SimpleNamespace(**profile(Visitor.as_member().at(person.club), person.pk))


def url(person: Person) -> str:
    return f"/clubs/{person.club.slug}/players/{person.pk}/"


def text(person: Person, query: str = "") -> str:
    return " ".join(Client().get(url(person) + query).text.split())


def words_of(body: str) -> str:
    """Return the text of a page's main part without its tags."""
    return re.sub(r"<[^>]*>", " ", body.partition("<main")[2])


@pytest.fixture
def on_screens(night, dee, bo, django_capture_on_commit_callbacks) -> list[TableBoard]:
    """Bo's boards: three boards in three rounds, played live at random from a seed, and published."""
    night.session.refresh_from_db()
    with nobody_listens(), django_capture_on_commit_callbacks(execute=False):
        past_session_play(session=night.session, user=dee, seed="history")
    return list(TableBoard.objects.filter(ns=night.contestant(1)).order_by("pk"))


@pytest.fixture
def analysed(on_screens) -> list[TableBoard]:
    for row in on_screens:
        play_analyse(row.play.pk)
    return on_screens


def test_the_curve_has_each_night_its_mean_and_a_band_from_the_third(published, people):
    published(6, Ada=50, Ben=40)
    published(13, Ada=56, Ben=40)
    body = text(people["Ada"])
    assert "A band needs three nights: one more is missing." in body
    assert 'class="band"' not in body and 'class="bar"' not in body
    published(20, Ada=47, Ben=40)
    points = of(people["Ada"]).curve.points
    assert [(point.played.date.day, point.percentage, point.mean) for point in points] == [
        (6, 50, 50), (13, 56, 53), (20, 47, 51),
    ]  # fmt: skip
    assert [point.band is None for point in points] == [True, True, False]
    low, high = points[-1].band or (Fraction(0), Fraction(0))
    assert (float(low), float(high)) == (pytest.approx(39.616, abs=0.001), pytest.approx(62.384, abs=0.001))
    body = text(people["Ada"])
    assert "mean of 3 nights" in body and "band 39.62 to 62.38" in " ".join(words_of(body).split())
    assert body.count("<title id=") == 2 and body.count("<desc id=") == 2
    assert "50.00" in body and "56.00" in body and "47.00" in body  # the table of the same figures


def test_a_year_is_chosen_and_one_without_a_night_is_not_there(published, people):
    session = published(6, Ada=50, Ben=40)
    published(13, Ada=60, Ben=40)
    session.published.results.update(date=session.date.replace(year=2025))
    assert of(people["Ada"]).years == [2026, 2025]
    assert "50.00" in text(people["Ada"], "?year=2025") and "60.00" not in text(people["Ada"], "?year=2025")
    for year in ("2024", "x", "20250"):
        assert Client().get(url(people["Ada"]) + f"?year={year}").status_code == 404


def test_rivals_are_counted_by_board_with_their_mean_and_who_is_not_shown_is_none_for_strangers(published_night, bo):
    rivals = of(bo).rivals
    # Bo scores +120 against everybody: the top of each board.
    assert [(row.boards, row.share.mean) for row in rivals.rows] == [(1, 100)] * 3
    assert {row.name for row in rivals.rows} == {"Ann", "Hal", "Ivy"}
    ann = of(Person.objects.get(name="Ann")).rivals
    # Against +120, +90 and 0 North has 0, 2 and 4 of 4.
    assert {row.name: row.share.mean for row in ann.rows} == {"Bo": 0, "Flo": 50, "Gus": 100}
    assert rivals.boards == 3 and (rivals.others, rivals.unnamed) == (0, 0)
    Person.objects.filter(name="Ann").update(shown_as=ShownAs.HIDDEN)
    Person.objects.filter(name="Hal").update(shown_as=ShownAs.INITIALS)
    person_forget(person=Person.objects.get(name="Ivy"))
    rivals = profile(Visitor.as_public().at(bo.club), bo.pk)["rivals"]
    assert [row.name for row in rivals.rows] == ["H."]
    assert rivals.unnamed == 2
    body = text(bo)
    assert "2 boards against robots, pairs or people who are not shown" in body
    assert "Ann" not in words_of(body) and "A player" not in body


def test_a_substitute_s_boards_are_their_own(scored_night, dee, club, bo):
    sub = person_add(club=club, name="Sue")
    ContestantPerson.objects.create(contestant=scored_night.contestant(1), person=sub, from_round=3)
    end_and_publish(scored_night.session, dee)
    assert of(bo).rivals.boards == 2 and of(sub).rivals.boards == 1
    assert of(sub).curve.points == [] and of(sub).curve.helped == 1
    assert "1 night as a substitute" in text(sub)
    boards = {row.name: row.all.number for row in matrix_of(club).rows}
    assert (boards["Bo"], boards["Sue"]) == (2, 1), "in the crosstable too"
    assert of(Person.objects.get(name="Ann")).rivals.boards == 3


@compiled_solver
def test_what_was_given_away_is_what_the_analysis_says(on_screens, bo):
    assert "3 were played on screens and are closed; none is worked out so far." in text(bo)
    for row in on_screens[:2]:
        play_analyse(row.play.pk)
    page = of(bo)
    analyses = list(PlayAnalysis.objects.all())
    points = [given_away("S", [*analysis.calls, *analysis.cards])[1] for analysis in analyses]
    tricks = [given_away("S", analysis.cards)[0] for analysis in analyses]
    whole = page.accuracy.figures[AccuracyKind.ALL]
    assert (page.boards, page.screens, page.accuracy.boards) == (3, 3, 2)
    assert whole.points.total == sum(points) and whole.points.squares == sum(cost * cost for cost in points)
    assert whole.tricks == Fraction(sum(tricks), 2)
    parts = [page.accuracy.figures[kind] for kind in AccuracyKind if kind != AccuracyKind.ALL]
    assert sum(part.points.total for part in parts) == whole.points.total
    assert sum(part.decisions for part in parts) == whole.decisions
    assert sum(part.points.number for part in parts[1:]) == 2, "each board is declared or defended"
    body = text(bo)
    assert "Of 3 boards, 3 were played on screens and are closed; 2 of them are worked out so far." in body
    assert "No robot has played a board of this club in 2026" in body
    opponents = [of(Person.objects.get(name=name)).accuracy.boards for name in ("Ann", "Hal", "Ivy")]
    assert sorted(opponents) == [0, 1, 1]
    PlayAnalysis.objects.all().delete()  # as retention does with the calls and cards
    assert of(bo).accuracy == page.accuracy


@compiled_solver
def test_the_plays_of_a_robot_are_told_apart(on_screens, bo):
    robot = on_screens[0].ew
    robot.persons.all().delete()
    robot.robot = "expert"
    robot.save()
    for row in on_screens:
        play_analyse(row.play.pk)
    [(entry, _)] = of(bo).robots
    assert (entry.name, entry.boards) == ("Robot, expert", 1)
    assert of(bo).accuracy.boards == 3 and of(bo).rivals.unnamed == 1


@compiled_solver
def test_as_strong_as_the_robot_is_said_of_the_club_s_own_robots(on_screens, bo, club):
    for row in on_screens[:2]:
        play_analyse(row.play.pk)
    PlayFigures.objects.filter(player="N").update(robot="club")
    [(robot, how)] = of(bo).robots
    assert robot.name == "Robot, club player" and robot.boards == 2 and how is None
    assert "Too few boards to compare" in text(bo)
    other = Club.objects.create(name="Other", slug="other")
    PlayFigures.objects.update(club=other)
    assert of(bo).robots == []


@compiled_solver
def test_no_band_of_points_given_away_goes_below_zero_and_a_robot_is_compared_by_the_boards_of_both(analysed, bo):
    PlayFigures.objects.update(calls_points=0, cards_points=0)
    PlayFigures.objects.filter(play=analysed[0].play).update(calls_points=300)
    whole = of(bo).accuracy.figures[AccuracyKind.ALL]
    assert whole.points.mean == 100 and whole.points.half_width > 100
    assert whole.band == (0, 100 + whole.points.half_width)
    assert "0.0 to 530.3" in text(bo) and "±" not in text(bo)
    for points, how in ((9000, Compared.LESS), (0, Compared.MORE)):
        PlayFigures.objects.filter(player="S").update(calls_points=500, cards_points=0)
        PlayFigures.objects.filter(player="N").update(robot="perfect", calls_points=points, cards_points=0)
        assert [compared for _, compared in of(bo).robots] == [how]


def test_the_ladder_leads_to_whoever_may_be_followed(published, people, club, dee):
    for day in (6, 13, 20, 27):
        published(day, Ada=50 + day, Ben=40, Cas=30)
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=datetime.date(2026, 1, 1))
    Person.objects.filter(name="Ben").update(shown_as=ShownAs.HIDDEN)
    person_forget(person=people["Cas"])
    for at in ("ladder/", "season/"):
        body = Client().get(f"/clubs/{club.slug}/{at}").content.decode()
        assert f'<a href="{url(people["Ada"])}">Ada</a>' in body
        assert url(people["Ben"]) not in body and url(people["Cas"]) not in body
        assert "A player" in body and "A former player" in body


def test_a_card_and_the_own_page_lead_to_the_year_which_nobody_has_who_is_forgotten(published_night, bo, cy, dee, club):
    card = f"/results/{published_night.session.public_id}/player/1/"
    page = Client().get(card).text
    assert f'href="{url(bo)}"' in page and "The year" in page
    Person.objects.filter(pk=bo.pk).update(user=cy, shown_as=ShownAs.HIDDEN)
    assert url(bo) not in Client().get(card).content.decode()
    client = signed_in(cy)
    for at in (card, "/me/"):
        assert re.search(rf'href="{url(bo)}">\s*Your year\s*</a>', client.get(at).content.decode())
    nobody = person_add(club=club, name="Nobody")
    assert Client().get(url(nobody)).status_code == 404
    person_forget(person=bo)
    assert Client().get(url(bo)).status_code == 404


@compiled_solver
def test_open_and_unpublished_boards_never_count_and_the_page_asks_few_queries_solo_31(analysed, bo, night, dee):
    queries = []
    with connection.execute_wrapper(lambda execute, *args: (queries.append(args[0]), execute(*args))[1]):
        assert Client().get(url(bo)).status_code == 200
    assert len(queries) <= MOST_QUERIES
    first = analysed[0]
    other = TableBoard.objects.filter(board=first.board).exclude(pk=first.pk)[0]
    enter_score(other, dee, "late")
    page = of(bo)
    assert (page.boards, page.screens, page.accuracy.boards, page.rivals.boards) == (3, 2, 2, 2)
    against = first.ew.persons.get().person_id
    assert against not in {row.person for row in page.rivals.rows}
    rows = given_away_rows(Subject(None, (bo.pk,)))
    assert [row["boards"] for row in rows] == [2]
    unpublish(night.session, dee)
    assert Client().get(url(bo)).status_code == 404
    assert given_away_rows(Subject(None, (bo.pk,))) == []


RIVALS = "/clubs/{}/rivals/"


def matrix_of(club: Club, year: str = "", visitor: Visitor | None = None) -> Any:
    page = rival_matrix((visitor or Visitor.as_member()).at(club), year)
    return SimpleNamespace(**page | {"rows": [SimpleNamespace(**row) for row in page["rows"]]})


def cell(page: Any, name: str, other: str) -> tuple[int, Fraction] | None:
    order = [row.name for row in page.rows]
    figure = page.rows[order.index(name)].cells[order.index(other)]
    return figure and (figure.number, figure.mean)


def test_each_has_against_each_the_mean_of_their_boards_and_those_who_met_most_are_shown(
    published_night, club, monkeypatch
):
    page = matrix_of(club)
    assert [row.name for row in page.rows] == ["Ann", "Bo", "Flo", "Gus", "Hal", "Ivy"]
    # Bo scores +120 against everybody, the top of each board; against +120, +90 and 0 North has 0, 2 and 4 of 4.
    assert [cell(page, "Bo", name) for name in ("Ann", "Hal", "Ivy")] == [(1, Fraction(100))] * 3
    assert [cell(page, "Ann", name) for name in ("Bo", "Flo", "Gus")] == [(1, 0), (1, 50), (1, 100)]
    assert cell(page, "Bo", "Bo") is None and cell(page, "Bo", "Flo") is None
    for row in page.rows:
        met = [figure for figure in row.cells if figure]
        assert row.all.number == sum(figure.number for figure in met) == 3
        assert row.all.mean == sum(figure.mean * figure.number for figure in met) / 3
    assert (page.boards, page.others) == (9, 0)
    body = Client().get(RIVALS.format(club.slug)).content.decode()
    assert "<caption" in body and "Match points in per cent of the top" in body
    assert "% of the match points of</th>" in body and "An assigned score counts." in body
    monkeypatch.setattr(module, "MAX_RIVALS", 4)
    page = matrix_of(club)
    assert (len(page.rows), page.others, page.boards) == (4, 2, 9)
    assert all(row.all.number == 3 for row in page.rows), "also those against the others"


def test_a_board_that_is_not_closed_is_left_out(scored_night, dee, club):
    row = TableBoard.objects.filter(round__section=scored_night.section).first()
    enter_score(row, dee, "late")
    end_and_publish(scored_night.session, dee)
    left = 9 - TableBoard.objects.filter(round__section=scored_night.section, board=row.board).count()
    assert matrix_of(club).boards == left


def test_the_page_before_the_first_night_and_of_a_year_without_any(published_night, dee, club):
    newest = matrix_of(club).year
    assert matrix_of(club, "1999").year == newest
    with CaptureQueriesContext(connection) as queries:
        body = Client().get(RIVALS.format(club.slug)).content.decode()
    assert len(queries) <= MOST_QUERIES
    assert f"Rivals {newest}" in body
    unpublish(published_night.session, dee)
    assert "Who met whom can be read here after the first" in Client().get(RIVALS.format(club.slug)).text
