"""The parts of a publication's digest, from its payload, from the published rows, or from the session as it is now."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clubsite.clubs.models import Person
from clubsite.core.sealed_fields import KeyMissing
from clubsite.nights.models import Board, Contestant, Session, TableBoard
from clubsite.nights.selectors.sealed_boards import unshown_hands
from clubsite.rankings.digests import Part, Parts, digest_of, distinct, salted
from clubsite.rankings.models import Publication, PublishedLine, PublishedResult, PublishedSession
from clubsite.rankings.payload import row_written
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.services.published_rows import PublishedRows, rows_of, rows_of_payload
from clubsite.rankings.shapes import PublishedBoard, PublishedSection, Results, TravellerLine
from clubsite.readers.visitor import Visitor
from scoring.result import RESULT_COLUMNS

FIGURES = (
    *("date", "list", "section", "sections", "direction", "four_handed", "stratum", "handicap", "imps", "honours"),
    *("of", "position", "place", "tied", "possible", "won_num", "won_den", "percentage_num", "percentage_den"),
    *("factored_num", "factored_den", "mean_num", "mean_den", "vps_num", "vps_den"),
)
POINTS = ("top", "ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")
NAMED = {"name", "entries", "contestant"}
"""Columns of a row of a contestant or of a team in a payload that name or recognise somebody."""
Numbers = Mapping[int, list[Any]]
"""The section and the number of each contestant, by its key."""


def digest_set(rows: PublishedRows) -> None:
    """Set the digest of these rows' unsaved publication, and the players and cards that the digest needs."""
    publication = rows.published.publication
    publication.salt = secrets.token_hex(16)
    publication.players = players_now(rows)
    publication.cards = _cards(rows.published)
    publication.digest = digest_of(publication.session.public_id, publication.version, parts_of_results(rows))


def parts_of_results(rows: PublishedRows) -> Parts:
    """Return the digest's parts for published results and the rows made from them."""
    return _parts(rows.published, rows.session, rows.results, rows.lines)


def parts_of_payload(publication: Publication) -> Parts:
    """Return the digest's parts for a publication's payload."""
    return parts_of_results(rows_of_payload(publication))


def parts_of_rows(session: PublishedSession) -> Parts:
    """Return the digest's parts for the published rows of the newest publication. Facts that these rows lack
    (penalties, carry-over, teams' matches) come from the payload.
    """
    publication, rows = session.publication, list(session.results.all())
    parts = _parts(Published(publication, Visitor.as_member()), session, rows, session.lines.all())
    return {**parts, "players": _players(publication, rows)}


def parts_of_session(publication: Publication, results: Results) -> Parts:
    """Return the digest's parts for the session as it is now. `results` is what would be published now."""
    now = Publication(session=publication.session, version=publication.version, salt=publication.salt)
    rows = rows_of(Published(now, Visitor.as_member(), results))
    known = {(section, number) for section, number, cards in publication.cards if cards}
    now.cards = [[*at, cards if tuple(at) in known else ""] for *at, cards in _cards(rows.published)]
    now.players = publication.players
    now.players = players_now(rows)
    return parts_of_results(rows)


def players_now(rows: PublishedRows) -> Part:
    """Return the current players of the listed contestants, in the form of `Publication.players`. A person who has
    since been forgotten keeps the digest of their former name.
    """
    return _players(rows.published.publication, rows.results)


def forgotten_since(publication: Publication) -> int:
    """Return how many of the publication's players were forgotten later. Nobody can compare their names."""
    people = Person.objects.filter(results__published__publication=publication, forgotten_at__gt=publication.at)
    return people.distinct().count()


def _parts(
    published: Published, session: PublishedSession, results: Iterable[PublishedResult], lines: Iterable[PublishedLine]
) -> Parts:
    publication, numbers = published.publication, _numbers(published.session)
    rows = TableBoard.objects.filter(round__section__session=published.session)
    played = rows.select_related("table", "round__section")
    places = {row.pk: [row.round.section.name, row.table.number, row.round.number] for row in played}
    boards = _boards(published)
    dealt = Board.objects.in_bulk({board.id for _, board in boards})
    cards = {(section, number): digest for section, number, digest in publication.cards}
    return {
        "boards": [
            [section, sheet.number, board.dealer, board.vulnerability, sheet.top, cards[section, sheet.number]]
            for section, sheet in boards
            for board in [dealt[sheet.id]]
        ],
        "players": publication.players,
        "results": [
            *([*places[row.table_board_id], dealt[row.board_id].number, *_score(row, numbers)] for row in lines),
            *(_line_told(section, line, numbers) for section, board in boards for line in board.lines),
        ],
        "figures": [
            [session.date, session.scoring, session.winners, session.players, session.boards],
            *distinct([*numbers[row.contestant_id], *(getattr(row, name) for name in FIGURES)] for row in results),
            *(row for section in published.sections for row in _section_told(section)),
        ],
    }


def _boards(published: Published) -> list[tuple[str, PublishedBoard]]:
    """Return every board with the name of the section that played it."""
    return [(section, board) for section, boards in published.boards_by_section.items() for board in boards]


def _numbers(session: Session) -> Numbers:
    rows = Contestant.objects.filter(section__session=session).values_list("pk", "section__name", "number")
    return {pk: [section, number] for pk, section, number in rows}


def _score(row: PublishedLine, numbers: Numbers) -> list[Any]:
    result = [getattr(row, name) for name in RESULT_COLUMNS]
    return [*numbers[row.ns_id], *numbers[row.ew_id], *result, *(getattr(row, name) for name in POINTS)]


def _line_told(section: str, line: TravellerLine, numbers: Numbers) -> list[Any]:
    """Return the facts about a score that only the payload has: where it was played, and whether it was corrected."""
    return [section, line.board, line.table, line.round, *numbers[line.ns], *numbers[line.ew], line.corrected]


def _section_told(section: PublishedSection) -> Iterator[list[Any]]:
    """Yield the facts that only the payload has about a section, its places, its teams and their matches."""
    yield [section.name, section.four_handed, section.own_boards, section.together, section.winners]
    for ranking in section.rankings:
        for row in ranking.rows:
            columns = {name: value for name, value in row_written(row).items() if name not in NAMED}
            yield [section.name, ranking.direction, ranking.stratum, ranking.handicap, columns]
    teams = section.teams or {"rows": [], "matches": []}
    for team in teams["rows"]:
        yield [section.name, {name: value for name, value in team.items() if name not in NAMED}]
    yield from ([section.name, match] for match in teams["matches"])


def _players(publication: Publication, rows: Iterable[PublishedResult]) -> Part:
    numbers = _numbers(publication.session)
    counts: dict[tuple[int, int | None, str], bool] = {}
    for row in rows:
        who = (row.contestant_id, row.person_id, str(row.role))
        counts[who] = counts.get(who, False) or row.counts
    people = Person.objects.in_bulk({person for _, person, _ in counts if person is not None})
    part: Part = []
    forgotten: Part = []
    for (contestant, person, role), does in counts.items():
        named = people.get(person or 0)
        place = [*numbers[contestant], role, does]
        if named is not None and named.forgotten_at is not None:
            forgotten.append(place)
        else:
            part.append([*place, salted(publication.salt, named.name if named else "")])
    left = [row for row in publication.players if row not in part]
    for place in forgotten:
        same = next((row for row in left if row[:-1] == place), [*place, ""])
        left = [row for row in left if row is not same]
        part.append(same)
    return part


def _cards(published: Published) -> Part:
    """Return the boards with a digest of their hands, or "" for a board whose cards the site does not know."""
    pairs, salt = _boards(published), published.publication.salt
    boards = Board.objects.prefetch_related("board_set__session").in_bulk({board.id for _, board in pairs})
    return [[section, board.number, _hands(boards[board.id], salt)] for section, board in pairs]


def _hands(board: Board, salt: str) -> str:
    try:
        hands = unshown_hands(board)
    except KeyMissing:
        return ""
    return salted(salt, *(hands[seat] for seat in "NESW")) if any(hands.values()) else ""
