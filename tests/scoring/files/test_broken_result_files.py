"""Broken result files give a message with line and field, or complete lines; never a traceback or half a file."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FileError
from scoring.files.csv_files import read_ranking, write_ranking, write_travellers
from scoring.files.pbn import write_pbn_results
from scoring.files.reading import read_results
from scoring.files.usebio import write_usebio
from tests.file_mutations import CHANGES, broken, fuzz
from tests.scoring.files.result_nights import every_state, real_evening

NIGHT = real_evening()
WRITERS = {"usebio": write_usebio, "pbn": write_pbn_results, "csv": write_travellers}
FILES = {name: write(NIGHT).encode() for name, write in WRITERS.items()}
FILES |= {f"{name} in every state": write(every_state()).encode() for name, write in WRITERS.items()}
STARTS = [b"", b"<USEBIO>", b"<?xml version='1.0' encoding='", b"[Board ", b"board,ns,ew\n"]
PLACE = re.compile(r"line \d|[Bb]oard|the file|this is no|The file")


def check(data: bytes) -> bool:
    """True if the file was read. A refusal must say where the fault is and what is wrong."""
    try:
        night = read_results(data)
    except FileError as refused:
        assert refused.sentences
        for sentence in refused.sentences:
            assert PLACE.search(sentence), sentence
            assert "\n" not in sentence.strip()
        return False
    assert night.lines
    for line in night.lines:
        assert line.ns != line.ew
        assert line.parsed is not None
        assert 1 <= line.board <= 9999
    return True


@pytest.mark.parametrize("name", FILES)
def test_the_files_that_are_broken_below_are_whole(name):
    assert check(FILES[name])


@fuzz
@given(st.sampled_from(sorted(FILES)), CHANGES)
def test_a_broken_file_gives_a_sentence_or_whole_lines(name, changes):
    check(broken(FILES[name], changes))


@fuzz
@given(st.sampled_from(STARTS), st.binary())
def test_any_bytes_give_a_sentence_or_whole_lines(start, data):
    check(start + data)


@fuzz
@given(CHANGES)
def test_a_broken_ranking_gives_a_sentence_or_whole_lines(changes):
    text = broken(write_ranking(NIGHT).encode(), changes).decode("latin-1")
    try:
        read_ranking(text)
    except FileError as refused:
        assert all(sentence.startswith("line ") for sentence in refused.sentences)


@fuzz
@given(st.floats(0, 1, exclude_max=True))
def test_xml_that_breaks_off_is_no_night(share):
    data = FILES["usebio"].rstrip()
    assert not check(data[: int(share * len(data))])
