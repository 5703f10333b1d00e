"""The facts of an event: heats and lines that count, its standing, awaited clubs, and when its boards open."""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from clubsite.events.heat_state import heat_fault
from clubsite.events.models import Event, EventEntrant, EventLine, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.nights.models import SessionStatus
from clubsite.nights.selectors.progress import rounds_now
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.scores.models import ScoreStatus
from games.wording import counted
from scoring.event import EventEntry, EventFacts, EventFieldLine
from scoring.session import EntryPenalty
from scoring.session_scores import Outcome

LONGEST_NIGHT = datetime.timedelta(hours=8)
"""The time after its start in which a night may still be played."""
HAS_CARDS = Q(released_at__isnull=False) | Q(envelope_at__isnull=False) | ~Q(boards_key="")
"""A heat that has the cards, an envelope with the key of the boards, or the key itself."""
WITHOUT_RESULT = (ScoreStatus.SIT_OUT, ScoreStatus.NOT_PLAYED, ScoreStatus.LATE)


def heats_counting(event: Event, now: datetime.datetime | None = None) -> list[int]:
    """Return the heats that take part, can be scored and, after the window, have enough tables with a result."""
    tables = tables_of_heats(event) if event.is_closed(now) else None
    heats = event.heats.filter(status=HeatStatus.ACCEPTED, set_aside=False).order_by("pk").values_list("pk", flat=True)
    return [heat for heat in heats if tables is None or tables[heat] >= event.min_tables]


def tables_of_heats(event: Event) -> Counter[int]:
    """Return how many tables of each heat have a result: half as many as contestants where a file has no tables."""
    lines = EventLine.objects.filter(heat__event=event).exclude(status__in=WITHOUT_RESULT).order_by()
    tables = Counter(heat for heat, _ in lines.exclude(table="").values_list("heat", "table").distinct())
    nameless = lines.filter(table="")
    played = {*nameless.values_list("heat", "south").distinct(), *nameless.values_list("heat", "north").distinct()}
    for heat, contestants in Counter(heat for heat, _ in played).items():
        tables[heat] = max(tables[heat], (contestants + 1) // 2)
    return tables


def event_facts_of(event: Event, now: datetime.datetime | None = None) -> EventFacts:
    """Return all facts that the event's scores depend on. The least number of boards applies after the window. A
    stratum that the event does not have counts as the highest. A sit-out counts for nobody, nor for the field's size.
    """
    heats, settings, entries, penalties = heats_counting(event, now), event.scoring_settings, [], list[EntryPenalty]()
    columns: tuple[str, ...] = ("pk", "heat", "kind", "line", "stratum", "robot", "second_play", "penalties")
    rows: Any = EventEntrant.objects.filter(heat__in=heats).order_by("heat", "pk").values_list(*columns)
    for pk, heat, kind, line, stratum, robot, second, given in rows:
        own = stratum if stratum in settings.strata else ""
        entries.append(EventEntry(pk, heat, kind, line, own, not (robot or second)))
        penalties += [EntryPenalty(pk, Fraction(amount), unit) for amount, unit in given]
    columns = ("pk", "heat", "board", "south", "north", "status", "ns_score", "ruling", "group")
    played = EventLine.objects.filter(heat__in=heats).exclude(status=ScoreStatus.SIT_OUT)
    rows = played.order_by("heat", "pk").values_list(*columns)
    same, lines = dict[Outcome, Outcome](), []  # one object for each outcome, however many lines have it
    for pk, heat, board, south, north, *result in rows:
        outcome = Outcome(*result)
        lines.append(EventFieldLine(pk, heat, board, south, north, same.setdefault(outcome, outcome)))
    minimum = event.min_boards if event.is_closed(now) else 0
    return EventFacts(entries, lines, settings, event.winners, minimum, penalties)


def heats_out_of_sight(event: Event) -> QuerySet[Heat]:
    """Return the heats that may be played where this server does not see it, including those that were left out. They
    have the cards, are not confirmed, and play on another server or with their own scoring program.
    """
    nothing_here = Q(session=None) | Q(session__status=SessionStatus.DRAFT)
    there = (HeatStatus.ACCEPTED, HeatStatus.LEFT)
    return event.heats.filter(nothing_here, HAS_CARDS, confirmed_at=None, status__in=there)


def boards_shut_until(event: Event) -> datetime.datetime:
    """Return the time until which nobody sees the event's boards. It is when the window closes or the event is
    cancelled, or a whole night later if a heat out of sight may still be played. Only the organiser's server knows all
    heats. It shows the secret when they are over, so a server that has the secret opens its boards.
    """
    longest = event.window_closes + LONGEST_NIGHT
    if event.is_remote:
        return event.window_closes if event.shown_secret else longest
    if heats_out_of_sight(event).exists():
        return longest
    return timezone.now() if event.status == EventStatus.CANCELLED else event.window_closes


@dataclass(frozen=True, slots=True)
class AwaitedHeat:
    """A heat for which an event waits, with `words` for what its club still has to do. `closable_from` is when the
    organiser may end its night, or None if it is not running here. A heat that may be played where this server does not
    see it keeps the boards shut until `shut_until` at most.
    """

    heat: Heat
    words: str
    closable_from: datetime.datetime | None
    shut_until: datetime.datetime | None

    @property
    def may_close(self) -> bool:
        return self.closable_from is not None and self.closable_from <= timezone.now()


def closable_from(heat: Heat) -> datetime.datetime | None:
    """Return the time from which the organiser may end a heat's night, or None if it is not running."""
    if heat.session is None or heat.session.status not in IN_PLAY:
        return None
    return (heat.session.started_at or heat.event.window_closes) + LONGEST_NIGHT


def heats_awaited(event: Event) -> list[AwaitedHeat]:
    """Return the heats for which an event waits, or [] while its window is open or if it does not take place. Before
    publication these are heats whose night is running, heats that have the cards and may be played out of sight, and
    heats with enough tables that are not confirmed. Afterwards only heats that keep the boards shut matter, including a
    board still to be played late, and the night of a heat that was left out.
    """
    if event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED) or not event.is_closed():
        return []
    counting, out_of_sight = set(heats_counting(event)), set(heats_out_of_sight(event).values_list("pk", flat=True))
    lines, longest = EventLine.objects.filter(heat=OuterRef("pk")), event.window_closes + LONGEST_NIGHT
    late = lines.filter(status=ScoreStatus.LATE, table_board__isnull=False)
    rows = event.heats.filter(status__in=(HeatStatus.ACCEPTED, HeatStatus.LEFT))
    rows = rows.select_related("session", "club").annotate(scored=Exists(lines), owes=Exists(late))
    heats = []
    for heat in rows.order_by("club_name", "pk"):
        closable, unseen = closable_from(heat), heat.pk in out_of_sight
        shut = longest if unseen and timezone.now() < longest else None
        unconfirmed = unseen or (heat.pk in counting and heat.confirmed_at is None)
        if closable or (unconfirmed if event.status == EventStatus.ANNOUNCED else heat.owes or shut):
            words = "has not confirmed its scores" if heat.scored else "has the cards and has sent no scores"
            words = "has a board still to be played late" if heat.owes else words
            heats.append(AwaitedHeat(heat, "has not ended its night" if closable else words, closable, shut))
    return heats


def correctable_until(event: Event) -> datetime.datetime | None:
    """Return the end of the correction period, or None before the first publication."""
    first = event.publications.order_by("version").values_list("at", flat=True).first()
    return None if first is None else first + datetime.timedelta(hours=event.correction_hours)


def due_by_clock(now: datetime.datetime) -> list[Event]:
    """Return the closed events that the clock publishes now: scores count, and only heats that left are awaited."""
    closed = Event.objects.filter(status=EventStatus.ANNOUNCED, publish_by_clock=True, hub="", window_closes__lte=now)
    scored = (event for event in closed.order_by("pk") if heats_counting(event, now))
    return [event for event in scored if not any(entry.heat.counts for entry in heats_awaited(event))]


LIST_COLUMNS = ("kind", "line", "stratum")


@dataclass(frozen=True, slots=True)
class EventStanding:
    """The number of heats that take part (None if another server has not said it), that are played to the end or
    confirmed, and that are under way. `lists` has the lists of everybody in which somebody has a place: `kind`, `line`,
    the number `placed`, and the first one's `place` ("1" or "1="), `won`, `possible` and `club`.
    """

    heats: int | None = None
    played: int = 0
    playing: int = 0
    contestants: int = 0
    lists: list[dict[str, Any]] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The number of heats that are in, as "12 of 18 heats are in, 3 are playing", or "" if nobody here knows."""
        if self.heats is None:
            return ""
        text = f"{self.played} of {self.heats} heat{'' if self.heats == 1 else 's'}"
        text += f" {'is' if 1 in (self.heats, self.played) else 'are'} in"
        return f"{text}, {self.playing} {'is' if self.playing == 1 else 'are'} playing" if self.playing else text

    def of(self, kind: str, line: str) -> dict[str, Any] | None:
        """Return the list of these contestants, or None."""
        return next((ranking for ranking in self.lists if (ranking["kind"], ranking["line"]) == (kind, line)), None)


def event_standing(event: Event) -> EventStanding:
    """Return how an event stands now. For another server's event, return what its hub said last."""
    if event.is_remote:
        return EventStanding(**event.heard_standing)
    begun = Exists(EventLine.objects.filter(heat=OuterRef("pk")).exclude(status=ScoreStatus.SIT_OUT))
    ended = Q(confirmed_at__isnull=False) | Q(session__status=SessionStatus.ENDED) | ~Q(results_file="")
    under_way = Q(session__status__in=IN_PLAY) | Q(begun=True)
    heats = event.heats.filter(status=HeatStatus.ACCEPTED).annotate(begun=begun)
    played, playing = Count("pk", filter=ended), Count("pk", filter=under_way & ~ended)
    counts = heats.aggregate(heats=Count("pk"), played=played, playing=playing)
    contestants = EventEntrant.objects.filter(heat__event=event, heat__status=HeatStatus.ACCEPTED).count()
    columns = ("kind", "line", "place", "won", "possible")
    lists = [
        {name: getattr(place, name) for name in columns} | {"placed": placed, "club": place.entrant.heat.club_name}
        for place, placed in leaders(event, stratum="")
    ]
    return EventStanding(**counts, contestants=contestants, lists=lists)


def leaders(event: Event, **only: str) -> Iterator[tuple[EventPlace, int]]:
    """Yield the first place of each list that has one, with the number of the list's entrants who have a place."""
    placed: Any = EventPlace.objects.filter(event=event, **only).exclude(place="").order_by()
    firsts = placed.values(*LIST_COLUMNS).annotate(position=Min("position"), n=Count("pk")).order_by(*LIST_COLUMNS)
    for first in firsts:
        n = first.pop("n")
        yield placed.select_related("entrant__heat__club").get(**first), n


@dataclass(frozen=True)
class HeatRow:
    """A heat with its state. `mark` is a class of `.state`, and `scores` says how many scores are in."""

    heat: Heat
    mark: str
    words: str
    scores: str = ""

    @cached_property
    def detail(self) -> str:
        """What makes the heat unfit to be scored, or how many scores are in."""
        return heat_fault(self.heat) or self.scores

    @property
    def changeable(self) -> bool:
        """True if the club can still leave with this heat: it is not being played, and the event is not over."""
        if self.heat.session is not None and self.heat.session.status in IN_PLAY:
            return False
        there = self.heat.status in (HeatStatus.ASKED, HeatStatus.ACCEPTED)
        return there and self.heat.event.status == EventStatus.ANNOUNCED

    @property
    def may_take_file(self) -> bool:
        """True if the organiser can take the heat's results from a file: its club is here and does not play here."""
        heat, event = self.heat, self.heat.event
        begun = heat.counts and heat.club_id is not None and event.window_opens <= timezone.now()
        taken = event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)
        return begun and taken and (heat.session is None or heat.session.status == SessionStatus.DRAFT)

    @property
    def may_have_envelope(self) -> bool:
        """True if the organiser can print the key of the boards: the heat is of another server, and has no key yet."""
        heat, event = self.heat, self.heat.event
        waits = heat.counts and heat.club_id is None and heat.released_at is None and not event.awaits_public_number()
        return waits and event.status == EventStatus.ANNOUNCED and not event.is_remote and not event.is_closed()

    @property
    def may_plan(self) -> bool:
        """True if the club can change the heat's start and tables."""
        return self.changeable and self.heat.released_at is None and not self.heat.event.is_closed()


def heat_rows(heats: Iterable[Heat]) -> list[HeatRow]:
    """Return the heats with their states, in the given order. Takes four queries. Select the sessions beforehand."""
    heats = list(heats)
    rounds = rounds_now([heat.session_id for heat in heats if heat.session_id])
    scores = dict(EventLine.objects.filter(heat__in=heats).order_by().values_list("heat").annotate(n=Count("pk")))
    return [_row(heat, rounds.get(heat.session_id or 0, (0, 0)), scores.get(heat.pk, 0)) for heat in heats]


def _row(heat: Heat, progress: tuple[int, int], scores: int) -> HeatRow:
    if heat.status != HeatStatus.ACCEPTED:
        mark = {HeatStatus.INVITED: "wait", HeatStatus.ASKED: "call"}.get(HeatStatus(heat.status), "rest")
        words = "Invited, no answer yet" if heat.status == HeatStatus.INVITED else heat.get_status_display()
        return HeatRow(heat, mark, words)
    came = f"{counted(scores, 'score')} in" if scores else ""
    if heat.set_aside:
        return HeatRow(heat, "call", "Set aside, because it cannot be scored")
    if heat.refused_state:
        return HeatRow(heat, "call", "Its newest results cannot be taken")
    if heat.confirmed_at is not None:
        return HeatRow(heat, "done", "Confirmed", came)
    if heat.results_file:
        return HeatRow(heat, "play", "In from a file, not confirmed yet", came)
    if (session := heat.session) is None and scores:
        return HeatRow(heat, "play", "Scores are coming in", came)
    if session is None or session.status == SessionStatus.DRAFT:
        return HeatRow(heat, "wait", "Cards released" if heat.released_at else "Announced", came)
    if session.status == SessionStatus.ENDED:
        return HeatRow(heat, "play", "Night ended, not confirmed yet", came)
    now, rounds = progress
    words = f"{'Paused in' if session.status == SessionStatus.PAUSED else 'Playing'} round {now} of {rounds}"
    over = f"{max(0, now - 1)} of {counted(rounds, 'round')} over"
    return HeatRow(heat, "play", words, f"{over}, {came}" if came else over)
