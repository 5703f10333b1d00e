"""The same cards in two sessions: the importer is warned, and nobody may read cards that are still owed (SOLO-31)."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from clubsite.analysis.models import BoardSolution
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Club
from clubsite.clubs.services import club_create
from clubsite.director.embargo_words import embargo_sentences, known_boards
from clubsite.director.monitor.table_detail import choices_of
from clubsite.director.setup.dummy_slips import cards_refusal
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.nights.services.boards import boards_deal, boards_import, boards_read
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.opening import OpenedFor, boards_open, deal_type
from clubsite.rankings.selectors.embargoes import holds_on
from clubsite.rankings.selectors.published import Published, published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.selectors.owed import owed_by
from clubsite.secrecy.facts import Owes, What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.selectors import RESULTS_READER, may_see
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night, end_and_publish, pbn_of
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score


@pytest.fixture
def draft(scored_night):
    """A function that makes a session today with the same deals in another order, by default for another club."""
    return lambda *args, **facts: with_the_deals_of(scored_night.session, *args, **facts)


def with_the_deals_of(session: Session, club=None, date=None) -> Session:
    owner = get_user_model().objects.get_or_create(username="quentin")[0]
    club = club or club_create(name="Quay Street", slug="quay", owner=owner)
    copy = draft_night(club, owner, name="Secret Simultaneous", date=date or timezone.localdate())
    boards_import(session=copy, data=pbn_of(session), file_name="e.pbn", user=owner)
    return copy


@pytest.fixture
def other(draft, club):
    """A session of the club that has had the deals since before they were published."""
    return draft(club)


SHOWS = {
    "boards.pbn": "[Deal ", "results.xml": "<BOARD_NUMBER>", "results-1.3.xml": "<BOARD_NUMBER>",
    "boards.lin": "md|", "travellers.csv": "1N",
}  # fmt: skip


def readable(session: Session) -> set[str]:
    """Return every way in which a session's boards can be read, with the board's number if the way has one."""
    visitor, base = Client(), f"/results/{session.public_id}/"
    api = f"/api/v1/sessions/{session.public_id}/"
    ways = {f"board {n}" for n in (1, 2, 3) if visitor.get(f"{base}board/{n}/").status_code == 200}
    ways |= {f"api {n}" for n in (1, 2, 3) if visitor.get(f"{api}boards/{n}/").status_code == 200}
    ways |= {name for name, cards in SHOWS.items() if cards in visitor.get(f"{base}files/{name}").text}
    ways |= {page for page in ("boards/", "hands/", "player/1/") if "/board/1/" in visitor.get(base + page).text}
    return ways | {f"api {page}" for page in ("boards/", "travellers/") if visitor.get(api + page).json()}


EVERYTHING = {
    *(f"{where} {n}" for where in ("board", "api") for n in (1, 2, 3)),
    *SHOWS,
    *("boards/", "hands/", "player/1/", "api boards/", "api travellers/"),
}


def test_while_another_session_owes_the_deals_nobody_reads_them_and_pages_say_so_solo_31(
    other, published_night, client
):
    base = f"/results/{published_night.session.public_id}/"
    assert "Bo" in client.get(base).text
    for page in ("boards/", "hands/", "files/", "player/1/"):
        text = words(client.get(base + page))
        assert "Boards 1, 2, 3 are not shown yet: another session has the same cards still to play." in text
        assert "Secret" not in text and "Quay" not in text
    night = published_night.session
    assert readable(night) == set()
    board = Board.objects.filter(board_set__session=night).first()
    assert not may_see(RESULTS_READER, board, What.VERDICT)
    other.status, other.ended_at = "ended", timezone.now()
    other.save()
    assert readable(night) == EVERYTHING
    assert may_see(RESULTS_READER, board, What.VERDICT)


def test_a_replay_and_its_verdicts_are_not_there_either(night, dee, open_boards, play_out, client):
    row = open_boards()[0]
    play_out(row)
    values = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}
    par = {"points": 0, "contracts": [["PASS", ""]], "line": []}
    BoardSolution.objects.create(board=row.board, values=values, par=par)
    results_sweep()
    session_end(session=night.session, user=dee)
    base = f"/results/{night.session.public_id}/board/{row.board.number}/replay/{row.pk}/"
    addresses = (base, base + "verdicts/")
    other = draft_night(night.session.club, dee, name="Again", date=timezone.localdate())
    boards_import(session=other, data=pbn_of(night.session), file_name="e.pbn", user=dee)
    publish(night.session, dee)
    assert [client.get(address).status_code for address in addresses] == [404, 404]
    Session.objects.filter(pk=other.pk).update(status="ended", ended_at=timezone.now())
    assert [client.get(address).status_code for address in addresses] == [200, 200]


def test_only_the_boards_that_are_owed_are_closed(other, published_night):
    """The other session has ended, but one of its tables still has to play board 1."""
    Session.objects.filter(pk=other.pk).update(status="ended", ended_at=timezone.now())
    own = Board.objects.get(board_set__session=published_night.session, number=1)
    row = TableBoard.objects.filter(board=own).first()
    row.pk, row.state = None, "waiting"
    row.board = Board.objects.get(board_set__session=other, fingerprint=own.fingerprint)
    row.save()
    published = published_or_404(published_night.session.public_id)
    assert (published.hidden_keys[WhyNot.OWED_ELSEWHERE], [b.key for b in published.boards]) == (["1"], ["2", "3"])


def test_a_draft_that_was_forgotten_holds_nobody_up(other, published_night):
    assert readable(published_night.session) == set()
    Session.objects.filter(pk=other.pk).update(date=timezone.localdate() - datetime.timedelta(days=31))
    assert readable(published_night.session) == EVERYTHING


def test_a_file_that_was_read_and_not_taken_holds_nobody_up(other, published_night):
    session = published_night.session
    other.sections.update(board_set=None)
    boards_read(session=other, data=pbn_of(session), file_name="e.pbn")
    assert readable(published_night.session) == EVERYTHING


def owed_by_another_club(session: Session) -> int:
    holds = holds_on(Board.objects.filter(board_set__session=session).values_list("pk", flat=True))
    return sum(other.board_set.session.club_id != session.club_id for _, other in holds)


@pytest.mark.parametrize(
    ("opened", "status", "day", "owed"),
    [
        *((0, "draft", 300, 3), (0, "draft", -1, 3), (0, "draft", -2, 0), (1, "draft", 0, 0)),
        *((1, "running", -20, 3), (1, "paused", 0, 3), (1, "ended", 0, 0)),
    ],
)
def test_what_another_club_holds_back_and_how_long_solo_31(opened, status, day, owed, night, monkeypatch):
    """One opened board is enough: whoever saw it could have made the draft, and guessed the rest of the file."""
    boards = list(Board.objects.filter(board_set__session=night.session).order_by("number"))
    boards_open(session=night.session, boards=boards[:opened], why=OpenedFor.PLAY)
    zone = ZoneInfo("Pacific/Kiritimati")  # a draft's date is a day by the clock of its own club
    there = Session.objects.filter(pk=with_the_deals_of(night.session).pk)
    Club.objects.filter(sessions__in=there).update(time_zone=zone.key)
    boards_open(session=night.session, boards=boards[opened:], why=OpenedFor.PLAY)
    there.update(date=timezone.localdate(timezone=zone) + datetime.timedelta(days=day), status=status)
    assert owed_by_another_club(night.session) == owed
    later = timezone.now() + datetime.timedelta(days=8)
    there.update(date=later.date())  # moving the date on moves no end
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert owed_by_another_club(night.session) == 0


def test_nobody_gains_days_by_taking_the_deals_again_or_by_the_clubs_next_night(night, club):
    """Both look at the first moment at which the club opened any of the deals."""
    theirs = with_the_deals_of(night.session)
    board = Board.objects.get(board_set__session=night.session, number=1)
    boards_open(session=night.session, boards=[board], why=OpenedFor.LOOK)
    assert owed_by_another_club(night.session) == 3
    boards_import(session=theirs, data=pbn_of(night.session), file_name="e.pbn", user=theirs.created_by)
    assert owed_by_another_club(night.session) == owed_by_another_club(with_the_deals_of(night.session, club)) == 0


def test_nor_do_other_deals_of_the_same_numbers_or_cards_typed_since_the_publication(published_night, make_night, dee):
    """Boards dealt at the table have no stored cards. Some were typed early, then corrected to the published cards."""
    make_night(date=timezone.localdate())
    assert published_or_404(published_night.session.public_id).hidden == {}
    table = make_night(start=False, date=timezone.localdate(), seed="other")
    made = Board.objects.get(board_set__session=table.session, number=1)
    Board.objects.filter(pk=made.pk).delete()
    before = published_night.session.publications.get().at - datetime.timedelta(hours=1)
    typed = Board.without_cards(made.board_set, 1, made.dealer, made.vulnerability)
    typed.dealt_at = typed.typed_at = before
    typed.typings = 1
    typed.save()
    known = Board.objects.get(board_set__session=published_night.session, number=1)
    texts = dict(zip("NESW", dealt(known).all, strict=True))
    deal_type(board=typed, texts=texts, seen=1, user=dee)
    assert Board.objects.get(pk=typed.pk).fingerprint == known.fingerprint
    assert readable(published_night.session) == EVERYTHING


def test_an_old_draft_that_takes_the_file_later_hides_nothing_either(scored_night, dee):
    """The draft, with other deals, was made before the results were out. What counts is when it got these cards."""
    old = draft_night(scored_night.session.club, dee, name="Old", date=timezone.localdate())
    boards_deal(session=old, count=3, user=dee, seed="other")
    end_and_publish(scored_night.session, dee)
    boards_import(session=old, data=pbn_of(scored_night.session), file_name="e.pbn", user=dee)
    assert readable(scored_night.session) == EVERYTHING


def test_withdrawing_and_publishing_again_lets_nobody_hide_them(published_night, draft, dee):
    unpublish(published_night.session, dee)
    draft(published_night.session.club)
    publish(published_night.session, dee)
    assert readable(published_night.session) == EVERYTHING


def test_a_board_that_was_published_late_is_secret_until_then(scored_night, draft, dee):
    """The first publication left out the board. A session that has taken the deal since then still has to play it."""
    session = scored_night.session
    session_end(session=session, user=dee)
    row = TableBoard.objects.filter(round__section__session=session, board__number=1).first()
    enter_score(row, dee, "late", why="Played on Friday")
    publish(session, dee)
    draft(session.club)
    enter_score(row, dee, "1N S 7", why="Played")
    results_sweep()
    publish(session, dee)
    published = Published(session.publications.first())
    assert (published.hidden_keys[WhyNot.OWED_ELSEWHERE], published.board_keys) == (["1"], ["2", "3"])


def known_of(session: Session) -> list[str]:
    return known_boards(session.sections.get().board_set)


def test_an_import_of_published_boards_is_marked_and_no_other_club_s_session_named(published_night, draft, club):
    other = draft(club)
    [sentence] = known_of(other)
    assert sentence.startswith("Boards 1 to 3 are also in “Tuesday” of 17 November 2026, which has published them")
    line = AuditEntry.objects.get(session=other, action=AuditAction.KNOWN_BOARDS_NOTICED)
    assert line.detail["boards"] == [1, 2, 3]
    assert (line.detail["known"], line.detail["other"]) == ("published", published_night.session.public_id)
    other = draft()
    [words] = known_of(other)
    assert words.startswith("Boards 1 to 3 are also in a session of another club, which has published them")
    line = AuditEntry.objects.get(session=other, action=AuditAction.KNOWN_BOARDS_NOTICED)
    text = f"{words} {line.about} {line.detail}"
    for secret in ("Tuesday", "Lantern", published_night.session.public_id):
        assert secret not in text


def test_nobody_hears_of_a_draft_of_another_club_before_it_begins(night, dee):
    """Otherwise whoever uploads a guess would learn that it is right. The guess itself may be a night that runs."""
    coming = with_the_deals_of(night.session)
    night.session.refresh_from_db()
    assert known_of(night.session) == embargo_sentences(night.session) == []
    assert known_of(coming) and embargo_sentences(coming)
    assert not AuditEntry.objects.filter(session=night.session, action=AuditAction.KNOWN_BOARDS_NOTICED).exists()
    Session.objects.filter(pk=coming.pk).update(status="running")
    assert "a session of another club" in known_of(night.session)[0]
    assert "the night of Quay Street" in embargo_sentences(night.session)[0]


def test_boards_that_are_still_owed_are_told_from_those_that_were_played(night, dee, make_night):
    same = make_night(start=False, seed="tests", date=timezone.localdate())
    assert "which has still to play them" in known_of(same.session)[0]
    session_end(session=night.session, user=dee)
    assert "which has played them" in known_of(same.session)[0]


def test_the_wizard_says_it_before_the_file_is_taken_and_after(night, make_night, director):
    coming = make_night(start=False, date=timezone.localdate())
    page = f"/director/{coming.session.public_id}/setup/boards/"
    upload = pbn_of(night.session)
    sent = {"how": "file", "file": SimpleUploadedFile("e.pbn", upload)}
    for form in (sent, {"how": "take"}):
        shown = director.post(page, form, follow=True).text
        assert "Not everybody would see these cards for the first time." in shown
        assert "which has still to play them" in shown
    director.post(page, {"how": "draw", "count": "3"})
    assert "Not everybody" not in director.get(page).text


def test_the_same_typed_seed_is_noticed_and_a_drawn_one_says_nothing(night, dee, make_night):
    coming = make_night(start=False, date=timezone.localdate())
    noticed = AuditEntry.objects.filter(action=AuditAction.KNOWN_BOARDS_NOTICED)
    boards_deal(session=coming.session, count=3, user=dee)
    assert not noticed.exists()
    boards_deal(session=coming.session, count=3, user=dee, seed="tests")
    assert noticed.get().detail["known"] == "owed"


@pytest.fixture
def dee_plays_elsewhere(night, dee, make_night):
    """A session that Dee directs tonight, while she still has to play the same deals in another session."""
    other = make_night(seed="tests", date=timezone.localdate())
    plays_as(other.session, other.section.contestants.first().number, dee)
    return other


def test_a_director_who_owes_the_deal_elsewhere_sees_no_card_of_it_solo_31(night, dee, dee_plays_elsewhere):
    boards = Board.objects.filter(board_set__session=night.session).select_related("board_set__session")
    assert {board.pk for board in boards} == boards_hidden_from(dee, night.session)
    table = night.section.tables.first()
    assert all("You have still to play" in why_not for _, why_not in choices_of(dee, night.session, table))
    assert cards_refusal(dee, night.session).startswith("You are one of the players")
    session_end(session=dee_plays_elsewhere.session, user=dee)
    assert not boards_hidden_from(dee, night.session)
    assert not any(why_not for _, why_not in choices_of(dee, night.session, table))
    contestant = dee_plays_elsewhere.section.contestants.first()
    row = TableBoard.objects.filter(Q(ns=contestant) | Q(ew=contestant)).first()
    enter_score(row, dee, "late")
    [(late, owes)] = owed_by(dee, night.session).items()
    assert owes is Owes.LATE
    assert Board.objects.get(pk=late).fingerprint == row.board.fingerprint


def test_every_board_whose_cards_are_known_has_one(night, draft):
    draft()
    boards = Board.objects.all()
    assert boards.count() == 6 and boards.values("fingerprint").distinct().count() == 3
    assert not boards.filter(fingerprint="").exists()
    pairs = [list(boards.filter(number=n)) for n in (1, 2, 3)]
    assert any(dealt(old).east != dealt(two).east for old, two in pairs)  # the same deal, another order of the dummies


def test_a_published_night_reads_its_embargo_once(other, published_night, django_assert_max_num_queries):
    published = Published(published_night.session.publications.get())
    with django_assert_max_num_queries(4):  # if any may be owed, by whom, which, and since when they are out
        for _ in range(3):
            assert published.boards == [] and published.board_keys == []
