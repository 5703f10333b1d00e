"""An event of another server as a club's wall, phones and pages show it while it is played."""

import dataclasses

import pytest
from django.test import Client

from clubsite.core import jobs
from clubsite.duplicate.services.rounds import session_start
from clubsite.event_documents.services import outgoing
from clubsite.event_documents.services.hub_sweep import hubs_sweep
from clubsite.events.models import Event
from clubsite.events.selectors.places import wider_ranking
from clubsite.leaderboard.services import leaderboard_set
from clubsite.play import relay
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, scoring_set
from tests.clubsite.event_documents import samples
from tests.clubsite.listeners import nobody_listens
from tests.kit.events import heat_night, play_heat, score_round, take_lines
from tests.kit.people import plays_as

IN = "12 of 38 heats are in, 3 are playing"


@pytest.fixture
def session(heat, hub, dee):
    """The heat's night, whose places are shown. It is scored, and the hub has answered: number 1 is 31st."""
    with nobody_listens():
        session = heat_night(heat, dee)
        play_heat(session, dee, {1: "1N S 8", 2: "1N S 7", 3: "p"})
        leaderboard_set(session=session, on=True, user=dee)
    take_lines(heat)
    hub.states["places"] = (dataclasses.replace(samples.PLACE, label="1"),)
    hubs_sweep()
    return session


@pytest.fixture
def told(monkeypatch, session):
    """The groups that are told something, in order."""
    found = []
    monkeypatch.setattr(relay, "send", lambda group, message: found.append(group))
    monkeypatch.setattr(relay, "send_seldom", lambda group, message: found.append(group))
    return found


def page_of(session, heat, address="") -> str:
    return Client().get(f"/events/{heat.event.public_id}/{address}").text


def asked(hub) -> int:
    return hub.types().count("ask")


def test_the_wall_says_how_many_heats_are_in_and_who_leads(session):
    page = Client().get(f"/leaderboard/{session.public_id}/places/").text
    assert f"Autumn simultaneous: {IN}." in page
    assert "First with 71.28\xa0% at Bell Lane." in page
    assert "54.44" in page  # number 1, over all


def test_a_player_reads_the_place_of_how_many(session):
    south = session.sections.get().contestants.get(number=1)
    assert wider_ranking(session).words_for(south.pk) == "Over all clubs: 31st of 412, 54.44\xa0%"


def test_the_events_page_has_the_size_of_the_whole_field_and_says_whose_players_these_are(session, heat):
    page = " ".join(page_of(session, heat).split())
    assert "420 players in 38 clubs" in page and IN in page
    assert "These are the players of this site, with their places over all clubs." in page
    assert "These are the clubs of this site." in page
    assert 'href="https://lantern.example/events/autumn2026ab/"' in page
    assert "All 1 of this site" in page
    listed = page_of(session, heat, "ranking/")
    assert "1 of this site" in listed and "with their places over all clubs" in listed
    assert "38 club nights" in Client().get("/events/").text


def test_a_player_reads_the_own_place_of_how_many_on_the_events_page(session, heat, club, cy):
    south = session.sections.get().contestants.get(number=1).persons.get().person
    south.user = cy
    south.save()
    reader = Client()
    reader.force_login(cy)
    assert "of 412 players" in " ".join(reader.get(f"/events/{heat.event.public_id}/").text.split())


def test_before_the_organisers_server_has_said_it_no_number_is_shown(session, heat):
    Event.objects.update(heard_standing={})
    wall = " ".join(Client().get(f"/leaderboard/{session.public_id}/places/").text.split())
    assert "Autumn simultaneous. " in wall and "heats are in" not in wall
    page = " ".join(page_of(session, heat).split())
    assert "<b>It is being played.</b> </p>" in page and "1 club" not in page


def test_walls_hear_of_other_places_and_of_nothing_if_none_has_changed(session, hub, heat, told, on_commit):
    def told_now() -> list[str]:
        told.clear()
        with on_commit():
            outgoing.hub_ask(heat=heat, wants=("state",))
        return told.copy()

    wall = f"leaderboard.{session.public_id}"
    assert wall not in told_now()
    hub.states["playing"] = 4
    assert wall in told_now()
    hub.states["places"] = (dataclasses.replace(samples.PLACE, label="1", place="30"),)
    assert wall in told_now()
    assert wall not in told_now()


def test_the_places_are_asked_for_again_once_the_hub_has_scored_the_lines(session, hub, heat, on_commit, monkeypatch):
    later = []
    monkeypatch.setattr(jobs, "_dispatch", lambda name, row_id, **how: later.append((name, row_id, how["delay"])))
    heat.lines.update(revision=2)
    with on_commit():
        outgoing.heat_tell(heat_id=heat.pk)
    [(name, row_id, seconds)] = [one for one in later if one[0] == outgoing.ASK_JOB]
    assert (row_id, 3 <= seconds <= 10) == (heat.pk, True)
    before = asked(hub)
    hub.states["places"] = (dataclasses.replace(samples.PLACE, label="1", place="29"),)
    jobs.run(name, row_id)
    assert asked(hub) == before + 1
    south = session.sections.get().contestants.get(number=1)
    assert "29th of 412" in wider_ranking(session).words_for(south.pk)


def test_a_stratum_that_is_given_late_is_told_to_the_hub(session, hub, heat, dee):
    Event.objects.update(scoring={"strata": ["A", "B"]})
    scoring_set(session=session, values={"strata": ["A", "B"]}, user=dee)
    south = session.sections.get().contestants.get(number=1)
    contestants_set(session=session, noted={south.pk: ContestantFacts("B")}, user=dee)
    take_lines(heat)
    hubs_sweep()
    told = [document.body for document in hub.heard if document.type == "lines"][-1]
    assert {one.label: one.stratum for one in told.contestants}["1"] == "B"
    assert {line.south for line in told.lines} == {"1"}


def test_a_director_who_still_plays_takes_no_results_along(heat, dee, director):
    """SOLO-31: a document is signed and not sealed, so that everybody who has the file can read the scores."""
    session = heat_night(heat, dee, start=False)
    plays_as(session, 1, dee)
    waiting = f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/documents/waiting.txt"
    assert "still have to play" not in director.get(waiting, follow=True).text  # nothing has been played
    with nobody_listens():
        session_start(session=session, user=dee)
        score_round(session, dee, {1: "1N S 8", 2: "1N S 7", 3: "p"})
    take_lines(heat)
    assert "The file has results of boards that you still have to play." in director.get(waiting, follow=True).text
