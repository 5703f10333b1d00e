"""The race in a series: the places after each session, as a picture and as a table."""

import datetime
import re
from fractions import Fraction

import pytest
from django.test import Client

from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.season.models import Series, SeriesSession
from clubsite.season.race import Race, race_pictures, series_race
from clubsite.season.selectors.series import series_page
from clubsite.season.services.series import series_begin, series_change, series_sessions_set, substitute_set
from clubsite.season.services.standings import ladder_save, points_save
from scoring.series import placed_after_each_session, series_table
from tests.clubsite.published_payloads import publish_payload
from tests.clubsite.season.seasons import NAMES, table


@pytest.fixture
def four_nights(club, dee, published, people):
    """A series in which the best two of four sessions count and two are needed. In the third session, Sub sat for Cas.

    After 1: Ada 60, Ben 55 and Cas 55, Dot 40. After 2, players with two sessions: Ada (60 + 50) / 2 = 55, Ben (55
    + 55) / 2 = 55; Cas and Dot lack a session. After 3: Ada (60 + 50) / 2 = 55, Ben (55 + 57) / 2 = 56, Cas (55 +
    65) / 2 = 60. After 4: Ada (60 + 62) / 2 = 61, Cas 60, Ben 56, Dot (40 + 48) / 2 = 44.
    """
    rules = {"sessions": 5, "best": 2, "minimum": 2, "substitutes": 1}
    series = series_begin(club=club, user=dee, name="Spring", rules=rules)
    nights = [
        published(6, Ada=60, Ben=55, Cas=55, Dot=40),
        published(13, Ada=50, Ben=55),
        published(20, Ben=57, Sub=65),
        published(27, Ada=62, Dot=48),
    ]
    series_sessions_set(series=series, chosen={n: night.pk for n, night in enumerate(nights, 1)}, user=dee)
    third = series.sessions.get(number=3)
    substitute_set(series_session=third, player_id=people["Cas"].pk, stand_in_id=people["Sub"].pk, user=dee)
    return series


def race(series: Series, you: int | None = None) -> Race:
    race = series_race(series_page(series), you)
    assert race
    return race


def places(race: Race) -> dict[str, list[str]]:
    return {runner.name: [step[0] if step else "" for step in runner.steps] for runner in race.runners}


def page_of(client: Client, series: Series) -> str:
    return client.get(f"/clubs/lantern/series/{series.public_id}/").text


def test_places_after_each_night_are_those_of_the_table_so_far_in_the_picture_and_below_it(four_nights, client, dee):
    """The places include a tie, sessions that do not count, a player who is short of sessions, and a stand-in."""
    standings = race(four_nights)
    assert places(standings) == {
        "Ada": ["1", "1=", "3", "1"],
        "Cas": ["2=", "", "1", "2"],
        "Ben": ["2=", "1=", "2", "3"],
        "Dot": ["4", "", "", "4"],
    }
    assert standings.columns == [(1, 4), (2, 2), (3, 3), (4, 4)]
    seen = series_page(four_nights)
    after = placed_after_each_session(seen.rules, seen.scores, [1, 2, 3, 4])
    for held, standings in enumerate(after, start=1):
        table = series_table(seen.rules, [score for score in seen.scores if score.number <= held], held)
        assert list(standings.items()) == [(row.player, row.place) for row in table if row.place]
    assert list(after[-1]) == [row.place.player for row in seen.rows if row.place.place]
    for picture in race_pictures(race(four_nights)):
        pieces = {line.runner.name: [len(p.split()) for p in line.corners] for line in picture.lines}
        assert pieces == {"Ada": [4], "Cas": [1, 2], "Ben": [4], "Dot": [1, 1]}
        spots = [(x, y) for line in picture.lines for piece in line.pieces for x, y, _ in piece]
        assert len(spots) == len(set(spots)), "those who are level do not cover one another"
        assert all(0 < x < picture.width and 0 < y < picture.height for x, y in spots)
    page = page_of(client, four_nights)
    wide = page[page.index('class="racepic wide"') : page.index('class="racepic narrow"')]
    drawn, read = {}, {}
    for group in [group for group in wide.split("<g ")[1:] if "<text" in group]:
        (_, name), *_ = re.findall(r'class="end"[^>]*>\s*(\S+) (\w+)', group)
        drawn[name] = re.findall(r'class="at"[^>]*>([^<]+)', group)
    rows = re.findall(r'<tr>\s*<th scope="row">(\w+)</th>(.*?)</tr>', page[page.index("racetable") :], re.S)
    for name, cells in rows:
        read[name] = [cell for cell in re.findall(r'"num">([^<]+)', cells) if cell != "–"]
    assert drawn == read == {name: [p for p in own if p] for name, own in places(race(four_nights)).items()}
    description = " ".join(wide[wide.index("<desc") : wide.index("</desc>")].split())
    assert "1 Ada, 2 Cas, 3 Ben, 4 Dot" in description
    chosen = {n.number: n.session_id for n in four_nights.sessions.all()}
    series_sessions_set(series=four_nights, chosen=chosen | {2: None}, user=dee)
    standings = race(four_nights)
    assert [number for number, _ in standings.columns] == [1, 3, 4]
    assert places(standings)["Ben"] == ["2=", "2", "3"]


def test_below_two_nights_there_is_no_picture(club, dee, published, client):
    series = series_begin(club=club, user=dee, name="New", rules={"sessions": 4, "best": 2, "minimum": 1})
    series_sessions_set(series=series, chosen={1: published(6, Ada=60, Ben=40).pk}, user=dee)
    assert "The race" not in page_of(client, series)
    assert series_race(series_page(series), None) is None


def test_the_reader_has_a_line_of_their_own_below_the_first_eight(club, dee, published, people):
    more = [f"P{n}" for n in range(8)]
    people |= {name: Person.objects.create(club=club, name=name) for name in more}
    figures = {name: 60 - place for place, name in enumerate([*NAMES, *more])}
    series = series_begin(club=club, user=dee, name="Long", rules={"sessions": 2})
    nights = {n: published(5 + n, **figures).pk for n in (1, 2)}
    series_sessions_set(series=series, chosen=nights, user=dee)
    assert [runner.name for runner in race(series).runners] == [*NAMES, *more[:4]]
    standings = race(series, people["P6"].pk)
    assert (standings.runners[-1].name, standings.runners[-1].you, standings.runners[-1].place) == ("P6", True, "11")
    assert (standings.leaders, [runner.you for runner in standings.runners].count(True)) == (8, 1)
    looks = {(line.shape, line.dash) for line in race_pictures(standings)[0].lines}
    assert len(looks) == 9, "told apart without colour"


def test_you_are_marked_when_signed_in_and_the_race_asks_nothing_more(
    four_nights, people, client, django_user_model,
    django_assert_max_num_queries):  # fmt: skip
    user = django_user_model.objects.create_user("cas")
    Person.objects.filter(name="Cas").update(user=user)
    client.force_login(user)
    with django_assert_max_num_queries(12):
        page = page_of(client, four_nights)
    assert "2 Cas (you)" in page and page.count("(you)") == 1
    standings = series_page(four_nights)
    with django_assert_max_num_queries(0):
        race_pictures(series_race(standings, people["Cas"].pk))


RULES = {"sessions": 3, "best": 2, "minimum": 1, "figure": "imps"}


@pytest.fixture
def by_imps(published):
    """A function that makes a session with the given IMPs, cross-IMPs by default, over ten boards."""

    def make(day, scoring=None, **imps):
        scoring = scoring or {"method": "cross_imps"}
        session = published(day, **imps)
        session.scoring = scoring
        session.save()
        publication = session.publications.get()
        payload = publication.payload | {"scoring": scoring}
        for row in payload["sections"][0]["rankings"][0]["rows"]:
            mean = str(Fraction(row["won"]) / 10)
            row |= {"possible": 10, "mean": mean}
            row.pop("percentage")
        publish_payload(session, payload)
        return session

    return make


def test_the_imps_of_the_best_nights_are_added_up_or_the_mean_of_a_board_of_each_night(club, dee, by_imps, client):
    series = series_begin(club=club, user=dee, name="Butlers", rules=RULES)
    nights = [by_imps(6, Ada=20, Ben=-20), by_imps(13, Ada=-4, Ben=14), by_imps(20, Ada=-1, Ben=3)]
    series_sessions_set(series=series, chosen={n: night.pk for n, night in enumerate(nights, start=1)}, user=dee)
    assert table(series) == {"Ada": ("1", Fraction(19)), "Ben": ("2", Fraction(17))}
    page = client.get(f"/clubs/lantern/series/{series.public_id}/").text
    assert "their IMPs added up" in page and "+19.00" in page and "<s>−20.00</s>" in page
    data = client.get(f"/api/v1/clubs/lantern/series/{series.public_id}/").json()
    first = data["rows"][0]
    assert (data["figure"], first["score"], first["percentage"]) == ("imps", "19/1", None)
    assert (first["nights"][1]["score"], first["nights"][1]["percentage"]) == ("-4/1", None)
    series = series_begin(club=club, user=dee, name="Mean", rules=RULES | {"figure": "imps_a_board"})
    series_sessions_set(series=series, chosen={1: by_imps(6, Ada=20).pk, 2: by_imps(13, Ada=-4).pk}, user=dee)
    assert table(series) == {"Ada": ("1", Fraction(4, 5))}


def test_a_series_by_imps_is_not_mixed_with_percentages_and_says_why(series, club, dee, published, by_imps):
    night = by_imps(20, Ada=20)
    with pytest.raises(Refused, match=r"scored by cross-IMPs.*goes by percentages") as refused:
        series_sessions_set(series=series, chosen={3: night.pk}, user=dee)
    assert refused.value.field == "session3"
    with pytest.raises(Refused, match="Night 1 is scored by match points") as refused:
        series_change(series=series, user=dee, name="Autumn", rules=RULES, prize="")
    assert refused.value.field == "figure"
    other = series_begin(club=club, user=dee, name="Butlers", rules=RULES)
    with pytest.raises(Refused, match=r"scored by match points.*goes by IMPs"):
        series_sessions_set(series=other, chosen={1: published(27, Ada=50).pk}, user=dee)


@pytest.mark.parametrize("scoring", [{"method": "butler"}, {"method": "cross_imps", "imp_divisor": "sum"}])
def test_imps_of_two_sizes_are_not_added(club, dee, by_imps, scoring, client):
    series = series_begin(club=club, user=dee, name="Butlers", rules=RULES)
    first, second = by_imps(6, Ada=20), by_imps(13, scoring, Ada=40)
    with pytest.raises(Refused, match="not of one size"):
        series_sessions_set(series=series, chosen={1: first.pk, 2: second.pk}, user=dee)
    SeriesSession.objects.create(series=series, number=1, session=first)
    SeriesSession.objects.create(series=series, number=2, session=second)  # scored so since then
    assert table(series) == {"Ada": ("1", Fraction(20))}
    page = " ".join(client.get(f"/clubs/lantern/series/{series.public_id}/").text.split())
    assert "Night 2 was scored in another way than the series goes by" in page


def test_a_night_of_imps_is_in_no_ladder_and_has_master_points_by_its_places(club, dee, published, by_imps, client):
    by_imps(6, Ada=20, Ben=-20)
    published(13, Ben=60, Cas=40)
    since = datetime.date(2026, 1, 1)
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=since)
    points_save(club=club, user=dee, scheme={"places": {"2": ["0.40"]}}, since=since)
    ladder = client.get("/clubs/lantern/ladder/")
    assert {name for _, name in ladder.context["page"].placed} == {"Ben", "Cas"}
    assert "have no percentage" in ladder.text
    points = {row.name: row.total for row in client.get("/clubs/lantern/points/").context["page"].rows}
    assert points["Ada"] == points["Ben"] == Fraction(2, 5)
