"""A club's records and its honour board."""

import datetime
from typing import Any

from clubsite.rankings.services.publications import unpublish
from clubsite.readers.visitor import Visitor
from clubsite.season.selectors.records import records_page
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import points_save

Rows = list[tuple[str, str, str]]


def rows(page: dict[str, Any], title: str) -> Rows:
    record = next(one for one in page["records"] if one.title == title)
    return [(row.place, row.name, row.figure) for row in record.rows]


def test_the_best_nights_come_first_and_who_is_level_shares_a_place(club, published):
    published(1, Ada=60, Ben=40)
    published(2, Ada=48, Ben=60)
    page = records_page(Visitor.as_public().at(club))
    assert rows(page, "Best nights") == [
        *(("1=", "Ben", "60.00"), ("1=", "Ada", "60.00"), ("3", "Ada", "48.00"), ("4", "Ben", "40.00"))
    ]
    assert page["sessions"] == 2


def test_of_many_that_are_level_no_record_is_endless(club, published):
    for day in range(1, 9):
        published(day, Ada=50, Ben=50)
    page = records_page(Visitor.as_public().at(club))
    assert len(rows(page, "Best nights")) == 12
    assert rows(page, "Most nights") == [("1=", "Ada", "8"), ("1=", "Ben", "8")]


def test_wins_and_nights_are_counted_and_a_withdrawn_night_is_not(club, dee, published):
    published(1, Ada=60, Ben=40)
    gone = published(2, Ada=55, Ben=45, Cas=50)
    published(3, Ada=40, Ben=60)
    page = records_page(Visitor.as_public().at(club))
    assert rows(page, "Most wins")[0] == ("1", "Ada", "2")
    assert [row[2] for row in rows(page, "Largest fields")] == ["3", "2", "2"]
    unpublish(gone, dee)
    page = records_page(Visitor.as_public().at(club))
    assert rows(page, "Most wins") == [("1=", "Ada", "1"), ("1=", "Ben", "1")]
    assert page["sessions"] == 2


def test_a_year_has_its_own_records_and_honour_board(club, dee, published, client):
    points_save(club=club, user=dee, scheme="top_third", since=datetime.date(2026, 1, 1))
    nights = [published(day, Ada=60 + day, Ben=40 - day) for day in (1, 2)]
    series = series_begin(club=club, user=dee, name="Winter", rules={"sessions": 2})
    series_sessions_set(series=series, chosen={1: nights[0].pk, 2: nights[1].pk}, user=dee)
    half = series_begin(club=club, user=dee, name="Half", rules={"sessions": 3})
    series_sessions_set(series=half, chosen={1: nights[0].pk}, user=dee)
    page = records_page(Visitor.as_public().at(club), nights[0].date.year)
    assert [(won.series.name, [row.name for row in first]) for won, first in page["series"]] == [("Winter", ["Ada"])]
    assert page["points"][0].name == "Ada"
    shown = client.get(f"/clubs/{club.slug}/records/?year={nights[0].date.year}").text
    assert "Honour board" in shown and "Winter" in shown and "Half" not in shown
    assert client.get(f"/clubs/{club.slug}/records/?year=19x6").status_code == 200


def test_a_club_without_a_published_night_says_so(club, client):
    assert "Records begin with the first published night" in client.get(f"/clubs/{club.slug}/records/").text
