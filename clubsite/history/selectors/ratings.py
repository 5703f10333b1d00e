"""Contents of the pages about a rating, for each reader."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from clubsite.accounts.requests import AnyUser
from clubsite.clubs.models import Club, Person
from clubsite.history.models import FittedScale, MatchRating, PlayerRating
from clubsite.history.rating_picture import CoursePoint
from clubsite.play.robot_names import STRENGTHS
from clubsite.privacy.names import may_be_followed
from clubsite.rankings.selectors.person_results import person_with_results
from clubsite.readers.visitor import ClubVisitor, Visitor
from games.registry import rules_for
from scoring.glicko import GlickoRating
from scoring.ratings import nearest_robot


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


@dataclass(frozen=True, slots=True)
class MatchRatingShown:
    """The reader's Glicko-2 rating in a game, with its 95 % band."""

    game: str
    rating: int
    low: int
    high: int
    matches: int


@dataclass(slots=True)
class OwnRating:
    """The reader's own rating at all clubs and at home, and at each club that knows them."""

    signed_in: bool
    account: RatingShown | None = None
    matches: list[MatchRatingShown] = field(default_factory=list)
    clubs: list["PersonRating"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PersonRating:
    """A person's rating at one club, or None if no board of theirs counts."""

    club: Club
    person: Person
    called: str
    shown: RatingShown | None


def own_rating(visitor: Visitor) -> OwnRating:
    """Return the reader's ratings. That of an account is shown only where it is signed in."""
    page = OwnRating(visitor.user.is_authenticated)
    if visitor.user.is_authenticated:
        page.account = _shown(user=visitor.user)
        page.matches = _matches(visitor.user)
    for there in visitor.at_known_clubs():
        person = there.person
        if person and there.may_read and may_be_followed(called := there.called_person(person), person.forgotten_at):
            page.clubs.append(PersonRating(there.club, person, called, _shown(person=person)))
    return page


def person_rating(visitor: ClubVisitor, pk: int) -> PersonRating:
    """Return a person's rating at the visitor's club, under the same conditions as the person's profile.

    Raise Http404 for a person who has no published results, has been forgotten, or is not shown to this reader. Raise
    MembersOnly if the reader may not read the club's results.
    """
    person, called = person_with_results(visitor, pk)
    return PersonRating(visitor.club, person, called, _shown(person=person))


def _matches(user: AnyUser) -> list[MatchRatingShown]:
    found = []
    for row in MatchRating.objects.filter(user=user.pk).order_by("game"):
        low, high = GlickoRating(row.rating, row.deviation).band
        found.append(
            MatchRatingShown(rules_for(row.game).title, round(row.rating), round(low), round(high), row.matches)
        )
    return found


def _shown(**of: Any) -> RatingShown | None:
    rating, scale = PlayerRating.objects.filter(**of).first(), FittedScale.objects.first()
    if rating is None or scale is None or not rating.boards:
        return None
    robots = {STRENGTHS[name]: rate for name, rate in reversed(scale.robots.items())}
    return RatingShown(rating, robots, scale.made_at)
