"""The proof that boards were dealt from a seed that was fixed beforehand (docs/proof.md)."""

from pathlib import Path

from games.cards import cards_text
from games.deal_proof import PROGRAM, check_board, commitment_of
from games.deals import Deal
from games.shuffle import deal_from_seed

SEED, NONCE = "00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"
GOLDEN_COMMITMENT = "8af6028a78cfa2ebb98f9bb825684bbb625a9ae7dda2794c0c5bc615608297c0"
GOLDEN_NORTHS = {
    1: "C2 ST D4 C9 H2 H8 S7 H3 HQ S5 C5 C6 C8",
    7: "DJ C6 HA C7 ST D6 CQ CJ D2 D8 SK HQ DQ",
    30: "CA HK CK S4 DA HJ H9 CJ CT S8 S6 C7 H7",
}
DOCS = Path(__file__).parents[2] / "docs" / "proof.md"


def test_the_commitment_and_the_cards_of_a_seed_never_change():
    """Golden values: anyone who wrote a commitment down can still check it in ten years."""
    assert commitment_of(SEED, NONCE) == GOLDEN_COMMITMENT
    assert {number: cards_text(deal_from_seed(SEED, number).north) for number in (1, 7, 30)} == GOLDEN_NORTHS


def test_a_stranger_derives_the_same_cards_by_the_program_of_the_docs(capsys):
    assert PROGRAM in DOCS.read_text()
    names: dict[str, object] = {}
    exec(PROGRAM.replace('"...", "..."', f'"{SEED}", "{NONCE}"'), names)
    derive = names["deal"]
    for number in (*range(1, 41), 720):
        ours = [[card.text for card in hand] for hand in deal_from_seed(SEED, number).all_hands]
        assert derive(SEED, number) == ours
    assert capsys.readouterr().out.splitlines()[0] == GOLDEN_COMMITMENT


def test_a_board_as_dealt_agrees():
    found = check_board(SEED, 7, deal_from_seed(SEED, 7))
    assert found.same and found.words == "Board 7: as dealt by the seed, with both dummies in order."


def test_one_swapped_card_names_both_hands():
    right = deal_from_seed(SEED, 7)
    wrong = Deal((right.south[0], *right.north[1:]), right.east, (right.north[0], *right.south[1:]), right.west)
    found = check_board(SEED, 7, wrong)
    assert not found.same and found.words == "Board 7: not as dealt by the seed (North and South)."


def test_a_dummy_in_another_order_is_found_unless_the_order_is_unknown():
    right = deal_from_seed(SEED, 7)
    turned = Deal(right.north, right.east, right.south, tuple(reversed(right.west)))
    assert check_board(SEED, 7, turned).words == "Board 7: the cards of West are in another order."
    found = check_board(SEED, 7, turned, sequences=False)
    assert found.same and "order of the dummies was not compared" in found.words


def test_another_seed_or_number_deals_another_board():
    assert not check_board(SEED, 8, deal_from_seed(SEED, 7)).same
    assert not check_board(NONCE, 7, deal_from_seed(SEED, 7)).same
