"""The boards that wait for other sessions, with a club and a date, but never a session, player or card."""

from clubsite.nights.models import BoardSet, Session, SessionStatus
from clubsite.nights.selectors.boards import HAND_RECORD_HELD
from clubsite.rankings.selectors.embargoes import Alike, Embargo, Known, alike_of, embargoes_of
from games.wording import numbers_told

KNOWN_DEAL_WORDS = {
    Known.OWED: "has still to play {them}. Whoever plays in both sees the cards twice.",
    Known.PUBLISHED: "has published {them}: anybody can have read the cards.",
    Known.PLAYED: "has played {them}: whoever sat there knows the cards.",
}


def embargo_sentences(session: Session) -> list[str]:
    """Return a sentence for each session that holds back this session's boards, or whose boards wait for this one."""
    return [_ours(embargo) if embargo.ours else _theirs(embargo, session) for embargo in embargoes_of(session)]


def _ours(embargo: Embargo) -> str:
    other, single = embargo.other, len(embargo.numbers) == 1
    it, wait = ("it", "It waits") if single else ("them", "They wait")
    ends = "that night is over" if other.status != SessionStatus.ENDED else "its late plays are scored"
    return (
        f"Nobody can read {_boards(embargo)} in these results: {_held_at(embargo)} had the same cards before they were "
        f"published here, and has still to play {it}. {wait} until {ends}, {_last(embargo, other)}."
    )


def _theirs(embargo: Embargo, session: Session) -> str:
    it = "it" if len(embargo.numbers) == 1 else "them"
    if session.status == SessionStatus.DRAFT:
        ends = "This draft keeps them waiting until it is played, its boards are replaced, or it is discarded"
    elif session.status == SessionStatus.ENDED:
        ends = "They wait until the late plays are scored here"
    else:
        ends = "They wait until you end this night"
    return (
        f"{_boards(embargo).capitalize()} of this night {'was' if it == 'it' else 'were'} played at "
        f"{_held_at(embargo)} too, where nobody can read {it} meanwhile. {ends}, {_last(embargo, session)}."
    )


def _boards(embargo: Embargo) -> str:
    return f"board{'s' if len(embargo.numbers) > 1 else ''} {numbers_told(embargo.numbers)}"


def _held_at(embargo: Embargo) -> str:
    other = embargo.other
    named = f"“{other.name}”" if embargo.own else f"the night of {other.club.name}"
    return f"{named} on {other.date:%-d %B %Y}"


def _last(embargo: Embargo, session: Session) -> str:
    last = session.date + HAND_RECORD_HELD
    return f"until {last:%-d %B %Y} at the latest" if embargo.own else "for eight days at most"


def known_boards(board_set: BoardSet | None) -> list[str]:
    """Return a sentence for each of the club's sessions with boards from this set, and one for all other clubs."""
    return [_sentence(alike) for alike in alike_of(board_set)] if board_set is not None else []


def _sentence(alike: Alike) -> str:
    single, numbers = len(alike.boards) == 1, numbers_told([board.number for board in alike.boards])
    what = f"Board {numbers} is" if single else f"Boards {numbers} are"
    session = alike.session
    where = f"“{session.name}” of {session.date:%-d %B %Y}" if session else "a session of another club"
    return f"{what} also in {where}, which {KNOWN_DEAL_WORDS[alike.known].format(them='it' if single else 'them')}"
