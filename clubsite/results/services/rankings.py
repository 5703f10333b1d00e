"""From match points to places. Can run twice, or late, and comes to the same."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from django.db import transaction
from django.db.models import QuerySet

from clubsite.duplicate.models import Section
from clubsite.duplicate.signals import session_changed
from clubsite.results.models import BoardScore, Ranking, RankingLine, ScoreStatus
from clubsite.results.selectors.entries import latest_entries
from clubsite.results.services.fields import ranked_with, settings_of
from clubsite.results.services.lines import line_of, text_of
from clubsite.results.services.sources import Accepted, Competitor, Source, source_of, south_of
from clubsite.results.services.sums import kept
from scoring.board import BoardMP
from scoring.evening import Result, Scored, sums, with_session_awards
from scoring.lines import Line, Status
from scoring.ranking import Placed
from scoring.session import Extras, adjusted, field_rankings
from scoring.session import Penalty as Deduction
from scoring.settings import ScoringSettings
from scoring.ties import split_tie
from scoring.totals import Sums

Row = dict[str, Any]
NOTHING = text_of(Fraction(0))


class Key(NamedTuple):
    """Which list: direction, stratum ("" everybody), with handicaps or without."""

    line: str
    stratum: str
    handicap: bool


@dataclass(slots=True)
class Room:
    """What the lists of some sections are made from; `scored` only where single results decide anything."""

    settings: ScoringSettings
    competitors: list[Competitor]
    letters: dict[int, str]
    scored: list[Scored]
    totals: Sums
    extras: Extras
    top: Fraction

    @property
    def robots(self) -> frozenset[Any]:
        return self.extras.unplaced


def ranking_compute(section_id: int) -> bool:
    """Places of a section, per line when two win, else in one list; by stratum and with handicaps where the session
    has them. True when they changed.

    Of sections that are ranked together the first keeps the ranking of all, and no other is locked: whoever locks
    them all does so in their order. A robot has its figures at the end of its list, and no place: others are placed
    as if it were not there.
    """
    sections = Section.objects.select_related("session")
    with transaction.atomic():
        section = sections.filter(pk=section_id).first()
        first = section and ranked_with(section)[0]
        if first is None or not Section.objects.select_for_update(no_key=True).filter(pk=first.pk).exists():
            return False
        first = sections.get(pk=first.pk)
        together = ranked_with(first)
        source = source_of(together)
        fingerprint = source.fingerprint
        stored = Ranking.objects.filter(section__in=together)
        if set(stored.values_list("section", "fingerprint")) == {(first.pk, fingerprint)}:
            return False
        _store(first, _lists(source), stored, fingerprint)
        public_id = first.session.public_id
        transaction.on_commit(lambda: session_changed.send(sender=Ranking, session_id=public_id, ended=False))
    return True


def _store(
    first: Section, lists: Mapping[Key, list[Row]], stored: QuerySet[Ranking], fingerprint: str
) -> None:
    """The lists in place of those that are there."""
    other = [
        pk
        for pk, at, *key in stored.values_list("pk", "section", *Key._fields)
        if at != first.pk or Key(*key) not in lists
    ]
    if other:
        stored.filter(pk__in=other).delete()
    Ranking.objects.bulk_create(
        [
            Ranking(section=first, **k._asdict(), rows=rows, fingerprint=fingerprint)
            for k, rows in lists.items()
        ],
        update_conflicts=True,
        unique_fields=["section", *Key._fields],
        update_fields=["rows", "fingerprint", "computed_at"],
    )


def ranking_fingerprint(section_id: int) -> str:
    """What a section's places come from (`Source`). Empty for a section that is ranked in another one's list."""
    together = ranked_with(Section.objects.select_related("session").get(pk=section_id))
    return source_of(together).fingerprint if together[0].pk == section_id else ""


def _lists(source: Source) -> dict[Key, list[Row]]:
    room = _room(source)
    lists: dict[Key, list[Row]] = {}
    for line, competitors in _groups(source, room).items():
        listed = {one.pk: one for one in competitors}
        # In the order of their numbers, which those who are level keep, whatever order a process came to add them in.
        totals: Sums = {pk: room.totals[pk] for pk in listed if pk in room.totals}
        for ranking in field_rankings(None, line, totals, room.top, room.settings, room.extras):
            rows = [_row(listed, placed, room, handicap=ranking.handicap) for placed in ranking.rows]
            if not ranking.stratum and not ranking.handicap:
                rows = _nothing_yet(rows, listed, room)
                _mark_trophy(rows, room)
            lists[Key(line, ranking.stratum, ranking.handicap)] = rows
    return lists


def _room(source: Source) -> Room:
    settings, competitors = settings_of(source.sections[0].session), source.competitors
    extras = Extras(
        penalties=[Deduction(p.entry_id, Fraction(p.amount), p.unit) for p in source.penalties],
        handicaps={c.pk: Fraction(c.handicap) for c in competitors if c.handicap is not None},
        strata={c.pk: c.stratum for c in competitors if c.stratum},
        earlier={c.pk: Fraction(c.carry) for c in competitors if c.carry},
        unplaced=frozenset(c.pk for c in competitors if c.robot),
    )
    letters = {section.pk: section.name for section in source.sections if section.lettered}
    points = kept(tuple(section.pk for section in source.sections)).added(source.boards)
    totals, scored = points.sums, list[Scored]()
    # Single results decide ties that are split, and what average plus and minus come to (Law 12C2).
    if settings.ties == "split" or points.artificial:
        scored = with_session_awards(_scored(source.sections))
        totals = sums(scored, ("NS", "EW"))
    return Room(settings, competitors, letters, scored, totals, extras, Fraction(points.top))


COLUMNS = (
    "table_board_id",
    "table_board__board__number",
    "table_board__ns_id",
    "table_board__ew_id",
    "status",
    "top",
)
FIGURES = ("ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")
RULED = (ScoreStatus.ARTIFICIAL, ScoreStatus.ASSIGNED)


def _scored(sections: list[Section]) -> list[Scored]:
    """Every line that counts, with its points as awarded."""
    scores = BoardScore.objects.filter(
        table_board__round__section__in=sections, ns_mp_num__isnull=False
    ).order_by("pk")
    rows = list(scores.values_list(*COLUMNS, *FIGURES))
    ruled = latest_entries(row[0] for row in rows if row[4] in RULED)
    return [
        Scored(
            Result(board, ns, ew, line_of(ruled[key]) if key in ruled else Line(key, Status(status))),
            BoardMP(Fraction(ns_num, ns_den), Fraction(ew_num, ew_den), top),
        )
        for key, board, ns, ew, status, top, ns_num, ns_den, ew_num, ew_den in rows
    ]


def _groups(source: Source, room: Room) -> dict[str, list[Competitor]]:
    """Who is in which list of directions."""
    south = {s.pk: _south_numbers(source.movements.get(s.pk), room.settings) for s in source.sections}
    if None in south.values():
        return {RankingLine.ALL.value: room.competitors}
    groups: dict[str, list[Competitor]] = defaultdict(list)
    for one in room.competitors:
        line = RankingLine.NS if one.number in (south[one.section_id] or ()) else RankingLine.EW
        groups[line.value].append(one)
    return groups


def _south_numbers(movement: Accepted | None, settings: ScoringSettings) -> frozenset[int] | None:
    """Contestants of the N/S line when two win; None when one list ranks them all."""
    if movement is None or (settings.winners or movement[2]) != 2:
        return None
    return south_of(movement[0], movement[1])


def _named(one: Competitor, room: Room) -> Row:
    """Whose row it is, with "B7" where there are several sections."""
    row: Row = {"entry": one.pk, "number": one.number}
    if one.section_id in room.letters:
        row["label"] = f"{room.letters[one.section_id]}{one.number}"
    return row


def _row(listed: Mapping[int, Competitor], placed: Placed, room: Room, *, handicap: bool) -> Row:
    """A row of a list. Of IMPs `possible` counts boards and there is a mean in place of a percentage."""
    entry = cast(int, placed.entry)
    row = _named(listed[entry], room)
    row["place"] = placed.place
    row["won"] = text_of(placed.won)
    row["possible"] = text_of(placed.possible)
    row["percentage"] = None if room.settings.imps else text_of(placed.percentage)
    row["factored"] = text_of(placed.factored)
    if room.settings.imps:
        row["mean"] = text_of(placed.percentage / 100)
    if room.extras.penalties and (taken := _taken(entry, room)):
        row["penalty"] = text_of(taken)
    if handicap and entry in room.extras.handicaps:
        row["handicap"] = text_of(room.extras.handicaps[entry])
    return row


def _taken(entry: int, room: Room) -> Fraction:
    """What penalties took from a contestant, in match points or IMPs."""
    own = [penalty for penalty in room.extras.penalties if penalty.entry == entry]
    if not own or entry not in room.totals:
        return Fraction(0)
    before: Sums = {entry: room.totals[entry]}
    plain = ScoringSettings(method=room.settings.method)
    return before[entry][0] - adjusted(before, room.top, plain, Extras(penalties=own))[entry][0]


def _nothing_yet(rows: list[Row], listed: Mapping[int, Competitor], room: Room) -> list[Row]:
    """With those who have played nothing after those who are placed, and robots at the end."""
    played = [row for row in rows if row["possible"] != NOTHING]
    without = listed.keys() - {row["entry"] for row in played}
    empty = {"place": "", "won": NOTHING, "possible": NOTHING, "percentage": None, "factored": None}
    everybody = played + [_named(one, room) | empty for pk, one in listed.items() if pk in without]
    people = [row for row in everybody if row["entry"] not in room.robots]
    return people + [row | {"robot": True} for row in everybody if row["entry"] in room.robots]


def _mark_trophy(rows: list[Row], room: Room) -> None:
    """Whose the trophy is, where the first place is shared and the session splits its ties."""
    tied = [row["entry"] for row in rows if row["place"] == "1="]
    if room.settings.ties != "split" or not tied:
        return
    best = split_tie(tied, room.scored)[0]
    for row in rows:
        if row["entry"] in best and len(best) == 1:
            row["trophy"] = True
