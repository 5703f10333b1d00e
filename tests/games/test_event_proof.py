"""The proof of an event's deals: it holds for what was dealt, and for nothing else."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.deals import Deal
from games.event_proof import (
    PROGRAM,
    BadProof,
    EventProof,
    PlayedDeal,
    ProofHeat,
    check_proof,
    read_event_proof,
    write_event_proof,
)
from games.event_seed import event_deals, event_seed, secret_commitment

SECRET, NUMBER, EVENT = "5a" * 32, "3 17 22", "7QK4M"
DOCS = Path(__file__).parents[2] / "docs/proof.md"


@pytest.fixture
def proof():
    deals = event_deals(event_seed(SECRET, NUMBER, EVENT), 4)
    opened = {1: ("lantern", "quay"), 2: ("lantern",), 3: ("lantern", "quay"), 4: ()}
    played = tuple(PlayedDeal(number, opened[number], deal) for number, deal in deals.items())
    heats = (
        ProofHeat("lantern", "Lantern Street", "here", 3),
        ProofHeat("quay", "Quay Street", "here", 2),
        ProofHeat("far", "Fenwick", "elsewhere", 0),
    )
    return EventProof(
        EVENT, "Autumn", "Lotto", NUMBER, secret_commitment(SECRET), SECRET, 4, heats, ("ab" * 32,), played
    )


def without(proof: EventProof, heat: str) -> EventProof:
    return replace(proof, played=tuple(replace(p, heats=tuple({*p.heats} - {heat})) for p in proof.played))


def swapped(deal: Deal, one: str, other: str) -> Deal:
    """Return the deal with the first cards of two hands exchanged."""
    a, b = getattr(deal, one), getattr(deal, other)
    return replace(deal, **{one: (b[0], *a[1:]), other: (a[0], *b[1:])})


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
    program.write_text(PROGRAM, encoding="utf-8")
    file.write_text(write_event_proof(proof), encoding="utf-8")
    run = subprocess.run([sys.executable, "-I", program, file], capture_output=True, check=False, timeout=60)
    return run.returncode


def test_what_was_dealt_is_proved(proof, tmp_path):
    verdict = check_proof(read_event_proof(write_event_proof(proof)))
    assert verdict.words == "4 of 4 boards are as derived. 2 of 2 heats here have all boards that they opened."
    assert verdict.good and [check.number for _, check in verdict.checks] == [1, 2, 3, 4]
    assert by_the_program(proof, tmp_path) == 0


@pytest.mark.parametrize("change", CHANGES)
def test_anything_that_is_changed_makes_the_proof_fail(proof, change):
    assert not check_proof(read_event_proof(write_event_proof(CHANGES[change](proof)))).good


@pytest.mark.parametrize("change", [name for name in CHANGES if name != "a secret of another length"])
def test_the_program_that_needs_nothing_of_ours_finds_it_too(proof, change, tmp_path):
    assert by_the_program(CHANGES[change](proof), tmp_path) == 1


def test_the_verdict_names_the_board(proof):
    [(played, check)] = check_proof(CHANGES["one card"](proof)).wrong
    assert (played.number, check.words) == (3, "Board 3: not as dealt by the seed (North and South).")


def test_the_page_has_the_program():
    assert f"```python\n{PROGRAM}```" in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no json", "not a JSON text"),
        ("[]", "not a proof"),
        ('{"kind": "other"}', "not a proof"),
        ('{"kind": "deals of a simultaneous event"}', "no text 'event'"),
    ],
)
def test_another_file_is_refused_by_name(text, said):
    with pytest.raises(BadProof, match=said):
        read_event_proof(text)


def test_a_file_with_a_fault_says_which(proof):
    document = json.loads(write_event_proof(proof))
    for change, said in (
        ({"secret": ""}, "secret is not in the file"),
        ({"boards": "4"}, "which boards were played"),
        ({"played": [{}]}, "no number"),
        ({"heats": None}, "does not list the heats"),
        ({"heats": [{}]}, "does not say its club"),
        ({"played": [document["played"][0] | {"N": "SA"}]}, "Board 1"),
    ):
        with pytest.raises(BadProof, match=said):
            read_event_proof(json.dumps(document | change))
