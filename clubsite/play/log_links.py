"""The chain of hashes in a play's log: each event has a hash of the previous link and of its own facts."""

import datetime
import hashlib

from clubsite.chains.facts import hash_of
from clubsite.play.models import Play, PlayEvent


def start_link(play: Play) -> str:
    """Return a hash of how a play started: its room, game, options, deal and seats."""
    deal = [play.game, str(play.rules_version), play.options, play.setup]
    return hash_of([play.public_id, play.room_id, *deal, play.south_id, play.north_id])


def event_link(before: str, event: PlayEvent) -> str:
    """Return the link of an event. `before` is the link of the event before it."""
    at = event.at.astimezone(datetime.UTC).isoformat()
    who = f"{event.actor}|{event.ticket_id or ''}|{event.user_id or ''}"
    return hashlib.sha256(f"{before}|{event.seq}|{event.client_id}|{who}|{at}|{event.action}".encode()).hexdigest()
