"""The cost of every call and card in a finished play of Solo, computed once, when nobody can still play the deal.

At a club, the analysis waits until the session has ended and no late play of the board is to come; at home,
until the last card. For a table that may be watched, it is requested as soon as the board is played out.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.analysis.selectors.verdicts import ANALYSED_GAME, ended_of
from clubsite.analysis.services.solving import done_some
from clubsite.analysis.signals import play_analysed
from clubsite.core import jobs
from clubsite.nights.models import Session, SessionStatus, TableBoard
from clubsite.play.models import Play, PlayStatus
from clubsite.play.room_states import log_of
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import SPECTATOR, may_see
from games.deals import Deal
from solver import Engine, engine
from solver.auction import Tricks
from solver.tables import ten_values
from solver.thread_engines import solves_whole_deals
from solver.verdicts.judge import judge_play
from solver.verdicts.solution import scorer

ANALYSE_JOB = "analysis.analyse_play"
RECENT_PLAYS = timedelta(days=14)  # older ones are analysed when somebody looks at them


def play_analyse(play_id: int) -> bool:
    """Store the analysis of this play. Return False if nothing was stored.

    Nothing is stored if there is an analysis already, if the play is of another game, if somebody may still play
    the deal, or if the analysis would take minutes. The analysis is slow, so it runs outside any transaction. Nothing
    is stored either if another analysis was faster, or if the play or its log has been deleted meanwhile.
    """
    if not solves_whole_deals():
        return False
    wanted = unanalysed().filter(pk=play_id)
    play = wanted.filter(pk__in=ended_of(wanted)).first() or _played_out(play_id)
    if play is None:
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
    with transaction.atomic():
        locked = Play.objects.select_for_update(no_key=True).filter(pk=play_id)
        if not locked.exists() or not unanalysed().filter(pk=play_id).exists():
            return False
        analysis = PlayAnalysis.objects.create(play=play, calls=judged.calls, cards=judged.cards)
        play_analysed.send(sender=PlayAnalysis, analysis=analysis)
    return True


def _played_out(play_id: int) -> Play | None:
    """Return the play if its board can no longer be played by anyone, else None."""
    row = TableBoard.objects.filter(play=play_id).select_related("board").first()
    if row is None or not may_see(SPECTATOR, row.board, What.VERDICT):
        return None
    return unanalysed().filter(pk=play_id).first()


def _ten_values(play: Play, using: Engine) -> Tricks:
    """Return the ten values stored for the play's board, or solve them here."""
    solution = BoardSolution.objects.filter(board__table_boards__play=play).first()
    if solution is not None:
        return solution.found()[0]
    return ten_values(Deal.from_setup(play.setup).all_hands, using)


def unanalysed() -> QuerySet[Play]:
    """Return finished plays of Solo that have a log but no analysis, even if somebody may still play the deal."""
    return Play.objects.filter(game=ANALYSED_GAME, status=PlayStatus.OVER, analysis__isnull=True, events__seq=1)


def play_ask(play_id: int) -> None:
    """Request the analysis of one play. It waits behind all quick jobs."""
    if solves_whole_deals():
        jobs.enqueue(ANALYSE_JOB, play_id, slow=True)


def finished_ask(play: Play) -> None:
    """Request the analysis of a finished play if nobody else may still play the same deal."""
    for play_id in ended_of(unanalysed().filter(pk=play.pk)):
        play_ask(play_id)


def session_ask(public_id: str) -> None:
    """Request every missing analysis of an ended session."""
    session = Session.objects.filter(public_id=public_id, status=SessionStatus.ENDED).first()
    if session is None:
        return
    for play_id in ended_of(unanalysed().filter(table_board__round__section__session=session)):
        play_ask(play_id)


def plays_analyse_some() -> int:
    """Analyse some plays for which nobody has requested an analysis. Return how many were analysed."""
    if not solves_whole_deals():
        return 0
    recent = unanalysed().filter(ended_at__gte=timezone.now() - RECENT_PLAYS).order_by("-pk")
    return done_some(play_analyse, ended_of(recent))
