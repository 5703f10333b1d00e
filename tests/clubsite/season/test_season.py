"""Lists over many sessions: a series table, the ladder, master points, and the director's decisions."""

import datetime
from fractions import Fraction

import pytest

from clubsite.core.refused import Refused
from clubsite.files.selectors import result_file
from clubsite.nights.models import Session
from clubsite.rankings.selectors.person_results import figures_of
from clubsite.rankings.selectors.published import published_or_404
from clubsite.season.models import MasterPointAward, Series
from clubsite.season.selectors.series import SeriesCell, SeriesColumn, series_page
from clubsite.season.services.series import series_begin, series_sessions_set, substitute_set
from clubsite.season.services.standings import ladder_save, points_save
from clubsite.season.templatetags.season import at_night
from scoring.series import SeriesRules
from tests.clubsite.published_payloads import publish_payload
from tests.clubsite.season.seasons import table
from tests.kit.pages import text_of


def test_the_best_two_of_three_nights_make_the_table(series, published, dee):
    found = table(series)
    assert (found["Ben"], found["Ada"]) == (("1", Fraction(113, 2)), ("2", Fraction(55)))
    third = published(20, Ada=70, Ben=40, Cas=51, Dot=39)
    series_sessions_set(series=series, chosen={3: third.pk}, user=dee)
    found = table(series)
    wanted = {"Ada": ("1", Fraction(65)), "Ben": ("2", Fraction(113, 2)), "Cas": ("3", Fraction(48))}
    assert {name: found[name] for name in wanted} == wanted
    ada = next(row for row in series_page(series).rows if row.name == "Ada")
    assert [cell.state for cell in ada.cells] == ["counted", "dropped", "counted"]


def test_lists_of_strata_and_with_handicaps_count_for_nothing_beyond_the_night(published, club, dee):
    """These lists do not count for a series or for master points, and do not put anybody in a file twice."""
    session = published(20, Ada=70, Ben=40)
    points_save(club=club, user=dee, scheme={"places": {"2": ["2", "1"]}}, since=session.date)

    def asked():
        awards = MasterPointAward.objects.order_by("pk").values_list("person__name", "place_number", "points_num")
        return [figures_of([session.pk]), list(awards), result_file(published_or_404(session.public_id))]

    plain, payload = asked(), session.publications.get().payload
    rankings = payload["sections"][0]["rankings"]
    last = {**rankings[0]["rows"][1], "place": "1", "percentage": "99"}
    rankings += [rankings[0] | {"rows": [last], **what} for what in ({"stratum": "B"}, {"handicap": True})]
    publish_payload(session, payload)
    assert asked() == plain and len(plain[2].sections[0].contestants) == 2
    assert plain[1] == [("Ada", 1, 2), ("Ben", 2, 1)]


def test_who_has_too_few_nights_reads_what_is_missing(series):
    page = series_page(series)
    rows = {row.name: row.place for row in page.rows}
    assert (rows["Cas"].place, rows["Cas"].missing, rows["Cas"].out) == ("", 1, False)
    head, short = page.groups[1]
    assert (head, [row.name for row in short]) == ("Short of nights for a place", ["Cas", "Sub"])
    assert rows["Ada"].to_lead == 53  # 60 and 53 are worth as much as Ben's 58 and 55


def test_a_substitutes_score_stands_for_the_player(series, people, dee, director):
    night = series.sessions.get(number=2)
    substitute_set(series_session=night, player_id=people["Cas"].pk, stand_in_id=people["Sub"].pk, user=dee)
    assert table(series)["Cas"][1] == Fraction(89, 2)
    assert "Sub" not in table(series)
    cas = next(row for row in series_page(series).rows if row.name == "Cas")
    assert cas.cells[1].substitute == "Sub"
    page = text_of(director, f"{DESK}series/{series.public_id}/")
    assert f"Sub for Cas Night 2, {night.session.date:%-d %B %Y}" in page and "Take it back" in page
    substitute_set(series_session=night, player_id=people["Cas"].pk, stand_in_id=0, user=dee)
    assert "Sub" in table(series)


def test_a_night_that_is_withdrawn_counts_no_longer(series, dee):
    second = series.sessions.get(number=2).session
    publish_payload(second, withdrawn=True, user=dee)
    assert table(series)["Ada"][1] == Fraction(60)


@pytest.mark.parametrize(
    ("rules", "field"),
    [({"sessions": 0}, "sessions"), ({"sessions": 3, "best": 4}, "best"), ({"sessions": 99}, "sessions")],
)
def test_rules_that_cannot_be_are_refused_at_their_field(club, dee, rules, field):
    with pytest.raises(Refused) as refused:
        series_begin(club=club, user=dee, name="Odd", rules=rules)
    assert refused.value.field == field


def test_a_night_is_in_a_series_once_and_of_the_same_club(series, dee):
    first = series.sessions.get(number=1).session
    with pytest.raises(Refused, match="That night is night 1 already"):
        series_sessions_set(series=series, chosen={1: first.pk, 2: first.pk}, user=dee)
    with pytest.raises(
        Refused, match="That night is night 2 already"
    ):  # as a page from before the series grew sends it
        series_sessions_set(series=series, chosen={1: series.sessions.get(number=2).session_id}, user=dee)
    with pytest.raises(Refused, match="one of the club's nights"):
        series_sessions_set(series=series, chosen={1: 987654}, user=dee)
    assert series.sessions.count() == 2


def test_members_see_the_series_with_struck_nights_and_what_is_needed(series, client):
    page = client.get(f"/clubs/lantern/series/{series.public_id}/").text
    told = ("2 of 3 nights played", "53.00 a night for the lead", "one more night for a place")
    assert all(said in page for said in told)
    assert client.get("/clubs/lantern/series/nothing/").status_code == 404


@pytest.mark.parametrize(
    ("state", "score", "substitute", "html"),
    [
        ("counted", Fraction(113, 2), "", "56.50"),
        ("counted", Fraction(60), "Sub", "60.00 <small>sub</small>"),
        ("dropped", Fraction(40), "", '<s>40.00</s><span class="vh"> does not count</span>'),
        ("none", Fraction(40), "Sub", '40.00<span class="vh"> does not count</span> <small>sub</small>'),
        ("none", None, "", "–"),
    ],
)
def test_a_cell_of_a_series_shows_the_score_and_whether_it_counts(state, score, substitute, html):
    cell = SeriesCell(SeriesColumn(1, None, "counts"), score, score, state, substitute)
    assert at_night(cell, SeriesRules(3)) == html


def test_the_ladder_goes_by_the_last_nights(club, dee, published, client):
    published(6, Ada=60, Ben=55)
    published(13, Ada=40, Ben=58)
    assert client.get("/clubs/lantern/ladder/").status_code == 404
    rules = {"sessions": 1, "minimum": 2, "within": 0, "chosen": "last"}
    ladder_save(club=club, user=dee, rules=rules, since=datetime.date(2026, 1, 1))
    placed = client.get("/clubs/lantern/ladder/").context["page"].placed
    assert [(r.place, name, r.average) for r, name in placed] == [("1", "Ben", 58), ("2", "Ada", 40)]


def test_master_points_add_up_by_the_clubs_own_table(club, dee, published, client):
    published(6, Ada=60, Ben=55, Cas=45, Dot=40)
    published(13, Ada=50, Ben=58, Dot=48, Sub=44)
    scheme = {"places": {"4": ["0.40", "0.20"]}}
    points_save(club=club, user=dee, scheme=scheme, since=datetime.date(2026, 10, 1))
    page = client.get("/clubs/lantern/points/")
    won = {row.name: row.total for row in page.context["page"].rows}
    assert won == {"Ada": Fraction(3, 5), "Ben": Fraction(3, 5), "Cas": 0, "Dot": 0, "Sub": 0}
    assert "0.60" in page.text


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
    director.post(f"{answer['Location']}discard/")
    assert not Series.objects.exists() and Session.objects.filter(pk=night.pk).exists()


def test_the_prize_of_a_series_stands_on_its_pages_and_in_the_api(director, client, club):
    answer = director.post(f"{DESK}series/new/", SPRING | {"prize": "  A ham\u200b <for> the winner "})
    series = Series.objects.get()
    page, list_, api = (
        client.get(address).text
        for address in (
            f"/clubs/lantern/series/{series.public_id}/",
            "/clubs/lantern/season/",
            f"/api/v1/clubs/lantern/series/{series.public_id}/",
        )
    )
    for shown in (page, list_):
        assert "<b>Prize:</b> A ham &lt;for&gt; the winner</p>" in shown
    assert '"prize":"A ham <for> the winner"' in api
    director.post(answer["Location"], SPRING | {"prize": ""})
    assert "Prize:" not in client.get(f"/clubs/lantern/series/{series.public_id}/").text
    told = club.audit.order_by("pk").values_list("detail", flat=True)
    assert [entry["prize"] for entry in told if "prize" in entry] == ["A ham <for> the winner", ""]


def test_a_prize_in_too_many_words_is_refused_at_its_field(director):
    form = director.post(f"{DESK}series/new/", SPRING | {"prize": "x" * 201}).context["rules"]
    assert form.errors["prize"] == ["Say it in fewer words: at most 200 letters."]
    assert not Series.objects.exists()


LADDER = {
    "ladder": "1", "ladder-on": "on", "ladder-sessions": "10", "ladder-chosen": "last", "ladder-minimum": "2",
    "ladder-within": "0", "ladder-since": "2026-01-01",
}  # fmt: skip


def test_a_clubs_own_grades_stand_on_its_ladder(director, client, published):
    """SOLO-27: grades such as D, E and F, by averages that the club sets."""
    for day in (6, 13):
        published(day, Ada=60, Ben=47, Cas=30)
    published(20, Dot=70)
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


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("D 55", "Line 1 is not like this: D: 55"),
        ("D: 55\nE: many", "Line 2 is not like this: D: 55"),
        ("D: 50\nE: 55", "Grade E comes after D, so it begins at a lower percentage."),
        ("D: 101", "Grade D begins at a percentage from 0 to 100."),
    ],
)
def test_a_scale_that_is_none_is_refused_at_its_field(director, typed, said):
    form = director.post(DESK, LADDER | {"ladder-grades": typed}).context["ladder"]
    assert form.errors["grades"] == [said]


def test_a_director_reads_what_is_wrong_at_the_field(director):
    odd = {"name": "", "sessions": "61", "best": "-1", "minimum": "two", "figure": "vps"}
    for wrong, fields in (({"best": "5"}, {"best"}), (odd, {"name", "sessions", "best", "minimum", "figure"})):
        form = director.post(f"{DESK}series/new/", SPRING | wrong).context["rules"]
        assert set(form.errors) == fields
    ladder = {"ladder": "1", "ladder-on": "on", "ladder-since": "31.2.2026", "ladder-chosen": "last"}
    assert {"since", "sessions"} <= set(director.post(DESK, ladder).context["ladder"].errors)
    for typed, said in (("eight 40", "Line 1 is not like this"), ("8: 0.20 0.40", "a lower place gets more")):
        form = director.post(DESK, POINTS | {"points-table": typed}).context["points"]
        assert said in form.errors["table"][0]


def test_rules_that_are_refused_leave_the_nights_alone_and_say_why(director, series):
    before = list(series.sessions.values_list("number", "session"))
    answer = director.post(f"{DESK}series/{series.public_id}/", SPRING | {"best": "5"})
    assert answer.status_code == 200 and "5 is more than the 3 nights there are." in answer.text
    assert before and list(series.sessions.values_list("number", "session")) == before
    assert not answer.context["sessions"].is_bound


def test_a_page_from_before_the_series_grew_leaves_later_nights_alone(director, series):
    kept = series.sessions.exclude(number=1).count()
    director.post(f"{DESK}series/{series.public_id}/", {"sessions": "1", "session1": ""})
    assert kept and not series.sessions.filter(number=1).exists() and series.sessions.count() == kept


def test_a_director_keeps_a_ladder_and_gives_points(director, club):
    ladder = {
        "on": "on", "sessions": "5", "chosen": "best", "minimum": "2", "within": "0", "since": "2026-01-01",
    }  # fmt: skip
    sent = {"ladder": "1", **{f"ladder-{name}": value for name, value in ladder.items()}}
    assert director.post(DESK, sent).status_code == 302
    assert club.ladder.rules["sessions"] == 5
    assert director.post(DESK, POINTS | {"points-table": "8: 0.4, 0.2"}).status_code == 302
    assert club.point_scheme.scheme["places"] == {"8": ["2/5", "1/5"]}
    assert director.get(DESK).context["points"]["table"].initial == "8: 0.4 0.2"
