"""The decisive card of a session: the costliest of the cards played when only one other card cost nothing."""

from dataclasses import asdict, dataclass
from typing import Any
from zlib import crc32

from django.core.cache import cache

from clubsite.analysis.models import PlayAnalysis
from clubsite.play.models import Play, PlayEvent
from clubsite.play.room_states import log_of
from clubsite.rankings.selectors.published import Published
from games.cards import CARD_BY_TEXT, CARD_TEXTS
from games.deals import Deal
from games.turned import turned_setup
from solver import Position
from solver.tables import leader_against
from solver.verdicts.judge import standing

FEWEST_CARDS = 3  # a choice has at least so many
FIRST_TRICK, LAST_TRICK = 2, 10
KEPT_SECONDS = 24 * 3600  # seconds
OWN_HANDS = ("S", "N")


@dataclass(frozen=True, slots=True)
class Decisive:
    """A card that `by` played from hand as act `seq` of a play. Of the `of` choices, only one other card cost nothing.

    `before` and `after` are declarer's tricks in the whole play; `points` is what the card cost.
    """

    table_board: int
    seq: int
    by: str
    trick: int
    of: int
    before: int
    after: int
    points: int

    @property
    def weight(self) -> tuple[float, int, int]:
        """The sort key: the cost, weighted by the number of choices. Of equally costly cards the first one wins."""
        return self.points * (self.of - 1) / self.of, -self.table_board, -self.seq


def decisive_moment(published: Published) -> Decisive | None:
    """Return the decisive moment in a session's closed boards, or None if there is no analysis or no such card.

    The moment is cached for a day, or until a board or an analysis is added, as a session has thousands of cards.
    """
    closed = published.board_ids
    analyses = PlayAnalysis.objects.filter(play__table_board__board__in=closed).order_by()
    state = crc32(repr((sorted(closed), analyses.count())).encode())
    key = f"decisive:{published.session.public_id}:{published.publication.version}:{state}"
    kept: Any = cache.get(key)
    if kept is None:
        rows = analyses.values_list("play__table_board", "cards")
        found = [one for table_board, cards in rows for one in _alone(table_board, cards)]
        best = max(found, key=lambda one: one.weight, default=None)
        kept = [asdict(best)] if best else []
        cache.set(key, kept, KEPT_SECONDS)
    return Decisive(**kept[0]) if kept else None


def _alone(table_board: int, cards: list[dict[str, Any]]) -> list[Decisive]:
    return [
        Decisive(
            table_board,
            card["seq"],
            card["by"],
            card["trick"],
            card["of"],
            card["before"],
            card["after"],
            card["points"],
        )
        for card in cards
        if card["points"]
        and card.get("seat") in OWN_HANDS
        and len(card["held"]) == 1
        and card["of"] >= FEWEST_CARDS
        and FIRST_TRICK <= card["trick"] <= LAST_TRICK
    ]


def ending_at(moment: Decisive) -> Position | None:
    """Return the position at this moment (see `ending_before`), or None if the play's log has been deleted."""
    rows = PlayEvent.objects.filter(play__table_board=moment.table_board).select_related("play")
    events = list(rows.order_by("seq"))
    if not events:
        return None
    play = events[0].play
    log = [{"seq": one.seq, "actor": one.actor, "a": one.action} for one in events if one.seq <= play.seq]
    return _ending(play, log, moment.seq)


def ending_before(play: Play, seq: int, *, south: bool = False) -> Position:
    """Return the position at the beginning of this act's trick, with the cards already played to it.

    `south` rotates the position so that the player who acted is South. The play must be over, and not passed out.
    """
    return _ending(play, log_of(play), seq, south=south)


def _ending(play: Play, log: list[dict[str, Any]], seq: int, *, south: bool = False) -> Position:
    stood = standing(log)
    outcome: Any = play.outcome
    turn = south and next(event["actor"] for event in stood if event["seq"] == seq) == "N"
    setup = turned_setup(play.setup) if turn else play.setup
    declarer = outcome["declarer"] if not turn else {"S": "N", "N": "S"}[outcome["declarer"]]
    cards = [CARD_TEXTS[event["a"]] for event in stood if event["seq"] < seq and event["a"] in CARD_TEXTS]
    complete = len(cards) // 4 * 4
    hands, strain = Deal.from_setup(setup).all_hands, outcome["contract"][1]
    at = Position.of(hands, strain, leader_against(declarer), cards[:complete])
    begun = Position.of(at.now.hands, strain, str(at.now.trick.to_play))
    for card in cards[complete:]:
        begun = begun.after(CARD_BY_TEXT[card.text])
    return begun
