"""A session's boards: dealt from a seed, or imported from a PBN file, either completely or not at all."""

from pathlib import Path

import pytest

from clubsite.core.refused import Refused
from clubsite.nights.models import Board, BoardSet
from clubsite.nights.services.boards import MOST_BOARDS, MOST_BYTES, boards_deal, boards_import
from games.notation.faults import DealFileError
from games.notation.pbn import read_pbn
from tests.kit.dealt import dealt

EVENING = Path(__file__).parents[2] / "games" / "data" / "club-evening-2022-07-27.pbn"


@pytest.fixture
def draft(make_night):
    return make_night(start=False).session


def bring_in(session, user, data):
    return boards_import(session=session, data=data, file_name="evening.pbn", user=user)


def test_a_seed_that_nobody_typed_is_drawn_with_128_bits_and_kept(draft, dee):
    """A new board set replaces the old one."""
    one, two = (boards_deal(session=draft, count=count, user=dee) for count in (9, 4))
    assert len(one.seed_text) == len(two.seed_text) == 32 and one.seed_text != two.seed_text
    assert not one.practice and not two.practice
    assert (BoardSet.objects.count(), Board.objects.count()) == (1, 4)


def test_a_typed_seed_makes_a_practice_set_and_the_same_boards_again(draft, dee):
    def hands():
        return [(board.number, dealt(board)) for board in Board.objects.all()]

    assert boards_deal(session=draft, count=3, user=dee, seed="tea").practice
    first = hands()
    boards_deal(session=draft, count=3, user=dee, seed="tea")
    assert hands() == first


@pytest.mark.parametrize("count", [0, MOST_BOARDS + 1])
def test_an_impossible_number_of_boards_is_refused(draft, dee, count):
    with pytest.raises(Refused) as refused:
        boards_deal(session=draft, count=count, user=dee)
    assert refused.value.field == "count"


def test_the_real_evening_is_imported_as_the_file_has_it(draft, dee):
    bring_in(draft, dee, EVENING.read_bytes())
    in_file = {b.number: b for b in read_pbn(EVENING.read_text())}
    stored = {b.number: b for b in Board.objects.all()}
    assert stored.keys() == in_file.keys()
    for number, board in stored.items():
        deal = in_file[number].deal
        assert (board.dealer, board.vulnerability) == (str(in_file[number].dealer), in_file[number].vul)
        for side in ("north", "east", "south", "west"):
            assert sorted(getattr(dealt(board), side).split()) == sorted(c.text for c in getattr(deal, side))


def test_dummies_without_a_recorded_sequence_are_dealt_one_by_a_drawn_seed(draft, dee):
    def brought():
        made = bring_in(draft, dee, EVENING.read_bytes())
        assert (made.source, made.file_name, made.practice) == ("pbn", "evening.pbn", False)
        return made.seed_text, [(dealt(board).east, dealt(board).west) for board in Board.objects.all()]

    (one, first), (two, second) = brought(), brought()
    assert one != two and first != second
    assert any(east.split() != sorted(east.split(), reverse=True) for east, _ in first)


def _broken(change):
    return change(EVENING.read_text()).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n\x00\x00",
        "not a PBN file at all".encode("utf-16"),
        _broken(lambda text: text.replace('[Dealer "N"]', '[Dealer "Q"]', 1)),
        _broken(lambda text: text[: text.index("[Deal ") + 30]),
        b" " * (MOST_BYTES + 1),
    ],
    ids="empty picture utf-16 dealer truncated long".split(),
)
def test_a_broken_file_imports_nothing_and_keeps_the_old_boards(draft, dee, data):
    before = [(board.pk, dealt(board).north) for board in Board.objects.all()]
    with pytest.raises((DealFileError, Refused), match="2 MB" if len(data) > MOST_BYTES else "."):
        bring_in(draft, dee, data)
    assert [(board.pk, dealt(board).north) for board in Board.objects.all()] == before
    draft.refresh_from_db()
    assert draft.sections.get().board_set is not None


def test_boards_are_not_replaced_after_the_start(night, dee):
    with pytest.raises(Refused, match="has begun"):
        boards_deal(session=night.session, count=3, user=dee)
    with pytest.raises(Refused, match="has begun"):
        bring_in(night.session, dee, EVENING.read_bytes())
