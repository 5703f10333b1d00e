"""Deal files: PBN in any form, all its faults, and broken and hostile files of every format."""

import re
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import FULL_DECK, cards_text
from games.notation.deal_files import FORMATS, read_deals, write_deals
from games.notation.faults import DealFileError, Problem
from games.notation.file_bytes import decode_text
from games.notation.pbn import read_pbn
from games.notation.pbn_write import write_pbn
from games.notation.records import DealRecord
from games.seats import Seat
from games.shuffle import deal_from_seed
from tests.file_mutations import CHANGES, broken, fuzz

EVENING = Path(__file__).parent / "data" / "club-evening-2022-07-27.pbn"
BOARDS = [replace(board, sequences=True) for board in read_deals(EVENING.read_bytes()).boards[:9]]
FILES = {name: write_deals(name, BOARDS, "Club evening") for name in FORMATS}
PLACE = re.compile(r"[Bb]oard \d|line \d|record \d|[Tt]h(e|is|ere) .*file|This is no|[Bb]oards? ")


def check(data: bytes, name: str = "") -> bool:
    """True if the file was read. A refusal must say where the fault is and what is wrong."""
    try:
        deals = read_deals(data, name)
    except DealFileError as refused:
        assert refused.problems
        for _, field, sentence in refused.problems:
            assert field
            assert sentence.endswith("."), sentence
            assert PLACE.search(sentence), sentence
        return False
    numbers = [board.number for board in deals.boards]
    assert numbers
    assert len(set(numbers)) == len(numbers)
    for board in deals.boards:
        assert sorted(board.deal.all, key=str) == sorted(FULL_DECK, key=str)
    return True


@fuzz
@given(st.sampled_from(FORMATS), CHANGES)
def test_a_broken_file_gives_a_sentence_or_whole_boards(name, changes):
    assert check(FILES[name])
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


@pytest.mark.parametrize(
    ("part", "times"),
    [
        *((FILES[name].replace(b"K", b"A"), 10) for name in FORMATS),
        *((line, 5_000) for line in (b'[Board "1"]\n', b"[\n", b"[Foo\n", b"[Deal\n", b'[A "#"]\n')),
    ],
    ids=[*FORMATS, "boards", "brackets", "names", "deals", "repeats"],
)
def test_eight_times_the_file_takes_no_sixty_times_as_long(part, times):
    def seconds(data):
        begun = process_time()
        check(data, "x.pbn")
        return process_time() - begun

    assert seconds(part * 8 * times) < 25 * max(seconds(part * times), 0.02)


ONE = """[Event "x"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:98.9762.AJT32.54 J5432.T8.K865.J2 Q76.AKQJ54.Q4.Q6 AKT.3.97.AKT9873"]
"""
TWO = """[Event "x"]
[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:2.A86.A9.KJ97532 9763.72.K72.QT86 AJ854.43.QJT83.A KQT.KQJT95.654.4"]
"""
BOTH = ONE + "\n" + TWO


def problems(text: str) -> list[Problem]:
    with pytest.raises(DealFileError) as caught:
        read_pbn(text)
    for board, field, sentence in caught.value.problems:
        assert field in sentence
        assert board is None or sentence.startswith(f"Board {board}, ")
    return caught.value.problems


def only_problem(text: str) -> tuple[int | None, str, str]:
    faults = problems(text)
    assert len(faults) == 1, faults
    return faults[0]


def test_a_real_evening_of_27_boards():
    boards = read_pbn(decode_text(EVENING.read_bytes()))
    assert [board.number for board in boards] == list(range(1, 28))
    assert not any(board.sequences for board in boards)
    second = boards[1]
    assert (second.dealer, second.vul) == (Seat.E, "NS")
    assert cards_text(second.deal.east) == "S2 HA H8 H6 DA D9 CK CJ C9 C7 C5 C3 C2"
    assert cards_text(second.deal.north) == "SK SQ ST HK HQ HJ HT H9 H5 D6 D5 D4 C4"


@pytest.mark.parametrize(
    "written",
    [
        BOTH.replace("\n", "\r\n"),
        "\ufeff" + BOTH,
        BOTH.replace("\n", "\r"),
        BOTH.replace("\n\n", "\n"),
        '% PBN 2.1\n% [Board "9"]\n' + BOTH,
        BOTH.replace('[Dealer "N"]', '{ a comment\n\nand [Deal "lies"] over lines } [Dealer "N"] ; [Board "77"]'),
        BOTH.replace('[Event "x"]', '[Event "semi ; colon { and \\" quote"]'),
        BOTH.replace('[Dealer "N"]\n', "").replace('[Vulnerable "None"]\n', ""),
        BOTH.replace("AJT32", "ajt32").replace("KQT.", "KQ10."),
        BOTH + '\n[ScoreTable "Rank\\2R;Name"]\n 1 "A [Smith]" =1=\n 2 "B"\n[Auction "N"]\n1S =1= Pass Pass X\n',
        BOTH.replace('[Board "2"]', '[Board "2"]\n\n'),
        BOTH.replace('[Event "x"]', '[Event "the "big" one"]\n[Site]'),
        BOTH.replace("[Dealer", "[ Dealer ").replace('[Vulnerable "None"]', '[Vulnerable "Love"]'),
    ],
    ids="crlf bom cr unspaced percent comments quoted defaults letters tables blank unread words".split(),
)
def test_form_does_not_matter(written):
    assert read_pbn(written) == read_pbn(BOTH)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_bytes_are_read_in_every_usual_encoding(encoding):
    title = BOTH.replace('"x"', '"Zoë O’Brien"')
    assert decode_text(title.encode(encoding)) == title
    assert [board.number for board in read_deals(title.encode(encoding)).boards] == [1, 2]


def test_a_tag_wins_over_the_boards_usual_dealer_and_vulnerability():
    board = read_pbn(ONE.replace('[Dealer "N"]', '[Dealer "W"]').replace('"None"', '"All"'))[0]
    assert (board.number, board.dealer, board.vul) == (1, Seat.W, "All")
    repeated = read_pbn(BOTH.replace('[Vulnerable "NS"]', '[Vulnerable "#"]'))[1]
    assert repeated.vul == "None", "a hash repeats the value of the game before"


@pytest.mark.parametrize(
    ("old", "new", "field", "words"),
    [
        ("98.9762", "8.9762", "Deal", "North has 12 cards instead of 13"),
        ("Q76.AKQJ54", "Q76.AKQJ94", "Deal", "the 9 of hearts is dealt 2 times (North and South)"),
        ("Q76.AKQJ54", "Q76.AKQJ94", "Deal", "the 5 of hearts is missing"),
        ("Q76.AKQJ54", "Q76.AKQJ5Y", "Deal", "'Y' is not a card"),
        ("Q76.AKQJ54.Q4.Q6", "Q76.AKQJ54.Q4Q6", "Deal", "four suits between dots are needed and 3 given"),
        ("Q76.AKQJ54.Q4.Q6", "-", "Deal", "South's hand '-': it is not given"),
        (" AKT.3.97.AKT9873", "", "Deal", "four hands are needed and 3 given"),
        ("N:98", "X:98", "Deal", "it must begin with the first hand's seat"),
        ('[Deal "N:98.9762.AJT32.54 J5432.T8.K865.J2 Q76.AKQJ54.Q4.Q6 AKT.3.97.AKT9873"]\n', "", "Deal", "no deal"),
        ('[Dealer "N"]', '[Dealer "Z"]', "Dealer", "'Z' is not a dealer"),
        ('[Vulnerable "None"]', '[Vulnerable "some"]', "Vulnerable", "'some' is not a vulnerability"),
        ('[Dealer "N"]', "[Dealer N]", "Dealer", "this tag cannot be read"),
    ],
)
def test_a_fault_names_board_and_field(old, new, field, words):
    assert old in BOTH
    faults = problems(BOTH.replace(old, new))
    assert {(board, name) for board, name, _ in faults} == {(1, field)}
    assert any(words in sentence for _, _, sentence in faults)


def test_a_game_for_each_result_gives_its_board_once():
    again = ONE.replace('"x"', '"the other room"')
    assert read_pbn(f"{ONE}\n{again}\n{TWO}") == read_pbn(BOTH)
    other = again.replace('[Vulnerable "None"]', '[Vulnerable "All"]')
    assert "twice in the file (lines 1 and 7) and not with the same deal" in only_problem(f"{ONE}\n{other}")[2]


@pytest.mark.parametrize("value", ["", "0", "-3", "two", "1a", "123456", "40000", "²"])
def test_what_is_no_board_number(value):
    board, field, sentence = only_problem(BOTH.replace('[Board "2"]', f'[Board "{value}"]'))
    assert (board, field) == (None, "Board")
    assert "The 2nd board of the file (line 7)" in sentence


@pytest.mark.parametrize(
    ("text", "board", "words"),
    [
        (BOTH.replace('[Board "2"]', '[Board "1"]'), 1, "twice in the file (lines 1 and 7)"),
        (BOTH.replace('[Board "2"]\n', ""), None, "there is no [Board] tag"),
        (BOTH + "{ and so", 2, "never closed"),
    ],
)
def test_a_board_that_is_repeated_has_no_number_or_is_cut_off_in_a_comment(text, board, words):
    number, _, sentence = only_problem(text)
    assert number == board and words in sentence


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_file_cut_off_in_its_last_tag_is_refused(cut):
    deal_line = BOTH.rindex("[Deal ")
    faults = problems(BOTH[: deal_line + cut])
    assert {board for board, _, _ in faults} == {2}
    assert "breaks off" in faults[-1][2] or "there is no deal" in faults[-1][2]


@pytest.mark.parametrize("text", ["", "\n\n", "Dear director,\nno boards yet", "%\n; x"])
def test_a_file_without_boards_is_refused(text):
    assert only_problem(text)[:2] == (None, "Deal")


def test_all_faults_of_a_file_are_listed_at_once():
    text = BOTH.replace('[Dealer "N"]', '[Dealer "Z"]').replace('"NS"', '"?!"').replace("E:2.", "E:3.")
    assert {(board, field) for board, field, _ in problems(text)} == {(1, "Dealer"), (2, "Vulnerable"), (2, "Deal")}
    faults = str(problems('[Board "1"]\n[Deal "N:"]\n\n[Board "2"]\n[Dealer\n[Deal\n'))
    assert "(line 5)" in faults and "(line 6)" in faults


# The dummies' sequences (SOLO-3)
def with_sequences() -> list[DealRecord]:
    return [DealRecord(n, Seat.N, "All", deal_from_seed("pbn", n), True) for n in (3, 4)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda cards: cards[:-1], "is missing (1 of 13)"), (lambda cards: [*cards[:-1], cards[0]], "comes twice"),
        (lambda cards: [*cards, cards[0]], "comes twice"), (lambda cards: [*cards[:-1], "XX"], "'XX' is not a card"),
        (lambda cards: [], "it is missing although"),
        (lambda cards: [*cards[:-1], "C3"], "East does not hold the 3 of clubs"),
    ],
)  # fmt: skip
def test_a_sequence_must_be_a_permutation_of_its_hand(change, words):
    boards = with_sequences()
    east = cards_text(boards[0].deal.east)
    board, field, sentence = only_problem(write_pbn(boards).replace(east, " ".join(change(east.split()))))
    assert (board, field) == (3, "EastSequence")
    assert words in sentence
