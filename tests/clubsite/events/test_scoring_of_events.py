"""An event's ranking over two clubs, with figures worked out by hand, and what happens if a job is lost or repeated."""

from decimal import Decimal
from fractions import Fraction

import pytest

from clubsite.core import jobs
from clubsite.events import tasks
from clubsite.events.models import EventBoard, EventPlace, EventScoring
from clubsite.events.selectors.event_facts import heats_counting, tables_of_heats
from clubsite.events.services import scoring
from clubsite.events.services.event_requests import event_scoring_ask
from clubsite.events.services.events import event_publish
from clubsite.events.services.heat_put import session_results_take
from clubsite.events.services.heats import heat_leave
from clubsite.events.services.scoring import event_score
from clubsite.events.tasks import events_sweep
from clubsite.nights.models import Contestant, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.services.scoring import score_session
from clubsite.rankings.services.settings import ContestantFacts, contestants_set, penalty_add, penalty_withdraw
from clubsite.rankings.services.sweep import results_sweep
from tests.clubsite.events.two_clubs import AT_QUAY, LANTERN, QUAY, close_and_score, places
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat, score_round, take_lines
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.nights import end_and_publish
from tests.kit.pages import text_of
from tests.kit.typed_scores import enter_score


@pytest.fixture
def event(club, dee):
    return make_event(club, dee, winners=2, min_tables=3, min_boards=2)


@pytest.fixture
def lantern_night(event, club, dee):
    return heat_night(join(event, club, dee), dee)


@pytest.fixture
def quay_night(event, cy):
    return heat_night(join(event, make_club("Quay Street", cy), cy), cy, names=AT_QUAY)


@pytest.fixture
def both(lantern_night, quay_night, dee, cy):
    """Both clubs have played all three boards."""
    play_heat(lantern_night, dee, LANTERN)
    play_heat(quay_night, cy, QUAY)
    return lantern_night, quay_night


def test_two_clubs_are_one_field_and_what_is_done_again_or_late_changes_nothing(event, both):
    assert event_score(event_id=event.pk)
    counts = [" ".join(row) for row in places(event)]
    assert counts == ["1 Q1 100", "2 L1 80", "3= L2 50", "3= Q2 50", "5 L3 20", "6 Q3 0"]
    assert {place for place, _, _ in places(event, "EW")} == {"1="}  # every North met each South once
    field = EventBoard.objects.get(event=event, number=1)
    assert (field.top, field.results) == (10, 6)
    counts = [(row["ns_score"] or 0, row["times"], row["ns"], row["ew"]) for row in field.frequencies]
    assert counts == [
        (150, 1, "10/1", "0/1"), (120, 1, "8/1", "2/1"), (90, 2, "5/1", "5/1"), (0, 1, "2/1", "8/1"),
        (-50, 1, "0/1", "10/1"),
    ]  # fmt: skip
    runs, rows = EventScoring.objects.get().runs, list(EventPlace.objects.order_by("pk").values())
    assert not event_score(event_id=event.pk)
    assert events_sweep() == 0
    assert EventScoring.objects.get().runs == runs
    event_scoring_ask(event_id=event.pk)
    assert not event_score(event_id=event.pk)  # asked for, but the same figures
    assert list(EventPlace.objects.order_by("pk").values()) == rows
    before = {label: figure for _, label, figure in places(event)}
    heat = event.heats.get(session=both[1])
    heat.entrants.filter(label="1").update(second_play=True)
    event_scoring_ask(event_id=event.pk)
    event_score(event_id=event.pk)
    assert places(event)[0] == ("1", "L1", "80")
    assert [label for place, label, _ in places(event) if not place] == ["Q1"]
    assert {label: figure for _, label, figure in places(event)} == before


def test_a_heat_that_leaves_is_out_and_its_lines_are_kept(event, both, cy):
    event_score(event_id=event.pk)
    type(both[1]).objects.filter(pk=both[1].pk).update(status="ended")
    heat = event.heats.get(session=both[1])
    heat_leave(heat=heat, user=cy)
    event_score(event_id=event.pk)
    assert places(event) == [("1", "L1", "100"), ("2", "L2", "50"), ("3", "L3", "0")]
    assert heat.lines.count() == 9


def test_after_the_window_heats_need_enough_tables_and_places_enough_boards(event, lantern_night, quay_night, dee, cy):
    play_heat(lantern_night, dee, LANTERN)
    score_round(quay_night, cy, {1: "1N S 9", 2: "1N S 7"})
    event_score(event_id=event.pk)
    assert len(places(event)) == 6
    close_and_score(event)
    assert places(event) == [("1", "L1", "100"), ("2", "L2", "50"), ("3", "L3", "0")]
    score_round(quay_night, cy, {3: "1N S 6"})
    event_score(event_id=event.pk)
    ranking = [f"{place} {label}" for place, label, _ in places(event)]
    assert ranking == ["1 L1", "2 L2", "3 L3", " Q1", " Q2", " Q3"]


def test_a_board_fouled_in_one_heat_is_compared_there_only(event, both, dee):
    for row in TableBoard.objects.filter(round__section__session=both[0], board__number=1):
        tricks = {1: 8, 2: 7, 3: 6}[row.ns.number]
        enter_score(row, dee, contract="1N", declarer="S", tricks=tricks, group="F", why="a card too many")
    score_session(both[0].pk)
    event_score(event_id=event.pk)
    heat = event.heats.get(session=both[0])
    groups = {row["heat"]: row["times"] for row in EventBoard.objects.get(event=event, number=1).frequencies}
    assert groups == {heat.public_id: 1, "": 1}
    place = EventPlace.objects.get(entrant__heat=heat, entrant__label="1")
    assert (Fraction(place.won), place.possible) == (9 + 8 + 8, 30)  # among three of six: (6 / 3) * (4 + 1) - 1 = 9


def test_strata_of_the_event_have_lists_of_their_own(club, dee):
    event = make_event(club, dee, winners=1, scoring={"strata": ["A", "B"]})
    night = heat_night(join(event, club, dee), dee)
    numbers = dict(night.sections.get().contestants.values_list("number", "pk"))
    contestants_set(session=night, noted={numbers[place]: ContestantFacts("B") for place in (3, 5)}, user=dee)
    night.sections.get().contestants.filter(number=6).update(stratum="Z")  # as if it was one of the club's own
    play_heat(night, dee, LANTERN)
    event_score(event_id=event.pk)
    assert [(place, label) for place, label, _ in places(event, "ALL", "B")] == [("1", "L5"), ("2", "L3")]


def test_a_score_asks_for_the_event_and_the_job_then_rests_two_seconds(
    event, lantern_night, dee, on_commit, monkeypatch
):
    dispatches = []
    monkeypatch.setattr(jobs, "_dispatch", lambda name, row, **_: dispatches.append((name, row)))
    with on_commit():
        score_round(lantern_night, dee, {1: "1N S 8"})
    assert ("events.score_event", event.pk) in dispatches
    tasks.score_event(event.pk)
    assert len(places(event)) == 3
    assert EventBoard.objects.get(event=event).results == 1
    later = []
    monkeypatch.setattr(jobs, "enqueue", lambda *job, **how: later.append((job, how)))
    event_scoring_ask(event_id=event.pk)
    later.clear()
    tasks.score_event(event.pk)
    [((name, row), how)] = later
    assert (name, row, how["once"]) == ("events.score_event", event.pk, True)
    assert 0 < how["delay"] <= 2


def test_if_the_job_is_lost_the_sweep_finds_the_heat_which_does_not_count_with_one_score(event, lantern_night, dee):
    score_round(lantern_night, dee, {1: "1N S 8"})
    assert not EventPlace.objects.exists()
    tasks.events_sweep()
    assert EventBoard.objects.get(event=event).results == 1
    session_end(session=lantern_night, user=dee)
    results_sweep()
    close_window(event)
    event_score(event_id=event.pk)
    heat = event.heats.get()
    assert heat.lines.filter(status="not_played").exists()
    assert (tables_of_heats(event)[heat.pk], heats_counting(event), places(event)) == (1, [], [])


def test_if_scoring_fails_after_the_lines_were_taken_the_sweep_scores(event, lantern_night, dee, monkeypatch):
    def down(facts):
        raise RuntimeError("the process ends here")

    score_round(lantern_night, dee, {1: "1N S 8"})
    with monkeypatch.context() as broken:
        broken.setattr(scoring, "score_event", down)
        with pytest.raises(RuntimeError):
            event_score(event_id=event.pk)
    assert event.heats.get().lines.count() == 1
    tasks.events_sweep()
    assert EventBoard.objects.get(event=event).results == 1


def test_where_another_has_written_meanwhile_it_is_scored_again(event, lantern_night, dee, monkeypatch):
    rows = score_round(lantern_night, dee, {1: "1N S 8"})
    real = scoring.score_event

    def overtaken(facts):
        monkeypatch.setattr(scoring, "score_event", real)
        enter_score(rows[0], dee, "1N S 6", why="as told")
        score_session(lantern_night.pk)
        event_score(event_id=event.pk)
        return real(facts)

    monkeypatch.setattr(scoring, "score_event", overtaken)
    event_score(event_id=event.pk)
    [row] = EventBoard.objects.get(event=event, number=1).frequencies
    assert row["ns_score"] == -50


def test_a_request_during_the_scoring_waits_until_the_event_is_cancelled(event, lantern_night, dee, monkeypatch):
    score_round(lantern_night, dee, {1: "1N S 8"})
    real = scoring.event_scores_store

    def asked_meanwhile(**what):
        event_scoring_ask(event_id=event.pk)
        return real(**what)

    monkeypatch.setattr(scoring, "event_scores_store", asked_meanwhile)
    event_score(event_id=event.pk)
    state = EventScoring.objects.get()
    assert state.asked == state.done + 1
    assert scoring.events_waiting() == [event.pk]
    type(event).objects.update(status="cancelled")
    assert scoring.events_waiting() == [] and not event_score(event_id=event.pk)


def test_an_entrant_who_is_gone_before_the_places_are_stored_has_none(event, lantern_night, dee):
    late = Contestant.objects.create(section=lantern_night.sections.get(), number=7)
    score_round(lantern_night, dee, {1: "1N S 8", 2: "1N S 7", 3: "p"})
    heat = event.heats.get(session=lantern_night)
    take_lines(heat)

    def taken_out():
        late.delete()
        session_results_take(heat=heat)

    with before_statement(TRANSACTION, taken_out):
        event_score(event_id=event.pk)
    labels = set(EventPlace.objects.filter(event=event).values_list("entrant__label", flat=True))
    assert labels == {"1", "2", "3", "4", "5", "6"}


def penalise(session, user, amount: str, unit: str):
    [south] = Contestant.objects.filter(section__session=session, number=1)
    given = {"amount": Decimal(amount), "unit": unit, "why": "Late"}
    penalty = penalty_add(session=session, contestant_id=south.pk, user=user, **given)
    results_sweep()
    return penalty


def won(event) -> Fraction:
    event_score(event_id=event.pk)
    return Fraction(EventPlace.objects.get(entrant__heat__club_name="Lantern Street", entrant__label="1").won)


def test_a_penalty_takes_the_same_part_over_all_and_the_card_has_both(event, both, dee, cy, client):
    """A penalty takes the same part of a board, or of the session, in the event as at the club, whose top is 4."""
    assert won(event) == 24
    for amount, unit, taken in (
        ("10", "top", Fraction(1)),  # 10 % of a top of 10
        ("1", "points", Fraction(5, 2)),  # one of 4 match points is a quarter of a board
        ("5", "percent", Fraction(3, 2)),  # 5 % of 30
        ("-20", "top", Fraction(-2)),
    ):
        given = penalise(both[0], dee, amount, unit)
        assert won(event) == 24 - taken, (amount, unit)
        penalty_withdraw(session=both[0], penalty_id=given.pk, user=dee)
        results_sweep()
        assert won(event) == 24
    lantern, quay = both
    penalise(lantern, dee, "1", "points")
    end_and_publish(lantern, dee)
    session_end(session=quay, user=cy)
    event_publish(event=close_window(event), user=dee)
    card = text_of(client, f"/events/{event.public_id}/heats/{lantern.heat.public_id}/1/")
    assert "Penalties and awards at the club" in card and "Penalties and awards over all" in card


def test_match_points_mean_nothing_in_an_event_scored_by_imps(club, dee, cy):
    event = make_event(club, dee, winners=2, min_tables=3, scoring={"method": "cross_imps"})
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN)
    before = won(event)
    penalise(session, dee, "1", "points")
    assert won(event) == before
