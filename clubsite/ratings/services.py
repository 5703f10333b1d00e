"""Store what decisions gave away, and make all ratings from it."""

from collections import Counter
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from clubsite.analysis.models import PlayAnalysis
from clubsite.clubs.models import Person
from clubsite.ratings.decisions import sums_of
from clubsite.ratings.models import FittedScale, MatchRating, PlayDecisions, PlayerRating
from clubsite.ratings.reference import robots_reference
from clubsite.ratings.selectors.played import DAYS_A_WEEK, matches_between_accounts, rated_boards, robot_acts
from games.players import PLAYERS
from scoring.glicko import ratings_after
from scoring.ratings import RatedBoard, RatingScale, fitted

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
    PlayerRating.objects.filter(person=person).delete()
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
    """Fit all players and store everybody's rating. The fit is slow, so it runs outside the transaction."""
    began = timezone.now()
    FittedScale.objects.update(stale=False)  # what changes from here on is for the next run
    found, today = rated_boards(), timezone.localdate()
    scale = fitted(robots_reference(), found.players)
    matches = match_ratings(today)
    rows = [PlayerRating(person_id=pk, **_columns(scale, own, today)) for pk, own in found.people.items()]
    rows += [PlayerRating(user_id=pk, **_columns(scale, own, today)) for pk, own in found.users.items()]
    with transaction.atomic():
        row = FittedScale.objects.select_for_update().first() or FittedScale()
        row.robots, row.made_at = dict(scale.robots), began
        row.save()
        PlayerRating.objects.all().delete()
        PlayerRating.objects.bulk_create(rows)
        MatchRating.objects.all().delete()
        MatchRating.objects.bulk_create(matches)


def match_ratings(today: date) -> list[MatchRating]:
    """Return the unsaved ratings of all matches at home between accounts. A week is a period."""
    found = []
    for game, matches in matches_between_accounts().items():
        numbers = Counter(who for match in matches for who in (match.one, match.other))
        for who, rated in ratings_after(matches, today.toordinal() // DAYS_A_WEEK).items():
            figures = {"rating": rated.rating, "deviation": rated.deviation, "matches": numbers[who]}
            found.append(MatchRating(user_id=who, game=game, **figures))
    return found


def _columns(scale: RatingScale, boards: list[RatedBoard], today: date) -> dict[str, object]:
    now = scale.rating(boards, today.toordinal())
    course = [
        [date.fromordinal(day).isoformat(), round(then.rate, 2), round(then.low, 2), round(then.high, 2), then.boards]
        for day, then in scale.ratings(boards)[-MAX_COURSE_DAYS:]
    ]
    return {
        "rate": now.rate,
        "error": now.error,
        "low": now.low,
        "high": now.high,
        "decisions": now.decisions,
        "boards": now.boards,
        "course": course,
    }
