"""Judging finished plays and checking claims by their exact value (docs/decisions.md, 015).

If a claim is to be checked, the server answers for the opponent: it accepts a claim of exactly the number of tricks
that best play takes, and refuses a higher one. A lower claim is a concession, which only the opponent may accept. A
claim is also left to the opponent if its search exceeds the budget.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.analysis.selectors.verdicts import ANALYSED_GAME, ended_of
from clubsite.analysis.services.solving import done_some
from clubsite.analysis.signals import play_analysed
from clubsite.core import jobs
from clubsite.nights.models import ClaimChecking, Session, SessionStatus, TableBoard
from clubsite.play.acts import play_act
from clubsite.play.models import Play, PlayStatus
from clubsite.play.room_states import log_of
from clubsite.play.selectors import state_of
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import SPECTATOR, may_see
from games.cards import parse_card
from games.deals import Deal
from games.players import DIRECTOR, OPPONENT
from games.registry import rules_for
from games.replay import replay
from games.seats import SEATS
from games.wording import marked
from solver import Engine, OutOfNodes, Position, engine
from solver.analysis import still_takes
from solver.auction import Tricks
from solver.compiled import why_not_compiled
from solver.tables import ten_values
from solver.thread_engines import solves_whole_deals, thread_engine
from solver.verdicts.judge import judge_play
from solver.verdicts.solution import scorer

CHECK_JOB = "analysis.check_claim"
CHECKED_GAME = "solo"  # the only game whose play both players see, and which the solver knows
NODES, SLOW_NODES = 10_000_000, 100_000  # two or three seconds, compiled and in Python
RECENT_CLAIMS = timedelta(minutes=1)


def claims_waiting() -> QuerySet[Play]:
    """Return the live plays whose last event is a claim that nobody has answered."""
    return Play.objects.filter(
        game=CHECKED_GAME, status=PlayStatus.LIVE, events__seq=F("seq"), events__action__startswith="claim:"
    )


def club_claims_waiting() -> QuerySet[Play]:
    """Return the plays with a waiting claim, in sessions where claims are checked."""
    return claims_waiting().filter(table_board__round__section__session__claim_checking=ClaimChecking.EXACT)


def claims_ask(plays: QuerySet[Play]) -> None:
    """Request checks of the claims in these plays. Without a compiled solver a check is a slow job.

    Only recent claims are checked, so that a claim left to the opponent is not searched for ever.
    """
    slow = bool(why_not_compiled())
    for play_id in plays.filter(acted_at__gt=timezone.now() - RECENT_CLAIMS).values_list("pk", flat=True):
        jobs.enqueue(CHECK_JOB, play_id, slow=slow)


def claim_check(*, play_id: int) -> bool:
    """Answer the claim waiting in this play, if possible. The caller decides whether claims are to be checked."""
    play = Play.objects.filter(pk=play_id, game=CHECKED_GAME, status=PlayStatus.LIVE).first()
    view = rules_for(CHECKED_GAME).view(state_of(play), DIRECTOR) if play is not None else None
    if play is None or view is None or view["claim"] is None:
        return False
    claim = view["claim"]
    try:
        takes = _most(view)
    except OutOfNodes:
        return False
    if claim["takes"] < takes:
        return False
    other = OPPONENT[claim["by"]]
    answer = play_act(
        play_id=play.public_id,
        player=other,
        seat_id=play.seats[other],
        client_id=_answer_id(play, play.seq + 1),
        seq=play.seq,
        action="accept" if claim["takes"] == takes else "refuse",
    )
    return answer.ok


def claim_words(play: Play) -> str:
    """Return marked text for the players if the computer's answer to a claim is the latest event, else "".

    The number of tricks is given only for a correct claim, so a wrong claim does not reveal how many can be taken.
    """
    answer = play.events.filter(seq=play.seq).first()
    if answer is None or answer.action not in ("accept", "refuse") or not _by_computer(play, answer):
        return ""
    rules = rules_for(play.game)
    claimed = replay(rules, play.setup, play.options, log_of(play)[: answer.seq - 1])
    claim = rules.view(claimed, DIRECTOR)["claim"]
    by, takes, of = claim["by"], claim["takes"], claim["of"]
    if answer.action == "refuse":
        whose = marked(by, "*'s", "your")
        return f"Checked: {whose} claim of {takes} was not proved."
    number = "all" if takes == of else "none" if not takes else f"exactly {takes}"
    last = f"{number} of the last {of}" if of > 1 else f"{'the' if takes else 'not the'} last trick"
    return f"Checked: {marked(by, '* takes', 'you take')} {last}."


def _by_computer(play: Play, answer: Any) -> bool:
    """True if the computer gave the answer. A person's action carries their seat's ticket, and a robot's action has a
    different kind of id.
    """
    return answer.ticket_id is None and answer.client_id == _answer_id(play, answer.seq)


def _answer_id(play: Play, seq: int) -> UUID:
    """Return the id of an answer. Two jobs derive the same id, so only one answer counts. Nobody can guess the id."""
    return UUID(bytes=salted_hmac(CHECK_JOB, f"{play.public_id}/{seq}", algorithm="sha256").digest()[:16])


def _most(view: dict[str, Any]) -> int:
    """Return the number of tricks that best play takes for the claimant. The view shows all the cards."""
    hands = [tuple(parse_card(text) for text in view["dealt"][seat]) for seat in SEATS]
    tricks = view["history"]
    leader = tricks[0]["leader"] if tricks else view["trick"]["leader"]
    played = [parse_card(made["card"]) for trick in tricks for made in trick["cards"]]
    at = Position.of(hands, view["contract"]["strain"], leader, played)
    budget = SLOW_NODES if why_not_compiled() else NODES
    return still_takes(at, view["claim"]["by"], thread_engine(), budget)


ANALYSE_JOB = "analysis.analyse_play"
RECENT_PLAYS = timedelta(days=14)  # older ones are analysed when somebody looks at them


def play_analyse(play_id: int) -> bool:
    """Store the analysis of this play. Return False if nothing was stored.

    Nothing is stored if there is an analysis already, if the play belongs to another game, if somebody may still play
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
