"""Clubs that organise events or take part in them: their club file, and what stays of them when they are erased."""

import datetime

import pytest
from django.db import connection
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.events.models import (
    Event,
    EventBookletPage,
    EventEntrant,
    EventLine,
    EventLogLine,
    EventPerson,
    EventPublication,
    EventStatus,
    Heat,
    HeatStatus,
    HubHeat,
)
from clubsite.keeper.services.erasing import club_erase
from clubsite.keeper.services.exporting import file_ask
from clubsite.nights.models import BoardSet, Session, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.rounds import session_start
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from tests.clubsite.keeper.conftest import erased, exported, imported
from tests.kit.club_files import PASSPHRASE, opened
from tests.kit.events import heat_night, join, make_club, make_event

AGO = datetime.timedelta(days=2)


def window_closed(event: Event) -> None:
    now = timezone.now()
    Event.objects.filter(pk=event.pk).update(window_opens=now - AGO, window_closes=now)
    BoardSet.objects.filter(session__heat__event=event).update(held_until=now)


def published(event: Event, user) -> None:
    """Publish the event, long enough ago that nothing can be corrected any more."""
    window_closed(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.PUBLISHED)
    EventPublication.objects.create(event=event, version=1, payload={}, by_user=user, at=timezone.now() - AGO)


def ended(heat: Heat, user) -> Session:
    session = heat_night(heat, user)
    session_end(session=session, user=user)
    return session


def lines_of(heat: Heat) -> Heat:
    """Give a heat two entrants and a line, as the scoring of its night does."""
    heat.refresh_from_db()
    contestants = list(heat.session.sections.get().contestants.order_by("number")[:2])
    entrants = [
        EventEntrant.objects.create(
            heat=heat, contestant=player, label=str(player.number), kind="two_handed", line="ALL"
        )
        for player in contestants
    ]
    EventPerson.objects.create(entrant=entrants[0], key="a" * 64)
    row = TableBoard.objects.filter(round__section__session=heat.session).first()
    EventLine.objects.create(
        heat=heat, board=1, round=1, table="1", south=entrants[0], north=entrants[1], status="played", contract="1N",
        declarer="S", tricks=7, ns_score=90, table_board=row,
    )  # fmt: skip
    return heat


def test_a_club_that_takes_part_leaves_its_lines_to_the_event(club, dee, cy):
    event = make_event(make_club("Quay Street", cy), cy)
    heat = join(event, club, dee)
    ended(heat, dee)
    lines_of(heat)
    published(event, cy)
    erased(club)
    heat.refresh_from_db()
    assert (heat.club, heat.session, heat.club_name, heat.status) == (None, None, "Lantern Street", "accepted")
    line = heat.lines.get()
    assert (line.ns_score, line.table_board, line.south.contestant, line.south.name) == (90, None, None, "")
    assert EventPerson.objects.get().key == ""
    assert event.publications.count() == 1
    connection.check_constraints()


def test_a_club_that_has_not_played_leaves_the_event(club, dee, cy):
    event = make_event(make_club("Quay Street", cy), cy)
    heat = join(event, club, dee)
    heat_night(heat, dee, start=False)
    erased(club)
    heat.refresh_from_db()
    assert (heat.status, heat.session) == (HeatStatus.LEFT, None)
    assert event.log.first().actor == "the site"


def test_an_organiser_is_not_erased_before_the_event_is_over(club, dee, cy):
    event = make_event(club, dee)
    other = make_club("Quay Street", cy)
    ended(join(event, other, cy), cy)
    file = exported(club)
    with pytest.raises(Refused, match="organises “Autumn simultaneous”"):
        club_erase(club=club, archive=opened(file), passphrase=PASSPHRASE)
    published(event, dee)
    Event.objects.filter(pk=event.pk).update(correction_hours=72)
    with pytest.raises(Refused, match="correction period"):
        club_erase(club=club, archive=opened(file), passphrase=PASSPHRASE)
    assert Event.objects.get().club == club


def test_the_other_clubs_keep_the_event_of_an_erased_organiser(club, dee, cy):
    event = make_event(club, dee)
    other = join(event, make_club("Quay Street", cy), cy)
    ended(other, cy)
    lines_of(other)
    published(event, dee)
    erased(club)
    event.refresh_from_db()
    assert (event.club, event.organiser_name, event.is_remote) == (None, "Lantern Street", False)
    assert other.lines.get().table_board is not None
    assert event.log.exists() and event.publications.exists()


def test_an_event_without_other_clubs_is_erased_with_its_organiser(club, dee, cy):
    elsewhere = make_event(make_club("Quay Street", cy), cy)
    event = make_event(club, dee)
    heat = join(event, club, dee)
    ended(heat, dee)
    lines_of(heat)
    published(event, dee)
    EventBookletPage.objects.create(event=event, number=1, page={})
    make_event(club, dee, announce=False, name="Draft")
    erased(club)
    assert Event.objects.get() == elsewhere
    assert not Heat.objects.exists() and not EventLine.objects.exists() and not EventPublication.objects.exists()
    connection.check_constraints()
    with pytest.raises(Exception, match="append-only"):
        EventLogLine.objects.all().delete()


def test_an_event_of_another_server_goes_with_the_last_club_here_that_played_it_and_the_names_of_the_others(
    club, dee, cy
):
    event = make_event(make_club("Quay Street", cy), cy)
    Event.objects.filter(pk=event.pk).update(club=None, organiser="Quay Street", hub="https://quay.example", hub_id="x")
    elsewhere = Heat.objects.create(event=event, club_name="Harbour", status=HeatStatus.ACCEPTED)
    EventEntrant.objects.create(heat=elsewhere, label="1", kind="two_handed", line="ALL", name="Ann")
    heat = Heat.objects.create(event=event, club=club, club_name=club.name, status=HeatStatus.ACCEPTED)
    HubHeat.objects.create(heat=heat)
    second = Heat.objects.create(event=event, club=make_club("Bridge Road", cy), status=HeatStatus.ACCEPTED)
    erased(club)
    heat.refresh_from_db()
    assert heat.club is None and EventEntrant.objects.get().name == "Ann" and not HubHeat.objects.exists()
    erased(second.club)
    assert not Event.objects.exists() and not EventEntrant.objects.exists()


def test_a_heat_that_moves_is_a_night_whose_boards_stay_hidden_until_the_window_closes(club, dee, cy):
    event = make_event(make_club("Quay Street", cy), cy)
    session = ended(join(event, club, dee), dee)
    there = imported(erased(club)).club
    moved = there.sessions.get()
    assert (moved.public_id, hasattr(moved, "heat")) == (session.public_id, False)
    boards = set(moved.board_sets.get().boards.values_list("pk", flat=True))
    assert owed_elsewhere(boards) == boards
    BoardSet.objects.update(held_until=timezone.now())
    assert owed_elsewhere(boards) == set()


def test_a_draft_that_moves_away_from_its_event_does_not_start_without_cards(club, dee, cy):
    event = make_event(make_club("Quay Street", cy), cy)
    heat_night(join(event, club, dee), dee, start=False)
    moved = imported(erased(club)).club.sessions.get()
    with pytest.raises(Refused, match="Choose other boards"):
        session_start(session=moved, user=dee)


def test_no_owner_gets_a_file_with_cards_that_other_clubs_have_still_to_play(club, dee, cy):
    event = make_event(make_club("Quay Street", cy), cy)
    heat = join(event, club, dee)
    ended(heat, dee)
    with pytest.raises(Refused, match="once the event is over in every club"):
        file_ask(club=club, user=dee, passphrase=PASSPHRASE)
    window_closed(event)
    assert file_ask(club=club, user=dee, passphrase=PASSPHRASE).waits
