"""Broken deal files: the reader returns the whole file or a message that locates the fault, but never a traceback."""

import re
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import FULL_DECK
from games.notation.deal_files import FORMATS, read_deals, write_deals
from games.notation.faults import DealFileError
from tests.file_mutations import CHANGES, broken, fuzz

EVENING = (Path(__file__).parent / "data" / "club-evening-2022-07-27.pbn").read_bytes()
BOARDS = [replace(board, sequences=True) for board in read_deals(EVENING).boards[:9]]
FILES = {name: write_deals(name, BOARDS, "Club evening") for name in FORMATS}
PLACE = re.compile(r"[Bb]oard \d|line \d|record \d|[Tt]h(e|is|ere) .*file|This is no|[Bb]oards? ")


def check(data: bytes, name: str = "") -> bool:
    """True if the file was read. A refusal must say where the fault is and what is wrong."""
    try:
        found = read_deals(data, name)
    except DealFileError as refused:
        assert refused.problems
        for _, field, sentence in refused.problems:
            assert field
            assert sentence.endswith("."), sentence
            assert PLACE.search(sentence), sentence
        return False
    numbers = [board.number for board in found.boards]
    assert numbers
    assert len(set(numbers)) == len(numbers)
    for board in found.boards:
        assert sorted(board.deal.all, key=str) == sorted(FULL_DECK, key=str)
    return True


@pytest.mark.parametrize("name", FORMATS)
def test_the_files_that_are_broken_below_are_whole(name):
    assert check(FILES[name])


@fuzz
@given(st.sampled_from(FORMATS), CHANGES)
def test_a_broken_file_gives_a_sentence_or_whole_boards(name, changes):
    check(broken(FILES[name], changes), f"x.{name}")


@fuzz
@given(st.binary(max_size=400), st.sampled_from(["", *FORMATS]))
def test_any_bytes_give_a_sentence_or_whole_boards(data, name):
    check(data, f"x.{name}")


@fuzz
@given(st.sampled_from(["DUP", "BRI", "DGE"]), st.floats(0, 1, exclude_max=True))
def test_a_record_that_breaks_off_is_no_board(name, share):
    data = FILES[name].rstrip(b"\0 ")
    cut = data[: int(share * len(data))]
    size = {"DUP": 156, "BRI": 128, "DGE": 128}[name]
    whole = {"DUP": 156, "BRI": 78, "DGE": 68}[name]
    expected = name != "DUP" and (len(cut) >= whole) and (len(cut) % size == 0 or len(cut) % size >= whole)
    begins_as_bri = name == "DUP" and len(cut) == 78  # a DUP's first half is a BRI record, which holds a whole board
    assert check(cut, f"x.{name}") == (expected or begins_as_bri)


@pytest.mark.parametrize("name", FORMATS)
def test_eight_times_the_file_takes_no_sixty_times_as_long(name):
    def seconds(data):
        begun = process_time()
        check(data, f"x.{name}")
        return process_time() - begun

    spoilt = FILES[name].replace(b"K", b"A")
    assert seconds(spoilt * 80) < 25 * max(seconds(spoilt * 10), 0.02)
