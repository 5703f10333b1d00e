"""What every call and card of a finished play of Solo cost: made once per play, and only when nobody can still play it.

At a club that is when its session has ended and no late play of the board is to come; at home with its last card. Of a
table that may be watched it is asked for as soon as the board is played out.
"""

import logging
import time
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubsite.analysis.judge import judge_play
from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.analysis.selectors.closed_boards import played_out
from clubsite.analysis.selectors.verdicts import ANALYSED, ended_of
from clubsite.analysis.services.solving import scorer
from clubsite.analysis.signals import play_analysed
from clubsite.analysis.solver_available import solves_whole_deals
from clubsite.core import jobs
from clubsite.duplicate.models import Session, SessionStatus, TableBoard
from clubsite.play.models import Play, PlayStatus
from clubsite.play.room_states import log_of
from games.deals import Deal
from solver import Engine, engine
from solver.auction import Tricks
from solver.tables import ten_values

log = logging.getLogger(__name__)
JOB = "analysis.analyse_play"
SPELL = 5  # seconds of a sweep, after which others have a turn
RECENT = timedelta(days=14)  # older ones when somebody looks at them


def play_analyse(play_id: int) -> bool:
    """Store the analysis of this play. False if there is one, or the play is another game's, or not over for everybody,
    or where it would take minutes.

    Slow, and so outside any transaction; of two at once one is kept, and they are the same.
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
    found = {"calls": judged.calls, "cards": judged.cards}
    with transaction.atomic():
        analysis, made = PlayAnalysis.objects.get_or_create(play=play, defaults=found)
        if made:
            play_analysed.send(sender=PlayAnalysis, analysis=analysis)
    return made


def _played_out(play_id: int) -> Play | None:
    """The play, if its board is one that nobody may still meet."""
    row = TableBoard.objects.filter(play=play_id).select_related("board").first()
    if row is None or not played_out([row.board]):
        return None
    return unanalysed().filter(pk=play_id).first()


def _ten_values(play: Play, using: Engine) -> Tricks:
    """As they are stored for the play's board, else solved here."""
    solution = BoardSolution.objects.filter(board__table_boards__play=play).first()
    if solution is not None:
        values: Tricks = solution.values
        return values
    return ten_values(Deal.from_setup(play.setup).all_hands, using)


def unanalysed() -> QuerySet[Play]:
    """Finished plays of Solo whose log is kept, without an analysis, over for everybody or not."""
    return Play.objects.filter(game=ANALYSED, status=PlayStatus.OVER, analysis__isnull=True, events__seq=1)


def play_ask(play_id: int) -> None:
    """Ask for the analysis of one play; it waits behind whatever is quick."""
    if solves_whole_deals():
        jobs.enqueue(JOB, play_id, slow=True)


def finished_ask(play: Play) -> None:
    """A play is over: if nobody else can still play these cards its analysis is asked for."""
    for play_id in ended_of(unanalysed().filter(pk=play.pk)):
        play_ask(play_id)


def session_ask(public_id: str) -> None:
    """Ask for every analysis that an ended session has not."""
    session = Session.objects.filter(public_id=public_id, status=SessionStatus.ENDED).first()
    if session is None:
        return
    for play_id in ended_of(unanalysed().filter(table_board__round__section__session=session)):
        play_ask(play_id)


def plays_analyse_some() -> int:
    """Plays over for everybody that nobody asked for, for `SPELL` seconds or the one begun. Returns how many."""
    if not solves_whole_deals():
        return 0
    ends, done = time.monotonic() + SPELL, 0
    for play_id in ended_of(unanalysed().filter(ended_at__gte=timezone.now() - RECENT).order_by("-pk")):
        try:
            done += play_analyse(play_id)
        except Exception:
            log.exception("Play %s is not analysed: the next sweep tries again", play_id)
        if time.monotonic() > ends:
            break
    return done
