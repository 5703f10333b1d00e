"""A small queueing simulation: stations with one or more servers, and requests that go from one to the next."""

import heapq
import math
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

Step = tuple["Station | Slots | None", float]
"""Where a request goes next, and for how many seconds. With None it only waits."""
Request = Generator[Step, None, None]


class Clock:
    """The time of the simulation. What is due at the same time is done in the order in which it was planned."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now + seconds, next(self._order), do))

    def start(self, request: Request) -> None:
        """Let a request take its next step, and those that follow, each when the one before is done."""
        step = next(request, None)
        if step is None:
            return
        place, seconds = step
        if place is None:
            self.after(seconds, lambda: self.start(request))
        else:
            place.take(seconds, lambda: self.start(request))

    def run(self, arrivals: Iterable[tuple[float, Request]], until: float) -> None:
        """Run the requests, which are given in the order of their times, until a time."""
        waiting: Iterator[tuple[float, Request]] = iter(arrivals)
        coming = next(waiting, None)
        while self._due or coming:
            if coming and (not self._due or coming[0] <= self._due[0][0]):
                self.now = coming[0]
                if self.now > until:
                    return
                self.start(coming[1])
                coming = next(waiting, None)
                continue
            self.now, _, do = heapq.heappop(self._due)
            if self.now > until:
                return
            do()


@dataclass
class Station:
    """Servers that take requests in the order in which they come. `busy` is the seconds that they have worked.

    With `turn` a request gives its server to the next one after that many seconds and queues again, as threads do.
    """

    clock: Clock
    servers: int = 1
    turn: float = math.inf
    busy: float = 0.0
    _free: int = field(init=False)
    _queue: deque[tuple[float, Callable[[], None]]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._free = self.servers

    def take(self, seconds: float, then: Callable[[], None]) -> None:
        if self._free:
            self._free -= 1
            self._serve(seconds, then)
        else:
            self._queue.append((seconds, then))

    def _serve(self, seconds: float, then: Callable[[], None]) -> None:
        now = min(seconds, self.turn)
        self.busy += now
        self.clock.after(now, lambda: self._done(seconds - now, then))

    def _done(self, left: float, then: Callable[[], None]) -> None:
        if left > 0:
            self._queue.append((left, then))
        if self._queue:
            self._serve(*self._queue.popleft())
        else:
            self._free += 1
        if not left > 0:
            then()


@dataclass
class Slots:
    """A number of requests that may be on their way at once, such as threads. A request takes one with 1 second and
    gives it back with -1, which is no time.
    """

    clock: Clock
    free: int
    _queue: deque[Callable[[], None]] = field(default_factory=deque)

    def take(self, seconds: float, then: Callable[[], None]) -> None:
        if seconds < 0:
            if self._queue:
                self.clock.after(0.0, self._queue.popleft())
            else:
                self.free += 1
        elif not self.free:
            self._queue.append(then)
            return
        else:
            self.free -= 1
        then()
