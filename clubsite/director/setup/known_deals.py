"""The words for a director about boards that other sessions hold too. Another club's session is never named."""

from clubsite.duplicate.models import BoardSet
from clubsite.exchange.uploads import numbers_text
from clubsite.rankings.selectors.same_deals import Alike, Known, alike_of

KNOWN_DEAL_WORDS = {
    Known.OWED: "has still to play {them}. Whoever plays in both sees the cards twice. Until both are over nobody "
    "reads {them} among the results of either.",
    Known.PUBLISHED: "has published {them}: anybody can have read the cards.",
    Known.PLAYED: "has played {them}: whoever sat there knows the cards.",
}


def known_boards(board_set: BoardSet | None) -> list[str]:
    """Return a sentence for each session of the club that also holds boards of this set, and one for other clubs."""
    return [_sentence(alike) for alike in alike_of(board_set)] if board_set is not None else []


def _sentence(alike: Alike) -> str:
    one = len(alike.boards) == 1
    what = f"Board {numbers_text(alike.boards)} is" if one else f"Boards {numbers_text(alike.boards)} are"
    session = alike.session
    where = f"“{session.name}” of {session.date:%-d %B %Y}" if session else "a session of another club"
    return f"{what} also in {where}, which {KNOWN_DEAL_WORDS[alike.known].format(them='it' if one else 'them')}"
