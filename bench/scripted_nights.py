"""The sessions of a measure on a club server (bench/scale.py, bench/soak.py), with a device for each player."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from bench.crowd import Key


def quantile(values: Sequence[float], share: float) -> float:
    """Return the milliseconds at this share of the seconds in `values`, or 0 without any."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Nights:
    """The sessions of a measure, each in a club of its own. Devices alternate between the web processes."""

    def __init__(self, urls: list[str]) -> None:
        from django.contrib.auth import get_user_model

        self.urls, self.made = urls, 0
        self.user, _ = get_user_model().objects.get_or_create(username="scale")

    def draft(self, tables: int, boards: int | None = None) -> Any:
        """Return a session that is ready to start, with a player of two at every table."""
        from django.utils import timezone

        from clubsite.clubs.services import club_create
        from clubsite.simulation.whole_session import session_set_up

        self.made += 1
        club = club_create(name=f"Club {self.made}", slug=f"club-{self.made}", owner=self.user)
        asked = {"date": timezone.localdate(), "players": 2 * tables, "boards": boards, "pbn": None, "file_name": ""}
        return session_set_up(club=club, user=self.user, seed=f"scale {self.made}", **asked)

    def start(self, session: Any) -> None:
        from clubsite.duplicate.services.rounds import session_start

        session_start(session=session, user=self.user)

    def keys(self, session: Any) -> list[Key]:
        """Give each player a device. Opponents meet on two web processes about as often as a proxy would send them."""
        from clubsite.simulation.whole_session import players_of

        players = players_of(session, self.urls, "scale", lambda: None)
        return [Key(player.base, player.ticket_id, player.token) for player in players]

    def playing(self, all_tables: int, largest: int, boards: int | None = None) -> list[Key]:
        """Return the devices at so many tables of sessions that have started and whose boards are solved."""
        from bench.relay import wait_until_solved

        keys: list[Key] = []
        while len(keys) < 2 * all_tables:
            session = self.draft(min(largest, all_tables), boards)
            self.start(session)
            keys += self.keys(session)
        wait_until_solved()
        return keys


def until(holds: Callable[[], bool], seconds: float = 600.0) -> float:
    """Wait until `holds` is true, and return the seconds. Raise SystemExit if it takes longer than `seconds`."""
    began = time.perf_counter()
    while not holds():
        if time.perf_counter() - began > seconds:
            raise SystemExit(f"Not within {seconds:.0f} seconds.")
        time.sleep(0.1)
    return time.perf_counter() - began
