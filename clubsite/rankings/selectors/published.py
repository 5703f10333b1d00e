"""The published results: the newest version of a session's results, unless it is a withdrawal.

The module also covers a club's published sessions, without their results.
"""

import datetime
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet

from clubsite.clubs.models import Club, Membership
from clubsite.core.responses import found_or_404
from clubsite.nights.models import Board, Contestant, Session, SessionStatus
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.rankings.models import Publication, PublishedSession
from clubsite.rankings.payload import boards_read, sections_read, settings_read
from clubsite.rankings.selectors.embargoes import owed_now
from clubsite.rankings.shapes import PublishedBoard, PublishedSection, Results, Side, TravellerLine
from clubsite.readers.visitor import Visitor, names_and_people_shown
from clubsite.secrecy.facts import BoardFacts, SessionPhase, What
from clubsite.secrecy.rule import WhyNot, why_not
from scoring.settings import ScoringSettings


def hidden_boards(boards: QuerySet[Board]) -> dict[int, WhyNot]:
    """Return those published boards of ended sessions that may not be seen, by id, with the reason. Usually empty."""
    owed = owed_now(boards)
    reasons = {}
    for pk in owed.here | owed.elsewhere | owed.sealed:
        facts = BoardFacts(
            reads_results=True,
            published=True,
            phase=SessionPhase.ENDED,
            owed_here=pk in owed.here,
            owed_elsewhere=pk in owed.elsewhere,
            sealed=pk in owed.sealed,
        )
        if reason := why_not(facts, What.CARDS):
            reasons[pk] = reason
    return reasons


class Published:
    """A session's published results. Figures come from the payload; names and cards are looked up when first used.

    Names are shown as the reader may see them. Raise MembersOnly for a reader who may not see the results. If `results`
    is given, as for a publication that is being made, the figures come from it.
    """

    def __init__(
        self, publication: Publication, visitor: Visitor | None = None, results: Results | None = None
    ) -> None:
        self.publication = publication
        if results is not None:
            self.settings, self.sections, self.boards_by_section = results.settings, results.sections, results.boards
        self.session = publication.session
        self.club = publication.session.club
        self.visitor = (visitor or Visitor.as_public()).at(self.club, self.session).require_access()
        # The analysis of each play by table_board, read once by `analysis.selectors`.
        self.analyses: dict[int, Any] = {}

    @cached_property
    def sections(self) -> list[PublishedSection]:
        """The sections, sorted by name."""
        return sections_read(self.publication.payload)

    @cached_property
    def labels(self) -> dict[int, str]:
        """A dict from contestant id to the label in pages and addresses: "7", or "B7" if there are several sections."""
        rows = (row for section in self.sections for ranking in section.rankings for row in ranking.rows)
        return {row.contestant: row.label for row in rows}

    @cached_property
    def names(self) -> dict[int, str]:
        """A dict from contestant id to the name(s) that this reader may see today."""
        return self._names_and_people[0]

    @property
    def people(self) -> dict[int, dict[int, str]]:
        """A dict from contestant id to a dict {person id: name} of the players whom this reader can recognise."""
        return self._names_and_people[1]

    @cached_property
    def _names_and_people(self) -> tuple[dict[int, str], dict[int, dict[int, str]]]:
        return names_and_people_shown(self.labels, self.visitor)

    @cached_property
    def hidden(self) -> dict[int, WhyNot]:
        """A dict from the ids of published boards that may not be seen at the moment to the reason. Usually empty."""
        return hidden_boards(Board.objects.filter(pk__in={board.id for board in self.every_board}))

    @property
    def boards(self) -> list[PublishedBoard]:
        """Every board that may be seen, listed once, ordered by number, with its lines in all sections."""
        return [board for board in self.every_board if board.id not in self.hidden]

    @cached_property
    def board_ids(self) -> set[int]:
        """The ids of the boards that may be seen."""
        return {board.id for board in self.boards}

    @property
    def hidden_keys(self) -> dict[WhyNot, list[str]]:
        """A dict from each reason to the keys of the boards that may not be seen at the moment for that reason."""
        hidden = [(self.hidden[board.id], board.key) for board in self.every_board if board.id in self.hidden]
        return {why: [key for other, key in hidden if other is why] for why, _ in hidden}

    def boards_of(self, section: PublishedSection) -> list[PublishedBoard]:
        """Return a section's boards that may be seen, with the section's own lines."""
        return [board for board in self.boards_by_section[section.name] if board.id not in self.hidden]

    @cached_property
    def boards_by_section(self) -> dict[str, list[PublishedBoard]]:
        """Each section's boards, with the section's own lines, even those that may not be seen yet."""
        return boards_read(self.publication.payload)

    @cached_property
    def every_board(self) -> list[PublishedBoard]:
        """Every board, sorted by number, with its lines in all sections, even if it may not be seen yet."""
        boards: dict[int, PublishedBoard] = {}
        for board in chain.from_iterable(self.boards_by_section.values()):
            other = boards.get(board.id)
            boards[board.id] = (
                board
                if other is None
                else replace(other, lines=other.lines + board.lines, top=max(other.top, board.top))
            )
        return sorted(boards.values(), key=lambda board: (board.own, board.number))

    def named(self, line: TravellerLine) -> TravellerLine:
        """Return the line with its contestants' names added."""
        return replace(line, south=self.names.get(line.ns, ""), north=self.names.get(line.ew, ""))

    @cached_property
    def cards(self) -> dict[int, Board]:
        """A dict from board id to the Board with its deal."""
        return Board.objects.in_bulk([board.id for board in self.boards])

    def can_be_played(self, board: PublishedBoard) -> bool:
        """True if readers can play a board at home and compare: its cards and a two-handed score are known."""
        return self.cards[board.id].ordered and bool(board.field)

    @property
    def board_numbers(self) -> list[int]:
        """The numbers of all boards that were played, including those that may not be seen yet."""
        return sorted({board.number for board in self.every_board})

    @property
    def board_keys(self) -> list[str]:
        return [board.key for board in self.boards]

    @cached_property
    def settings(self) -> ScoringSettings:
        return settings_read(self.publication.payload)

    @property
    def method(self) -> str:
        """The scoring method, one of those in `scoring.settings.ScoringSettings.method`."""
        return self.settings.method

    @property
    def imps(self) -> bool:
        """True if the session was scored in IMPs."""
        return self.settings.imps

    @property
    def halves(self) -> bool:
        """True if match points are shown as 1 for each score beaten and 1/2 for each tie."""
        return self.settings.points == "one_half"

    @property
    def two_winners(self) -> bool:
        return all(section.winners == 2 for section in self.sections)

    def contestant(self, label: str | int | None) -> int | None:
        """Return the contestant with this label, or None."""
        return next((pk for pk, shown in self.labels.items() if shown == str(label)), None)

    def lines_of(self, contestant: int) -> Iterator[tuple[TravellerLine, Side]]:
        """Yield every line that a contestant played, sorted by board, with the contestant's side."""
        for board in self.boards:
            for line in board.lines:
                if side := line.side_of(contestant):
                    yield line, side


def newest() -> Any:
    """Return the publications that count: each ended session's newest version, unless that is a withdrawal."""
    return Publication.objects.filter(published__isnull=False, session__status=SessionStatus.ENDED).select_related(
        "session__club"
    )


def published_or_404(public_id: str, visitor: Visitor | None = None) -> Published:
    """Return the published results of a session, as a stranger sees them if there is no `visitor`.

    Raise Http404 for a session that is unknown, a draft, still running or withdrawn, and MembersOnly for a reader
    who may not see the results.
    """
    # With a NUL in the address PostgreSQL would give an error instead of a 404.
    rows = newest().filter(session__public_id=public_id)
    return Published(found_or_404(rows.first() if public_id.isalnum() else None, "No such results"), visitor)


def publication_of(session_id: int) -> Publication | None:
    """Return the newest version, published or withdrawn, without its content, or None if there is no version."""
    versions = Publication.objects.filter(session_id=session_id).defer("payload", "players", "cards")
    return versions.order_by("version", "withdrawn").last()


def published_sessions(
    club: Club, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> QuerySet[PublishedSession]:
    """Return the club's published sessions, newest first, limited to the dates `since` to `until`, if given."""
    rows = PublishedSession.objects.filter(club=club)
    rows = rows if since is None else rows.filter(date__gte=since)
    rows = rows if until is None else rows.filter(date__lte=until)
    return rows.order_by("-date", "-session")


def listed_sessions() -> QuerySet[PublishedSession]:
    """Return the published sessions of all clubs, with only the columns of publications that lists need."""
    rows = PublishedSession.objects.select_related("session", "club", "publication")
    return rows.defer("publication__payload", "publication__players", "publication__cards")


def listed_session_or_404(public_id: str) -> PublishedSession:
    """Return one published session as a stranger sees it. Raise Http404 or MembersOnly as `published_or_404` does."""
    # With a NUL in the address PostgreSQL would give an error instead of a 404.
    rows = listed_sessions().filter(session__public_id=public_id)
    session = found_or_404(rows.first() if public_id.isalnum() else None, "No such results")
    Visitor.as_public().at(session.club).require_access()
    return session


def published_years(club: Club) -> list[int]:
    """Return the years that have published sessions, newest first."""
    return [day.year for day in PublishedSession.objects.filter(club=club).dates("date", "year", order="DESC")]


class ResultsState(StrEnum):
    """The state of a session's results."""

    PLAYING = "playing"  # the session has not ended
    WAITING = "waiting"  # it has ended, and nothing has been published
    WITHDRAWN = "withdrawn"  # the results were published, and withdrawn
    PUBLISHED = "published"


def results_state(session: Session) -> ResultsState:
    """Return the state of a session's results. It is `published` exactly when `published_or_404` finds them."""
    if session.status != SessionStatus.ENDED:
        return ResultsState.PLAYING
    newest = publication_of(session.pk)
    if newest is None:
        return ResultsState.WAITING
    return ResultsState.WITHDRAWN if newest.withdrawn else ResultsState.PUBLISHED


def waiting_for(public_id: str, visitor: Visitor) -> tuple[Session, ResultsState] | None:
    """Return the session and the state of its results if these are still to come and this reader may know that.
    Otherwise, and for a draft, return None.

    Players who are signed in or recognised by their device may know about it, and so may everyone with a role in the
    club.
    """
    if not public_id.isalnum():  # it comes from an address, and PostgreSQL refuses a NUL
        return None
    begun = Session.objects.filter(status__in=[*IN_PLAY, SessionStatus.ENDED]).select_related("club")
    session = begun.filter(public_id=public_id).first()
    if session is None or not _may_know(visitor, session):
        return None
    state = results_state(session)
    return None if state == ResultsState.PUBLISHED else (session, state)


def _may_know(visitor: Visitor, session: Session) -> bool:
    user = visitor.user
    if user.is_authenticated:
        mine = Contestant.objects.filter(section__session=session, persons__person__user=user)
        if mine.exists() or Membership.objects.filter(club=session.club_id, user=user).exists():
            return True
    if visitor.device is None:
        return False
    here = Q(seat__contestant__section__session=session) | Q(seat__table__section__session=session)
    return visitor.device.tickets.filter(here).exists()
