"""Cards, seats, deals, boards, calls, auctions and tricks, which all games share, and their words."""

from collections import Counter
from typing import Any

import pytest

from games import wording
from games.auction import Auction
from games.boards import dealer_of, vulnerability_of
from games.cards import FULL_DECK, cards_text, hcp, parse_card, parse_cards
from games.deals import Deal
from games.errors import BadLog, BadSetup
from games.registry import names, rules_for
from games.replay import replay
from games.seats import Seat
from games.shuffle import deal_from_seed, sequences_from_seed, shuffled
from games.tricks import Trick


@pytest.mark.parametrize("text", ["HT", "TH", "10H", "H10", "ht", " h10 "])
def test_a_card_is_read_in_every_usual_form(text):
    assert parse_card(text).text == "HT"


@pytest.mark.parametrize("text", ["", "H", "1H", "HH", "H11", "♥T", "AB"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_cards_keep_their_order_and_count_forty_points():
    assert cards_text(parse_cards("2C 10H sa")) == "C2 HT SA"
    assert hcp(FULL_DECK) == 40
    assert len(set(FULL_DECK)) == 52


def test_seats_go_clockwise_and_dealer_and_vulnerability_follow_the_cycle_of_sixteen():
    """The cycle is the table printed on every set of duplicate boards."""
    assert [seat.next for seat in Seat] == [Seat.E, Seat.S, Seat.W, Seat.N]
    cycle = "None NS EW All NS EW All None EW All None NS All None NS EW".split()
    assert [vulnerability_of(number) for number in range(1, 17)] == cycle
    assert "".join(dealer_of(number) for number in range(1, 9)) == "NESWNESW"
    assert (vulnerability_of(17), dealer_of(17), vulnerability_of(32)) == ("None", "N", "EW")


# Shuffles: known answers, which may never change (stored seeds must give their boards again).
KNOWN_LETTERS = ("B", "A", "H", "D", "C", "F", "E", "G")
KNOWN_EAST = "S7 DK S3 C6 D5 D9 D3 S8 ST D4 CK CJ H7"
KNOWN_WEST = "SA HJ C4 H3 HK H8 DJ D6 DA D8 SK CT S5"


def test_shuffle_known_answers():
    assert shuffled("ABCDEFGH", "seed", "label") == KNOWN_LETTERS
    deal = deal_from_seed("Lantern Street", 1)
    assert cards_text(deal.east) == KNOWN_EAST
    assert cards_text(sequences_from_seed("another", 1, deal).west) == KNOWN_WEST


def test_shuffle_is_fair_depends_on_seed_and_label_and_loses_nothing():
    """Each order of three cards comes up about 1000 times in 6000. A fair shuffle fails for one seed in 10,000."""
    orders = {shuffled(range(52), seed, label) for seed in ("a", "b") for label in ("1", "2")}
    assert len(orders) == 4
    assert all(sorted(order) == list(range(52)) for order in orders)
    assert shuffled((), "a", "1") == ()
    assert sorted(shuffled(range(1000), "long", "x")) == list(range(1000)), "it reads on when the stream is used up"
    seen = Counter(shuffled("ABC", str(number), "fair") for number in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 25.7


# Deals and setups
def good_setup() -> dict[str, Any]:
    return deal_from_seed("vocabulary", 5).to_setup(5)


def test_a_setup_gives_its_deal_back():
    setup = good_setup()
    assert Deal.from_setup(setup).to_setup(5) == setup
    assert (setup["dealer"], setup["vul"]) == ("N", "NS")


SETUPS = {
    game: rules_for(game).deal(
        "setups", {"board": 1, "dealer": "" if game == "bridge_solitaire" else "S", "vul": "All"}, {}
    )
    for game in names()
}


def with_hand(game: str, name: str, cards: object) -> dict[str, Any]:
    return {"hands": {**SETUPS[game]["hands"], name: cards}}


def of(game: str, name: str) -> str:
    return str(SETUPS[game]["hands"][name])


FH, UM, BS, SC, SW = "five_hundred_for_two", "umbrage", "bridge_solitaire", "secret_card", "whist_for_two"
FIFTY_ONE = cards_text(FULL_DECK[:51])


@pytest.mark.parametrize(
    ("game", "changes", "says"),
    [
        *((game, {"board": wrong}, "board") for game in names() for wrong in (0, True, "5", None)),
        *((game, {"dealer": "Q"}, "dealer") for game in names()),
        *((game, {"vul": "Both"}, "vul") for game in names()),
        *((game, {"hands": wrong}, "hands") for game in sorted({*names()} - {SC}) for wrong in ({}, None)),
        ("solo", with_hand("solo", "E", of("solo", "E")[3:]), "hands.E"),
        ("solo", with_hand("solo", "E", of("solo", "E")[:-2] + "Z9"), "hands.E"),
        ("solo", with_hand("solo", "E", of("solo", "W")), "hands"),
        (FH, with_hand(FH, "E", "S5 S6"), "hands.E"),
        (FH, with_hand(FH, "E", "S5 S6 S7 S8 S9 ST SJ SQ SK S1"), "hands.E"),
        (FH, with_hand(FH, "kitty", "JK S5"), "hands.kitty"),
        (FH, with_hand(FH, "kitty", 3), "hands.kitty"),
        (FH, with_hand(FH, "kitty", "S4 C4 H2"), "hands"),
        (FH, with_hand(FH, "E", of(FH, "W")), "hands"),
        (UM, {"reshuffle": list(range(25))}, "reshuffle: the numbers 0 to 25"),
        (UM, {"reshuffle": [0] * 26}, "reshuffle: the numbers 0 to 25"),
        (UM, {"reshuffle": None}, "reshuffle: the numbers 0 to 25"),
        (UM, with_hand(UM, "left", "SA SK"), "hands.left: 2 cards are there instead of 13"),
        (UM, with_hand(UM, "left", of(UM, "right")), "hands: .* is dealt too often"),
        (UM, with_hand(UM, "left", of(UM, "left")[:-2] + "JK"), "hands: the joker is dealt too often"),
        (UM, with_hand(UM, "left", "SA XX"), "hands.left: 'XX' is not a card"),
        (UM, with_hand(UM, "left", 13), "hands.left: the cards must be written as text"),
        (SC, {"pack": None}, "pack"),
        (SC, {"pack": "S1 S2"}, "pack"),
        (SC, {"pack": FIFTY_ONE}, "pack"),
        (SC, {"pack": f"{FIFTY_ONE} {FULL_DECK[0].text}"}, "pack"),
        *((SC, {"split": wrong}, "split") for wrong in (list(range(25)), [*range(25), 24], None)),
        (BS, with_hand(BS, "down", of(BS, "down")[:-2] + "JK"), "hands"),
        (BS, with_hand(BS, "down", of(BS, "down")[:-3]), "hands.down:"),
        (BS, with_hand(BS, "down", of(BS, "down")[:-2] + of(BS, "stock")[:2]), "hands"),
        (BS, with_hand(BS, "down", 7), "hands.down:"),
        (BS, with_hand(BS, "stock", "X1"), "hands.stock:"),
        *((SW, {"turned": wrong}, "turned: with trumps turned") for wrong in ("", "S1", None, 7)),
        *((SW, {"turned": of(SW, seat).split()[-1]}, "not in the dealer's own hand, South") for seat in "ENW"),  # SW-4
    ],
)
def test_fh_1_um_1_bs_1_sw_3_a_bad_setup_names_its_field(game, changes, says):
    with pytest.raises(BadSetup, match=says):
        rules_for(game).start({**SETUPS[game], **changes}, {})


def test_a_log_that_cannot_have_happened_names_its_event():
    log = [{"seq": 1, "actor": "N", "a": "c:1S"}, {"seq": 2, "actor": "N", "a": "c:2S"}]
    with pytest.raises(BadLog, match=r"Event 2: N c:2S: It is South's turn"):
        replay(rules_for("solo"), good_setup(), {}, log)
    with pytest.raises(BadLog, match="Event 1: an event needs an actor"):
        replay(rules_for("solo"), good_setup(), {}, [{"seq": 1}])
    with pytest.raises(BadSetup, match="no game called 'skat'"):
        rules_for("skat")


# Auctions of four, which other games compose
def four_handed(*calls: str) -> Auction:
    return Auction(("N", "E", "S", "W"), ("NS", "EW", "NS", "EW"), 3, 4, calls)


@pytest.mark.parametrize(
    ("calls", "closed"),
    [("P P P", False), ("P P P P", True), ("1S P P", False), ("1S P P P", True), ("P 1S P P P", True)],
)
def test_an_auction_of_four_ends_after_three_passes_or_four_at_the_start(calls, closed):
    assert four_handed(*calls.split()).closed is closed


@pytest.mark.parametrize(
    ("calls", "call", "allowed"),
    [("1S P", "X", False), ("1S P P", "X", True), ("1S X P", "XX", False), ("1S X P P", "XX", True)],
)
def test_a_partners_bid_cannot_be_doubled(calls, call, allowed):
    assert (four_handed(*calls.split()).refusal(call) is None) is allowed


def test_a_trick_counts_clockwise_from_its_leader():
    trick = Trick(Seat.W, parse_cards("H9 HA S2"))
    assert trick.to_play == Seat.S
    assert (trick.winner("N"), trick.winner("S")) == (Seat.N, Seat.E)
    with pytest.raises(ValueError, match="no card"):
        Trick(Seat.N).winner("N")


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("P", "pass"), ("XX", "redouble"), ("1S", "1 spade"), ("1N", "1 no trump"),
        ("4SX", "4 spades doubled"), ("10NXX", "10 no trump redoubled"), ("MIS", "misère"),
        ("PASS", "passed out"),
    ],
)  # fmt: skip
def test_a_call_or_contract_has_a_name(call, name):
    assert wording.call_name(call) == name


def test_a_card_and_a_contract_with_its_declarer_have_a_name():
    assert [wording.card_name(text) for text in ("HT", "JR")] == ["the 10 of hearts", "the red joker"]
    assert [wording.card_label(text) for text in ("HQ", "JR")] == ["queen of hearts", "red joker"]
    assert wording.contract_name("4SX", "S") == "4 spades doubled by South"
    assert wording.contract_name("PASS") == "passed out"


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "text"),
    [
        ("4S", "S", 10, "4S by South, made 10 tricks"), ("3NX", "N", 7, "3NX by North, 2 down"),
        ("10HXX", "E", 15, "10HXX by East, 1 down"), ("PASS", None, None, "Passed out"),
        ("PASS", "", None, "Passed out"),
    ],
)  # fmt: skip
def test_a_result_is_said(contract, declarer, tricks, text):
    assert wording.result_text(contract, declarer, tricks) == text


def test_a_score_has_its_sign_and_the_side_that_gained_it():
    assert [wording.score_text(n) for n in (420, -100, 0)] == ["+420 to South", "+100 to North", "0 to both"]
    assert [wording.score_text(n, True) for n in (420, -100, 0)] == ["+420 to N/S", "+100 to E/W", "0 to both"]
    assert [wording.signed(n) for n in (620, -50, 0)] == ["+620", "−50", "0"]
    assert [wording.over_text(n) for n in (0, 1, -2)] == ["=", "+1", "−2"]


def test_a_rank_in_words():
    names = {1: "first", 12: "twelfth", 13: "13th", 21: "21st", 112: "112th"}
    assert {number: wording.ordinal_name(number) for number in names} == names
    assert (wording.place_name(3, False), wording.place_name(11, True)) == ("3rd", "11th equal")


def test_a_marked_text_is_said_to_everybody():
    leads = wording.marked("S", "* leads", "You lead")
    assert wording.plain(f"{leads} by 40, 30 to 0 for {wording.marked('N')}") == "South leads by 40, 30 to 0 for North"
    assert wording.plain(f"{wording.marked('N')} claims 2\ndo you accept?") == "North claims 2: do you accept?"
    assert wording.plain("Passed out") == "Passed out"
