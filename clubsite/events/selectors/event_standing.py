"""The standing of an event and its heats: in words, how many heats are in, and who leads its lists."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q
from django.utils import timezone

from clubsite.duplicate.models import SessionStatus
from clubsite.duplicate.selectors.progress import rounds_now
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.events.models import Event, EventEntrant, EventLine, EventPlace, EventStatus
from clubsite.events.models.heats import Heat, HeatStatus
from clubsite.scores.models import ScoreStatus
from games.wording import counted

LIST_COLUMNS = ("kind", "line", "stratum")


@dataclass(frozen=True, slots=True)
class EventStanding:
    """The number of heats that take part (None if another server has not said it), that are played to the end or
    confirmed, and that are under way. `lists` are those of everybody in which somebody has a place: `kind`, `line`, how
    many are `placed`, and the first one's `place` ("1" or "1="), `won`, `possible` and `club`.
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
        found = f"{self.played} of {self.heats} heat{'' if self.heats == 1 else 's'}"
        found += f" {'is' if 1 in (self.heats, self.played) else 'are'} in"
        return f"{found}, {self.playing} {'is' if self.playing == 1 else 'are'} playing" if self.playing else found

    def of(self, kind: str, line: str) -> dict[str, Any] | None:
        """Return the list of these contestants, or None."""
        return next((one for one in self.lists if (one["kind"], one["line"]) == (kind, line)), None)


def event_standing(event: Event) -> EventStanding:
    """Return how an event stands now; one of another server, as its hub said last."""
    if event.is_remote:
        return EventStanding(**event.heard_standing)
    begun = Exists(EventLine.objects.filter(heat=OuterRef("pk")).exclude(status=ScoreStatus.SIT_OUT))
    ended = Q(confirmed_at__isnull=False) | Q(session__status=SessionStatus.ENDED) | ~Q(results_file="")
    under_way = Q(session__status__in=IN_PLAY) | Q(begun=True)
    heats = event.heats.filter(status=HeatStatus.ACCEPTED).annotate(begun=begun)
    played, playing = Count("pk", filter=ended), Count("pk", filter=under_way & ~ended)
    found = heats.aggregate(heats=Count("pk"), played=played, playing=playing)
    contestants = EventEntrant.objects.filter(heat__event=event, heat__status=HeatStatus.ACCEPTED).count()
    columns = ("kind", "line", "place", "won", "possible")
    lists = [
        {name: getattr(one, name) for name in columns} | {"placed": placed, "club": one.entrant.heat.club_name}
        for one, placed in leaders(event, stratum="")
    ]
    return EventStanding(**found, contestants=contestants, lists=lists)


def leaders(event: Event, **only: str) -> Iterator[tuple[EventPlace, int]]:
    """Yield the first place of each list in which somebody has one, with how many have one."""
    placed: Any = EventPlace.objects.filter(event=event, **only).exclude(place="").order_by()
    firsts = placed.values(*LIST_COLUMNS).annotate(position=Min("position"), n=Count("pk")).order_by(*LIST_COLUMNS)
    for first in firsts:
        n = first.pop("n")
        yield placed.select_related("entrant__heat__club").get(**first), n


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A heat with its state. `mark` is a class of `.state`."""

    heat: Heat
    mark: str
    words: str
    detail: str = ""

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
    """Return the heats with their states, in their order. Takes four queries. Sessions have to be selected already."""
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
        return HeatRow(heat, "call", "Set aside, because it cannot be scored", heat.set_aside)
    if heat.refused_state:
        return HeatRow(heat, "call", "Its newest results cannot be taken", heat.refused_state)
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
