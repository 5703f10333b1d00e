"""The rows of published results, built from the newest publication and rebuilt after players are corrected."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from clubsite.nights.models import Contestant, ContestantPerson, Session
from clubsite.rankings.models import Publication, PublishedLine, PublishedResult, PublishedSession
from clubsite.rankings.models.published import PlayerRole, PublishedDirection, exact_columns
from clubsite.rankings.selectors.person_results import roles_of
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.teams import played_by_teams, team_name_of
from clubsite.rankings.shapes import PublishedSection, RankingList
from clubsite.rankings.signals import session_published
from clubsite.readers.visitor import Visitor
from scoring.ranking import Place, Standing, shares_of
from scoring.session_scores import RankingRow

BATCH_ROWS = 1000
Who = list[tuple[int | None, PlayerRole]]
Columns = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PublishedRows:
    """The rows of a publication, and the published results that they are made from."""

    published: Published
    session: PublishedSession
    results: list[PublishedResult]
    lines: list[PublishedLine]


def rows_set(session: Session, rows: PublishedRows | None) -> None:
    """Replace a session's published rows with the rows of its newest publication. A withdrawal has none.

    Runs in the caller's transaction, which has locked the session.
    """
    PublishedSession.objects.filter(pk=session.pk).delete()
    if rows is not None:
        rows_store(rows)
    publication = rows.published.publication if rows is not None else None
    session_published.send(sender=Session, session=session, publication=publication)


def rows_renew(session: Session) -> None:
    """Rebuild a published session's rows after its players were corrected. Runs in the caller's transaction."""
    current = Publication.objects.filter(published__session=session).select_related("session__club").first()
    if current is not None:
        rows_set(session, rows_of_payload(current))


def rows_store(rows: PublishedRows) -> None:
    """Store the rows of the newest publication. The session has none yet, and no signal is sent."""
    rows.session.save(force_insert=True)
    PublishedResult.objects.bulk_create(rows.results, BATCH_ROWS)
    PublishedLine.objects.bulk_create(rows.lines, BATCH_ROWS)


def rows_of(published: Published) -> PublishedRows:
    """Return the unsaved rows of published results."""
    stored = PublishedSession(
        session=published.session,
        publication=published.publication,
        club=published.club,
        date=published.session.date,
        method=published.method,
        scoring=published.settings.to_json(),
        winners=2 if published.two_winners else 1,
        players=len(published.labels),
        boards=published.board_numbers,
    )
    return PublishedRows(published, stored, _result_rows(published, stored), _line_rows(published, stored))


def rows_of_payload(publication: Publication) -> PublishedRows:
    """Return the unsaved rows of a stored publication."""
    return rows_of(Published(publication, Visitor.as_member()))


def _result_rows(published: Published, stored: PublishedSession) -> list[PublishedResult]:
    """Return one row for each contestant in each list and each person who played as that contestant."""
    people = _who(published.session)
    rows = [
        PublishedResult(
            published=stored,
            club=stored.club,
            date=stored.date,
            person_id=person,
            role=role,
            **columns | {"counts": columns["counts"] and role == PlayerRole.PLAYER and person is not None},
        )
        for columns in _listed(published)
        for person, role in people.get(columns["contestant_id"], ())
    ]
    # A person who left as one contestant and came back as another counts once, as the last of them.
    latest = {row.person_id: row for row in rows if row.counts}
    for row in rows:
        row.counts = row.counts and latest[row.person_id] is row
    return rows


def _who(session: Session) -> dict[int, Who]:
    """Return a dict from contestant id to its players: both members of a pair, and any substitute from a later round.

    A substitute does not get the result, which stays with the first player. If no person is named, there is one
    entry without a person.
    """
    people: dict[int, Who] = {}
    for pk, robot in Contestant.objects.filter(section__session=session).values_list("pk", "robot"):
        people[pk] = [(None, PlayerRole.ROBOT if robot else PlayerRole.PLAYER)]
    named = roles_of(ContestantPerson.objects.filter(contestant__section__session=session))
    return people | {pk: list(roles.items()) for pk, roles in named.items()}


def _listed(published: Published) -> Iterator[Columns]:
    """Yield the columns of each contestant in each list. The lists that say who won come first, with lists of teams
    before lists of contestants. `counts` is True if the figure counts over several sessions.
    """
    numbers, several = count(1), len(published.sections) > 1
    teams = [section for section in published.sections if played_by_teams(section)]
    for section in teams:
        yield from _of_teams(section, next(numbers), several=several)
    for section in published.sections:
        for ranking in section.rankings:
            honours = ranking.whole and len(teams) < len(published.sections)
            yield from _of_contestants(section, ranking, next(numbers), honours=honours)


def _of_teams(section: PublishedSection, number: int, *, several: bool) -> Iterator[Columns]:
    rows = (section.teams or {})["rows"]
    columns = {
        "list": number,
        "section": section.name,
        "sections": section.name if several else "",
        "direction": PublishedDirection.TEAMS,
        "honours": True,
        "counts": False,
        "of": len(rows),
    }
    for position, row in enumerate(rows, start=1):
        figures = exact_columns(vps=Fraction(row["vps"]))
        for contestant in row["entries"]:
            placed = _place(Place.read(row["place"]), position)
            yield columns | placed | figures | {"contestant_id": contestant, "team_name": team_name_of(row)}


def _of_contestants(
    section: PublishedSection, ranking: RankingList, number: int, *, honours: bool
) -> Iterator[Columns]:
    columns = {
        "list": number,
        "section": section.name,
        "sections": ",".join(ranking.sections),
        "direction": ranking.direction,
        "four_handed": ranking.four_handed,
        "stratum": ranking.stratum,
        "handicap": ranking.handicap,
        "imps": ranking.imps,
        "honours": honours,
        "of": len(ranking.ranked),
    }
    for position, row in enumerate(ranking.rows, start=1):
        figures = exact_columns(won=row.won, **_of_this_session(row, ranking))
        counts = ranking.whole and not row.robot and row.possible > 0
        placed = _place(row.place, position) | {"possible": row.possible}
        yield columns | placed | figures | {"contestant_id": row.contestant, "counts": counts}


def _of_this_session(row: RankingRow, ranking: RankingList) -> dict[str, Fraction | None]:
    """Return a row's figures without carry-over, because the earlier session is counted separately."""
    if not row.carried or not row.possible:
        return {"percentage": row.percentage, "factored": row.factored, "mean": row.mean}
    alone = Standing(None, row.won - row.carried, Fraction(row.possible), Fraction(ranking.full))
    return {"percentage": None, "mean": None, **shares_of(alone, imps=ranking.imps)}


def _place(place: Place | None, position: int) -> dict[str, Any]:
    return {"position": position, "place": place and place.number, "tied": place is not None and place.tied}


def _line_rows(published: Published, stored: PublishedSession) -> list[PublishedLine]:
    """Return the unsaved rows of all scores."""
    return [
        PublishedLine(
            published=stored,
            table_board_id=line.table_board,
            board_id=board.id,
            ns_id=line.ns,
            ew_id=line.ew,
            top=line.points.top if line.points else 0,
            **(line.result.columns() if line.result else {}),
            **exact_columns(ns_mp=line.mp_of("ns"), ew_mp=line.mp_of("ew")),
        )
        for board in published.every_board
        for line in board.lines
    ]
