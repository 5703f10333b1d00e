"""Hostile files: the time needed to refuse a file grows with the file's length, not with the square of the length."""

from time import process_time

import pytest

from games.notation.faults import DealFileError
from games.notation.pbn import read_pbn


def seconds(text: str) -> float:
    begun = process_time()
    with pytest.raises(DealFileError):
        read_pbn(text)
    return process_time() - begun


@pytest.mark.parametrize("line", ['[Board "1"]\n', "[\n", "[Foo\n", "[Deal\n", '[A "#"]\n'])
def test_eight_times_the_file_takes_no_sixty_times_as_long(line):
    few, many = line * 5_000, line * 40_000
    seconds(few)
    assert seconds(many) < 25 * max(seconds(few), 0.01)


def test_faults_still_name_their_line():
    with pytest.raises(DealFileError) as refused:
        read_pbn('[Board "1"]\n[Deal "N:"]\n\n[Board "2"]\n[Dealer\n[Deal\n')
    assert "(line 5)" in str(refused.value)
    assert "(line 6)" in str(refused.value)


def test_a_board_number_larger_than_any_club_has_is_refused():
    with pytest.raises(DealFileError, match="'40000' is not a board number"):
        read_pbn('[Board "40000"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n')
