"""`manage.py event_verify`: check the proof of an event's deals, from a file or from an address."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.core.management.base import BaseCommand, CommandError

from games.event_proof import BadProof, EventProof, check_proof, read_event_proof

COMMITTED = "The secret is the one that was committed to."
NOT_COMMITTED = "The secret is NOT the one that was committed to."
OTHER_COMMITMENT = "The commitment in the proof is NOT the one that you gave."
LARGEST_PROOF = 20_000_000
SECONDS_TO_ANSWER = 30


class Command(BaseCommand):
    help = "Derive an event's boards again from its secret and public number. Exit with 1 if a card differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("proof", help="a file, or an address such as https://example.org/events/ID/proof.json")
        parser.add_argument("--commitment", default="", help="the commitment as you wrote it down before the event")

    def handle(self, *args: Any, proof: str, commitment: str, **options: Any) -> None:
        try:
            found = read_event_proof(_text_of(proof))
        except BadProof as fault:
            raise CommandError(str(fault)) from None
        noted = commitment.strip().lower()
        same = not noted or noted == found.commitment
        if not same:
            self.stdout.write(OTHER_COMMITMENT)
        if not (self._told(found) and same):
            raise CommandError("At least one thing differs from what was committed to.")

    def _told(self, proof: EventProof) -> bool:
        verdict = check_proof(proof)
        named = f"{proof.public_number_words}: {proof.public_number}" if proof.public_number_words else "none"
        self.stdout.write(f"{proof.name} ({proof.event}). Public number: {named}. Commitment {proof.commitment}.")
        self.stdout.write(COMMITTED if verdict.secret_right else NOT_COMMITTED)
        for played, check in verdict.checks:
            self.stdout.write(f"{check.words} {', '.join(played.heats)}".rstrip())
        good = len(verdict.checks) - len(verdict.wrong)
        self.stdout.write(f"{good} of {len(verdict.checks)} boards are as derived.")
        return verdict.good


def _text_of(proof: str) -> str:
    """Return the text of a file or of the answer at an address, to which `proof.json` is added if it names a page."""
    try:
        if proof.startswith(("https://", "http://")):
            address = proof if proof.endswith(".json") else f"{proof.rstrip('/').removesuffix('/proof')}/proof.json"
            with urlopen(address, timeout=SECONDS_TO_ANSWER) as answer:
                data = answer.read(LARGEST_PROOF)
        else:
            data = Path(proof).read_bytes()
        return str(data.decode())
    except UnicodeDecodeError:
        raise CommandError(f"{proof} is not a JSON text.") from None
    except URLError as error:
        raise CommandError(f"{proof} does not answer: {error.reason}. Is the secret published already?") from None
    except OSError as error:
        raise CommandError(f"{proof} cannot be read: {error.strerror or error}.") from None
