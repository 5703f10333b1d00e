"""SOLO-31: each look at cards is stored as a row, and players can read who looked at the cards of their boards."""

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.clubs.models import AuditEntry, Membership, Person
from clubsite.core.data_map import Subject, gathered
from clubsite.core.tokens import hash_token
from clubsite.nights.models import Board, Contestant, TableBoard, TravellersShown
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.setup import session_discard
from clubsite.rankings.selectors.published import hidden_boards, published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.selectors.owed import owed_by
from clubsite.secrecy.facts import Owes, SessionPhase, What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.models import Look, LookKind
from clubsite.visibility.selectors import RESULTS_READER, SPECTATOR, BoardReader, facts_of, may_see, seen_by, why_not
from clubsite.visibility.services import ACTIONS
from tests.clubsite.at_tables import look, play_until
from tests.kit.nights import end_and_publish
from tests.kit.pages import words
from tests.kit.people import part, plays_as, signed_in
from tests.kit.typed_scores import enter_score


def urls(night) -> dict[str, str]:
    base = f"/director/{night.session.public_id}"
    return {
        "table": f"{base}/table/1/look/",
        "slips": f"{base}/print/slips.pdf",
        "curtain": f"{base}/print/curtain-cards.pdf",
        "cards": f"{base}/files/cards/",
        "bridgemates": f"{base}/files/bridgemates/",
    }


def sent(night) -> dict[str, tuple[LookKind, dict[str, str]]]:
    row = TableBoard.objects.filter(table__section=night.section, table__number=1).earliest("pk")
    return {
        "table": (LookKind.TABLE, {"board": str(row.pk), "why": "Ruling on a lead"}),
        "slips": (LookKind.SLIPS, {}),
        "curtain": (LookKind.CURTAIN_CARDS, {}),
        "cards": (LookKind.FILE, {"boards": str(night.section.board_set_id), "form": "DUP", "sure": "yes"}),
        "bridgemates": (LookKind.FILE, {"computer": "X", "hands": "on", "sure": "yes"}),
    }


WAYS = ["table", "slips", "curtain", "cards", "bridgemates"]


@pytest.mark.parametrize("way", WAYS)
def test_a_director_who_is_shown_cards_leaves_a_row_for_each_board_and_one_line_in_the_log_solo_31(
    night, director, dee, way
):
    kind, message = sent(night)[way]
    director.post(urls(night)[way], message)
    rows = list(Look.objects.order_by("board__number"))
    assert {(row.kind, row.user, row.why) for row in rows} == {(kind, dee, message.get("why", ""))}
    assert [row.board.number for row in rows] == ([1] if way == "table" else [1, 2, 3])
    assert len({row.at for row in rows}) == 1
    assert AuditEntry.objects.filter(action=ACTIONS[kind], session=night.session).count() == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_refused_look_leaves_no_row_solo_31(dee_plays, director, way):
    assert director.get(urls(dee_plays)[way]).status_code in (200, 302, 405)
    director.post(urls(dee_plays)[way], {**sent(dee_plays)[way][1], "promise": "yes"})
    assert not Look.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_seat_that_is_taken_in_mid_board_is_a_look_of_its_device_solo_31(night, director):
    bo = night.tickets[1]
    play_until([bo, night.tickets[4]], lambda: look(bo)["table"]["state"] == "playing")
    director.post(f"/director/{night.session.public_id}/table/1/free/S/")
    phone = Client()
    phone.post(f"/join/{night.section.tables.get(number=1).code}/", {"seat": night.contestant(1).pk}, follow=True)
    row = Look.objects.get()
    assert (row.kind, row.board.number, row.contestant) == (LookKind.SEAT, 1, night.contestant(1))
    assert row.device is not None and row.user is None and row.table.number == 1
    assert row.facts == {"other_device": True, "freed_by": "dee"}


def test_who_opens_the_link_to_a_lost_slip_is_kept_with_device_and_player_solo_31(dee_plays, dee, director):
    row = TableBoard.objects.get(table__number=2, round__number=1, round__section=dee_plays.section)
    page = f"/director/{dee_plays.session.public_id}/print/lost-slip/"
    link = re.search(r"(/slip/[\w-]+/)\"", director.post(page, {"number": str(row.board.number)}).text)[1]
    assert not Look.objects.exists()  # the link shows nothing by itself
    enter_score(row, dee, "1N S 7")
    device, phone = Device.objects.get(pk=dee_plays.tickets[row.ns.number].device_id), Client()
    Device.objects.filter(pk=device.pk).update(token_hash=hash_token("telephone"))
    phone.cookies["device"] = "telephone"
    phone.get(link)
    assert not Look.objects.exists()
    phone.post(link)
    look = Look.objects.get()
    assert (look.kind, look.board, look.contestant) == (LookKind.LOST_SLIP, row.board, row.ns)
    assert look.device == device


def test_a_look_is_never_changed_and_stays_when_its_board_is_dealt_again_or_its_draft_discarded(
    make_night, dee, director
):
    night = make_night(start=False)
    director.post(urls(night)["slips"], {})
    assert Look.objects.count() == 3
    for change in (Look.objects.all().delete, lambda: Look.objects.update(why="for a ruling")):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    boards_deal(session=night.session, count=3, user=dee)
    (kept,) = gathered(Subject(dee.pk, ()), "looks")
    assert {(row["night"], row["board"]) for row in kept.rows} == {(night.session.name, "dealt again since")}
    session_discard(session=night.session, user=dee)
    (kept,) = gathered(Subject(dee.pk, ()), "looks")
    assert [row["night"] for row in kept.rows] == ["a draft that was discarded"] * 3


@pytest.fixture
def looked_at(scored_night, director, dee):
    """A published session. Dee printed all the session's slips and looked at board 1 at table 1."""
    for way in ("slips", "table"):
        director.post(urls(scored_night)[way], sent(scored_night)[way][1])
    end_and_publish(scored_night.session, dee)
    return scored_night


def page_of(night, client: Client) -> str:
    return words(client.get(f"/results/{night.session.public_id}/looks/"))


@pytest.fixture
def bo(looked_at, club):
    """The browser of Bo, who played as number 1 and is signed in."""
    user = part(club, "bo", "director")
    Membership.objects.filter(user=user).delete()
    plays_as(looked_at.session, 1, user)
    return signed_in(user)


def test_a_player_reads_from_their_own_card_who_looked_at_their_boards_when_and_how_solo_31(looked_at, bo, dee, club):
    card = bo.get(f"/results/{looked_at.session.public_id}/player/1/")
    assert f'href="/results/{looked_at.session.public_id}/looks/"' in card.text
    text = page_of(looked_at, bo)
    assert "An owner of the club printed the slips" in text and "1 to 3" in text
    assert "looked at the cards at the table, table 1" in text
    assert "Ruling on a lead" not in text  # the directors' own words
    Person.objects.create(club=club, name="Deirdre Quill", user=dee)
    assert "Deirdre Quill printed the slips" in page_of(looked_at, bo)


def test_who_did_not_play_reads_only_their_own_looks_and_a_device_those_of_its_seat(looked_at, director, dee):
    (own,) = gathered(Subject(dee.pk, ()), "looks")
    assert [row["what"] for row in own.rows].count("printed the slips") == 3
    assert {row["why"] for row in own.rows} == {"", "Ruling on a lead"}
    for client in (Client(), director):
        text = page_of(looked_at, client)
        assert "The players of this night read here" in text and "printed the slips" not in text
    phone = looked_at.phone(1)
    device = Device.objects.get(pk=looked_at.tickets[1].device_id)
    Device.objects.filter(pk=device.pk).update(token_hash=hash_token("telephone"))
    phone.cookies["device"] = "telephone"
    assert "printed the slips" in page_of(looked_at, phone)


def test_of_a_hidden_board_no_look_is_shown_solo_31(looked_at, bo, dee):
    seen = Look.objects.get(kind=LookKind.TABLE).board
    row = TableBoard.objects.filter(board=seen).first()
    enter_score(row, dee, "late", why="Played on Friday")
    assert published_or_404(looked_at.session.public_id).hidden == {seen.pk: WhyNot.OWED_HERE}
    text = page_of(looked_at, bo)
    assert "printed the slips" in text and "1 to 3" not in text
    assert "at the table, table 1" not in text


def test_the_page_asks_few_queries_however_many_looks(looked_at, bo, director, django_assert_max_num_queries):
    for _ in range(5):
        director.post(urls(looked_at)["slips"], {})
    with django_assert_max_num_queries(14):
        page_of(looked_at, bo)


def test_where_nobody_looked_the_page_says_so(published_night, club):
    user = part(club, "bo", "director")
    plays_as(published_night.session, 1, user)
    assert "Nobody looked at the cards of your boards" in page_of(published_night, signed_in(user))


AT_SEAT = BoardReader(agreed=True)


def boards_of(night) -> list[Board]:
    return list(Board.objects.filter(board_set__session=night.session).order_by("number"))


def test_a_board_is_shown_to_readers_from_its_publication_on_solo_31(scored_night, dee):
    boards = boards_of(scored_night)
    assert {why_not(RESULTS_READER, board, What.CARDS) for board in boards} == {WhyNot.NOT_PUBLISHED}
    session_end(session=scored_night.session, user=dee)
    assert seen_by(RESULTS_READER, boards, What.CARDS) == set()
    publish(scored_night.session, dee)
    assert seen_by(RESULTS_READER, boards, What.VERDICT) == {board.pk for board in boards}
    assert seen_by(BoardReader(), boards, What.VERDICT) == set()
    unpublish(scored_night.session, dee)
    assert seen_by(RESULTS_READER, boards, What.CARDS) == set()


def test_a_published_board_that_is_to_be_played_late_again_is_hidden_as_a_whole_solo_31(published_night, dee, client):
    """The board's cards and scores once stayed visible until the next version; only its verdicts were hidden."""
    board = boards_of(published_night)[0]
    row = TableBoard.objects.filter(board=board).first()
    enter_score(row, dee, "late", why="Played on Friday")
    published = published_or_404(published_night.session.public_id)
    assert published.hidden == {board.pk: WhyNot.OWED_HERE} and published.hidden_keys == {WhyNot.OWED_HERE: ["1"]}
    base = f"/results/{published_night.session.public_id}/"
    assert client.get(f"{base}board/1/").status_code == 404
    assert client.get(f"/api/v1/sessions/{published_night.session.public_id}/boards/1/").status_code == 404
    assert client.get(f"{base}board/2/").status_code == 200
    for page in ("boards/", "hands/", "player/1/"):
        assert "Board 1 is not shown: a table has it still to play." in words(client.get(base + page))
    enter_score(row, dee, "1N S 7", why="Played")
    assert published_or_404(published_night.session.public_id).hidden == {}
    assert client.get(f"{base}board/1/").status_code == 200


def test_a_spectator_sees_a_board_that_nobody_can_meet_any_more_solo_31(scored_night, make_night):
    boards = boards_of(scored_night)
    assert seen_by(SPECTATOR, boards, What.REPLAY) == {board.pk for board in boards}
    draft = make_night(start=False, seed="other")
    assert seen_by(SPECTATOR, boards_of(draft), What.REPLAY) == set()
    (facts,) = facts_of(SPECTATOR, boards_of(draft)[:1]).values()
    assert facts.phase is SessionPhase.DRAFT and not facts.published


def test_a_seat_sees_how_others_fared_as_the_session_shows_it_solo_31(scored_night, make_night):
    board = boards_of(scored_night)[0]
    assert may_see(AT_SEAT, board, What.TRAVELLER)
    scored_night.session.travellers = TravellersShown.AT_END
    scored_night.session.save()
    assert why_not(AT_SEAT, board, What.TRAVELLER) is WhyNot.AT_END
    scored_night.session.travellers = TravellersShown.AFTER_BOARD
    scored_night.session.save()
    make_night(start=False, seed="tests", date=timezone.localdate())
    assert why_not(AT_SEAT, board, What.TRAVELLER) is WhyNot.OWED_ELSEWHERE
    assert may_see(AT_SEAT, board, What.SCORE)


def test_a_link_is_asked_about_everybody_whom_the_reader_is_or_was_solo_31(night, dee):
    row = TableBoard.objects.select_related("board__board_set__session").filter(ns=night.contestant(1)).first()
    here = list(Contestant.objects.filter(pk=row.ns_id).select_related("section__session"))
    reader = BoardReader(has_link=True, contestants=here)
    assert why_not(reader, row.board, What.SEQUENCE) is WhyNot.OWED_BY_READER
    enter_score(row, dee, "1N S 7")
    assert may_see(reader, row.board, What.SEQUENCE)
    assert may_see(BoardReader(has_link=True, member=True), row.board, What.SEQUENCE)
    assert not may_see(BoardReader(has_link=True), row.board, What.SEQUENCE)


@pytest.mark.parametrize(("status", "owes"), [("draft", Owes.PLANNED), ("running", Owes.COMING)])
def test_how_far_a_director_still_has_to_play_follows_from_the_session_solo_31(make_night, dee, status, owes):
    night = make_night(start=status == "running")
    plays_as(night.session, 1, dee)
    assert owed_by(dee, night.session) == dict.fromkeys([board.pk for board in boards_of(night)], owes)


def test_where_nobody_has_anything_still_to_play_many_boards_cost_two_queries(
    published_night, django_assert_num_queries
):
    boards = boards_of(published_night)
    with django_assert_num_queries(2):
        assert len(seen_by(RESULTS_READER, boards, What.CARDS)) == 3
    with django_assert_num_queries(1):
        assert hidden_boards(Board.objects.filter(board_set__session=published_night.session)) == {}
    with django_assert_num_queries(0):
        assert seen_by(SPECTATOR, [], What.CARDS) == set()
