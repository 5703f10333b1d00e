"""Challenges: which match is whose, what each side may see of the other's boards, and both sides compared."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.analysis.models import PlayAnalysis
from clubsite.home.models import Challenge, HomeMatch, HomeSeat, MatchState
from clubsite.home.selectors.matches import finished_plays, my_seat, seats_of
from clubsite.play.models import Play
from clubsite.play.robot_names import STRENGTHS
from games.registry import rules_for
from scoring.imps import imps
from solver.thread_engines import solves_whole_deals
from solver.verdicts.solution import scorer

CHALLENGE_GAME = "solo"
CHALLENGE_TIME = timedelta(days=7)
MATCH_OF_BOARDS = {4: "chicago", 6: "boards_6", 8: "boards_8"}
CHALLENGES_LISTED = timedelta(days=14)
PERSON = "S"  # both people sit South, and both robots North


def challenge_by_id(public_id: str) -> Challenge | None:
    """Return the challenge with this public id, or None."""
    challenges = Challenge.objects.filter(public_id=public_id) if public_id.isalnum() else Challenge.objects.none()
    return challenges.select_related("host__room", "guest__room").first()


def challenge_of(match: HomeMatch) -> Challenge | None:
    """Return the challenge that this match is one half of, or None."""
    return Challenge.objects.filter(Q(host=match) | Q(guest=match)).select_related("host__room", "guest__room").first()


def boards_of(match: HomeMatch) -> int:
    """Return the number of boards in a match of a challenge."""
    return next(boards for boards, name in MATCH_OF_BOARDS.items() if name == match.match_options["match"])


def is_closed(challenge: Challenge) -> bool:
    """True if the week of this challenge is over."""
    return challenge.closes_at <= timezone.now()


def closed_by_time(match: HomeMatch) -> bool:
    """True if this match was ended because the week of its challenge was over."""
    halves = Challenge.objects.filter(Q(host=match) | Q(guest=match))
    return match.over_at is not None and halves.filter(closes_at__lte=match.over_at).exists()


@dataclass(frozen=True, slots=True)
class BoardOfSide:
    """One player's result on a board. `points` and `best` are South's, who is the player; `exact` is the number of
    tricks that declarer takes with best play, or None if it is not known.
    """

    match: HomeMatch
    text: str
    points: int
    exact: int | None
    best: int | None


@dataclass(frozen=True, slots=True)
class ChallengeBoard:
    """One board of a challenge as one of its players sees it. `shown` is False while the other's result is hidden."""

    number: int
    shown: bool
    mine: BoardOfSide | None
    theirs: BoardOfSide | None

    @property
    def best(self) -> int | None:
        """The board's exact value to the player, or None if it has not been worked out."""
        return next(
            (side.best for side in (self.mine, self.theirs) if side is not None and side.best is not None), None
        )

    @property
    def gain(self) -> int | None:
        """The IMPs that the player won from the other, or None unless both have finished the board."""
        return imps(self.mine.points - self.theirs.points) if self.mine and self.theirs else None


@dataclass(frozen=True)
class ChallengePage:
    """A challenge as the holder of `seat` sees it. `other` is the other player's seat, or None."""

    challenge: Challenge
    seat: HomeSeat
    other: HomeSeat | None
    boards: list[ChallengeBoard]
    finished: int
    others_finished: int
    solved: bool

    @property
    def match(self) -> HomeMatch:
        return self.seat.match

    @property
    def strength(self) -> str:
        """How strong the robot of both is, in words."""
        return STRENGTHS[self.match.strength]

    @cached_property
    def closed(self) -> bool:
        return is_closed(self.challenge)

    @property
    def over(self) -> bool:
        return self.match.state == MatchState.OVER

    @property
    def decided(self) -> bool:
        """True if no result can change any more."""
        return self.other is not None and self.over and self.other.match.state == MatchState.OVER

    @property
    def compared(self) -> list[ChallengeBoard]:
        return [board for board in self.boards if board.gain is not None]

    @property
    def gain(self) -> int:
        return sum(board.gain or 0 for board in self.compared)

    @property
    def points(self) -> tuple[int, int]:
        """The points of both players on the boards that count."""
        both = [(board.mine.points, board.theirs.points) for board in self.compared if board.mine and board.theirs]
        return sum(mine for mine, _ in both), sum(theirs for _, theirs in both)

    @property
    def headline(self) -> str:
        """Return who won, who leads, or who plays."""
        if self.other is None:
            return "Your challenge"
        if not self.compared:
            return f"You and {self.other.name}"
        by = f" by {abs(self.gain)} IMP{'' if abs(self.gain) == 1 else 's'}" if self.gain else ""
        if self.decided:
            return ("You won" if self.gain > 0 else "You lost" if self.gain < 0 else "A draw") + by
        return ("You lead" if self.gain > 0 else f"{self.other.name} leads" if self.gain < 0 else "All square") + by


def challenge_page(challenge: Challenge, device: Device | None, user: AnyUser | None) -> ChallengePage | None:
    """Return the challenge as this reader sees it, or None for a reader who does not play it."""
    seat = challenge_seat(challenge, device, user)
    if seat is None:
        return None
    other = _opposite(challenge, seat)
    mine, theirs = _finished(seat.match), _finished(other.match if other is not None else None)
    over = seat.match.state == MatchState.OVER
    shown = {number for number in range(1, boards_of(seat.match) + 1) if over or number in mine}
    exact = _exact([*mine.values(), *(play for number, play in theirs.items() if number in shown)])

    def side(plays: dict[int, Play], number: int, holder: HomeSeat | None, name: str) -> BoardOfSide | None:
        play = plays.get(number) if holder is not None else None
        return (
            _of_side(holder.match, play, name, exact.get(play.pk)) if holder is not None and play is not None else None
        )

    boards = [
        ChallengeBoard(
            number,
            shown=number in shown,
            mine=side(mine, number, seat, "you"),
            theirs=side(theirs, number, other, other.name) if other is not None and number in shown else None,
        )
        for number in range(1, boards_of(seat.match) + 1)
    ]
    return ChallengePage(challenge, seat, other, boards, len(mine), len(theirs), solves_whole_deals())


def challenge_seat(challenge: Challenge, device: Device | None, user: AnyUser | None) -> HomeSeat | None:
    """Return the reader's seat in one of the two matches of a challenge, the host's first, or None."""
    for match in filter(None, (challenge.host, challenge.guest)):
        if (seat := my_seat(match, device, user)) is not None:
            return seat
    return None


def seat_seen_by(match: HomeMatch, number: int, device: Device | None, user: AnyUser | None) -> HomeSeat | None:
    """Return the person's seat in a match of a challenge whose board `number` the reader, who plays the other match,
    may see: after finishing that board, or once the reader's match is over. Return None for all other readers.
    """
    challenge = challenge_of(match)
    if challenge is None or challenge.guest is None:
        return None
    other = challenge.guest if match == challenge.host else challenge.host
    own = my_seat(other, device, user)
    if own is None or not (other.state == MatchState.OVER or number in _finished(other)):
        return None
    return match.seats.get(player=PERSON)


def _opposite(challenge: Challenge, seat: HomeSeat) -> HomeSeat | None:
    other = challenge.guest if seat.match == challenge.host else challenge.host
    return other.seats.select_related("match__room").get(player=PERSON) if other is not None else None


def _finished(match: HomeMatch | None) -> dict[int, Play]:
    return {play.setup["board"]: play for play in finished_plays(match)} if match is not None else {}


def _exact(plays: Iterable[Play]) -> dict[int, PlayAnalysis]:
    return {row.play_id: row for row in PlayAnalysis.objects.filter(play__in=[play.pk for play in plays])}


def _of_side(match: HomeMatch, play: Play, name: str, exact: PlayAnalysis | None) -> BoardOfSide:
    outcome = play.outcome or {}
    declarer = outcome["declarer"]
    return BoardOfSide(
        match=match,
        text=rules_for(play.game).result(outcome).sentence({PERSON: name, "N": "the robot"}),
        points=scorer(play.setup["vul"])(outcome["contract"], declarer, outcome["tricks"]) if declarer else 0,
        exact=exact.cards[0]["before"] if exact is not None and exact.cards else None,
        best=exact.calls[0]["before"] if exact is not None and exact.calls else None,
    )


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge in the list of one of its players."""

    challenge: Challenge
    opponent: str
    boards: int
    over: bool

    @property
    def closed(self) -> bool:
        return is_closed(self.challenge)


def challenge_rows(device: Device | None, user: AnyUser | None) -> list[ChallengeRow]:
    """Return the reader's challenges of the last two weeks, latest first."""
    mine = seats_of(device, user).order_by().values("match")
    lately = Challenge.objects.filter(created_at__gt=timezone.now() - CHALLENGES_LISTED)
    rows = lately.filter(Q(host__in=mine) | Q(guest__in=mine)).select_related("host", "guest").distinct()
    people = HomeSeat.objects.filter(robot=False, match__in=[pk for row in rows for pk in (row.host_id, row.guest_id)])
    seat_of = {seat.match_id: seat for seat in people}
    own = set(seats_of(device, user).order_by().filter(match__in=seat_of).values_list("match", flat=True))
    return [_row(challenge, seat_of, own) for challenge in rows]


def _row(challenge: Challenge, seat_of: dict[int, HomeSeat], own: set[int]) -> ChallengeRow:
    mine, other = challenge.host, challenge.guest
    if challenge.host_id not in own and challenge.guest is not None:
        mine, other = challenge.guest, challenge.host
    over = mine.state == MatchState.OVER
    return ChallengeRow(challenge, seat_of[other.pk].name if other is not None else "", boards_of(mine), over)
