"""From match points to places. Can run twice, or late, and comes to the same."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import transaction

from clubsite.duplicate.models import Session
from clubsite.duplicate.signals import session_tell
from clubsite.rankings.columns import Table, text_of
from clubsite.rankings.models import BoardScore, Ranking, RankingLine
from clubsite.rankings.services.comparison_groups import rankings_of
from clubsite.rankings.services.sources import Source, directions_of, numbers_of, sources_of
from clubsite.rankings.services.sums import Added, kept
from scoring.board import BoardMP
from scoring.evening import Result, Scored, with_session_awards
from scoring.ranking import Place
from scoring.session import Extras, field_rankings, penalties_of
from scoring.session import Penalty as Deduction
from scoring.session import Ranking as Places
from scoring.ties import split_tie


class Key(NamedTuple):
    """Which list: direction, stratum ("" everybody), with handicaps or without."""

    line: str
    stratum: str
    handicap: bool


Lists = dict[Key, Table]


def session_rank(session_id: int) -> bool:
    """The places of all sections, per line when two win, else in one list; by stratum and with handicaps where the
    session has them. True when some changed.

    Of sections that are ranked together the first keeps the ranking of all. A robot has its figures at the end of its
    list, and no place: others are placed as if it were not there.
    """
    with transaction.atomic():
        # The session and no section: whoever closes a round or publishes holds it before the sections, and ranks. A
        # session that is gone is no error.
        if not Session.objects.select_for_update(no_key=True).filter(pk=session_id).exists():
            return False
        sources, stored = sources_of(rankings_of(session_id)), _stored(session_id)
        stale = _stale(sources, stored)
        if not stale:
            return False
        boards = {pk: stamp for source in sources for pk, stamp in source.boards.items()}
        sums = kept(tuple(source.ids for source in sources))
        added = sums.added(boards, {source.ids: source.contestants for source in stale})
        _store([(source, _lists(source, added[source.ids])) for source in stale], stored)
        session_tell(Ranking, stale[0].first.session__public_id)
    return True


def stale_rankings(session_id: int) -> list[Source]:
    """Where places were made from other match points, plans or penalties than there are now."""
    return _stale(sources_of(rankings_of(session_id)), _stored(session_id))


class Stored(NamedTuple):
    """A list that is there: its id, the section that keeps it, what it came from, and which it is."""

    pk: int
    section: int
    fingerprint: str
    line: str
    stratum: str
    handicap: bool

    @property
    def which(self) -> tuple[int, str, str, bool]:
        """Which it is of the session's."""
        return self.section, self.line, self.stratum, self.handicap


def _stored(session_id: int) -> list[Stored]:
    rankings = Ranking.objects.filter(section__session=session_id)
    return [Stored(*row) for row in rankings.values_list(*Stored._fields)]


def _stale(sources: list[Source], stored: list[Stored]) -> list[Source]:
    def made_from(source: Source) -> set[tuple[int, str]]:
        return {(one.section, one.fingerprint) for one in stored if one.section in source.ids}

    with_anybody = [source for source in sources if source.rolls]
    return [one for one in with_anybody if made_from(one) != {(one.first.pk, one.fingerprint)}]


def _store(made: list[tuple[Source, Lists]], stored: list[Stored]) -> None:
    """The lists in place of those that are there."""
    wanted = {(source.first.pk, *key) for source, lists in made for key in lists}
    held = {pk for source, _ in made for pk in source.ids}
    other = [one.pk for one in stored if one.section in held and one.which not in wanted]
    if other:
        Ranking.objects.filter(pk__in=other).delete()
    Ranking.objects.bulk_create(
        [
            Ranking(section_id=source.first.pk, **key._asdict(), table=table, fingerprint=source.fingerprint)
            for source, lists in made
            for key, table in lists.items()
        ],
        update_conflicts=True,
        unique_fields=["section", *Key._fields],
        update_fields=["table", "fingerprint", "computed_at"],
    )


def _lists(source: Source, added: Added) -> Lists:
    extras, names = _extras(source), _names(source)
    lists: Lists = {}
    for line, contestants in _directions(source).items():
        totals = added.tally if line == RankingLine.ALL else added.tally.only(contestants.__contains__)
        lost = penalties_of(totals, added.top, extras.penalties)
        for places in field_rankings(None, line, totals, added.top, source.settings, extras):
            table = _table(source, places) | _beside(places, lost, extras.handicaps)
            if not places.stratum and not places.handicap:
                table = _everybody(source, table, contestants)
                _mark_trophy(source, table)
            lists[Key(line, places.stratum, places.handicap)] = _named(table, names)
    return lists


def _extras(source: Source) -> Extras:
    details = source.details.items()
    return Extras(
        penalties=[Deduction(p.contestant_id, Fraction(p.amount), p.unit) for p in source.penalties],
        handicaps={pk: Fraction(one.handicap) for pk, one in details if one.handicap is not None},
        strata={pk: one.stratum for pk, one in details if one.stratum},
        earlier={pk: Fraction(one.carry) for pk, one in details if one.carry},
        unplaced=frozenset(source.robots),
    )


def _directions(source: Source) -> dict[str, dict[int, None]]:
    """Who is in which list of directions, in the order of their numbers."""
    south: dict[int, None] = {}
    north: dict[int, None] = {}
    for roll in source.rolls:
        movement = source.movements.get(roll.section)
        plan = directions_of(roll, *movement) if movement else None
        if plan is None or (source.settings.winners or plan.winners) != 2:
            return {RankingLine.ALL.value: dict.fromkeys(source.contestants)}
        south |= dict.fromkeys(plan.south)
        north |= dict.fromkeys(plan.north)
    lines = {RankingLine.NS.value: south, RankingLine.EW.value: north}
    return {line: contestants for line, contestants in lines.items() if contestants}


def _table(source: Source, places: Places) -> Table:
    """The list as it is stored (`rankings.columns`)."""
    tally = places.tally.reduced()
    return {
        "entry": tally.entries,
        "place": places.places,
        "won": tally.won,
        "possible": tally.possible,
        "below": tally.below,
        "full": places.full,
        **({"imps": True} if source.settings.imps else {}),
    }


def _beside(places: Places, lost: Mapping[Any, Fraction], handicaps: Mapping[Any, Fraction]) -> Table:
    """What is said of some contestants beside their figures. Penalties that come to nothing are not worth a word."""
    taken = {contestant: points for contestant, points in lost.items() if points}
    beside = {"penalty": taken, "handicap": handicaps if places.handicap else {}}
    listed = set(places.tally.entries) if any(beside.values()) else set()
    found = {
        name: {
            str(contestant): text_of(figure) for contestant, figure in figures.items() if contestant in listed
        }
        for name, figures in beside.items()
    }
    return {name: figures for name, figures in found.items() if figures}


NOTHING = {"place": "", "won": 0, "possible": 0}


def _everybody(source: Source, table: Table, contestants: Iterable[int]) -> Table:
    """With those who have played nothing after those who are placed, and robots at the end."""
    listed, robots = set(table["entry"]), source.robots
    without = [pk for pk in contestants if pk not in listed]
    if not without and not robots:
        return table
    longer = {name: table[name] + [empty] * len(without) for name, empty in NOTHING.items()}
    longer["entry"] = [*table["entry"], *without]
    order = sorted(range(len(longer["entry"])), key=lambda n: longer["entry"][n] in robots)
    here = sum(pk in robots for pk in longer["entry"])
    found = table | {name: [column[n] for n in order] for name, column in longer.items()}
    return found | ({"robots": here} if here else {})


def _mark_trophy(source: Source, table: Table) -> None:
    """Whose the trophy is, where the first place is shared and the session splits its ties."""
    shared = str(Place(1, tied=True))
    tied = [pk for pk, place in zip(table["entry"], table["place"], strict=True) if place == shared]
    if source.settings.ties == "split" and tied:
        best = split_tie(tied, with_session_awards(_scored(source.ids)))[0]
        if len(best) == 1:
            table["trophy"] = best[0]


class Names(NamedTuple):
    """By contestant the number, and the letter of the section where there are several."""

    numbers: dict[int, int]
    letters: dict[int, str]


def _names(source: Source) -> Names:
    lettered = {section.pk: section.name for section in source.sections if section.lettered}
    numbers: dict[int, int] = {}
    letters: dict[int, str] = {}
    for roll in source.rolls:
        numbers |= numbers_of(roll)
        if roll.section in lettered:
            letters |= dict.fromkeys(numbers_of(roll), lettered[roll.section])
    return Names(numbers, letters)


def _named(table: Table, names: Names) -> Table:
    """With everybody's number and letter."""
    table["number"] = [names.numbers[pk] for pk in table["entry"]]
    if names.letters:
        table["letter"] = [names.letters.get(pk, "") for pk in table["entry"]]
    return table


def _scored(sections: Iterable[int]) -> list[Scored]:
    """Every line that counts, with its points as awarded."""
    scores = BoardScore.objects.filter(
        table_board__round__section__in=sections, frequency__ns_mp_num__isnull=False
    )
    scores = scores.select_related("frequency", "table_board__board").order_by("pk")
    return [
        Scored(
            Result(row.board.number, row.ns_id, row.ew_id, points.result.line(row.pk)),
            BoardMP(points.ns_mp, points.ew_mp, points.top),
        )
        for score in scores
        for row, points in [(score.table_board, score.frequency)]
    ]
