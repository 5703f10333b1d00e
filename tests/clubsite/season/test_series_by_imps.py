"""A series scored by IMPs: totals or means per board, not mixed with percentages or with IMPs on another scale."""

import datetime
from fractions import Fraction

import pytest

from clubsite.core.refused import Refused
from clubsite.season.models import SeriesSession
from clubsite.season.services.series import series_begin, series_change, series_sessions_set
from clubsite.season.services.standings import ladder_save, points_save
from tests.clubsite.published_payloads import publish_payload
from tests.clubsite.season.seasons import table

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


def test_the_imps_of_the_best_nights_are_added_up(club, dee, by_imps, client):
    series = series_begin(club=club, user=dee, name="Butlers", rules=RULES)
    nights = [by_imps(6, Ada=20, Ben=-20), by_imps(13, Ada=-4, Ben=14), by_imps(20, Ada=-1, Ben=3)]
    series_sessions_set(series=series, chosen={n: one.pk for n, one in enumerate(nights, start=1)}, user=dee)
    assert table(series) == {"Ada": ("1", Fraction(19)), "Ben": ("2", Fraction(17))}
    page = client.get(f"/clubs/lantern/series/{series.public_id}/").text
    assert "their IMPs added up" in page and "+19.00" in page and "<s>−20.00</s>" in page
    found = client.get(f"/api/v1/clubs/lantern/series/{series.public_id}/").json()
    first = found["rows"][0]
    assert (found["figure"], first["score"], first["percentage"]) == ("imps", "19/1", None)
    assert (first["nights"][1]["score"], first["nights"][1]["percentage"]) == ("-4/1", None)


def test_or_the_mean_of_a_board_of_each_night(club, dee, by_imps):
    series = series_begin(club=club, user=dee, name="Mean", rules=RULES | {"figure": "imps_a_board"})
    series_sessions_set(series=series, chosen={1: by_imps(6, Ada=20).pk, 2: by_imps(13, Ada=-4).pk}, user=dee)
    assert table(series) == {"Ada": ("1", Fraction(4, 5))}


def test_is_not_mixed_with_percentages_and_says_why(series, club, dee, published, by_imps):
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


def test_is_in_no_ladder_and_has_master_points_by_its_places(club, dee, published, by_imps, client):
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
