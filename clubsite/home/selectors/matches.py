"""Selectors for matches at home: their standings, history and clocks, and the names of players."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.analysis.services.plays import claims_waiting
from clubsite.core.forms import code_of
from clubsite.home.models import Against, HomeMatch, HomeSeat, MatchState
from clubsite.home.questions import GAMES
from clubsite.home.selectors.positions import both_results
from clubsite.play.models import Play, PlayStatus
from games.game import Game
from games.registry import rules_for
from scoring.home import Finished, standing
from scoring.home.sheet import Entry

FIELD_ON_SHEET = "Your place in the field is on the score sheet"
PRACTICE = "A deal played again, for practice: it is not scored"
OF_A_CLUB = "A club’s board, outside the results"


def match_by_code(code: str) -> HomeMatch | None:
    """Return the match with this code, in any state, or None."""
    return HomeMatch.objects.filter(code=code_of(code)).first()


def match_by_id(public_id: str) -> HomeMatch | None:
    """Return the match with this public id, or None."""
    matches = HomeMatch.objects.filter(public_id=public_id) if public_id.isalnum() else HomeMatch.objects.none()
    return matches.select_related("room__play", "again", "repeats", "club_board__board_set__session").first()


def home_claims_waiting() -> QuerySet[Play]:
    """Return the plays at home that have a claim waiting to be checked against the exact value."""
    return claims_waiting().filter(room__home_match__claims_checked=True)


def finished_plays(match: HomeMatch) -> list[Play]:
    """Return the finished deals that count towards a match, in order: those of the people and robots in its seats."""
    of_its_seats = Q(north=None) | Q(north__homeseat__match=match)
    return list(match.room.plays.filter(of_its_seats, status=PlayStatus.OVER).order_by("pk"))


def finished_deals(match: HomeMatch) -> list[Finished]:
    """Return the finished deals that count towards a match, in the form that scoring expects."""
    return [Finished(play.setup, play.options, play.outcome or {}) for play in finished_plays(match)]


def standing_of(match: HomeMatch, deals: Iterable[Finished]) -> dict[str, Any]:
    """Return the standing of the match as JSON values: over, winner, totals, header (for the next deal), summary and
    sheet.
    """
    finished = list(deals)
    if match.is_practice:
        return _practice(match, finished)
    return asdict(standing(match.game, match.match_options, match.first, finished, ended=match.ended))


def _practice(match: HomeMatch, deals: list[Finished]) -> dict[str, Any]:
    """Return the standing of a replayed deal, which has a result but no score (BS-13c)."""
    rules = rules_for(match.game)
    results = ((deal.setup["board"], rules.result(deal.outcome)) for deal in deals)
    both = both_results(match, deals[0].outcome) if deals else None
    compared = both.words if both is not None else FIELD_ON_SHEET if deals and match.club_board_id is not None else ""
    lines = [{**Entry.of(result, (0, 0), board).row(), "score_text": compared} for board, result in results]
    head = {
        "totals": {"S": 0, "N": 0},
        "winner": None,
        "summary": OF_A_CLUB if match.club_board_id is not None else PRACTICE,
    }
    sheet = {"kind": "points", "title": "Practice", "lines": lines, **head}
    return {"over": bool(deals) or match.ended, "header": None, "sheet": sheet, **head}


def seats_of(device: Device | None, user: AnyUser | None = None) -> QuerySet[HomeSeat]:
    """Return all seats that this reader holds through the device or the account, latest first."""
    mine = Q(device=device) if device is not None else Q(pk__in=[])
    if user is not None and user.is_authenticated:
        mine |= Q(user=user)
    return HomeSeat.objects.filter(mine).select_related("match__room__play").order_by("-match_id", "-player")


def my_seat(match: HomeMatch, device: Device | None, user: AnyUser | None = None, wanted: str = "") -> HomeSeat | None:
    """Return the reader's seat in a match, or None. For a reader with both seats, `wanted` may say which seat."""
    mine = {seat.player: seat for seat in seats_of(device, user).filter(match=match)}
    return mine.get(wanted) or mine.get("S") or mine.get("N")


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list, as one of its players sees it."""

    seat: HomeSeat
    match: HomeMatch
    opponent: str
    my_turn: bool
    won: str  # "won", "lost", "drawn", "" while it is not over and for practice

    @property
    def game(self) -> Game:
        return GAMES[self.match.game]

    @property
    def waiting(self) -> bool:
        return self.match.state == MatchState.WAITING

    @property
    def open(self) -> bool:
        """True if it is an open invitation that no person has taken yet."""
        return self.waiting and self.match.against == Against.ANYBODY


def open_rows(device: Device | None, user: AnyUser | None = None) -> list[MatchRow]:
    """Return the reader's unfinished matches."""
    return _rows(seats_of(device, user).exclude(match__state=MatchState.OVER)[:20])


def past_rows(device: Device | None, user: AnyUser | None = None, most: int = 100) -> list[MatchRow]:
    """Return the reader's finished matches, latest first."""
    over = seats_of(device, user).filter(match__state=MatchState.OVER)
    played = Play.objects.filter(room=OuterRef("match__room"), status=PlayStatus.OVER)
    return _rows(over.exclude(~Exists(played), match__against=Against.ANYBODY)[:most])


def _rows(seats: Iterable[HomeSeat]) -> list[MatchRow]:
    own_seats = list(seats)
    others: dict[int, dict[str, str]] = {}
    for seat in HomeSeat.objects.filter(match_id__in={seat.match_id for seat in own_seats}):
        others.setdefault(seat.match_id, {})[seat.player] = seat.name
    return [_row(seat, others[seat.match_id]) for seat in own_seats]


def _row(seat: HomeSeat, names: dict[str, str]) -> MatchRow:
    match = seat.match
    opponent = next((name for player, name in names.items() if player != seat.player), "")
    play = match.room.play
    turn = play is not None and play.status == PlayStatus.LIVE and play.turn == seat.player
    won = ""
    if match.state == MatchState.OVER and not match.is_practice:
        winner = match.standing.get("winner")
        won = "drawn" if winner is None else "won" if winner == seat.player else "lost"
    return MatchRow(seat, match, opponent, turn, won)


def personal_best(device: Device | None, user: AnyUser | None = None) -> int | None:
    """Return the reader's best margin in a finished solitaire rubber, or None if they have not finished any."""
    seats = seats_of(device, user).filter(
        match__game="bridge_solitaire",
        match__state=MatchState.OVER,
        match__ended=False,
        match__repeats=None,
    )
    rubbers = [seat.match for seat in seats if seat.match.match_options.get("score", "rubber") == "rubber"]
    totals = [match.standing["totals"] for match in rubbers]
    return max((each["S"] - each["N"] for each in totals), default=None)


def finished_play(match: HomeMatch, number: int) -> Play | None:
    """Return the deal with this number if it was played to the end, else None. A replayed deal keeps its number."""
    return next((play for play in finished_plays(match) if play.setup["board"] == number), None)


def at_once_here(device: Device | None, user: AnyUser | None = None) -> bool:
    """True if the robot played at once in the match against it that the reader opened last."""
    last = seats_of(device, user).filter(match__against=Against.ROBOT).first()
    return last is not None and last.match.at_once


def name_here(device: Device | None, user: AnyUser | None = None) -> str:
    """Return the name that the reader last used at a table, or else the name of their account."""
    last = seats_of(device, user).first()
    if last is not None and last.name != "You":
        return last.name
    if user is None or not user.is_authenticated:
        return ""
    return readable(user.get_short_name() or user.get_username())[:MAX_NAME_LENGTH]


MAX_NAME_LENGTH = 40
# Marks that change the text direction, and spaces of no width. Joiners stay, because scripts and emoji need
# them.
_UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def readable(text: str) -> str:
    """Return the name on one line, without invisible characters, or "" if nothing is left. The result may be long."""
    name = " ".join(_UNSEEN.sub("", text).split())
    name = "".join(letter for letter in name if unicodedata.category(letter) != "Cc")
    return name if any(unicodedata.category(letter)[0] not in "CMZ" for letter in name) else ""


def seconds_left(match: HomeMatch, play: Play) -> dict[str, float]:
    """Return the seconds that each player has left, keyed by player. They are negative once the time is up.

    The time before an act is its player's; the time since the last act is that of the player on turn.
    """
    left = dict.fromkeys("SN", 60.0 * match.clock)
    before = play.opened_at
    for actor, at in play.events.order_by("seq").values_list("actor", "at"):
        if actor in left:
            left[actor] -= max((at - before).total_seconds(), 0.0)
        before = at
    if play.status == PlayStatus.LIVE and play.turn in left:
        left[play.turn] -= max((timezone.now() - before).total_seconds(), 0.0)
    return left


def live_clock(match: HomeMatch) -> dict[str, int] | None:
    """Return the whole seconds that each player has left for the deal on the table, 0 once the time is up.

    Return None if there is no clock, or no deal on the table.
    """
    play = match.room.play
    if not match.clock or play is None or play.status != PlayStatus.LIVE:
        return None
    return {player: max(int(seconds), 0) for player, seconds in seconds_left(match, play).items()}
