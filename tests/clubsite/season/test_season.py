"""Lists over many sessions: a series table, the ladder, master points, and the director's decisions."""

import datetime
from fractions import Fraction
from typing import Any

import pytest

from clubsite.core.refused import Refused
from clubsite.files.selectors import result_file
from clubsite.nights.models import Session
from clubsite.rankings.selectors.person_results import figures_of
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import unpublish
from clubsite.readers.visitor import Visitor
from clubsite.season.models import MasterPointAward, Series
from clubsite.season.selectors.records import records_page
from clubsite.season.selectors.series import series_page
from clubsite.season.services.series import series_begin, series_sessions_set, substitute_set
from clubsite.season.services.standings import points_save
from tests.clubsite.published_payloads import publish_payload
from tests.clubsite.season.seasons import table
from tests.kit.pages import text_of


def test_lists_of_strata_and_with_handicaps_count_for_nothing_beyond_the_night(published, club, dee):
    """These lists do not count for a series or for master points, and do not put anybody in a file twice."""
    session = published(20, Ada=70, Ben=40)
    points_save(club=club, user=dee, scheme={"places": {"2": ["2", "1"]}}, since=session.date)

    def outcome():
        awards = MasterPointAward.objects.order_by("pk").values_list("person__name", "place_number", "points_num")
        return [figures_of([session.pk]), list(awards), result_file(published_or_404(session.public_id))]

    plain, payload = outcome(), session.publications.get().payload
    rankings = payload["sections"][0]["rankings"]
    last = {**rankings[0]["rows"][1], "place": "1", "percentage": "99"}
    rankings += [rankings[0] | {"rows": [last], **what} for what in ({"stratum": "B"}, {"handicap": True})]
    publish_payload(session, payload)
    assert outcome() == plain and len(plain[2].sections[0].contestants) == 2
    assert plain[1] == [("Ada", 1, 2), ("Ben", 2, 1)]


def test_who_has_too_few_nights_reads_what_is_missing_and_a_withdrawn_night_counts_no_longer(series, client, dee):
    page = series_page(series)
    rows = {row.name: row.place for row in page.rows}
    assert (rows["Cas"].place, rows["Cas"].missing, rows["Cas"].out) == ("", 1, False)
    head, short = page.groups[1]
    assert (head, [row.name for row in short]) == ("Short of nights for a place", ["Cas", "Sub"])
    assert rows["Ada"].to_lead == 53  # 60 and 53 are worth as much as Ben's 58 and 55
    shown = client.get(f"/clubs/lantern/series/{series.public_id}/").text
    phrases = ("2 of 3 nights played", "53.00 a night for the lead", "one more night for a place")
    assert all(phrase in shown for phrase in phrases)
    assert client.get("/clubs/lantern/series/nothing/").status_code == 404
    second = series.sessions.get(number=2).session
    publish_payload(second, withdrawn=True, user=dee)
    assert table(series)["Ada"][1] == Fraction(60)


def test_a_substitutes_score_stands_for_the_player(series, people, dee, director):
    night = series.sessions.get(number=2)
    substitute_set(series_session=night, player_id=people["Cas"].pk, stand_in_id=people["Sub"].pk, user=dee)
    assert table(series)["Cas"][1] == Fraction(89, 2)
    assert "Sub" not in table(series)
    cas = next(row for row in series_page(series).rows if row.name == "Cas")
    assert cas.cells[1].substitute == "Sub"
    page = text_of(director, f"{DESK}series/{series.public_id}/")
    assert f"Sub for Cas Night 2, {night.session.date:%-d %B %Y}" in page and "Take it back" in page
    assert "<small>sub</small>" in director.get(f"/clubs/lantern/series/{series.public_id}/").text
    substitute_set(series_session=night, player_id=people["Cas"].pk, stand_in_id=0, user=dee)
    assert "Sub" in table(series)


def test_a_night_is_in_a_series_once(series, dee):
    first = series.sessions.get(number=1).session
    with pytest.raises(Refused, match="That night is night 1 already"):
        series_sessions_set(series=series, chosen={1: first.pk, 2: first.pk}, user=dee)
    second = series.sessions.get(number=2).session_id
    with pytest.raises(Refused, match="That night is night 2 already"):  # from a page before the series grew
        series_sessions_set(series=series, chosen={1: second}, user=dee)
    assert series.sessions.count() == 2


DESK = "/director/clubs/lantern/season/"
SPRING = {"rules": "1", "name": "Spring", "sessions": "3", "best": "", "minimum": "", "substitutes": "1"}
POINTS = {"points": "1", "points-scheme": "own", "points-since": "2026-01-01"}


def test_a_director_begins_a_series_sets_its_nights_and_throws_it_away(director, published):
    answer = director.post(f"{DESK}series/new/", SPRING)
    series = Series.objects.get()
    assert answer["Location"] == f"{DESK}series/{series.public_id}/"
    night = published(6, Ada=60, Ben=40)
    director.post(answer["Location"], {"sessions": "1", "session1": str(night.pk), "session2": "", "session3": ""})
    assert [n.session for n in series.sessions.all()] == [night]
    first, second = (director.post(f"{answer['Location']}discard/", follow=True) for _ in range(2))
    assert "Spring was deleted" in first.text
    assert second.status_code == 200 and "This series was deleted already" in second.text
    assert not Series.objects.exists() and Session.objects.filter(pk=night.pk).exists()


def test_the_prize_of_a_series_in_few_words_stands_on_its_pages_and_in_the_api(director, client, club):
    form = director.post(f"{DESK}series/new/", SPRING | {"prize": "x" * 201}).context["rules"]
    assert form.errors["prize"] == ["Say it in fewer words: at most 200 letters."]
    assert not Series.objects.exists()
    answer = director.post(f"{DESK}series/new/", SPRING | {"prize": "  A ham\u200b <for> the winner "})
    series = Series.objects.get()
    page = f"/clubs/lantern/series/{series.public_id}/"
    for address in (page, "/clubs/lantern/season/"):
        assert "<b>Prize:</b> A ham &lt;for&gt; the winner</p>" in client.get(address).text
    assert '"prize":"A ham <for> the winner"' in client.get(f"/api/v1{page}").text
    director.post(answer["Location"], SPRING | {"prize": ""})
    assert "Prize:" not in client.get(page).text
    details = club.audit.order_by("pk").values_list("detail", flat=True)
    assert [entry["prize"] for entry in details if "prize" in entry] == ["A ham <for> the winner", ""]


LADDER = {
    "ladder": "1", "ladder-on": "on", "ladder-sessions": "10", "ladder-chosen": "last", "ladder-minimum": "2",
    "ladder-within": "0", "ladder-since": "2026-01-01",
}  # fmt: skip


def test_a_clubs_own_grades_stand_on_its_ladder(director, client, published):
    """SOLO-27: grades such as D, E and F, by averages that the club sets."""
    for day in (6, 13):
        published(day, Ada=60, Ben=47, Cas=30)
    published(20, Dot=70)
    assert client.get("/clubs/lantern/ladder/").status_code == 404
    for scale, message in (
        ("D 55", "Line 1 is not like this: D: 55"),
        ("D: 55\nE: many", "Line 2 is not like this: D: 55"),
        ("D: 50\nE: 55", "Grade E comes after D, so it begins at a lower percentage."),
        ("D: 101", "Grade D begins at a percentage from 0 to 100."),
    ):
        form = director.post(DESK, LADDER | {"ladder-grades": scale}).context["ladder"]
        assert form.errors["grades"] == [message]
    typed = {"ladder-grades": "D: 55\nE : 46,5 %\n\nF: 40\n"}
    assert director.post(DESK, LADDER | typed).status_code == 302
    page = " ".join(client.get("/clubs/lantern/ladder/").text.split())
    assert "Grades: D from 55 %, E from 46.5 %, F from 40 %." in page
    assert page.count('<span class="vh">grade </span>') == 2  # Cas is below the scale, and Dot has played once
    rows = {row["name"]: row["grade"] for row in client.get("/api/v1/clubs/lantern/ladder/").json()["rows"]}
    assert rows == {"Ada": "D", "Ben": "E", "Cas": "", "Dot": ""}
    assert director.get(DESK).context["ladder"]["grades"].value() == "D: 55\nE: 46.5\nF: 40"
    assert director.post(DESK, LADDER).status_code == 302
    assert "Grades:" not in client.get("/clubs/lantern/ladder/").text


def test_a_director_reads_what_is_wrong_at_the_field(director, club, dee):
    for rules, field in (
        ({"sessions": 0}, "sessions"),
        ({"sessions": 3, "best": 4}, "best"),
        ({"sessions": 99}, "sessions"),
    ):
        with pytest.raises(Refused) as refused:
            series_begin(club=club, user=dee, name="Odd", rules=rules)
        assert refused.value.field == field
    odd = {"name": "", "sessions": "61", "best": "-1", "minimum": "two", "figure": "vps"}
    for wrong, fields in (({"best": "5"}, {"best"}), (odd, {"name", "sessions", "best", "minimum", "figure"})):
        form = director.post(f"{DESK}series/new/", SPRING | wrong).context["rules"]
        assert set(form.errors) == fields
    ladder = {"ladder": "1", "ladder-on": "on", "ladder-since": "31.2.2026", "ladder-chosen": "last"}
    assert {"since", "sessions"} <= set(director.post(DESK, ladder).context["ladder"].errors)
    for typed, message in (("eight 40", "Line 1 is not like this"), ("8: 0.20 0.40", "a lower place gets more")):
        form = director.post(DESK, POINTS | {"points-table": typed}).context["points"]
        assert message in form.errors["table"][0]


def test_refused_rules_and_a_page_from_before_the_series_grew_leave_the_nights_alone(director, series):
    before = list(series.sessions.values_list("number", "session"))
    answer = director.post(f"{DESK}series/{series.public_id}/", SPRING | {"best": "5"})
    assert answer.status_code == 200 and "5 is more than the 3 nights there are." in answer.text
    assert before and list(series.sessions.values_list("number", "session")) == before
    assert not answer.context["sessions"].is_bound
    kept = series.sessions.exclude(number=1).count()
    director.post(f"{DESK}series/{series.public_id}/", {"sessions": "1", "session1": ""})
    assert kept and not series.sessions.filter(number=1).exists() and series.sessions.count() == kept


def test_a_director_gives_points_by_a_table_of_the_club(director, club):
    assert director.post(DESK, POINTS | {"points-table": "8: 0.4, 0.2"}).status_code == 302
    assert club.point_scheme.scheme["places"] == {"8": ["2/5", "1/5"]}
    assert director.get(DESK).context["points"]["table"].initial == "8: 0.4 0.2"


Rows = list[tuple[str, str, str]]


def rows(page: dict[str, Any], title: str) -> Rows:
    record = next(entry for entry in page["records"] if entry.title == title)
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


def test_a_year_has_its_own_records_and_honour_board_once_a_night_is_published(club, client, dee, published):
    assert "Records begin with the first published night" in client.get(f"/clubs/{club.slug}/records/").text
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
