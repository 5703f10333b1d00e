"""The projector: the clock, the round, the seats that people look up, and the ranking, shown only if it is wanted."""

import datetime

from django.utils import timezone

from clubsite.director.monitor.progress import sections_on_screen
from clubsite.nights.models import Round
from clubsite.nights.services.directing import session_end, session_pause
from clubsite.nights.services.rounds import round_force
from clubsite.scores.services.tables import table_play


def begun(night, minutes: int):
    at = timezone.now() - datetime.timedelta(minutes=minutes)
    Round.objects.filter(section=night.section, number=1).update(started_at=at)


def test_at_first_the_seats_of_the_round_then_those_of_the_next(night):
    (now,) = sections_on_screen(night.session)
    assert (now["seats_of"], now["now"]) == (1, True)
    first = now["places"][0]
    assert (first["label"], first["south"], first["north"], first["boards"]) == ("1", "Bo", "Ann", "1")
    begun(night, 5)
    (later,) = sections_on_screen(night.session)
    assert (later["seats_of"], later["now"]) == (2, False)
    assert later["places"][0]["south"] == "Bo" and later["places"][0]["north"] != "Ann"


def test_in_the_last_round_nobody_is_sent_on(night, dee):
    for _ in range(2):
        round_force(section=night.section, user=dee)
    Round.objects.filter(section=night.section).update(started_at=timezone.now() - datetime.timedelta(minutes=9))
    (last,) = sections_on_screen(night.session)
    assert (last["seats_of"], last["places"]) == (0, [])


def test_a_sit_out_is_shown_without_boards(make_night):
    (shown,) = sections_on_screen(make_night(players=5).session)
    out = [place for place in shown["places"] if not place["boards"]]
    assert len(out) == 1 and "" in (out[0]["south"], out[0]["north"])


def test_tables_with_cards_and_on_screens_are_told_apart_where_there_are_both(night, director, dee):
    at = f"/director/{night.session.public_id}/projector/"
    assert "(screens)" not in director.get(at).text
    table_play(table=night.section.tables.get(number=2), live=False, user=dee)
    (now,) = sections_on_screen(night.session)
    assert [place["how"] for place in now["places"]] == ["screens", "cards", "screens"]
    begun(night, 5)
    (later,) = sections_on_screen(night.session)
    assert [place["how"] for place in later["places"]] == ["screens", "cards", "screens"]
    shown = director.get(at).text
    assert shown.count("(cards)") == 1 and shown.count("(screens)") == 2


def test_the_ranking_is_there_only_if_it_is_wanted(scored_night, director):
    at = f"/director/{scored_night.session.public_id}/projector/"
    assert "100.00" not in director.get(at).text
    assert "100.00" in director.get(f"{at}?ranking=yes").text
    assert "100.00" in director.get(f"{at}part/?ranking=yes").text


def test_a_pause_stops_the_clock_and_the_end_is_said(night, director, dee):
    at = f"/director/{night.session.public_id}/projector/part/"
    assert 'data-ends="' in director.get(at).text
    session_pause(session=night.session, user=dee)
    assert "data-frozen" in director.get(at).text
    session_end(session=night.session, user=dee)
    assert "The night is over" in director.get(at).text
