"""The boards that ratings are made of, and the pages about a rating, for each reader."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from clubsite.accounts.decorators import AnyUser
from clubsite.clubs.models import Person
from clubsite.history.models import FittedScale, MatchRating, PlayDecisions, PlayerRating
from clubsite.history.pictures import CoursePoint
from clubsite.history.selectors.lines import person_at, players_of
from clubsite.home.models import HomeMatch, HomeSeat, MatchState
from clubsite.nights.models import Board, ContestantPerson, SessionStatus
from clubsite.play.models import Play, PlayEvent, PlayStatus
from clubsite.play.robot_names import STRENGTHS
from clubsite.privacy.names import may_be_followed
from clubsite.rankings.models import PublishedLine
from clubsite.rankings.selectors.person_results import person_with_results
from clubsite.rankings.selectors.published import hidden_boards
from clubsite.readers.visitor import ClubVisitor, Visitor
from games.players import PLAYERS
from games.registry import rules_for
from scoring.glicko import GlickoRating, MatchResult
from scoring.ratings import RatedBoard, nearest_robot


@dataclass(frozen=True, slots=True)
class RatingShown:
    """A rating in the form for pages. `robots` has the robots' rates by their names, strongest first."""

    rating: PlayerRating
    robots: dict[str, float]
    made_at: datetime

    @property
    def course(self) -> list[CoursePoint]:
        return [CoursePoint(date.fromisoformat(day), *figures) for day, *figures in self.rating.course]

    @property
    def like(self) -> str:
        """The robot that is about as strong."""
        return nearest_robot(self.rating.rate, self.robots)

    @property
    def between(self) -> tuple[str, str] | None:
        """The robots at the strong and at the weak end of the band, or None if they are one."""
        ends = nearest_robot(self.rating.low, self.robots), nearest_robot(self.rating.high, self.robots)
        return ends if ends[0] != ends[1] else None


def own_rating(visitor: Visitor) -> dict[str, Any]:
    """Return the context of the reader's own rating at all clubs and at home, and at each club that knows them. That of
    an account is shown only where it is signed in.
    """
    page: dict[str, Any] = {"signed_in": visitor.user.is_authenticated, "clubs": []}
    if visitor.user.is_authenticated:
        page |= {"account": _shown(user=visitor.user), "matches": _matches(visitor.user)}
    for there in visitor.at_known_clubs():
        person = there.person
        if person and there.may_read and may_be_followed(called := there.called_person(person), person.forgotten_at):
            page["clubs"].append(_of_person(there, person, called))
    return page


def person_rating(visitor: ClubVisitor, pk: int) -> dict[str, Any]:
    """Return the context of a person's rating at the visitor's club, under the same conditions as the person's profile.

    Raise Http404 for a person who has no published results, has been forgotten, or is not shown to this reader. Raise
    MembersOnly if the reader may not read the club's results.
    """
    return _of_person(visitor, *person_with_results(visitor, pk))


def _of_person(visitor: ClubVisitor, person: Person, called: str) -> dict[str, Any]:
    return {"club": visitor.club, "person": person, "called": called, "shown": _shown(person=person)}


def _matches(user: AnyUser) -> list[dict[str, Any]]:
    """Return the account's Glicko-2 rating in each game, with its 95 % band."""
    ratings = []
    for row in MatchRating.objects.filter(user=user.pk).order_by("game"):
        low, high = map(round, GlickoRating(row.rating, row.deviation).band)
        game = rules_for(row.game).title
        ratings.append({"game": game, "rating": round(row.rating), "low": low, "high": high, "matches": row.matches})
    return ratings


def _shown(**of: Any) -> RatingShown | None:
    rating, scale = PlayerRating.objects.filter(**of).first(), FittedScale.objects.first()
    if rating is None or scale is None or not rating.boards:
        return None
    robots = {STRENGTHS[name]: rate for name, rate in reversed(scale.robots.items())}
    return RatingShown(rating, robots, scale.made_at)


DAYS_A_WEEK = 7
COMPUTER_ANSWERS = ("accept", "refuse")  # to a claim that is checked, in the name of the opponent
RESULT_OF = {"S": 1.0, None: 0.5, "N": 0.0}


@dataclass(slots=True)
class RatedBoards:
    """The boards of each person at their club, and of each account at all clubs and at home. `joined` has the account
    of each person who has one.
    """

    people: defaultdict[int, list[RatedBoard]] = field(default_factory=lambda: defaultdict(list))
    users: defaultdict[int, list[RatedBoard]] = field(default_factory=lambda: defaultdict(list))
    joined: dict[int, int] = field(default_factory=dict)

    @property
    def players(self) -> list[list[RatedBoard]]:
        """The boards of every player. A person with an account is one player."""
        alone = [boards for person, boards in self.people.items() if person not in self.joined]
        return [*alone, *self.users.values()]


def rated_boards() -> RatedBoards:
    """Return the boards that count today."""
    boards = RatedBoards()
    boards.joined = dict(
        Person.objects.filter(forgotten_at=None, user__isnull=False).order_by().values_list("pk", "user")
    )
    _add_clubs(boards)
    _add_home(boards)
    return boards


def matches_between_accounts() -> dict[str, list[MatchResult[int]]]:
    """Return the finished matches at home between two accounts, by game. Practice does not count, nor does a match that
    was ended before its first deal was played, or one in which a robot acted for the winner, or for anybody in a draw.
    """
    deals = Play.objects.filter(room=OuterRef("room"), status=PlayStatus.OVER)
    over = HomeMatch.objects.filter(state=MatchState.OVER, repeats__isnull=True, position__isnull=True)
    helped = _helped_players()
    seats: defaultdict[int, dict[str, int]] = defaultdict(dict)
    rows: Any = HomeSeat.objects.filter(user__isnull=False, match__in=over).values_list("match", "player", "user")
    for match, player, user in rows:
        seats[match][player] = user
    results: defaultdict[str, list[MatchResult[int]]] = defaultdict(list)
    for match in over.filter(Exists(deals)).order_by("over_at", "pk"):
        users = seats.get(match.pk, {})
        winner = match.standing.get("winner")
        if helped[match.pk] & ({winner} if winner else set(PLAYERS)):
            continue
        if len(set(users.values())) == len(PLAYERS) and match.over_at is not None:
            week = match.over_at.toordinal() // DAYS_A_WEEK
            results[match.game].append(MatchResult(week, users["S"], users["N"], RESULT_OF[winner]))
    return results


def robot_acts() -> QuerySet[PlayEvent]:
    """Return what robots did at home, for themselves or for a player whose time was up. A person's act has a ticket."""
    acts = PlayEvent.objects.filter(ticket=None, actor__in=PLAYERS, play__room__home_match__isnull=False)
    return acts.exclude(action__in=COMPUTER_ANSWERS).order_by()


def _helped_players() -> defaultdict[int, set[str]]:
    """Return the players for whom a robot acted in each match with a clock."""
    players: defaultdict[int, set[str]] = defaultdict(set)
    acts = robot_acts().filter(play__room__home_match__clock__gt=0, play__status=PlayStatus.OVER)
    for match, player in acts.values_list("play__room__home_match", "actor").distinct():
        players[match].add(player)
    return players


def _add_clubs(boards: RatedBoards) -> None:
    lines = PublishedLine.objects.filter(
        published__session__status=SessionStatus.ENDED, table_board__play__decisions__isnull=False
    )
    shut = hidden_boards(Board.objects.filter(pk__in=lines.values("board")))
    values: Any = lines.order_by("pk", "table_board__play__decisions").values_list(
        "board", "ns", "ew", "table_board__round__number", "published__date",
        "table_board__play__decisions__player", "table_board__play__decisions__sums",
    )  # fmt: skip
    rows = [row for row in values if row[0] not in shut]
    contestants = {pk for row in rows for pk in (row[1], row[2])}
    spells, facts = players_of(ContestantPerson.objects.filter(contestant__in=contestants))
    gone = set(Person.objects.filter(pk__in=facts).exclude(forgotten_at=None).values_list("pk", flat=True))
    for _, south, north, number, played_on, player, sums in rows:
        person = person_at(spells[south if player == "S" else north], number)
        if person is not None and person not in gone:
            board = RatedBoard(played_on.toordinal(), sums)
            boards.people[person].append(board)
            if person in boards.joined:
                boards.users[boards.joined[person]].append(board)


def _add_home(boards: RatedBoards) -> None:
    """Add the deals that accounts have played at home. Practice does not count, because its cards were known before."""
    seats = HomeSeat.objects.filter(user__isnull=False, match__repeats__isnull=True, match__position__isnull=True)
    users: dict[int, Any] = dict(seats.values_list("pk", "user"))
    rows: Any = PlayDecisions.objects.filter(play__room__home_match__isnull=False, play__ended_at__isnull=False)
    for player, south, north, ended_at, sums in rows.order_by("pk").values_list(
        "player", "play__south", "play__north", "play__ended_at", "sums"
    ):
        user = users.get(south if player == "S" else north)
        if user is not None:
            boards.users[user].append(RatedBoard(ended_at.toordinal(), sums))
