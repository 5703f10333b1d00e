"""A solitaire's deals beside what a robot made of the same cards.

A robot plays a deal only after the player has finished it, so nothing of it can be seen before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from clubsite.home.models import Against, HomeMatch, RobotDeal
from clubsite.home.selectors.matches import finished_plays
from clubsite.play.models import Play, PlayStatus
from clubsite.play.robot_names import STRENGTHS
from games.registry import rules_for
from games.wording import plain
from solver.verdicts.solution import scorer


@dataclass(frozen=True, slots=True)
class DealSide:
    """A result in one deal, with its points for the player as on a duplicate board. `by` names the declarer."""

    contract: str
    by: str
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class SameDeal:
    """One deal: the player's result and the robot's, or None while the robot has still to play it."""

    number: int
    mine: DealSide
    robots: DealSide | None


@dataclass(frozen=True, slots=True)
class SameDeals:
    """The finished deals of a match, and the points of both in the deals that the robot has played too."""

    strength: str
    deals: list[SameDeal]

    @property
    def compared(self) -> list[tuple[DealSide, DealSide]]:
        return [(deal.mine, deal.robots) for deal in self.deals if deal.robots is not None]

    @property
    def waiting(self) -> bool:
        """True if the robot is still playing a deal."""
        return len(self.compared) < len(self.deals)

    @property
    def totals(self) -> tuple[int, int]:
        return sum(mine.points for mine, _ in self.compared), sum(robots.points for _, robots in self.compared)


def same_deals(match: HomeMatch) -> SameDeals | None:
    """Return the finished deals beside the robot's, or None if no robot plays this match's deals or none is over."""
    plays = finished_plays(match) if match.robot_plays_too else []
    if not plays:
        return None
    made = {row.play_id: row for row in RobotDeal.objects.filter(play__in=plays)}
    return SameDeals(STRENGTHS[match.strength], [_same_deal(play, made.get(play.pk)) for play in plays])


def _same_deal(play: Play, made: RobotDeal | None) -> SameDeal:
    outcome = play.outcome or {}
    mine = _side(play, outcome, "you")
    if made is None:
        return SameDeal(play.setup["board"], mine, None)
    played = {"contract": made.contract, "declarer": made.declarer, "tricks": made.tricks}
    return SameDeal(play.setup["board"], mine, _side(play, played, "the robot"))


def _side(play: Play, outcome: Mapping[str, Any], player: str) -> DealSide:
    result = rules_for(play.game).result(outcome)
    by = {"S": player, "N": "the stock"}[result.declarer]
    points = scorer(play.setup["vul"])(outcome["contract"], outcome["declarer"], outcome["tricks"])
    return DealSide(result.contract, by, plain(result.text), points)


def deals_to_play() -> QuerySet[Play]:
    """Return the finished deals of solitaires that a robot has still to play, oldest first."""
    return (
        Play.objects.filter(
            room__home_match__against=Against.NOBODY,
            room__home_match__repeats__isnull=True,
            room__home_match__position__isnull=True,
            status=PlayStatus.OVER,
            robot_deal=None,
        )
        .exclude(room__home_match__strength="")
        .order_by("pk")
    )
