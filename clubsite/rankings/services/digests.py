"""The parts of a publication's digest, from its payload, from the published rows, or from the session as it is now."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from clubsite.clubs.models import Person
from clubsite.core.sealed_fields import KeyMissing
from clubsite.duplicate.models import Board, Contestant, Session, TableBoard
from clubsite.duplicate.selectors.sealed_boards import unshown_hands
from clubsite.members.visitor import Visitor
from clubsite.rankings.digests import Part, Parts, digest_of, salted
from clubsite.rankings.models import Publication, PublishedLine, PublishedResult, PublishedSession
from clubsite.rankings.models.published import PlayerRole
from clubsite.rankings.payload import boards_read
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.services.published_rows import line_rows, listed, session_row, who_played
from clubsite.rankings.shapes import PublishedBoard, PublishedSection, RankingList, RankingRow, TravellerLine
from scoring.result import BoardResult

FIGURES = (
    *("list", "section", "sections", "direction", "four_handed", "stratum", "handicap", "imps", "honours", "of"),
    *("position", "place", "tied", "possible", "won_num", "won_den", "percentage_num", "percentage_den"),
    *("factored_num", "factored_den", "mean_num", "mean_den", "vps_num", "vps_den"),
)
POINTS = ("top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")
Numbers = Mapping[int, list[Any]]
"""The section and the number of each contestant, by its key."""
Who = tuple[int, int | None, PlayerRole]
"""A contestant, a person and a role."""


def digest_set(publication: Publication) -> None:
    """Give an unsaved publication its digest, and what its digest needs of names and cards."""
    publication.salt = secrets.token_hex(16)
    publication.players = _players(publication, _who_now(publication))
    publication.cards = _cards(publication)
    publication.digest = digest_of(publication.session.public_id, publication.version, parts_of_payload(publication))


def parts_of_payload(publication: Publication) -> Parts:
    """Return the parts that a publication's payload gives."""
    published = Published(publication, Visitor.as_member())
    session = session_row(published)
    results = [PublishedResult(**columns) for columns in listed(published)]
    return _parts(published, session, results, line_rows(published, session))


def parts_of_rows(session: PublishedSession) -> Parts:
    """Return the parts that the published rows of the newest publication give. What they do not hold (penalties, what
    was carried along, who won the trophy) is taken from the payload.
    """
    publication, published = session.publication, Published(session.publication, Visitor.as_member())
    rows = list(session.results.order_by("pk"))
    results = {(row.list, row.contestant_id): row for row in rows}.values()
    who = dict.fromkeys((row.contestant_id, row.person_id, PlayerRole(row.role)) for row in rows)
    parts = _parts(published, session, results, session.lines.all())
    return {**parts, "players": _players(publication, who)}


def parts_of_session(publication: Publication, payload: dict[str, Any]) -> Parts:
    """Return the parts that the session gives now: `payload` is what would be published now."""
    now = Publication(session=publication.session, version=publication.version, payload=payload, salt=publication.salt)
    known = {(section, number) for section, number, cards in publication.cards if cards}
    now.cards = [[*at, cards if tuple(at) in known else ""] for *at, cards in _cards(now)]
    now.players = publication.players
    now.players = _players(now, _who_now(now))
    return parts_of_payload(now)


def _parts(
    published: Published, session: PublishedSession, results: Iterable[PublishedResult], lines: Iterable[PublishedLine]
) -> Parts:
    publication, numbers = published.publication, _numbers(published.session)
    rows = TableBoard.objects.filter(round__section__session=published.session).select_related(
        "table", "round__section"
    )
    places = {row.pk: [row.round.section.name, row.table.number, row.round.number] for row in rows}
    boards = _boards(publication)
    dealt = Board.objects.in_bulk({board.id for _, board in boards})
    cards = {(section, number): digest for section, number, digest in publication.cards}
    return {
        "boards": [
            [section, one.number, dealt[one.id].dealer, dealt[one.id].vulnerability, cards[section, one.number]]
            for section, one in boards
        ],
        "players": publication.players,
        "results": [
            *([*places[row.table_board_id], dealt[row.board_id].number, *_score(row, numbers)] for row in lines),
            *(_line_told(section, line, numbers) for section, board in boards for line in board.lines),
        ],
        "figures": [
            [session.scoring, session.winners, session.players, session.boards],
            *([*numbers[row.contestant_id], *(getattr(row, name) for name in FIGURES)] for row in results),
            *(
                _row_told(ranking, row)
                for section in published.sections
                for ranking in section.rankings
                for row in ranking.rows
            ),
        ],
    }


def _boards(publication: Publication) -> list[tuple[str, PublishedBoard]]:
    """Return every board with the name of the section that played it."""
    return [(section, board) for section, found in boards_read(publication.payload).items() for board in found]


def _numbers(session: Session) -> Numbers:
    rows = Contestant.objects.filter(section__session=session).values_list("pk", "section__name", "number")
    return {pk: [section, number] for pk, section, number in rows}


def _score(row: PublishedLine, numbers: Numbers) -> list[Any]:
    result = [getattr(row, field.name) for field in fields(BoardResult)]
    return [*numbers[row.ns_id], *numbers[row.ew_id], *result, *(getattr(row, name) for name in POINTS)]


def _line_told(section: str, line: TravellerLine, numbers: Numbers) -> list[Any]:
    """Return what only the payload says of a score: where it was played, and whether a director corrected it."""
    return [section, line.board, line.table, line.round, *numbers[line.ns], *numbers[line.ew], line.corrected]


def _ranked(section: PublishedSection) -> Iterator[tuple[RankingList, RankingRow]]:
    return ((ranking, row) for ranking in section.rankings for row in ranking.rows)


def _row_told(ranking: RankingList, row: RankingRow) -> list[Any]:
    """Return what only the payload says of a place."""
    told = (row.penalty, row.carried, row.handicap, row.trophy, row.robot)
    return [ranking.direction, ranking.stratum, ranking.handicap, row.label, row.number, *told]


def _who_now(publication: Publication) -> Iterable[Who]:
    """Yield the players of the contestants that the publication lists, as they are now."""
    people = who_played(publication.session)
    ranked = {columns["contestant_id"] for columns in listed(Published(publication, Visitor.as_member()))}
    return [(pk, person, role) for pk in sorted(ranked) for person, role in people.get(pk, ())]


def _players(publication: Publication, who: Iterable[Who]) -> Part:
    """Return the players as they are in the digest. Somebody who was forgotten since keeps the digest of their name."""
    who, numbers = list(who), _numbers(publication.session)
    people = Person.objects.in_bulk({person for _, person, _ in who if person is not None})
    rows: Part = []
    forgotten: Part = []
    for contestant, person, role in who:
        found = None if person is None else people[person]
        place = [*numbers[contestant], str(role)]
        if found is not None and found.forgotten_at is not None:
            forgotten.append(place)
        else:
            rows.append([*place, salted(publication.salt, found.name if found else "")])
    left = [row for row in publication.players if row not in rows]
    for place in forgotten:
        same = next((row for row in left if row[:3] == place), [*place, ""])
        left = [row for row in left if row is not same]
        rows.append(same)
    return rows


def _cards(publication: Publication) -> Part:
    """Return the boards with a digest of their hands, or "" for a board whose cards the site does not know."""
    found = _boards(publication)
    boards = Board.objects.in_bulk({board.id for _, board in found})
    return [[section, one.number, _hands(boards[one.id], publication.salt)] for section, one in found]


def _hands(board: Board, salt: str) -> str:
    try:
        hands = unshown_hands(board)
    except KeyMissing:
        return ""
    return salted(salt, *(hands[seat] for seat in "NESW")) if any(hands.values()) else ""
