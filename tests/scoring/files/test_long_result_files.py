"""Files of 4.9 MB, the largest that the site accepts: the cost of reading is limited to what one evening needs."""

import tracemalloc
from collections.abc import Callable

import pytest

from scoring.errors import MOST_FAULTS, FileError
from scoring.files.csv_files import MOST_LINES
from scoring.files.reading import read_results
from scoring.files.xml_tree import MOST_ELEMENTS

SIZE = 4_900_000
LINE = "1,1,2,4S,N,,10,420\n"
HEAD = "board,ns,ew,contract,declarer,lead,tricks,ns_score\n"


def repeated(start: str, part: str, size: int = SIZE) -> bytes:
    return (start + part * ((size - len(start)) // len(part))).encode()


def refused(data: bytes) -> list[str]:
    with pytest.raises(FileError) as no:
        read_results(data)
    return no.value.sentences


def most_memory(call: Callable[[], object]) -> int:
    """Return the peak number of bytes that Python held during the call, beyond those held before it."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def lines_seen(sentences: list[str]) -> int:
    """Return the last line number named in the messages. No later line was looked at."""
    return max(int(sentence.split()[1].strip(",:")) for sentence in sentences if sentence.startswith("line "))


@pytest.mark.parametrize(
    ("start", "part"), [(HEAD, LINE), (HEAD, "\n"), (HEAD, "1,2\n"), ("section,board,ns,ew\n", 'A,"1","2","3"\n')]
)
def test_a_csv_file_is_read_to_line_20000_and_no_further(start, part):
    sentences = refused(repeated(start, part))
    assert lines_seen(sentences) <= MOST_LINES + 1
    assert len(sentences) <= MOST_FAULTS + 1


@pytest.mark.parametrize(("start", "part"), [("<USEBIO><EVENT><BOARD>", "<TRAVELLER_LINE/>"), ("<USEBIO>", "<A>x</A>")])
def test_an_xml_file_is_parsed_to_its_50000th_element_in_bounded_memory(start, part):
    """Each element in these files is on a separate line, so the memory used shows where the parser stopped."""
    data = repeated(start, part)
    assert "more than 50,000 elements" in refused(data)[0]
    whole = repeated(start, part, MOST_ELEMENTS * len(part))
    assert most_memory(lambda: refused(data)) < 1.2 * most_memory(lambda: refused(whole + part.encode() * 20))


@pytest.mark.parametrize(
    ("start", "part", "end"),
    [
        (
            "<USEBIO><EVENT><PARTICIPANTS>",
            "<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR>",
            "</PARTICIPANTS></EVENT></USEBIO>",
        ),
        ("<USEBIO><EVENT><BOARD>", "<TRAVELLER_LINE/>", "</BOARD></EVENT></USEBIO>"),
    ],
)
def test_no_part_of_a_file_is_compared_with_every_other(start, part, end):
    """The files have 25,000 pairs or 49,000 faulty lines for one board. The list of faults ends after one page."""
    many = (MOST_ELEMENTS - 10) // part.count("</") if "</" in part else MOST_ELEMENTS - 10
    sentences = refused((start + part * many + end).encode())
    assert 1 <= len(sentences) <= MOST_FAULTS + 1
