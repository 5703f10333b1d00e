"""The `table` part of a home seat's view (docs/protocol.md): who is opposite, the score sheet, what comes next."""

from functools import cached_property
from typing import Any

from django.conf import settings

from clubsite.analysis.services.claim_check import claim_words
from clubsite.lounge.game_texts import title_of
from clubsite.lounge.models import Against, HomeMatch, HomeSeat, MatchState
from clubsite.play.models import Play, PlayStatus, Room, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat
from games.players import OPPONENT
from games.registry import rules_for


class HomeTable:
    """A match and its seats, read once for both of its players."""

    def __init__(self, match: HomeMatch) -> None:
        self.match = match

    @cached_property
    def people(self) -> dict[str, HomeSeat]:
        """The seats by player."""
        return {seat.player: seat for seat in self.match.seats.all()}

    @cached_property
    def connected(self) -> set[str]:
        """The subjects of the tickets whose page is open now."""
        tickets = SeatTicket.objects.filter(
            kind="home",
            revoked_at__isnull=True,
            connected=True,
            subject__in=[str(seat.pk) for seat in self.people.values()],
        )
        return set(tickets.values_list("subject", flat=True))

    def player_of(self, seat_id: int) -> str:
        return next(player for player, seat in self.people.items() if seat.pk == seat_id)

    def room_seat_at(self, player: str) -> RoomSeat:
        return RoomSeat(self.match.room_id, player, f"home:{self.people[player].pk}")

    def state_at(self, player: str, room: Room, play: Play | None) -> dict[str, Any]:
        """Everything around the play as this player sees it."""
        match, standing = self.match, self.match.standing
        state = self._state(room, play)
        coming = play.setup if play is not None else standing["header"] or {}
        return {
            "state": state,
            "home": True,
            "game": match.game,
            "title": title_of(match.game),
            "club": "",
            "session": title_of(match.game),
            "session_id": "",
            "table": None,
            "code": match.code,
            "round": None,
            "rounds": None,
            "ends_at": None,
            "seat": player,
            "name": self.people[player].name,
            "entry": None,
            "opponent": self._opponent(OPPONENT[player]),
            "boards": [],
            "done": [],
            "board": coming.get("board"),
            "dealer": coming.get("dealer"),
            "vul": coming.get("vul"),
            "ready": room.ready,
            "result": self._result(play) if state == "result" and play else None,
            "next": self._next(state),
            "called": False,
            "called_by": None,
            "paused": False,
            "disputed": False,
            "checked": claim_words(play) if match.claims_checked and play is not None else None,
            "sheet": standing["sheet"],
            "invite": self._invite() if state == "waiting" else None,
            "links": {
                "lounge": "/play/",
                "sheet": f"/play/match/{match.public_id}/",
                "again": f"/play/match/{match.public_id}/again/",
            },
            "left": "A player ended the match here: what was scored stands." if match.ended else "",
            "can_end": match.state == MatchState.PLAYING
            and standing["header"] is not None
            and state != "playing",
        }

    def _state(self, room: Room, play: Play | None) -> str:
        if self.match.state == MatchState.WAITING:
            return "waiting"
        if play is not None:
            return "playing" if play.status == PlayStatus.LIVE else "result"
        return "finished" if self.match.state == MatchState.OVER else "ready"

    def _opponent(self, player: str) -> dict[str, Any] | None:
        seat = self.people.get(player)
        if seat is None:
            return None
        here = seat.robot or str(seat.pk) in self.connected
        return {"name": seat.name, "seat": player, "connected": here, "robot": seat.robot}

    def _result(self, play: Play) -> dict[str, Any]:
        outcome = play.outcome or {}
        lines = [
            each for each in self.match.standing["sheet"]["lines"] if each["board"] == play.setup["board"]
        ]
        return {
            "board": play.setup["board"],
            "contract": outcome.get("contract"),
            "declarer": outcome.get("declarer"),
            "tricks": outcome.get("tricks"),
            "ns_score": None,
            "text": rules_for(play.game).result_text(outcome),
            "score_text": lines[-1]["score_text"] if lines else "",
            "claimed": outcome.get("claimed", False),
            "corrected": False,
        }

    def _next(self, state: str) -> dict[str, Any] | None:
        header = self.match.standing["header"]
        if state in ("waiting", "playing"):
            return None
        return (
            {"board": header["board"]}
            if header and self.match.state != MatchState.OVER
            else {"finished": True}
        )

    def _invite(self) -> dict[str, str] | None:
        if self.match.against != Against.FRIEND:
            return None
        path = f"{settings.PUBLIC_URL}/play/{self.match.code}/"
        return {"url": path, "code": self.match.code, "qr": f"/play/{self.match.code}/qr.svg"}
