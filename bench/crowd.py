"""Scripted players in a process of their own, whose CPU is counted apart from the club server's."""

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil

from bench.measured_club import cpu_of


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
    finished: int = 0  # devices whose night is over


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
        found = self._ask("heard")
        assert isinstance(found, Heard)
        return found

    def stand_up(self) -> None:
        """Close all sockets."""
        self._ask("stand_up")

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
