"""Data that is not kept for ever, and the only way to delete it: one command, whose setting gets past one trigger."""

import datetime
import uuid
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.accounts.models import BrowserSession, Device
from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.services.plays import unanalysed
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, AuditEntry, Person
from clubsite.clubs.services import person_add, token_make
from clubsite.core.triggers import deleting
from clubsite.home.models import HomeMatch
from clubsite.nights.models import ContestantPerson, Session, Table, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.opening import OpenedFor
from clubsite.play.log_erasure import logs_delete
from clubsite.play.models import Play, PlayEvent, Room, SeatTicket
from clubsite.privacy.services import retention_run
from clubsite.rankings.models import Publication
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry
from clubsite.scores.services.entries import score_enter
from clubsite.visibility.models import Look, LookKind
from clubsite.visibility.services import Looker, look_note
from tests.clubsite.home.homes import alone, waiting
from tests.clubsite.scored_nights import ONE_NOTRUMP
from tests.kit.aged import aged, logs_aged
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score, result
from tests.on_page import on_page

YEARS = datetime.timedelta(days=3 * 365)
SHORTER = datetime.timedelta(days=365)


@pytest.fixture
def played(night, dee, open_boards, play_out):
    """A published session in which board 1 was played on the site, one score was typed in the name of Ann's seat, and
    one more score was entered.
    """
    live, typed, other = open_boards()
    play = play_out(live)
    PlayAnalysis.objects.create(play=play, calls=[], cards=[])
    score_enter(table_board=typed, result=result(typed, **ONE_NOTRUMP[2]), user=None, ticket=night.tickets[4])
    enter_score(other, dee, **ONE_NOTRUMP[3])
    results_sweep()
    Person.objects.filter(name="Flo").update(guest=True)
    end_and_publish(night.session, dee)
    return night


def ended_ago(night, ago: datetime.timedelta):
    long_ago = timezone.now() - ago
    Session.objects.filter(pk=night.session.pk).update(ended_at=long_ago, date=long_ago.date())
    Device.objects.update(created_at=long_ago)
    logs_aged(long_ago)


def found(apply: bool = True, months: int = 24) -> dict[str, int]:
    """Return the count for each rule, by the rule's key, leaving out zeros."""
    return {rule.key: count for rule, count in retention_run(months=months, apply=apply) if count}


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("retention", *arguments, stdout=out)
    return out.getvalue()


def test_of_an_old_night_the_cards_seats_devices_guests_and_codes_go(played, club, director):
    person_add(club=club, name="Zed", guest=True)
    ended_ago(played, YEARS)
    lost = {"logs": 1, "seats": 6, "guests": 1, "codes": 3}
    assert found() == lost | {"devices": 6}
    assert not PlayEvent.objects.exists() and not PlayAnalysis.objects.exists()
    assert Person.objects.filter(name="A guest", forgotten_at__isnull=False).count() == 1
    assert {"Ann", "Bo", "Zed"} <= set(Person.objects.values_list("name", flat=True))
    assert all(code.startswith("-") for code in Table.objects.values_list("code", flat=True))
    [ticket] = SeatTicket.objects.all()
    assert (ticket.device.label, ticket.token_hash) == ("not kept", "") and ticket.revoked_at
    assert Device.objects.get() == ticket.device and ScoreEntry.objects.filter(by_ticket=ticket).count() == 1
    line = AuditEntry.objects.get(action=AuditAction.RETENTION_APPLIED)
    assert (line.club, line.actor, line.session) == (club, "the site", None)
    assert line.detail == {"months": 24} | lost
    assert found() == {}  # by a second run
    for page in ("", "table/1/", "ranking/", "audit-log/", "files/", "codes/"):
        assert director.get(f"/director/{played.session.public_id}/{page}").status_code == 200, page


def test_scores_publications_boards_and_who_played_stay_and_the_replay_is_gone(played, client):
    def kept():
        tables = (ScoreEntry, Publication, TableBoard, ContestantPerson, Play)
        return [list(table.objects.order_by("pk").values("pk")) for table in tables]

    night, row = f"/results/{played.session.public_id}/", TableBoard.objects.get(play__isnull=False)
    board = f"{night}board/{row.board.number}/"
    replay = f"{board}replay/{row.pk}/"
    assert client.get(replay).status_code == 200 and replay in client.get(board).text
    page, before = on_page(client.get(night).text), kept()
    ended_ago(played, YEARS)
    assert found()["logs"] == 1
    assert kept() == before
    after = on_page(client.get(night).text)
    dated = Session.objects.get().date
    assert after.count("Ann") == page.count("Ann") > 0 and str(dated.year) in after
    assert client.get(replay).status_code == 404
    answer = client.get(board)
    assert answer.status_code == 200 and replay not in answer.text, "nobody is sent to it"
    assert not unanalysed().exists(), "nobody tries to judge what is not there"
    Session.objects.filter(pk=played.session.pk).update(date=played.session.date)  # the digest has it
    out = StringIO()
    call_command("verify_night", played.session.public_id, stdout=out)
    assert "Everything is as it was published." in out.getvalue()


def test_what_is_younger_stays_and_a_night_that_nobody_has_ended(played):
    ended_ago(played, SHORTER)
    assert found() == {}
    assert found(apply=False, months=6)["logs"] == 1
    ended_ago(played, YEARS)
    Session.objects.update(status="paused")
    assert "logs" not in found()
    assert PlayEvent.objects.exists()


def test_without_apply_nothing_is_changed_and_the_report_is_the_same(played):
    ended_ago(played, YEARS)
    lines, log = PlayEvent.objects.count(), AuditEntry.objects.count()
    trial, report = found(apply=False), command()
    assert "1 records of how a board was called and played deleted" in report
    assert report.endswith("Nothing was changed. Do it: --apply\n")
    assert (PlayEvent.objects.count(), AuditEntry.objects.count()) == (lines, log)
    assert SeatTicket.objects.count() == 6 and Device.objects.count() == 6
    assert Person.objects.filter(name="Flo").exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayEvent.objects.all().delete()
    with transaction.atomic():
        assert found() == trial
        transaction.set_rollback(True)
    assert command("--apply").endswith("Done. The audit log of each club that lost something says so.\n")
    assert not PlayEvent.objects.exists()


def test_a_guest_who_came_again_keeps_their_name(played, make_night):
    ended_ago(played, YEARS)
    coming = make_night(start=False)
    contestant = coming.section.contestants.first()
    contestant.persons.update(person=Person.objects.get(name="Flo", guest=True))
    assert "guests" not in found()


def test_tokens_that_no_program_used_and_ended_sessions_of_browsers_go(club, dee):
    idle, used, young = (token_make(club=club, user=dee, name=n, write=False)[0] for n in ("idle", "used", "young"))
    long_ago = timezone.now() - YEARS
    ApiToken.objects.filter(pk__in=[idle.pk, used.pk]).update(made_at=long_ago, used_at=long_ago)
    ApiToken.objects.filter(pk=used.pk).update(used_at=timezone.now())
    assert found() == {"tokens": 1}
    assert list(ApiToken.objects.filter(revoked_at=None).order_by("pk")) == [used, young]
    for key, days in (("ended", -2), ("just ended", -0.5), ("open", 1)):
        expires = timezone.now() + datetime.timedelta(days=days)
        BrowserSession.objects.create(session_key=key, expire_date=expires)
    assert found() == {"signed_in": 1}
    kept = set(BrowserSession.objects.values_list("session_key", flat=True))
    assert kept == {"just ended", "open"}, "a running night may keep one that ended today"


def left_long_ago(*matches: HomeMatch):
    long_ago = timezone.now() - YEARS
    HomeMatch.objects.filter(pk__in=[m.pk for m in matches]).update(created_at=long_ago)
    logs_aged(long_ago)
    Device.objects.update(created_at=long_ago)


def test_a_match_at_home_of_no_account_goes_with_its_cards_unless_its_deal_is_played_again(cy):
    match, _ = alone("bridge_solitaire")
    match.seats.update(user=cy)
    left_long_ago(match)
    assert found() == {}
    match.seats.update(user=None)
    assert Play.objects.exists()
    assert found() == {"matches": 1, "devices": 1}
    assert not any(table.objects.exists() for table in (HomeMatch, Play, PlayEvent, SeatTicket))
    first, _ = alone("bridge_solitaire")
    second = waiting("bridge_solitaire", against="nobody", repeats=Play.objects.get(room=first.room_id)).match
    left_long_ago(first)
    assert found() == {}
    left_long_ago(second)
    assert found()["matches"] == 2


def logged() -> PlayEvent:
    """Return the first line of a play's log, which is years old."""
    play = Play.objects.create(room=Room.objects.create(), game="solo", rules_version="1", setup={})
    PlayEvent.objects.create(play=play, seq=1, client_id=uuid.uuid4(), actor="S", action="c:1N")
    logs_aged(timezone.now() - YEARS)
    return PlayEvent.objects.get(play=play)


@pytest.fixture
def line(db):
    return logged()


def test_only_logs_and_looks_may_be_deleted_and_the_setting_is_for_no_other_table(played):
    for table in ("scores_scoreentry", "rankings_publication", "clubs_auditentry"):
        with pytest.raises(ValueError, match="kept for good"), deleting(table, [1]):
            raise AssertionError("deleting is allowed")
    with deleting("play_playevent", list(Play.objects.values_list("pk", flat=True))):
        for table in (ScoreEntry, Publication, AuditEntry):
            with pytest.raises(IntegrityError), transaction.atomic():
                table.objects.all()._raw_delete("default")  # past Django's own guards


def test_the_setting_allows_deletions_and_no_changes_of_the_plays_that_are_named_and_no_other(line):
    other = logged()
    with pytest.raises(IntegrityError), transaction.atomic(), deleting("play_playevent", [line.play_id, other.play_id]):
        PlayEvent.objects.update(action="c:1S")
    with pytest.raises(IntegrityError), transaction.atomic(), deleting("play_playevent", [line.play_id]):
        PlayEvent.objects.all().delete()
    with pytest.raises(IntegrityError), transaction.atomic(), deleting("play_playevent", []):
        other.delete()
    logs_delete(Play.objects.filter(pk=line.play_id))
    assert PlayEvent.objects.get() == other


def test_after_the_setting_the_log_is_append_only_again(line):
    logs_delete(Play.objects.none())
    for change in (PlayEvent.objects.all().delete, lambda: PlayEvent.objects.update(action="c:1S")):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    with pytest.raises(RuntimeError), deleting("play_playevent", [line.play_id]):
        PlayEvent.objects.all().delete()
        raise RuntimeError
    assert PlayEvent.objects.get() == line
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayEvent.objects.all().delete()


def test_a_young_line_is_deleted_by_no_setting(line):
    PlayEvent.objects.create(play=line.play, seq=2, client_id=uuid.uuid4(), actor="N", action="c:P")
    logs_aged(timezone.now() - datetime.timedelta(days=88))
    with pytest.raises(IntegrityError), transaction.atomic():
        logs_delete(Play.objects.all())
    logs_aged(timezone.now() - datetime.timedelta(days=90))
    logs_delete(Play.objects.all())
    assert not PlayEvent.objects.exists()


@pytest.mark.parametrize("months", ["0", "-5", "2"])
def test_the_command_refuses_too_few_months(db, months):
    with pytest.raises(CommandError, match="Keep at least 3 months"):
        command("--months", months, "--apply")


def test_looks_at_cards_go_with_their_devices(night, dee):
    device = Device.objects.create(token_hash="of the look")
    boards = list(night.section.board_set.boards.all())
    by = Looker(user=dee, device=device)
    look_note(session=night.session, boards=boards, kind=LookKind.SLIPS, by=by, subject="", opens=OpenedFor.SLIPS)
    session_end(session=night.session, user=dee)
    ended_ago(night, YEARS)
    assert "looks" not in found(), "they are younger than the session that ended"
    aged(Look, timezone.now() - YEARS)
    assert found()["looks"] == len(boards) and not Look.objects.exists()
    assert not Device.objects.filter(pk=device.pk).exists(), "nothing refers to it any more"
    assert AuditEntry.objects.filter(action=AuditAction.SLIPS_PRINTED).exists()
