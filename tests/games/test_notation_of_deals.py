"""Deal files in every format: published examples, detection by content, round trips, and faults with their place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import cards_text
from games.deals import Deal
from games.notation.deal_files import CARDS_ONLY, FORMATS, format_of, read_deals, write_deals
from games.notation.dlm import checksum, read_dlm
from games.notation.faults import DealFileError
from games.notation.lin import read_lin, write_lin
from games.notation.machines import read_bri, read_dge, read_dup, write_bri, write_dge, write_dup
from games.notation.pbn import read_pbn
from games.notation.pbn_write import write_pbn
from games.notation.records import DealRecord, Optimum, record_of
from games.seats import SEATS, Seat
from games.shuffle import deal_from_seed
from tests.file_mutations import laws

# Jannersten's description of its formats, "Convert": one deal as BRI and as DGE.
BRI = b"180437272408224221062507175150321516492941264031464543351128302039140152133403"
DGE = (
    b"\x06J987\x03JT7643\x04A4\x05Q\x06\x03KQ2\x04QT9\x05AK98543"
    b"\x06AQ42\x03A8\x04KJ762\x05J2\x06KT653\x0395\x04853\x05T76"
)
SWAPPED = DGE.replace(b"J987", b"J98A").replace(b"\x06AQ42", b"\x067Q42")
TRAILER = b"YN1  1 1  "
# Posts that explain LIN and DLM with an example each; their authors are left out.
LIN_1 = "qx|o1|pn|,,,|st||md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|rh||ah|Board 1|sv|o|mb|1N|pg||"
DLM_LETTERS = "jlifaelnecgmoldfjmcflinlap"
DLM_HOLDERS = "SE SW SN EE NN EN SW WE EN NS ES WN WS SW NW EE SE WN NS EE SW SN WE SW NN WW".replace(" ", "")


def runs(hand: tuple[object, ...]) -> str:
    """Return a hand in PBN notation, for comparison with text that people read."""
    texts = [str(card) for card in hand]
    order = "AKQJT98765432"
    return ".".join("".join(sorted((t[1] for t in texts if t[0] == suit), key=order.index)) for suit in "SHDC")


def dlm(body: str, low: int = 1, high: int = 1, key: str = "0") -> str:
    return f"[Document]\r\nHeadline=x\r\nFrom board={low}\r\nTo board={high}\r\nCrypto key={key}\r\n{body}\r\n"


def same_cards(record: DealRecord, other: DealRecord) -> bool:
    return all(set(a) == set(b) for a, b in zip(record.deal.all_hands, other.deal.all_hands, strict=True))


def problems(data: bytes, name: str = "") -> list[tuple[int | None, str, str]]:
    with pytest.raises(DealFileError) as refused:
        read_deals(data, name)
    return refused.value.problems


def usual(count: int, seed: str = "files") -> list[DealRecord]:
    boards = []
    for number in range(1, count + 1):
        deal = deal_from_seed(seed, number)
        boards.append(record_of(number, deal.hands()))
    return boards


def test_the_makers_example_of_bri_and_dge_is_one_deal():
    (bri,), (dge,) = read_bri(BRI), read_dge(DGE)
    assert [runs(hand) for hand in bri.deal.all_hands] == [
        "J987.JT7643.A4.Q", ".KQ2.QT9.AK98543", "AQ42.A8.KJ762.J2", "KT653.95.853.T76",
    ]  # fmt: skip
    assert same_cards(bri, dge)


def test_the_makers_example_of_dup():
    (board,) = read_dup(BRI + DGE + TRAILER)
    assert same_cards(board, read_bri(BRI)[0])
    assert (board.number, board.dealer, board.vul, board.sequences) == (1, Seat.N, "None", False)
    data = write_dup([board])
    assert (len(data), data[78:146]) == (156, DGE)
    (blank,) = read_dup(BRI + b" " * 68 + TRAILER)
    assert same_cards(blank, board), "a record whose second part is blank counts too"
    record = BRI + DGE + b"YN17 0 18 "
    assert [board.number for board in read_dup(record * 2)] == [17, 18], "from the lowest number in its trailer"


def test_the_published_example_of_dlm():
    assert (checksum(1, DLM_LETTERS), checksum(1, "cgcajjjnakpkchipnjhmbmbpbh")) == (23, 22)
    (board,) = read_dlm(dlm(f"Board 01={DLM_LETTERS}023"))
    pack = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    holder = {card.text: str(seat) for seat, hand in board.deal.hands().items() for card in hand}
    assert "".join(holder[card] for card in pack) == DLM_HOLDERS


def test_the_published_example_of_lin():
    (board,) = read_lin(LIN_1)
    assert (board.number, board.dealer, board.vul) == (1, Seat.N, "None")
    assert runs(board.deal.south) == "962.AQ8652.QT.T2"
    assert runs(board.deal.west) == "A74.J.9743.Q7654"
    assert runs(board.deal.east) == "KJT3.T3.J8652.K9"  # left out in the file: the rest


def test_a_file_is_known_by_its_content_and_not_by_its_name():
    boards = usual(3)
    for name in FORMATS:
        data = write_deals(name, boards, "Tuesday")
        assert [read_deals(data, f"x.{other}").format for other in ("pbn", "dup", "txt")] == [name] * 3


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "a.pbn"), (b" \r\n\0\x1a", "a.bri"), (b"\x89PNG\r\n\x1a\n\0\0\0", "a.png"), (b"PK\x03\x04\0\0", "a.zip"),
        (b"Dear director,\nno boards yet", "letter.txt"), (b"board,ns,ew\n1,2,3\n", "travellers.csv"),
    ],
)  # fmt: skip
def test_what_is_no_deal_file_is_refused_with_a_sentence(data, name):
    ((board, field, sentence),) = problems(data, name)
    assert (board, field) == (None, "file")
    assert sentence.endswith(".")


def test_a_name_decides_where_the_content_does_not():
    assert format_of(b"nothing here", "evening.lin") == "LIN"
    assert problems(b"nothing here", "evening.lin") == [
        (None, "md", "There is no board in this file: no md| was found.")
    ]


@laws
@given(st.integers(1, 40), st.text(max_size=20), st.sampled_from(FORMATS))
def test_every_format_comes_back_as_it_went(count, seed, name):
    boards = usual(count, seed)
    back = read_deals(write_deals(name, boards, seed), "")
    assert back.format == name
    assert [(b.number, b.dealer, b.vul) for b in back.boards] == [(b.number, b.dealer, b.vul) for b in boards]
    assert all(same_cards(*pair) for pair in zip(back.boards, boards, strict=True))


@laws
@given(
    st.lists(st.integers(1, 9999), min_size=1, max_size=4, unique=True),
    st.sampled_from(SEATS),
    st.sampled_from(["None", "NS", "EW", "All"]),
    st.booleans(),
)
def test_solo_3_pbn_and_lin_keep_number_dealer_vulnerability_and_a_recorded_order(numbers, dealer, vul, ordered):
    boards = [DealRecord(n, dealer, vul, deal_from_seed("x", n), ordered) for n in numbers]
    for name in ("PBN", "LIN"):
        back = read_deals(write_deals(name, boards, 'The "Lantern" \\ night')).boards
        assert [(b.number, b.dealer, b.vul, b.sequences) for b in back] == [(n, dealer, vul, ordered) for n in numbers]
        assert not ordered or [(b.deal.east, b.deal.west) for b in back] == [(b.deal.east, b.deal.west) for b in boards]
        assert all(same_cards(*pair) for pair in zip(back, boards, strict=True))


def test_pbn_keeps_our_best_results_and_passes_over_those_of_four_hands():
    tricks = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}
    for contracts in ((), (("2S", "S"),), (("3N", "N"), ("1C", "N"))):
        optimum = Optimum(tricks, -110, contracts)
        text = write_pbn([DealRecord(1, Seat.N, "None", deal_from_seed("x", 1), True, optimum)])
        assert [board.optimum for board in read_pbn(text)] == [optimum]
    rows = [line for line in text.splitlines() if line[:2] in ("S ", "W ")]
    four = text + "".join(f"{seat}{row[1:]}\n" for seat in "NE" for row in rows)
    fault = text.replace("S NT  8", "S NT 14")
    assert [board.optimum for other in (four, fault) for board in read_pbn(other)] == [None, None]


@pytest.mark.parametrize("name", sorted(CARDS_ONLY))
def test_a_format_that_cannot_number_these_boards_says_so(name):
    boards = [DealRecord(n, Seat.N, "None", deal_from_seed("x", n)) for n in (1, 2, 5)]
    with pytest.raises(DealFileError, match="boards"):
        write_deals(name, boards)
    with pytest.raises(DealFileError, match="99"):
        write_deals("DLM", usual(100))


def test_records_are_read_filled_up_on_lines_or_bare():
    boards = usual(3)
    for write, read, size in ((write_bri, read_bri, 78), (write_dge, read_dge, 68)):
        data = write(boards)
        records = [data[at : at + size] for at in range(0, len(data), 128)]
        forms = [data, b"".join(records), b"\r\n".join(records) + b"\r\n\x1a"]
        assert [len(read(form)) for form in forms] == [3, 3, 3]
        assert all(same_cards(*pair) for form in forms for pair in zip(read(form), boards, strict=True))


def test_a_vugraph_file_holds_each_board_of_its_two_rooms_once():
    text = write_lin(usual(2), "Final, set 1 | A v B")
    assert text.startswith("vg|Final set 1 A v B,,P,1,2,,,,|\n")
    rooms = text + text.replace("qx|o", "qx|c")
    assert [board.number for board in read_lin(rooms)] == [1, 2]
    other = text + write_lin(usual(1, "others")).replace("qx|o", "qx|c")
    with pytest.raises(DealFileError, match=r"Board 1 \(line \d+\), md: this number comes twice, with other cards"):
        read_lin(other)


def test_lin_numbers_by_heading_then_label_then_place():
    bare = LIN_1.replace("ah|Board 1|", "")
    assert [b.number for b in read_lin(LIN_1.replace("Board 1", "Board%2019"))] == [19]
    two = LIN_1.replace("o1|", "o3|") + LIN_1.replace("o1|", "o39|").replace("3S26", "1S27").replace("S47", "S46")
    assert [(b.number, b.dealer) for b in read_lin(two)] == [(3, Seat.N), (39, Seat.S)]
    assert [b.number for b in read_lin(LIN_1.replace("Board 1", "Board 12"))] == [12]
    assert [b.number for b in read_lin(bare.replace("qx|o1|", "qx|o7|"))] == [7]
    assert [b.number for b in read_lin(bare.replace("qx|o1|", ""))] == [1]


@pytest.mark.parametrize(("sv", "vul"), [("0", "None"), ("o", "None"), ("", "NS"), ("b", "All")])
def test_only_an_empty_vulnerability_is_the_numbers_usual(sv, vul):
    assert read_lin(LIN_1.replace("Board 1|sv|o", f"Board 2|sv|{sv}"))[0].vul == vul


@pytest.mark.parametrize(
    ("data", "board", "field", "words"),
    [
        (BRI[:-2] + b"53", 1, "South", "Board 1 (record 1), South: '53' is no card"),
        (BRI[:-2] + b"43", 1, "cards", "Board 1 (record 1), cards: the jack of clubs is dealt twice"),
        (BRI + BRI[:-1], None, "record", "record 2 has 77: the file breaks off"),
        (DGE.replace(b"Q2", b"Q1"), 1, "East", "Board 1 (record 1), East: '1' is no card"),
        (DGE.replace(b"KQ2", b"KQJ"), 1, "cards", "the jack of hearts is dealt 2 times"),
        (DGE + DGE[:40], None, "record", "record 2 has 40: the file breaks off"),
        ((BRI + DGE + TRAILER)[:-1], None, "record", "breaks off in record 1"),
        (BRI + DGE + b"YN1  0 4  ", None, "trailer", "boards 1 to 4, and there are 1 records"),
        (BRI + SWAPPED + TRAILER, 1, "cards", "different hands"),
        (dlm(f"Board 01={DLM_LETTERS}024").encode(), 1, "Board", "(line 6): the checksum 024 does not fit"),
        (dlm(f"Board 01={DLM_LETTERS[:-1]}z023").encode(), 1, "Board", "26 letters from a to p"),
        (dlm(f"Board 01={DLM_LETTERS}023", high=2).encode(), 2, "Board", "Board 2: it is missing"),
        (dlm("", low=0).encode(), None, "From board", "From board (line 3): '0' is no board from 1 to 99"),
        (dlm("", low=3).encode(), None, "To board", "no board between"),
        (dlm("", key="7").encode(), None, "Crypto key", "locked"),
        (LIN_1.replace("S58Q", "S59Q").encode(), 1, "md", "Board 1 (line 1), md: the 9 of spades is dealt 2 times"),
        (LIN_1.replace("S58Q", "58Q").encode(), 1, "md", "North's hand '58QH479KDKAC38JA': a suit must stand before"),
        (LIN_1.replace("S58Q", "S58Z").encode(), 1, "md", "'Z' is not a card"),
        (LIN_1.replace("sv|o", "sv|q").encode(), 1, "sv", "Board 1 (line 1), sv: 'q' is not a vulnerability"),
        (("\n\n" + LIN_1.replace(",S58QH479KDKAC38JA,", "")).encode(), 1, "md", "(line 3), md: four hands"),
        ((LIN_1 + "xe|S7|").encode(), 1, "xe", "Board 1 (line 1), xe: East does not hold the 7 of spades"),
        ((LIN_1 + "xe|S7|").encode(), 1, "xw", "xw: it is missing although the other dummy's sequence is given"),
        ((LIN_1 + "xw|S4 S4|").encode(), 1, "xw", "xw: the 4 of spades comes twice"),
        ((LIN_1 + "xw|S4 A7|").encode(), 1, "xw", "xw: 'A7' is not a card"),
    ],
)  # fmt: skip
def test_a_fault_names_its_place_and_field(data, board, field, words):
    faults = problems(data)
    assert (board, field) in {(number, name) for number, name, _ in faults}
    assert any(words in sentence for _, _, sentence in faults), faults


def test_all_faults_of_a_record_file_are_listed_at_once():
    assert [board for board, _, _ in problems(BRI[:-2] + b"99" + BRI + BRI[:-2] + b"00")] == [1, 3]


def test_north_s_contracts_stand_under_west_solo_11a():
    tricks = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}
    deal = deal_from_seed("x", 1)
    text = write_pbn([DealRecord(1, Seat.N, "None", deal, True, Optimum(tricks, -110, (("2S", "N"),)))])
    assert '[OptimumScore "NS -110"]\n[ParContract "W 2S"]\n' in text
    assert "\nS NT  8\n" in text
    assert "\nW NT  3\n" in text
    assert "\nN NT" not in text
    (back,) = read_pbn(text)
    assert back.deal == Deal(*(back.deal.north, deal.east, back.deal.south, deal.west))
    assert cards_text(back.deal.east) == cards_text(deal.east)
