"""The proof that boards, and the deals of an event, came from a seed that was fixed beforehand (docs/proof.md)."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.cards import cards_text
from games.deal_proof import PROGRAM, check_board, commitment_of
from games.deals import Deal
from games.event_proof import PROGRAM as EVENT_PROGRAM
from games.event_proof import (
    BadProof,
    EventProof,
    PlayedDeal,
    ProofHeat,
    check_proof,
    read_event_proof,
    write_event_proof,
)
from games.event_seed import event_deals, event_seed, secret_commitment
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


def test_a_board_agrees_with_its_seed_and_number_alone_card_by_card():
    right = deal_from_seed(SEED, 7)
    check = check_board(SEED, 7, right)
    assert check.same and check.words == "Board 7: as dealt by the seed, with both dummies in order."
    wrong = Deal((right.south[0], *right.north[1:]), right.east, (right.north[0], *right.south[1:]), right.west)
    check = check_board(SEED, 7, wrong)
    assert not check.same and check.words == "Board 7: not as dealt by the seed (North and South)."
    assert not check_board(SEED, 8, right).same and not check_board(NONCE, 7, right).same


def test_a_dummy_in_another_order_is_found_unless_the_order_is_unknown():
    right = deal_from_seed(SEED, 7)
    turned = Deal(right.north, right.east, right.south, tuple(reversed(right.west)))
    assert check_board(SEED, 7, turned).words == "Board 7: the cards of West are in another order."
    check = check_board(SEED, 7, turned, sequences=False)
    assert check.same and "order of the dummies was not compared" in check.words


SECRET, NUMBER, EVENT = "5a" * 32, "3 17 22", "7QK4M"


@pytest.fixture
def proof():
    deals = event_deals(event_seed(SECRET, NUMBER, EVENT), 4)
    opened = {1: ("lantern", "quay"), 2: ("lantern",), 3: ("lantern", "quay"), 4: ()}
    played = tuple(PlayedDeal(number, opened[number], deal) for number, deal in deals.items())
    here = ProofHeat("lantern", "Lantern Street", "here", 3), ProofHeat("quay", "Quay Street", "here", 2)
    heats = (*here, ProofHeat("far", "Fenwick", "elsewhere", 0))
    commitment = secret_commitment(SECRET)
    return EventProof(EVENT, "Autumn", "Lotto", NUMBER, commitment, SECRET, 4, heats, ("ab" * 32,), played)


def without(proof: EventProof, heat: str) -> EventProof:
    return replace(proof, played=tuple(replace(p, heats=tuple({*p.heats} - {heat})) for p in proof.played))


def swapped(deal: Deal, seat: str, other: str) -> Deal:
    a, b = getattr(deal, seat), getattr(deal, other)
    return replace(deal, **{seat: (b[0], *a[1:]), other: (a[0], *b[1:])})


def with_deal(proof: EventProof, number: int, deal: Deal) -> EventProof:
    return replace(proof, played=tuple(replace(p, deal=deal) if p.number == number else p for p in proof.played))


def turned(deal: Deal) -> Deal:
    return replace(deal, east=(deal.east[1], deal.east[0], *deal.east[2:]))


CHANGES = {
    "one card": lambda proof: with_deal(proof, 3, swapped(proof.played[2].deal, "north", "south")),
    "the order of a dummy": lambda proof: with_deal(proof, 2, turned(proof.played[1].deal)),
    "the secret": lambda proof: replace(proof, secret="5b" + "5a" * 31),
    "the secret, and the commitment with it": lambda proof: replace(
        proof, secret="5b" + "5a" * 31, commitment=secret_commitment("5b" + "5a" * 31)
    ),
    "the public number": lambda proof: replace(proof, public_number="3 17 23"),
    "the event": lambda proof: replace(proof, event="7QK4N"),
    "the commitment": lambda proof: replace(proof, commitment="0" * 64),
    "a secret of another length": lambda proof: replace(proof, secret="5a"),
    "a board that the event does not have": lambda proof: replace(proof, boards=3),
    "no boards at all": lambda proof: replace(proof, played=()),
    "a board left out": lambda proof: replace(proof, played=proof.played[1:]),
    "a board that nobody opened left out": lambda proof: replace(proof, played=proof.played[:3]),
    "a board twice": lambda proof: replace(proof, played=(*proof.played, proof.played[3])),
    "a heat taken out of its boards": lambda proof: without(proof, "quay"),
    "every heat taken out": lambda proof: replace(without(without(proof, "quay"), "lantern"), heats=proof.heats[2:]),
}


def by_the_program(proof: EventProof, tmp_path: Path) -> int:
    program, file = tmp_path / "check.py", tmp_path / "proof.json"
    program.write_text(EVENT_PROGRAM, encoding="utf-8")
    file.write_text(write_event_proof(proof), encoding="utf-8")
    run = subprocess.run([sys.executable, "-I", program, file], capture_output=True, check=False, timeout=60)
    return run.returncode


def test_what_was_dealt_is_proved_and_a_verdict_names_the_board(proof, tmp_path):
    verdict = check_proof(read_event_proof(write_event_proof(proof)))
    assert verdict.words == "4 of 4 boards are as derived. 2 of 2 heats here have all boards that they opened."
    assert verdict.good and [check.number for _, check in verdict.checks] == [1, 2, 3, 4]
    assert by_the_program(proof, tmp_path) == 0
    [(played, check)] = check_proof(CHANGES["one card"](proof)).wrong
    assert (played.number, check.words) == (3, "Board 3: not as dealt by the seed (North and South).")


@pytest.mark.parametrize("change", CHANGES)
def test_anything_that_is_changed_makes_the_proof_fail_and_the_program_that_needs_nothing_of_ours(
    proof, change, tmp_path
):
    assert f"```python\n{EVENT_PROGRAM}```" in DOCS.read_text(encoding="utf-8")
    changed = CHANGES[change](proof)
    assert not check_proof(read_event_proof(write_event_proof(changed))).good
    assert change == "a secret of another length" or by_the_program(changed, tmp_path) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no json", "not a JSON text"), ("[]", "not a proof"), ('{"kind": "other"}', "not a proof"),
        ('{"kind": "deals of a simultaneous event"}', "no text 'event'"),
    ],
)  # fmt: skip
def test_another_file_is_refused_by_name(text, sentence):
    with pytest.raises(BadProof, match=sentence):
        read_event_proof(text)


def test_a_file_with_a_fault_says_which(proof):
    document = json.loads(write_event_proof(proof))
    for change, sentence in (
        ({"secret": ""}, "secret is not in the file"),
        ({"boards": "4"}, "which boards were played"),
        ({"played": [{}]}, "no number"),
        ({"heats": None}, "does not list the heats"),
        ({"heats": [{}]}, "does not say its club"),
        ({"played": [document["played"][0] | {"N": "SA"}]}, "Board 1"),
    ):
        with pytest.raises(BadProof, match=sentence):
            read_event_proof(json.dumps(document | change))
