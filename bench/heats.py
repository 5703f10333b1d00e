"""How long another writer waits while the state of a large heat is stored, on the embedded database.

A thread writes one row of its own again and again, as an act at a table does. Beside it a heat of 3,600 lines is stored
whole, then with 30 other results, and then the same again. The longest wait counts, as the median over the runs.
"""

import os
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


TABLES, BOARDS, RUNS = 60, 60, 5


def heat_of_every_board():
    """Return the state of a heat in which every table plays every board."""
    from clubsite.events.heat_state import HeatState, StateEntrant, StateLine
    from scoring.lines import Status
    from scoring.result import BoardResult

    made = BoardResult(Status.PLAYED, ns_score=120)
    labels = [(f"S{table}", f"N{table}") for table in range(1, TABLES + 1)]
    entrants = [StateEntrant(label, "two_handed", "ALL") for both in labels for label in both]
    lines = [
        StateLine(board, board, str(table), south, north, made)
        for board in range(1, BOARDS + 1)
        for table, (south, north) in enumerate(labels, 1)
    ]
    return HeatState(tuple(entrants), tuple(lines))


class OtherWriter(threading.Thread):
    """Writes a row again and again. `longest` is the longest wait in milliseconds since it was set to 0."""

    def __init__(self, club) -> None:
        super().__init__(daemon=True)
        self.club, self.longest, self.over = club, 0.0, False

    def run(self) -> None:
        from django.db import transaction

        from clubsite.clubs.models import Club

        while not self.over:
            begun = time.perf_counter()
            with transaction.atomic():
                Club.objects.filter(pk=self.club.pk).update(paper=self.club.paper)
            self.longest = max(self.longest, 1000 * (time.perf_counter() - begun))
            time.sleep(0.002)


def measure() -> dict[str, list[float]]:
    """Return the longest waits of each run in milliseconds, by what was stored."""
    from clubsite.accounts.models import User
    from clubsite.events.services.heat_put import heat_put
    from tests.kit.events import join, make_club, make_event

    user = User.objects.create_user("bench")
    club = make_club("Bench", user)
    first = heat_of_every_board()
    step = max(1, len(first.lines) // 30)
    other = replace(first.lines[0].result, ns_score=-50)
    lines = [replace(line, result=other) if at % step == 0 else line for at, line in enumerate(first.lines)]
    states = {"nothing": None, "first": first, "30 results": replace(first, lines=tuple(lines))}
    states["the same"] = states["30 results"]
    waits: dict[str, list[float]] = {name: [] for name in states}
    writer = OtherWriter(club)
    writer.start()
    for run in range(RUNS):
        heat = join(make_event(club, user, boards=BOARDS, min_boards=1, name=f"Bench {run}"), club, user)
        for name, state in states.items():
            writer.longest = 0.0
            time.sleep(0.3)
            if state is not None:
                writer.longest = 0.0
                heat_put(heat=heat, state=state)
                heat.refresh_from_db()
                time.sleep(0.1)  # the writer that waits has to note its wait
            waits[name].append(writer.longest)
    writer.over = True
    writer.join()
    return waits


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "clubsite.settings.local", "CLUBSITE_DATA": folder}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for name, waits in measure().items():
            print(f"{name:12} {statistics.median(waits):7.0f} ms  (worst {max(waits):.0f})")


if __name__ == "__main__":
    main()
