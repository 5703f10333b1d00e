"""A season is read from rows, with few queries however many sessions there are, and the figures stay the same."""

import datetime
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.models import Person
from clubsite.nights.models import ContestantPerson, Session
from clubsite.nights.signals import players_changed
from clubsite.rankings.models import PublishedSession
from clubsite.rankings.selectors.person_results import figures_of
from clubsite.readers.visitor import Visitor
from clubsite.season.models import MasterPointAward
from clubsite.season.selectors.standings import ladder_page
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import ladder_save, points_save
from scoring.ladder import LadderRules, ladder
from tests.clubsite.published_payloads import publish_payload

SINCE = datetime.date(2026, 1, 1)
TABLE = {"places": {"2": ["2", "1"]}}
MOST_QUERIES = 12
PAGES = (
    "/clubs/lantern/ /clubs/lantern/results/ /clubs/lantern/season/ /clubs/lantern/ladder/ /clubs/lantern/points/ "
    "/clubs/lantern/records/ /api/v1/clubs/lantern/sessions/ /api/v1/clubs/lantern/series/ "
    "/api/v1/clubs/lantern/ladder/ /api/v1/clubs/lantern/points/ /api/v1/clubs/lantern/awards/ "
    "/api/v1/clubs/lantern/awards/?name=ad"
).split()


@pytest.mark.parametrize("page", PAGES)
def test_more_nights_ask_the_database_no_more_often(club, dee, published, client, page):
    rules = {"minimum": 1, "within": 2, "sessions": 2, "chosen": "best"}
    ladder_save(club=club, user=dee, rules=rules, since=SINCE)
    points_save(club=club, user=dee, scheme="top_third", since=SINCE)

    def grow(days):
        nights = [published(day, Ada=60, Ben=40, Cas=50 + day, Dot=51) for day in days]
        series = series_begin(club=club, user=dee, name=f"From {days.start}", rules={"sessions": 12})
        chosen: dict[int, int | None] = {n: night.pk for n, night in enumerate(nights, start=1)}
        series_sessions_set(series=series, chosen=chosen, user=dee)

    def asked():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        return len(queries)

    grow(range(1, 3))
    few = asked()
    grow(range(3, 13))
    grow(range(13, 16))
    assert asked() == few <= MOST_QUERIES


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
    assert [one.series.name for one in answer.context["page"]["series"]] == ["Series 4", "Series 3", "Series 2"]
    assert "64.00" in page and "61.00" not in page and "Series 1</a>" in page
    oldest = answer.context["page"]["older"][0]
    assert f'href="/clubs/lantern/series/{oldest.public_id}/"' in page
    assert client.get(f"/clubs/lantern/series/{oldest.public_id}/").status_code == 200
    every = client.get("/clubs/lantern/series/").text
    assert 'href="/clubs/lantern/series/"' in page and f'href="/clubs/lantern/series/{oldest.public_id}/"' in every
    assert every.index("Series 4</a>") < every.index("Series 1</a>")
