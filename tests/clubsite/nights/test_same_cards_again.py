"""Same cards, new order: a former night's boards for a second round, with the dummies shuffled again."""

import pytest

from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, BoardSet
from clubsite.nights.selectors.boards import sets_to_repeat
from clubsite.nights.selectors.sealed_boards import unshown_hands
from clubsite.nights.services.boards import boards_again, boards_deal, boards_number
from clubsite.nights.services.directing import session_end
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.services.publications import publish
from tests.kit.nights import draft_night
from tests.kit.pages import words
from tests.kit.people import signed_in


def hands_of(board_set: BoardSet) -> list[dict[str, list[str]]]:
    """Return each board's hands as lists of cards in their order."""
    rows = board_set.boards.order_by("number")
    return [{seat: hand.split() for seat, hand in unshown_hands(board).items()} for board in rows]


@pytest.fixture
def former(night, dee) -> BoardSet:
    """The boards of a night that has ended and is not published."""
    session_end(session=night.session, user=dee)
    return BoardSet.objects.get(session=night.session)


def test_every_hand_has_its_cards_and_both_dummies_lie_in_another_order(former, club, dee):
    draft = draft_night(club, dee, name="Second round")
    made = boards_again(session=draft, former=former, user=dee)
    for old, new in zip(hands_of(former), hands_of(made), strict=True):
        assert all(sorted(old[seat]) == sorted(new[seat]) for seat in "NESW")
        assert (new["N"], new["S"]) == (old["N"], old["S"])
        assert new["E"] != old["E"] and new["W"] != old["W"]
    header = ("number", "dealer", "vulnerability", "fingerprint")
    assert list(made.boards.values_list(*header)) == list(former.boards.values_list(*header))
    assert not Board.objects.filter(board_set=made, opened_at__isnull=False).exists(), "nobody has seen the new order"
    assert draft.sections.get().board_set == made
    again = boards_again(session=draft, former=former, user=dee)
    assert hands_of(again) != hands_of(made), "each time another order is drawn"


def test_results_that_are_not_published_yet_wait_until_the_cards_are_played_again(night, former, club, dee):
    boards_again(session=draft_night(club, dee, name="Second round"), former=former, user=dee)
    publish(night.session, dee)
    boards = set(former.boards.values_list("pk", flat=True))
    assert boards and owed_elsewhere(boards) == boards


@pytest.mark.parametrize("which", ["running", "of another club", "dealt at the table", "of a draft"])
def test_only_known_cards_of_the_clubs_own_ended_nights_are_played_again(which, make_night, club, dee, cy):
    draft, others = draft_night(club, dee), club
    if which == "of another club":
        others = club_create(name="Other", slug="other", owner=cy)
        session = draft_night(others, cy)
        boards_deal(session=session, count=3, user=cy)
    elif which == "dealt at the table":
        session = make_night(with_cards=True, start=False).session
        boards_number(session=session, section=session.sections.get(), count=3, user=dee)
    else:
        session = make_night(start=which == "running").session
    if which in ("of another club", "dealt at the table"):
        type(session).objects.filter(pk=session.pk).update(status="ended")
    former = BoardSet.objects.get(session=session)
    assert not sets_to_repeat(draft).exists()
    with pytest.raises(Refused, match="Choose one of these nights"):
        boards_again(session=draft, former=former, user=dee)
    assert not draft.board_sets.exists()


def test_a_director_takes_them_at_the_set_up_and_the_page_says_what_they_are(former, club, dee, night):
    browser, draft = signed_in(dee), draft_night(club, dee, name="Second round")
    at = f"/director/{draft.public_id}/setup/boards/"
    page = words(browser.get(at))
    assert "Same cards, new order" in page and "Tuesday, 17 November 2026: 3 boards" in page
    done = words(browser.post(f"{at}again/", {"former": former.pk}, follow=True))
    assert "The boards are made, with the dummies in a new order" in done
    assert "The cards of Tuesday, 17 November 2026" in done
    assert "Not everybody would see these cards for the first time" in done
    proof = words(browser.get(f"/results/{draft.public_id}/proof/"))
    assert "the cards of a former night in a new order" in proof
    for wrong in ({}, {"former": 10**6}):
        assert "Choose one of the nights" in words(browser.post(f"{at}again/", wrong, follow=True))
    assert draft.board_sets.get().source == "again"
