"""The strata of an event: a night takes them with the boards, and a heat from a file gets them on its page."""

import pytest

from clubsite.core.refused import Refused
from clubsite.events.models import EventPlace
from clubsite.events.selectors.players import strata_words
from clubsite.events.services.heats import heat_session_choose
from clubsite.events.services.results_files import heat_file_look, heat_file_take, heat_players_set
from clubsite.events.services.scoring import event_score
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, scoring_set
from tests.clubsite.events.two_clubs import AT_QUAY
from tests.kit.events import heat_night, join, make_event
from tests.kit.nights import draft_night
from tests.kit.results_files import as_usebio, heat_file


@pytest.fixture
def event(club, dee):
    return make_event(club, dee, scoring={"strata": ["A", "B", "C"], "strata_rank": "apart"})


def bring(heat, user, **facts):
    what = {"heat": heat, "kind": "two_handed", "file_name": "quay.xml", "user": user}
    heat_file_take(sections=heat_file_look(data=as_usebio(heat_file(**facts)), **what).sections, **what)
    heat.refresh_from_db()
    return heat


@pytest.fixture
def from_file(heat, dee):
    """The heat, whose results came from a file."""
    return bring(heat, dee, names=AT_QUAY)


def page_of(heat, rest=""):
    return f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/{rest}"


def shown(heat, director) -> str:
    return " ".join(director.get(page_of(heat)).text.split())


def test_the_night_of_a_heat_has_the_strata_of_the_event_and_keeps_its_other_settings(heat, club, dee):
    session = draft_night(club, dee, 6)
    scoring_set(session=session, values={"fewer_results": "factoring", "strata": ["X"]}, user=dee)
    heat_session_choose(heat=heat, session=session, user=dee)
    session.refresh_from_db()
    kept = {"strata": ["A", "B", "C"], "strata_rank": "apart", "fewer_results": "factoring"}
    assert {name: session.scoring.get(name) for name in kept} == kept


def test_an_event_without_strata_leaves_the_night_its_own(club, dee):
    session = draft_night(club, dee, 6)
    scoring_set(session=session, values={"strata": ["X", "Y"]}, user=dee)
    heat = join(make_event(club, dee), club, dee)
    heat_session_choose(heat=heat, session=session, user=dee)
    session.refresh_from_db()
    assert session.scoring["strata"] == ["X", "Y"]
    assert strata_words(heat) == ""


def test_the_heats_page_says_how_many_players_are_in_a_lower_stratum(heat, director, dee):
    night = heat_night(heat, dee)
    assert "All 6 players count in A, the highest." in shown(heat, director)
    numbers = dict(night.sections.get().contestants.values_list("number", "pk"))
    contestants_set(session=night, noted={numbers[3]: ContestantFacts("B"), numbers[5]: ContestantFacts("C")}, user=dee)
    page = shown(heat, director)
    assert "2 of 6 players are in a lower stratum (B, C). The others count in A, the highest." in page
    assert f"/director/{night.public_id}/scoring/" in page


def test_players_from_a_file_get_their_strata_on_a_page(from_file, event, director):
    assert page_of(from_file, "players/") in shown(from_file, director)
    form = director.get(page_of(from_file, "players/")).text
    assert all(name in form for name in AT_QUAY)
    lou, oli = from_file.entrants.get(label="3"), from_file.entrants.get(label="6")
    answers = {f"stratum{lou.pk}": "B", f"stratum{oli.pk}": "B"}
    assert director.post(page_of(from_file, "players/"), answers).status_code == 302
    assert "2 of 6 players are in a lower stratum" in shown(from_file, director)
    event_score(event_id=event.pk)
    assert set(EventPlace.objects.filter(stratum="B").values_list("entrant__label", flat=True)) == {"3", "6"}
    wrong = director.post(page_of(from_file, "players/"), {f"stratum{lou.pk}": "Z"})
    assert wrong.status_code == 422 and "Choose a stratum of the event" in wrong.text


def test_a_corrected_file_keeps_the_strata(from_file, dee):
    lou = from_file.entrants.get(label="3")
    heat_players_set(heat=from_file, strata={lou.pk: "C"})
    bring(from_file, dee)
    assert from_file.entrants.get(label="3").stratum == "C"


def test_strata_of_a_night_are_given_in_the_night(heat, dee):
    heat_night(heat, dee)
    with pytest.raises(Refused, match="Give the names and strata in the night"):
        heat_players_set(heat=heat, strata={})
