"""The cards of a board dealt at the table, typed at the terminal after its first play (SOLO-5b)."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubsite.analysis.models import BoardSolution
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.director.setup import dummy_slips
from clubsite.nights.models import Board, TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.opening import deal_type, hands_close
from clubsite.nights.services.rounds import round_force
from clubsite.scores.selectors.typed_scores import unlikely_scores
from clubsite.scores.services.entries import score_found_right
from games.shuffle import deal_from_seed
from tests.kit.people import plays_as
from tests.kit.terminal import MADE, Seat, changes, dealt_at_the_table, order, play
from tests.kit.typed_scores import enter_score

DEAL = {
    seat: " ".join(card.text for card in hand)
    for seat, hand in zip("NESW", deal_from_seed("typed", 1).all_hands, strict=True)
}
DUMMIES = {"E": DEAL["E"], "W": DEAL["W"]}


@pytest.fixture
def cards(cards, dee):
    """A session of three tables with cards and boards dealt at the table. Bo is South and Ann is North at table 1."""
    return dealt_at_the_table(cards, dee)


def board(number: int = 1) -> Board:
    return Board.objects.get(number=number)


def deal(seat: Seat, seen: int = 0, **hands: str) -> dict[str, Any]:
    return seat.act("deal", board="1", **{**hands, "seen": str(seen)})


def next_table(cards, dee) -> Seat:
    """Return South's seat at the table that plays board 1 in round 2."""
    round_force(section=sections_of(cards)[0], user=dee)
    return Seat(TableBoard.objects.get(board__number=1, round__number=2).ns)


def test_solo_5b_the_first_table_types_both_dummies_in_the_order_in_which_they_lay(bo, ann, cards, dee):
    """The dummies are then printed, and shown at the next table before its play (SOLO-4)."""
    assert bo.board()["typings"] == 0
    assert "Agree on the score of board 1 first" in deal(bo, **DUMMIES)["words"]
    play(bo, ann)
    assert deal(bo, **DUMMIES)["code"] == "done"
    assert (board().east, board().west, board().known) == (DEAL["E"], DEAL["W"], False)
    assert deal(ann, **DUMMIES)["code"] == "same"
    assert order(bo, moment="after")["hands"]["E"] == DEAL["E"].split()
    assert [one.number for one in dummy_slips.boards_known(cards, board_set__sections__kind="two_handed")] == [1]
    with pytest.raises(Refused, match="only the dummies"):
        dummy_slips.curtain_cards_taken(dee, cards)
    assert order(next_table(cards, dee))["hands"]["W"] == DEAL["W"].split()


def test_the_last_hand_is_worked_out_and_the_board_is_as_a_dealt_one(bo, ann, cards, dee):
    play(bo, ann)
    assert deal(bo, **DUMMIES, S=DEAL["S"])["code"] == "done"
    assert set(board().north.split()) == set(DEAL["N"].split()) and board().known
    assert board().fingerprint
    assert [card.seat for card in dummy_slips.curtain_cards_taken(dee, cards)] == ["N", "S"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"E": DEAL["E"] + " " + DEAL["W"].split()[0]}, "already"),
        ({"E": " ".join(DEAL["E"].split()[:12])}, "East has 12 cards instead of 13"),
        ({"E": " ".join([*DEAL["E"].split()[:12], DEAL["E"].split()[0]])}, "is twice in East"),
        ({"E": " ".join([*DEAL["E"].split()[:12], "S1"])}, "“S1” is no card"),
        ({"S": DEAL["N"], "N": DEAL["N"]}, "already"),
    ],
)
def test_fifty_two_different_cards_or_it_says_which_is_wrong(bo, ann, wrong, words):
    play(bo, ann)
    answer = deal(bo, **{**DUMMIES, **wrong})
    assert answer["code"] == "refused" and words in answer["words"] and answer["problems"]
    assert not board().ordered


def test_it_can_be_corrected_until_another_table_has_played(bo, ann, cards, dee, on_commit):
    play(bo, ann)
    deal(bo, **DUMMIES, S=DEAL["S"])
    BoardSolution.objects.get_or_create(board=board(), defaults={"values": {}, "par": {}})
    shown = bo.client.post(f"{bo.url}deal/", bo.line("1")).json()
    assert shown["seen"] == 1 and shown["hands"]["E"] == DEAL["E"].split()
    turned = {**DUMMIES, "E": " ".join(reversed(DEAL["E"].split()))}
    assert "typed on another device meanwhile" in deal(ann, 0, **turned)["words"]
    assert deal(ann, 1, **turned, S=DEAL["S"])["code"] == "done"
    assert board().east == turned["E"] and not BoardSolution.objects.exists()
    south = next_table(cards, dee)
    row = TableBoard.objects.get(board__number=1, round__number=2)
    with on_commit():
        enter_score(row, dee, "1N S 7")
    assert "another table has played it" in deal(south, 2, **DUMMIES)["words"]
    assert south.client.post(f"{south.url}deal/", south.line("1")).json()["hands"] == {}
    assert not board().hands_open
    log = AuditEntry.objects.filter(action__in=(AuditAction.DEAL_TYPED, AuditAction.DEAL_CORRECTED))
    assert [(one.actor, one.about) for one in log.order_by("pk")] == [("Bo", "board 1"), ("Ann", "board 1")]
    assert not any(card in str([one.detail for one in log]) for card in ("SA", "HK", "D2"))


def test_solo_13_a_lead_that_cards_typed_later_show_to_be_wrong_counts_and_the_director_looks(bo, ann, cards, dee):
    """The opponent can confirm the score but not edit it. A lead accepted when it was typed does not delay anybody."""
    play(bo, ann)
    south = next_table(cards, dee)
    row = TableBoard.objects.get(board__number=1, round__number=2)
    assert south.act("type", **{**MADE, "lead": DEAL["S"].split()[0]})["code"] == "done"
    assert bo.send("deal", **{**bo.line("1", 1), **DEAL, "seen": "0"})["code"] == "done" and board().known
    assert Seat(row.ew).act("confirm", board="1", key=south.key())["code"] == "done"
    assert row.score_entries.get().lead == DEAL["S"].split()[0]
    ((at, entry, why),) = unlikely_scores(cards, dee)
    assert at == row and "North did not hold that card" in why
    score_found_right(table_board=row, seen=entry.pk, user=dee)
    assert not unlikely_scores(cards, dee)


def test_the_database_changes_no_cards_of_a_board_that_is_closed(bo, ann):
    play(bo, ann)
    deal(bo, **DUMMIES)
    Board.objects.filter(number=1).update(hands_open=False)
    for change in ({"east": DEAL["W"]}, {"hands_open": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Board.objects.filter(number=1).update(**change)


def test_nobody_else_reads_or_types_the_cards(bo, ann, cards):
    play(bo, ann)
    deal(bo, **DUMMIES)
    flo = Seat(sections_of(cards)[0].contestants.get(number=2))
    said = bo.line("1")
    assert flo.client.post(f"{flo.url}deal/", said).json()["hands"] == {}
    assert flo.send("deal", **{**said, **DUMMIES, "seen": "1"})["code"] == "refused"
    assert DEAL["E"].split()[0] not in str(flo.see()) and DEAL["E"].split()[0] not in str(bo.see())


def test_a_board_that_the_site_dealt_is_not_typed(night, dee):
    dealt = Board.objects.filter(board_set__session=night.session).first()
    assert dealt is not None
    with pytest.raises(Refused, match="has dealt board"):
        deal_type(board=dealt, texts=DEAL, seen=0, user=dee)


def test_the_director_types_the_cards_on_the_boards_page_and_prints_its_slips(bo, ann, cards, director):
    page = f"/director/{cards.public_id}/board/1/"
    assert "Nobody has typed its cards yet" in director.get(page).text
    written = {**DUMMIES, "E": DEAL["E"].replace("T", "10").lower(), "N": "", "S": "", "seen": "0"}
    wrong = director.post(f"{page}cards/", {**written, "W": DEAL["E"]}).text
    assert "in East’s hand already" in wrong and not board().ordered
    done = director.post(f"{page}cards/", written, follow=True).text
    assert "The cards of board 1 are in" in done and "Both dummies are typed" in done
    assert board().east == DEAL["E"]
    assert DEAL["E"] not in director.get(f"{page}cards/").text
    slips = director.post(f"/director/{cards.public_id}/print/slips.pdf", {"board": board().pk})
    assert slips["Content-Type"] == "application/pdf"
    play(bo, ann)
    fixed = director.get(f"{page}cards/", follow=True).text
    assert "cards are fixed" in fixed


def test_a_director_who_has_still_to_play_the_board_types_no_cards_of_it(cards, dee, director):
    plays_as(cards, 2, dee)
    page = director.get(f"/director/{cards.public_id}/board/1/cards/", follow=True).text
    assert "You have still to play board 1 yourself" in page and "Type the cards" not in page


def test_every_terminal_reads_how_often_the_cards_were_typed(cards, bo, ann, dee):
    """Anybody who has played the board may type its cards, even at another table after a later round."""
    play(bo, ann)
    changes(ann, lambda: bo.act("deal", **DEAL, seen="0"))
    round_force(section=sections_of(cards)[0], user=dee)
    enter_score(TableBoard.objects.get(board=board(), round__number=2), dee, "1N S 7")
    changes(ann, lambda: hands_close(board_id=board().pk))
