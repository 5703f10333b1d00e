"""Scores that a server lost come back from the players' devices."""

import json

import pytest
from django.test import Client, TestCase

from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Section, Session, TableBoard
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.rounds import round_force
from clubsite.play.models import SeatTicket
from clubsite.receipts.models import Receipt, ReceiptCollection
from clubsite.receipts.selectors import LineKey, receipts_of, rows_of
from clubsite.receipts.services import NOT_BEGUN, collection_close, collection_open, receipts_hand_in, receipts_take
from clubsite.receipts.signing import receipt_read, receipt_signed
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_of
from clubsite.scores.selectors.order_checks import foulings
from clubsite.scores.services.order_checks import fouling_undo, order_answer
from clubsite.settings.deal_keys import key_added, keys_kept
from movements.mitchell import straight
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.lounge.homes import alone
from tests.kit.pages import words
from tests.kit.remembered import remembered
from tests.kit.terminal import MADE, table, tablet_at
from tests.kit.typed_scores import enter_score
from tests.on_page import has_word

SEVEN_TABLES = {"players": 14, "plan": straight(7, 7)}


def receipts_on(night, number):
    """Return the receipts that are kept on the device of this player."""
    ticket = night.tickets[number]
    answer = night.phone(number).get(f"/seat/{ticket.public_id}/receipts/")
    assert answer.status_code == 200
    return answer.json()["receipts"]


def results_of(session):
    """Return the current result of each line."""
    rows = rows_of(session)
    counts = latest_of(rows.values())
    return {key: counts[row.pk].result for key, row in rows.items() if row.pk in counts}


@pytest.fixture
def lost(make_night, dee):
    night = make_night(**SEVEN_TABLES)
    _score(night, dee)
    return night


@remembered
def _score(night, dee):
    """Enter every score of a session of seven tables, each line with a different score, and correct one score."""
    for number in range(1, 8):
        with nobody_listens(), TestCase.captureOnCommitCallbacks(execute=True):
            for row in TableBoard.objects.filter(round__section=night.section, round__number=number):
                enter_score(row, dee, f"1N S {(row.ns.number * 3 + row.ew.number) % 8 + 1}")
    with TestCase.captureOnCommitCallbacks(execute=True):
        enter_score(TableBoard.objects.filter(round__section=night.section).first(), dee, "3N S 12")


@pytest.fixture
def again(lost, make_night):
    """A new session with the same movement, as set up after the loss."""
    return make_night(**SEVEN_TABLES)


def collect(again, lost, dee, on_commit, devices):
    """Hand in the receipts of these devices, then enter their scores until there is nothing new to enter."""
    collection = collection_open(session=again.session, user=dee)
    for number in devices:
        receipts_hand_in(collection=collection, receipts=receipts_on(lost, number))
    entered = -1
    while entered:
        with nobody_listens(), on_commit():
            taken = receipts_take(collection=collection, lost=lost.session.public_id, user=dee)
        entered = taken.entered
    return taken


def test_twelve_of_fourteen_devices_bring_back_every_score(lost, again, dee, on_commit):
    """The two missing devices never met at a table, so every line is on at least one other device."""
    before = results_of(lost.session)
    assert len(before) == 49
    taken = collect(again, lost, dee, on_commit, [n for n in range(1, 15) if n not in (3, 5)])
    assert results_of(again.session) == before
    assert (taken.entered, taken.same, taken.later) == (0, 49, 0)


def test_the_group_of_a_fouled_board_and_a_ruling_come_back(lost, again, dee, on_commit):
    """SOLO-5c: a fouled board's scores are compared within their group only."""
    fouled, ruled = TableBoard.objects.filter(round__section=lost.section, round__number=1)[:2]
    enter_score(fouled, dee, "1N S 8", group="A")
    enter_score(ruled, dee, "a6040")
    before = results_of(lost.session)
    assert before[LineKey.of(fouled)].group == "A" and before[LineKey.of(ruled)].ruling
    collect(again, lost, dee, on_commit, range(1, 15))
    assert results_of(again.session) == before


@pytest.mark.parametrize(("answer", "later"), [("fouled", "A"), ("fouled_next", "A"), ("fouled_own", "")])
def test_solo_5c_a_board_that_was_fouled_is_fouled_in_the_new_session_too(make_night, dee, on_commit, answer, later):
    """The next tables play the same fouled cards, so their scores join the group although no device recorded it."""
    night, again = (make_night(**SEVEN_TABLES, with_cards=True) for _ in range(2))
    row = TableBoard.objects.filter(round__section=night.section, round__number=1).first()
    enter_score(row, dee, "1N S 8")
    order_answer(table_board=row, moment="after", answer=answer, side="NS")
    assert results_of(night.session)[LineKey.of(row)].group == ("" if answer == "fouled_next" else "A")
    taken = collect(again, night, dee, on_commit, [row.ns.number])
    assert (taken.same, results_of(again.session)) == (1, results_of(night.session))
    [fouling] = foulings(again.session)
    assert (fouling.answer, fouling.group) == (answer, "A")
    section = Section.objects.get(pk=again.section.pk)
    round_force(section=section, user=dee)
    next_row = TableBoard.objects.get(round__section=section, round__number=2, board__number=row.board.number)
    assert enter_score(next_row, dee, "1N S 7").group == later
    fouling_undo(session=again.session, pk=fouling.pk, user=dee)
    collect(again, night, dee, on_commit, [row.ns.number])
    assert not foulings(again.session), "what a director undid is not fouled once more"


def test_only_the_board_that_two_absent_devices_played_together_is_missing(lost, again, dee, on_commit):
    taken = collect(again, lost, dee, on_commit, [n for n in range(1, 15) if n not in (1, 8)])
    missing = results_of(lost.session).keys() - results_of(again.session).keys()
    assert {(key.ns, key.ew) for key in missing if key.round == 1} <= {(1, 8)}
    assert taken.same + taken.later == 48


def test_a_receipt_that_somebody_changed_or_signed_is_not_taken(lost, again, dee):
    collection = collection_open(session=again.session, user=dee)
    [first, *others] = receipts_on(lost, 1)
    changed = first | {"text": first["text"].replace('"tricks":', '"tricks":1')}
    signed = first | {"signature": "AAAA"}
    odd = first | {"signature": "not base64 at all!"}
    half = first | {"text": "\ud800"}  # of a surrogate pair: no text that has bytes
    found = receipts_hand_in(collection=collection, receipts=[changed, signed, odd, half, *others])
    assert (found.new, found.known, found.invalid) == (len(others), 0, 4)
    found = receipts_hand_in(collection=collection, receipts=others)
    assert (found.new, found.known) == (0, len(others))


def test_a_receipt_of_another_club_is_not_taken(lost, again, dee):
    """Anybody who may make a club on this site can have any scores signed there, under this session's name and date."""
    [first, *_] = receipts_on(lost, 1)
    foreign = receipt_signed(json.loads(first["text"]) | {"club": "another-club"})
    collection = collection_open(session=again.session, user=dee)
    found = receipts_hand_in(collection=collection, receipts=[foreign])
    assert (found.new, found.invalid) == (0, 1)
    assert not Receipt.objects.exists()


def test_receipts_from_before_a_new_key_are_taken_and_those_of_no_key_are_not(settings, tmp_path):
    file = tmp_path / "deal-keys"
    settings.DEAL_KEYS = keys_kept(file)
    old = receipt_signed({"session": "x"})
    settings.DEAL_KEYS = key_added(file)  # `deal_keys --rotate` does this
    assert receipt_signed({"session": "x"}) != old and receipt_read(**old) == {"session": "x"}
    settings.DEAL_KEYS = settings.DEAL_KEYS[:1]
    assert receipt_read(**old) is None


def test_a_seat_gets_receipts_of_its_own_boards_that_are_over(night, dee, open_boards):
    row, other = open_boards()[:2]
    enter_score(row, dee, "1N S 8")
    enter_score(other, dee, "1N S 7")
    [receipt] = receipts_on(night, row.ns.number)
    says = receipt_read(**receipt)
    assert LineKey(*(says[name] for name in LineKey._fields)) == LineKey.of(row)
    assert (says["contract"], says["declarer"], says["tricks"], says["ns_score"]) == ("1N", "S", 8, 120)
    assert not has_word(receipt["text"], "Bo") and not has_word(receipt["text"], "Ann")
    assert Client().get(f"/seat/{night.tickets[1].public_id}/receipts/").status_code == 404


def test_a_tables_device_gets_no_score_that_its_next_players_still_owe(cards, dee):
    """SOLO-31: a player who sits at the table in the next round may still have to play the board."""
    tablet = tablet_at(cards)
    tablet.do("type", **MADE)
    tablet.do("confirm", key=tablet.key(), hand="true")
    assert ScoreEntry.objects.exists()
    assert tablet.client.get(f"/seat/{tablet.ticket.public_id}/receipts/").json() == {"receipts": []}
    session_end(session=cards, user=dee)
    [receipt] = receipts_of(SeatTicket.objects.get(seat=table(cards).pk))
    assert receipt_read(**receipt)["tricks"] == 10


def test_a_newer_receipt_of_a_line_counts(lost, again, dee, on_commit):
    row = TableBoard.objects.filter(round__section=lost.section, round__number=1).first()
    older = receipts_on(lost, row.ew.number)
    enter_score(row, dee, "1N S 13")
    collection = collection_open(session=again.session, user=dee)
    receipts_hand_in(collection=collection, receipts=[*receipts_on(lost, row.ns.number), *older])
    with on_commit():
        receipts_take(collection=collection, lost=lost.session.public_id, user=dee)
    assert results_of(again.session)[LineKey.of(row)].tricks == 13


def test_a_device_hands_in_on_a_page_and_the_director_enters_the_scores(lost, again, director, on_commit):
    at, desk = f"/receipts/{again.session.public_id}/", f"/director/{again.session.public_id}/receipts/"
    assert Client().get(at).status_code == 404
    assert "No device has handed in anything yet" in words(director.get(desk))
    director.post(desk, {"act": "open"})
    page = director.get(desk)
    assert f"testserver{at}" in page.text and "<svg" in page.text
    receipts = json.dumps(receipts_on(lost, 1))
    phone = Client()
    assert phone.post(at, {"receipts": receipts}).status_code == 302
    assert "The director has 7 scores more from this device." in words(phone.get("/receipts/"))
    assert "7 scores, of which 1 fits a board" in words(director.get(desk))
    with nobody_listens(), on_commit():
        director.post(desk, {"act": "take", "lost": lost.session.public_id})
    shown = words(director.get(desk))
    assert "1 score entered." in shown
    assert "6 scores of lines that this session does not have yet" in shown
    entry = ScoreEntry.objects.get(table_board__round__section=again.section)
    assert entry.why == "From the receipts on the players’ devices"
    director.post(desk, {"act": "close"})
    assert Client().post(at, {"receipts": receipts}).status_code == 404
    kinds = AuditEntry.objects.filter(session_ref=again.session.public_id).values_list("action", flat=True)
    assert {"receipts_asked", "receipts_ended"} <= set(kinds)


@pytest.mark.parametrize("sent", ({}, {"act": "burn"}))
def test_a_director_who_sends_no_act_is_shown_the_page_again(night, director, sent):
    desk = f"/director/{night.session.public_id}/receipts/"
    assert director.post(desk, sent, follow=True).redirect_chain == [(desk, 302)]
    assert not ReceiptCollection.objects.exists()


@pytest.mark.parametrize("sent", ("", "{", "[1]", '{"text": 1}', '[{"text": "a"}]', '[{"text": 1, "signature": "a"}]'))
def test_what_cannot_be_read_is_refused_in_words(again, dee, sent):
    collection_open(session=again.session, user=dee)
    answer = Client().post(f"/receipts/{again.session.public_id}/", {"receipts": sent})
    assert answer.status_code == 422
    assert "receipts cannot be read" in words(answer)
    assert not Receipt.objects.exists()


def test_a_draft_collects_nothing_and_a_closed_collection_takes_nothing(make_night, lost, dee):
    draft = make_night(**SEVEN_TABLES, start=False)
    with pytest.raises(Refused, match=NOT_BEGUN):
        collection_open(session=draft.session, user=dee)
    collection = collection_open(session=lost.session, user=dee)
    collection_close(session=lost.session, user=dee)
    with pytest.raises(Refused, match="does not collect"):
        receipts_hand_in(collection=ReceiptCollection.objects.get(pk=collection.pk), receipts=[])
    assert Session.objects.count() == 2


def test_a_match_at_home_has_no_receipts():
    _, ticket = alone("solo")
    assert receipts_of(ticket) is None
