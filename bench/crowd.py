"""The sessions of a measure on a club server, and scripted players in a process of their own, whose CPU is apart."""

import multiprocessing
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil

from bench.measured_club import cpu_of
from bench.relay import wait_until_solved


@dataclass(frozen=True)
class Key:
    """The address, seat ticket and token with which a device sits down."""

    base: str
    ticket_id: str
    token: str


@dataclass
class Heard:
    """Waiting times of the devices since the last report, in seconds, and the number of lost sockets."""

    first_views: list[float] = field(default_factory=list)
    acts: list[float] = field(default_factory=list)
    pings: list[float] = field(default_factory=list)
    new_boards: int = 0  # that a device showed; a board at a table counts twice
    refused: int = 0
    lost: int = 0
    with_cards: int = 0  # devices that show a board in play now


class Crowd:
    """The devices of many seats. Use it as a context manager: the process ends with the block."""

    def __init__(self) -> None:
        spawned = multiprocessing.get_context("spawn")
        self._pipe, other = spawned.Pipe()
        self._process = spawned.Process(target=_run, args=(other,))

    def __enter__(self) -> "Crowd":
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.send(("end",))
        self._process.join(60)
        if self._process.is_alive():
            self._process.kill()

    def sit(self, keys: Sequence[Key], seconds: float) -> None:
        """Let these devices open their sockets, evenly over the given seconds. Return at once."""
        self._ask("sit", list(keys), seconds)

    def do(self, *, opens: bool = False, plays: bool = False, think: tuple[float, float] = (0.0, 0.0)) -> None:
        """Say what all devices do from now on, also those that sit down later."""
        self._ask("do", opens or plays, plays, think)

    def heard(self) -> Heard:
        """Return what the devices met since this was asked last."""
        report = self._ask("heard")
        assert isinstance(report, Heard)
        return report

    def cpu(self) -> float:
        """Return the CPU seconds of the players' process so far."""
        return cpu_of(psutil.Process(self._process.pid))

    def _ask(self, *question: Any) -> Any:
        self._pipe.send(question)
        return self._pipe.recv()


def _run(pipe: Any) -> None:
    import django

    django.setup()  # a player knows the stages of a table from the site's code
    from bench.devices import serve

    serve(pipe)


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
        from clubsite.demo.scripted_player import session_set_up

        self.made += 1
        club = club_create(name=f"Club {self.made}", slug=f"club-{self.made}", owner=self.user)
        form = {"date": timezone.localdate(), "players": 2 * tables, "boards": boards, "pbn": None, "file_name": ""}
        return session_set_up(club=club, user=self.user, seed=f"scale {self.made}", **form)

    def start(self, session: Any) -> None:
        from clubsite.nights.services.rounds import session_start

        session_start(session=session, user=self.user)

    def keys(self, session: Any) -> list[Key]:
        """Give each player a device. Opponents meet on two web processes about as often as a proxy would send them."""
        from clubsite.demo.scripted_player import players_of

        players = players_of(session, self.urls, "scale", lambda: None)
        return [Key(player.base, player.ticket_id, player.token) for player in players]

    def playing(self, all_tables: int, largest: int, boards: int | None = None) -> list[Key]:
        """Return the devices at so many tables of sessions that have started and whose boards are solved."""
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
