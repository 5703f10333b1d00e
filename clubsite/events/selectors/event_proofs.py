"""The proof of an event's deals, for everybody: what was fixed before, and what was played (docs/proof.md)."""

from collections import Counter, defaultdict
from typing import Any

from django.db.models import Q

from clubsite.events.models import Event, EventStatus, HeatStatus
from clubsite.events.sealing import dealt_boards_of
from clubsite.events.selectors.event_ends import HAS_CARDS
from clubsite.events.selectors.event_field import event_boards_here, may_still_be_played
from clubsite.events.selectors.event_reader import EventReader, event_or_404
from clubsite.members.visitor import Visitor
from games.deals import Deal
from games.event_proof import ELSEWHERE, HERE, IN_A_FILE, PROGRAM, EventProof, PlayedDeal, ProofHeat, check_proof

NOT_OVER = "The secret is published here when the event is over in every club."
STILL_OWED = (
    "Somebody may still play one of these boards. The secret opens every board, so it is shown when nobody may still "
    "play any of them."
)


def deals_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the proof and its verdict, or None and a sentence that says why the secret is not shown yet.

    Raise Http404 if there is no such event.
    """
    reader = EventReader(event_or_404(public_id), visitor)
    event = reader.event
    owed = event.status == EventStatus.PUBLISHED and may_still_be_played(event)
    if owed or not event.shown_secret:
        return reader.page(wait=STILL_OWED if owed else NOT_OVER, proof=None, program=PROGRAM)
    proof = event_proof(event)
    verdict = check_proof(proof)
    boards = [(check.words, proof.clubs_of(one)) for one, check in verdict.checks]
    return reader.page(proof=proof, verdict=verdict, boards=boards, program=PROGRAM)


def secrets_to_show() -> list[Event]:
    """Return the published events of this server whose secret is not shown, though nobody may still play a board."""
    published = Event.objects.filter(status=EventStatus.PUBLISHED, hub="", shown_secret="")
    return [event for event in published.exclude(secret="").order_by("pk") if not may_still_be_played(event)]


def event_proof(event: Event) -> EventProof:
    """Return the proof of an event whose secret is published: every board as it was opened here, and the heats that
    take part, or left with the cards, with how many boards each opened here.
    """
    found: defaultdict[tuple[int, Deal], list[str]] = defaultdict(list)
    rows = event_boards_here(event).filter(known=True, opened_at__isnull=False).order_by("number", "pk")
    for board in rows.select_related("board_set__session__heat"):
        found[board.number, Deal.from_setup(board.setup())].append(board.board_set.session.heat.public_id)
    played = [PlayedDeal(number, tuple(heats), deal) for (number, deal), heats in found.items()]
    opened, numbers = Counter(heat for one in played for heat in one.heats), {one.number for one in played}
    played += [PlayedDeal(one, (), deal) for one, deal in dealt_boards_of(event).items() if one not in numbers]
    heats = event.heats.filter(Q(status=HeatStatus.ACCEPTED) | Q(HAS_CARDS, status=HeatStatus.LEFT))
    return EventProof(
        event=event.seal_id,
        name=event.name,
        public_number_words=event.public_number_words,
        public_number=event.public_number,
        commitment=event.commitment,
        secret=event.shown_secret,
        boards=event.boards,
        heats=tuple(
            ProofHeat(
                heat=one.public_id,
                club=one.club_name,
                cards=IN_A_FILE if one.results_file else HERE if one.club_id is not None else ELSEWHERE,
                boards=opened[one.public_id],
            )
            for one in heats
        ),
        digests=tuple(event.publications.order_by("version").values_list("digest", flat=True)),
        played=tuple(sorted(played, key=lambda one: one.number)),
    )
