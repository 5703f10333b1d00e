"""`manage.py verify_deal`: check a session's boards, or those in a file, against the deals of their seed."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import Http404

from clubsite.readers.visitor import Visitor
from clubsite.results.selectors.deal_proof import SetProof, proof_page
from games.deal_proof import BoardCheck, check_board, commitment_of
from games.notation.deal_files import read_deals
from games.notation.faults import DealFileError

SEED_RIGHT = "The seed is the one that was committed to."
SEED_WRONG = "The seed is NOT the one that was committed to."


class Command(BaseCommand):
    help = "Derive boards from their seed again and compare, board by board. Exit with 1 if anything differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("session", nargs="?", default="", help="public id of a published session, from its address")
        parser.add_argument("--file", type=Path, help="instead: a file of boards (PBN, LIN, DUP, BRI, DGE, DLM)")
        parser.add_argument("--first", type=int, help="number of the first board in FILE, for DUP, BRI and DGE")
        parser.add_argument("--seed", default="", help="the seed of the boards in FILE")
        parser.add_argument("--nonce", default="", help="the nonce that was shown with the seed")
        parser.add_argument("--commitment", default="", help="the commitment that was public before the session")

    def handle(self, *args: Any, session: str, file: Path | None, **options: Any) -> None:
        if bool(session) == (file is not None):
            raise CommandError("Name a session, or a file of boards with --file and --seed.")
        if file is not None:
            good = self._of_file(file, options["seed"], options["nonce"], options["commitment"], options["first"])
        else:
            good = self._of_session(session)
        if not good:
            raise CommandError("At least one thing differs from what was committed to.")

    def _of_session(self, public_id: str) -> bool:
        try:
            page = proof_page(public_id, Visitor.as_member())
        except Http404:
            raise CommandError(f"There is no session {public_id}.") from None
        if not page["proofs"]:
            raise CommandError("The boards of this session are not made yet.")
        for line in page["commitments"]:
            self.stdout.write(str(line))
        verdicts = [self._told(proof) for proof in page["proofs"]]
        return all(verdicts)

    def _told(self, proof: SetProof) -> bool:
        self.stdout.write(f"{proof.title or 'The session'}, boards {proof.numbers}")
        if proof.no_proof or proof.wait:
            self.stdout.write(proof.no_proof or f"Commitment {proof.commitment}. {proof.wait}")
            return True
        self.stdout.write(SEED_RIGHT if proof.seed_right else SEED_WRONG)
        return self._boards(list(proof.checks)) and proof.seed_right

    def _of_file(self, file: Path, seed: str, nonce: str, commitment: str, first: int | None) -> bool:
        if not seed:
            raise CommandError("Give the seed of these boards by --seed.")
        try:
            deals = read_deals(file.read_bytes(), file.name, first)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except DealFileError as fault:
            raise CommandError(f"{file} is not a file of boards: {fault}") from None
        if deals.asks_first and not first:
            raise CommandError(f"{deals.asks_first} Add --first and the number.")
        right = not commitment or commitment_of(seed, nonce) == commitment.strip().lower()
        if commitment:
            self.stdout.write(SEED_RIGHT if right else SEED_WRONG)
        boards = [check_board(seed, b.number, b.deal, sequences=b.sequences) for b in deals.boards]
        return self._boards(boards) and right

    def _boards(self, checks: list[BoardCheck]) -> bool:
        for check in checks:
            self.stdout.write(check.words)
        wrong = sum(not check.same for check in checks)
        self.stdout.write(f"{len(checks) - wrong} of {len(checks)} boards are as the seed deals them.")
        return not wrong
