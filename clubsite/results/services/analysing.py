"""What every call and card of a finished play of Solo cost: made once per play, and only of deals that are closed.

At a club a deal is closed when its session has ended and nobody is still to play the board; at home with its last card.
"""

from typing import Any

from django.db.models import QuerySet

from clubsite.duplicate.models import SessionStatus
from clubsite.play.models import Play, PlayStatus
from clubsite.play.selectors import log_of
from clubsite.results import jobs
from clubsite.results.judging import judge_play
from clubsite.results.models import BoardSolution, PlayAnalysis
from clubsite.results.selectors.analyses import ANALYSED, is_closed
from clubsite.results.services.solving import scorer
from games.deals import Deal
from solver import Engine, engine
from solver.auction import Tricks
from solver.tables import ten_values

JOB = "results.analyse_play"
MOST_AT_ONCE = 200


def play_analyse(play_id: int) -> bool:
    """Store the analysis of this play. False if there is one, or the play is another game's, not over, or not closed.

    Slow, and so outside any transaction; of two at once one is kept, and they are the same.
    """
    play = unanalysed().filter(pk=play_id).first()
    if play is None or not is_closed(play):
        return False
    using = engine()
    judged = judge_play(
        play.setup,
        play.options,
        log_of(play),
        play.outcome or {},
        engine=using,
        tricks=_ten_values(play, using),
        score=scorer(play.setup["vul"]),
    )
    found = {"calls": judged.calls, "cards": judged.cards}
    return PlayAnalysis.objects.get_or_create(play=play, defaults=found)[1]


def _ten_values(play: Play, using: Engine) -> Tricks:
    """As they are stored for the play's board, else solved here."""
    solution = BoardSolution.objects.filter(board__table_boards__play=play).first()
    if solution is not None:
        values: Tricks = solution.values
        return values
    return ten_values(Deal.from_setup(play.setup).all_hands, using)


def unanalysed() -> QuerySet[Play]:
    """Finished plays of Solo without an analysis, closed or not."""
    return Play.objects.filter(game=ANALYSED, status=PlayStatus.OVER, analysis__isnull=True)


def play_ask(play_id: int) -> None:
    """Ask for the analysis of one play; it waits behind whatever is quick."""
    jobs.enqueue_slow(JOB, play_id)


def analyses_ask(**which: Any) -> int:
    """Ask for those of ended sessions that are missing, the latest first; `which` narrows the sessions."""
    ended = {"table_board__round__section__session__status": SessionStatus.ENDED}
    narrowed = {f"table_board__round__section__session__{name}": value for name, value in which.items()}
    plays = unanalysed().filter(**ended, **narrowed).order_by("-pk")
    waiting = [play.pk for play in plays[:MOST_AT_ONCE] if is_closed(play)]
    for play_id in waiting:
        play_ask(play_id)
    return len(waiting)
