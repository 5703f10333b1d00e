"""The single rule for every card, sequence, score, traveller, verdict, replay and file of a board (SOLO-31).

A reader can see something in six ways: as everybody, as a spectator, at a seat, by a link to lost slips, as a
director and as the site's keeper. A reader may see whatever at least one of these ways shows.
"""

from enum import StrEnum

from clubsite.secrecy.facts import BoardFacts, Owes, SessionPhase, What


class WhyNot(StrEnum):
    """Why a reader may not see something. If there are several reasons, the first one in this order is given."""

    PROMISE = "promise"  # they have not promised not to look into the file
    OWED_BY_READER = "owed_by_reader"  # they still have to play the deal
    AT_END = "at_end"  # the session shows it with the results
    OWED_ELSEWHERE = "owed_elsewhere"  # another session still has to play the deal
    OWED_HERE = "owed_here"  # somebody in this session still has to play the board
    SEALED = "sealed"  # no key opens its cards
    MEMBERS_ONLY = "members_only"  # the club shows its results to its members only
    NOT_PUBLISHED = "not_published"
    NO_WAY = "no_way"  # nothing about this reader opens it


ORDER = list(WhyNot)
OF_A_PLAY = {What.CARDS, What.SEQUENCE, What.SCORE, What.VERDICT, What.REPLAY}


def may_see(facts: BoardFacts, what: What) -> bool:
    """True if the reader may see `what` of the board."""
    return why_not(facts, what) is None


def why_not(facts: BoardFacts, what: What) -> WhyNot | None:
    """Return why the reader may not see `what` of the board, or None if they may."""
    ways = (_as_everybody, _as_spectator, _at_seat, _by_link, _as_director, _as_keeper)
    reasons = []
    for way in ways:
        reason = way(facts, what)
        if reason is None:
            return None
        reasons.append(reason)
    return min(reasons, key=ORDER.index)


def _as_everybody(facts: BoardFacts, what: What) -> WhyNot | None:
    """Show everything once the results are published and nobody still has to play the deal, unless it is sealed."""
    if not facts.published or facts.phase is not SessionPhase.ENDED:
        return WhyNot.NOT_PUBLISHED
    if not facts.reads_results:
        return WhyNot.MEMBERS_ONLY
    if facts.owed_here:
        return WhyNot.OWED_HERE
    if facts.owed_elsewhere:
        return WhyNot.OWED_ELSEWHERE
    return WhyNot.SEALED if facts.sealed else None


def _as_spectator(facts: BoardFacts, what: What) -> WhyNot | None:
    """Show a play at a watched table, before publication, once nobody is still due to play the board."""
    if not facts.watched or what not in OF_A_PLAY or facts.phase in (None, SessionPhase.DRAFT):
        return WhyNot.NO_WAY
    if not facts.reads_results:
        return WhyNot.MEMBERS_ONLY
    if facts.owed_here or facts.coming:
        return WhyNot.OWED_HERE
    return WhyNot.OWED_ELSEWHERE if facts.owed_elsewhere else None


def _at_seat(facts: BoardFacts, what: What) -> WhyNot | None:
    """Show a seat its own result, and the other results if the session shows them after each board.

    What the seat sees during the play is decided by the game's view, not here.
    """
    if not facts.agreed or what not in (What.SCORE, What.TRAVELLER):
        return WhyNot.NO_WAY
    if what is What.SCORE:
        return None
    if not facts.after_board:
        return WhyNot.AT_END
    return WhyNot.OWED_ELSEWHERE if facts.owed_elsewhere else None


def _by_link(facts: BoardFacts, what: What) -> WhyNot | None:
    """Show a board's slips to somebody who has played it, or to a member who does not play."""
    if not facts.has_link or what is not What.SEQUENCE:
        return WhyNot.NO_WAY
    if facts.owes is not Owes.NOTHING:
        return WhyNot.OWED_BY_READER
    return None if facts.sat or facts.member else WhyNot.NO_WAY


def _as_director(facts: BoardFacts, what: What) -> WhyNot | None:
    """Show a director everything but verdicts, unless they still have to play the deal.

    Until the first session in which they play the deal begins, directors may take a file if they promise not to
    read it.
    """
    if not facts.directs or what is What.VERDICT:
        return WhyNot.NO_WAY
    if facts.owes is Owes.NOTHING:
        return None
    if what is What.FILE and facts.owes is Owes.PLANNED and facts.promised is not None:
        return None if facts.promised else WhyNot.PROMISE
    return WhyNot.OWED_BY_READER


def _as_keeper(facts: BoardFacts, what: What) -> WhyNot | None:
    """Show the site's keeper all scores except those of boards that the keeper still has to play."""
    if not facts.keeps_site or what not in (What.SCORE, What.TRAVELLER):
        return WhyNot.NO_WAY
    return None if facts.owes is Owes.NOTHING else WhyNot.OWED_BY_READER
