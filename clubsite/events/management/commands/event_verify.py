"""`manage.py event_verify`: check the proof of an event's deals, from a file or for an event on this site."""

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubsite.events.models import Event
from clubsite.events.selectors.event_field import event_proof
from clubsite.events.services.events import event_digest
from clubsite.rankings.digests import SHORT_DIGITS
from games.event_proof import HERE, BadProof, EventProof, check_proof, read_event_proof
from games.wording import counted

NOT_COMMITTED = "The secret is NOT the one that was committed to."
OTHER_DIGEST = "These are NOT the digits of any published version of the ranking."
TOO_FEW_DIGITS = f"Give all {SHORT_DIGITS} digits that are printed with the ranking."


class Command(BaseCommand):
    help = (
        "Derive an event's boards again. Exit with 1 unless every board of the event, and of each heat, is as derived."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("proof", help="a file that was saved from the event's page, or an event's id here")
        parser.add_argument("--digest", default="", help="the digits that were printed with the ranking")
        parser.add_argument("--commitment", default="", help="the commitment as you wrote it down before the event")

    def handle(self, *args: Any, proof: str, commitment: str, digest: str, **options: Any) -> None:
        try:
            full_proof = _of_this_site(proof) or read_event_proof(_text_of(proof))
        except BadProof as fault:
            raise CommandError(str(fault)) from None
        same = commitment.strip().lower() in ("", full_proof.commitment)
        if not same:
            self.stdout.write("The commitment in the proof is NOT the one that you gave.")
        digits = "".join(digest.split()).lower()
        versions = [at for at, each in enumerate(full_proof.digests, 1) if each.startswith(digits)]
        if digits and len(digits) < SHORT_DIGITS:
            versions = []
            self.stdout.write(TOO_FEW_DIGITS)
        elif digits:
            sentence = f"These are the digits of version {versions[0]} of the ranking." if versions else OTHER_DIGEST
            self.stdout.write(sentence)
        if not (self._told(full_proof) and same and (versions or not digits)):
            raise CommandError("Not proven: at least one thing differs from what was committed to, or is missing.")

    def _told(self, proof: EventProof) -> bool:
        verdict = check_proof(proof)
        named = f"{proof.public_number_words}: {proof.public_number}" if proof.public_number_words else "none"
        self.stdout.write(f"{proof.name} ({proof.event}). Public number: {named}. Commitment {proof.commitment}.")
        committed = "The secret is the one that was committed to."
        self.stdout.write(committed if verdict.secret_right else NOT_COMMITTED)
        for played, check in verdict.checks:
            self.stdout.write(f"{check.words} {proof.clubs_of(played)}".rstrip())
        for heat in proof.heats:
            short = ", NOT all of them in the proof" if heat in verdict.heats_short else ""
            there = f"{counted(heat.boards, 'board')} opened here" if heat.cards == HERE else f"cards {heat.cards}"
            self.stdout.write(f"{heat.club}: {there}{short}.")
        if verdict.missing:
            self.stdout.write(f"NOT there once: board {', '.join(map(str, verdict.missing))}.")
        nothing = "No heat was played on this server, so there is nothing to compare."
        self.stdout.write(verdict.words if verdict.heats_here else nothing)
        return verdict.good


def _of_this_site(public_id: str) -> EventProof | None:
    """Return the proof of an event on this site, with newly computed digests, or None if there is no such event."""
    event = Event.objects.exclude(shown_secret="").filter(public_id=public_id).first()
    if event is None:
        return None
    versions = event.publications.order_by("version")
    again = tuple(version.digest if event.is_remote else event_digest(version) for version in versions)
    return replace(event_proof(event), digests=again)


def _text_of(proof: str) -> str:
    try:
        return Path(proof).read_bytes().decode()
    except UnicodeDecodeError:
        raise CommandError(f"{proof} is not a JSON text.") from None
    except OSError as error:
        raise CommandError(f"{proof} cannot be read: {error.strerror or error}.") from None
