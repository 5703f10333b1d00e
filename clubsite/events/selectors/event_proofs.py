"""The proof of an event's deals, for everybody: what was fixed before, and what was played (docs/proof.md)."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from clubsite.duplicate.models import Board
from clubsite.events.models import Event, EventStatus
from clubsite.events.selectors.event_field import event_boards_here, may_still_be_played
from clubsite.events.selectors.event_reader import EventReader, event_or_404
from clubsite.members.visitor import Visitor
from games.deals import Deal
from games.event_proof import EventProof, PlayedDeal, ProofVerdict, check_proof

NOT_OVER = "The secret is published here when the event is over in every club."
STILL_OWED = (
    "Somebody may still play one of these boards. The secret opens every board, so it is shown when nobody may still "
    "play any of them."
)


@dataclass(frozen=True)
class DealsPage:
    """The proof as a page. `wait` is a sentence that says why the secret is not shown yet, or ""."""

    reader: EventReader
    wait: str

    @property
    def event(self) -> Event:
        return self.reader.event

    @cached_property
    def proof(self) -> EventProof | None:
        """The whole proof, or None as long as the secret is not shown."""
        return None if self.wait else event_proof(self.event)

    @cached_property
    def verdict(self) -> ProofVerdict | None:
        """What the comparison of all boards came to, or None as long as the secret is not shown."""
        return None if self.proof is None else check_proof(self.proof)


def deals_page(public_id: str, visitor: Visitor) -> DealsPage:
    """Return the proof as far as it may be read now. Raise Http404 if there is no such event."""
    reader = EventReader(event_or_404(public_id), visitor)
    return DealsPage(reader, _why_wait(reader.event))


def secrets_to_show() -> list[Event]:
    """Return the published events of this server whose secret is not shown, though nobody may still play a board."""
    published = Event.objects.filter(status=EventStatus.PUBLISHED, hub="", hub_key="", shown_secret="")
    return [event for event in published.exclude(secret="").order_by("pk") if not may_still_be_played(event)]


def _why_wait(event: Event) -> str:
    if event.status == EventStatus.PUBLISHED and may_still_be_played(event):
        return STILL_OWED
    return "" if event.shown_secret else NOT_OVER


def event_proof(event: Event) -> EventProof:
    """Return the proof of an event whose secret is published, with the boards that were opened on this server."""
    opened = event_boards_here(event).filter(known=True, opened_at__isnull=False)
    rows = opened.select_related("board_set__session__heat").order_by("number", "pk")
    heats: defaultdict[tuple[int, Deal], list[str]] = defaultdict(list)
    for board in rows:
        heats[board.number, _deal(board)].append(board.board_set.session.heat.club_name)
    return EventProof(
        event=event.seal_id,
        name=event.name,
        public_number_words=event.public_number_words,
        public_number=event.public_number,
        commitment=event.commitment,
        secret=event.shown_secret,
        boards=event.boards,
        played=tuple(PlayedDeal(number, tuple(names), deal) for (number, deal), names in heats.items()),
    )


def _deal(board: Board) -> Deal:
    return Deal.from_setup(board.setup())
