"""Storing the figures for both players from a play's analysis."""

from collections import Counter
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.analysis.models import PlayAnalysis
from clubsite.clubs.models import Person
from clubsite.core.row_locks import rows_kept
from clubsite.history.models import FittedScale, MatchRating, PlayDecisions, PlayerRating, PlayFigures
from clubsite.history.selectors.ratings import (
    DAYS_A_WEEK,
    RatedBoards,
    matches_between_accounts,
    rated_boards,
    robot_acts,
)
from clubsite.home.models import HomeSeat
from clubsite.nights.models import TableBoard
from games.deals import Deal
from games.players import PLAYERS
from scoring.glicko import ratings_after
from scoring.ratings import RatedBoard, RatingScale, fitted
from solver import Position
from solver.tables import leader_against
from solver.verdicts.play_costs import costs_of, craft_of, robots_reference, sums_of, tricks_given


def figures_make(analysis: PlayAnalysis) -> None:
    """Store the figures for both players in a club's play, in the caller's transaction. Plays at home have none."""
    rows = TableBoard.objects.select_related("ns", "ew", "round__section__session")
    row = rows.filter(play=analysis.play_id).first()
    if row is None:
        return
    robots = {"S": row.ns.robot, "N": row.ew.robot}
    PlayFigures.objects.bulk_create(
        PlayFigures(
            play_id=analysis.play_id,
            player=player,
            club_id=row.round.section.session.club_id,
            robot=robots[player],
            **columns_of(analysis, player),
        )
        for player in PLAYERS
    )


def columns_of(analysis: PlayAnalysis, player: str) -> dict[str, Any]:
    """Return the values for the fields of one player's `PlayFigures` row."""
    outcome = analysis.play.outcome or {}
    costs = costs_of(analysis.calls, player, "calls") | costs_of(analysis.cards, player, "cards")
    costs["cards_tricks"] = tricks_given(analysis.cards, player)
    if not (declarer := outcome.get("declarer")):
        return costs | {"declaring": None}
    hands = Deal.from_setup(analysis.play.setup).all_hands
    start = Position.of(hands, outcome["contract"][1], leader_against(declarer))
    return costs | craft_of(start, analysis.cards, player) | {"declaring": declarer == player}


MAX_COURSE_DAYS = 60
FIT_PAUSE = timedelta(minutes=10)
FADING_PAUSE = timedelta(days=1)


def decisions_make(analysis: PlayAnalysis) -> None:
    """Store the decisions that both players took themselves in a play, in the caller's transaction."""
    declarer = (analysis.play.outcome or {}).get("declarer")
    robots = set(robot_acts().filter(play=analysis.play_id).values_list("seq", flat=True))
    entries = [entry for entry in [*analysis.calls, *analysis.cards] if entry["seq"] not in robots]
    PlayDecisions.objects.bulk_create(
        PlayDecisions(play_id=analysis.play_id, player=player, sums=sums_of(entries, player, declarer))
        for player in PLAYERS
    )
    ratings_stale()


def ratings_stale() -> None:
    """Note that the ratings no longer follow from what was played. The sweep makes them again."""
    FittedScale.objects.filter(stale=False).update(stale=True)


def rating_forget(*, person: Person) -> None:
    """Delete a person's rating, in the caller's transaction."""
    ratings_drop(PlayerRating.objects.filter(person=person))


def ratings_drop(*rows: QuerySet[Any]) -> None:
    """Delete ratings of people whom the site forgets, in the caller's transaction. A fit that is being stored does not
    store them again.
    """
    FittedScale.objects.select_for_update().first()
    for ratings in rows:
        ratings.delete()
    ratings_stale()


def ratings_sweep() -> bool:
    """Make the ratings if something has changed, but not more often than every ten minutes, and once a day, because
    old boards fade. Return True if they were made.
    """
    scale, now = FittedScale.objects.first(), timezone.now()
    if scale is not None and now - scale.made_at < (FIT_PAUSE if scale.stale else FADING_PAUSE):
        return False
    if scale is None and not PlayDecisions.objects.exists() and not matches_between_accounts():
        return False
    ratings_make()
    return True


def ratings_make() -> None:
    """Fit all players and store everybody's rating. The fit is slow, so it runs outside the transaction.

    No rating is stored for a person or an account that has been deleted or forgotten meanwhile.
    """
    began = timezone.now()
    FittedScale.objects.update(stale=False)  # what changes from here on is for the next run
    boards, today = rated_boards(), timezone.localdate()
    scale = fitted(robots_reference(), boards.players)
    matches = match_ratings(today)
    rows = [PlayerRating(person_id=pk, **_columns(scale, own, today)) for pk, own in boards.people.items()]
    rows += [PlayerRating(user_id=pk, **_columns(scale, own, today)) for pk, own in boards.users.items()]
    with transaction.atomic():
        row = FittedScale.objects.select_for_update().first() or FittedScale()
        row.robots, row.made_at = dict(scale.robots), began
        row.save()
        people, users = _still_there(boards, matches)
        PlayerRating.objects.all().delete()
        PlayerRating.objects.bulk_create(
            rating for rating in rows if rating.person_id in people or rating.user_id in users
        )
        MatchRating.objects.all().delete()
        MatchRating.objects.bulk_create(rating for rating in matches if rating.user_id in users)


def _still_there(boards: RatedBoards, matches: list[MatchRating]) -> tuple[set[int], set[int]]:
    """Return the people and accounts of these ratings that were neither deleted nor forgotten, and keep them.

    The caller has locked the scale, as `ratings_drop` does before it deletes ratings.
    """
    people = rows_kept(Person, boards.people)
    users = rows_kept(User, {*boards.users, *(rating.user_id for rating in matches)})
    people -= set(Person.objects.exclude(forgotten_at=None).filter(pk__in=people).values_list("pk", flat=True))
    playing = HomeSeat.objects.filter(user__in=users).values_list("user", flat=True)
    joined = Person.objects.filter(user__in=users).values_list("user", flat=True)
    return people, users & {*playing, *joined}


def match_ratings(today: date) -> list[MatchRating]:
    """Return the unsaved ratings of all matches at home between accounts. A week is a period."""
    ratings = []
    for game, matches in matches_between_accounts().items():
        numbers = Counter(who for match in matches for who in (match.one, match.other))
        ratings += [
            MatchRating(user_id=who, game=game, rating=own.rating, deviation=own.deviation, matches=numbers[who])
            for who, own in ratings_after(matches, today.toordinal() // DAYS_A_WEEK).items()
        ]
    return ratings


def _columns(scale: RatingScale, boards: list[RatedBoard], today: date) -> dict[str, object]:
    now = scale.rating(boards, today.toordinal())
    course = [
        [date.fromordinal(day).isoformat(), round(then.rate, 2), round(then.low, 2), round(then.high, 2), then.boards]
        for day, then in scale.ratings(boards)[-MAX_COURSE_DAYS:]
    ]
    names = ("rate", "error", "low", "high", "decisions", "boards")
    return {"course": course, **{name: getattr(now, name) for name in names}}
