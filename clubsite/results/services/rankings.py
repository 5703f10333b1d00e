"""From match points to places. Can run twice, or late, and comes to the same."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from django.db import transaction
from django.db.models import QuerySet

from clubsite.duplicate.models import Entry, Section
from clubsite.duplicate.signals import session_changed
from clubsite.results.models import BoardScore, Ranking, RankingLine, ScoreStatus
from clubsite.results.selectors.entries import latest_entries
from clubsite.results.services.fields import ranked_with, settings_of
from clubsite.results.services.lines import line_of, text_of
from clubsite.results.services.sources import Accepted, Source, added, source_of, south_of
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


class Key(NamedTuple):
    """Which list: direction, stratum ("" everybody), with handicaps or without."""

    line: str
    stratum: str
    handicap: bool


@dataclass(slots=True)
class Room:
    """What the lists of some sections are made from; `scored` only where single results decide anything."""

    settings: ScoringSettings
    entries: list[Entry]
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

    Of sections that are ranked together the first keeps the ranking of all. A robot has its figures at the end of
    its list, and no place: others are placed as if it were not there.
    """
    with transaction.atomic():
        locked = Section.objects.select_for_update(of=("self",)).select_related("session")
        section = locked.filter(pk=section_id).first()
        if section is None:
            return False
        together = ranked_with(section)
        first = together[0] if together[0].pk == section.pk else locked.get(pk=together[0].pk)
        rankings = Ranking.objects.filter(section__in=together)
        kept = {(r.section_id, Key(r.line, r.stratum, r.handicap)): r for r in rankings.defer("rows")}
        source = source_of(together)
        fingerprint = source.fingerprint
        if {(at, r.fingerprint) for (at, _), r in kept.items()} == {(first.pk, fingerprint)}:
            return False
        lists = _lists(source)
        gone = [r.pk for (at, key), r in kept.items() if at != first.pk or key not in lists]
        if gone:
            rankings.filter(pk__in=gone).delete()
        Ranking.objects.bulk_create(
            [
                Ranking(section=first, **k._asdict(), rows=rows, fingerprint=fingerprint)
                for k, rows in lists.items()
            ],
            update_conflicts=True,
            unique_fields=["section", *Key._fields],
            update_fields=["rows", "fingerprint", "computed_at"],
        )
        public_id = section.session.public_id
        transaction.on_commit(lambda: session_changed.send(sender=Ranking, session_id=public_id))
    return True


def ranking_fingerprint(section_id: int) -> str:
    """What a section's places come from (`Source`). Empty for a section that is ranked in another one's list."""
    together = ranked_with(Section.objects.select_related("session").get(pk=section_id))
    return source_of(together).fingerprint if together[0].pk == section_id else ""


def _lists(source: Source) -> dict[Key, list[Row]]:
    room = _room(source)
    lists: dict[Key, list[Row]] = {}
    for line, entries in _groups(source, room).items():
        ids = {entry.pk for entry in entries}
        totals: Sums = {at: figures for at, figures in room.totals.items() if at in ids}
        for ranking in field_rankings(None, line, totals, room.top, room.settings, room.extras):
            rows = [_row(placed, room, handicap=ranking.handicap) for placed in ranking.rows]
            if not ranking.stratum and not ranking.handicap:
                rows = _nothing_yet(rows, entries, room)
                _mark_trophy(rows, room)
            lists[Key(line, ranking.stratum, ranking.handicap)] = _numbered(rows, entries)
    return lists


def _room(source: Source) -> Room:
    settings, entries = settings_of(source.sections[0].session), source.entries
    extras = Extras(
        penalties=[Deduction(p.entry_id, Fraction(p.amount), p.unit) for p in source.penalties],
        handicaps={e.pk: Fraction(e.handicap) for e in entries if e.handicap is not None},
        strata={e.pk: e.stratum for e in entries if e.stratum},
        earlier={e.pk: Fraction(e.carry) for e in entries if e.carry},
        unplaced=frozenset(e.pk for e in entries if e.robot),
    )
    scores = BoardScore.objects.filter(
        table_board__round__section__in=source.sections, ns_mp_num__isnull=False
    )
    # Single results decide ties that are split, and what average plus and minus come to (Law 12C2).
    if settings.ties == "split" or scores.filter(status=ScoreStatus.ARTIFICIAL).exists():
        scored = with_session_awards(_scored(scores))
        top = max((row.points.top for row in scored), default=0)
        return Room(settings, entries, scored, sums(scored, ("NS", "EW")), extras, Fraction(top))
    totals, top = added(scores)
    return Room(settings, entries, [], totals, extras, Fraction(top))


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


def _scored(scores: QuerySet[BoardScore]) -> list[Scored]:
    """Every line that counts, with its points as awarded."""
    rows = list(scores.order_by("pk").values_list(*COLUMNS, *FIGURES))
    ruled = latest_entries(row[0] for row in rows if row[4] in RULED)
    return [
        Scored(
            Result(board, ns, ew, line_of(ruled[key]) if key in ruled else Line(key, Status(status))),
            BoardMP(Fraction(ns_num, ns_den), Fraction(ew_num, ew_den), top),
        )
        for key, board, ns, ew, status, top, ns_num, ns_den, ew_num, ew_den in rows
    ]


def _groups(source: Source, room: Room) -> dict[str, list[Entry]]:
    """Who is in which list of directions."""
    south = {s.pk: _south_numbers(source.movements.get(s.pk), room.settings) for s in source.sections}
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in room.entries:
        stays = south[entry.section_id]
        line = RankingLine.ALL if None in south.values() else RankingLine.EW
        if stays is not None and line == RankingLine.EW and entry.number in stays:
            line = RankingLine.NS
        groups[line.value].append(entry)
    return groups


def _south_numbers(movement: Accepted | None, settings: ScoringSettings) -> frozenset[int] | None:
    """Contestants of the N/S line when two win; None when one list ranks them all."""
    if movement is None or (settings.winners or movement[2]) != 2:
        return None
    return south_of(movement[0], movement[1])


def _row(placed: Placed, room: Room, *, handicap: bool) -> Row:
    """A row of a list. Of IMPs `possible` counts boards and there is a mean in place of a percentage."""
    entry = cast(int, placed.entry)
    share = placed.percentage / 100 if room.settings.imps else placed.percentage
    row: Row = {
        "entry": entry,
        "place": placed.place,
        "won": text_of(placed.won),
        "possible": text_of(placed.possible),
        "percentage": None if room.settings.imps else text_of(share),
        "factored": text_of(placed.factored),
    }
    if room.settings.imps:
        row["mean"] = text_of(share)
    taken = _taken(entry, room)
    if taken:
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


def _nothing_yet(rows: list[Row], entries: list[Entry], room: Room) -> list[Row]:
    """With those who have played nothing after those who are placed, and robots at the end."""
    listed = {row["entry"] for row in rows if Fraction(row["possible"])}
    empty = {"place": "", "won": "0/1", "possible": "0/1", "percentage": None, "factored": None}
    missing = [{"entry": entry.pk, **empty} for entry in entries if entry.pk not in listed]
    everybody = [row for row in rows if row["entry"] in listed] + missing
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


def _numbered(rows: Iterable[Row], entries: list[Entry]) -> list[Row]:
    """With everybody's number, and "B7" beside it where there are several sections."""
    known = {entry.pk: entry for entry in entries}
    found = []
    for row in rows:
        entry = known[row["entry"]]
        label = {"label": entry.label} if entry.section.lettered else {}
        found.append({"entry": entry.pk, "number": entry.number, **row, **label})
    return found
