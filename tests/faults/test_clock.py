"""The server's clock jumps forward an hour, then back two hours. Devices keep their own time."""

import asyncio
from pathlib import Path

import pytest

from tests import needs
from tests.faults.tables import until
from tests.prod.scripts import A_TABLE, CAST

pytestmark = [pytest.mark.prod, needs.faketime]
HOUR = 3600

PLAYED_AND_NOT_TOLD = (
    CAST
    + A_TABLE
    + """
from clubsite.core import jobs
from clubsite.demo.past_session import _board_play
jobs._dispatch = lambda *args, **kwargs: None
_board_play(play, Random(1))
print(json.dumps(session.pk))
"""
)
SCORED = """
import json
from clubsite.rankings.models import BoardScore
print(json.dumps(BoardScore.objects.filter(table_board__round__section__session=SESSION).count()))
"""


@pytest.fixture
def clock(site, tmp_path):
    """A function that sets the clock of all the site's processes forward by a number of seconds."""
    file = Path(tmp_path / "clock")

    def put(seconds: int) -> None:
        file.write_text(f"{seconds:+d}")

    put(0)
    plain = dict(site.club.env)
    env = {"LD_PRELOAD": needs.FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_CACHE_DURATION": "1"}
    env["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
    restart(site, plain | env)
    for port in site.ports:
        site.kill(port)
        site.start_apart(port, **env)
    yield put
    restart(site, plain)
    for port in site.ports:
        site.kill(port)


def restart(site, env):
    for name in ("worker", "beat"):
        site.club.stop(name)
    site.club.env = env
    site.club.start_worker()
    site.club.start_beat()


async def test_a_clock_that_jumps_an_hour_on_and_two_back_costs_no_act_and_stops_no_sweep(tables, site, clock):
    tables.play((0.0, 0.1))
    for seconds in (HOUR, -HOUR):
        await tables.acts(20)
        clock(seconds)
        await asyncio.sleep(1.5)
        await tables.acts(20)
        session = site.run(PLAYED_AND_NOT_TOLD)
        ask = f"SESSION = {session}\n{SCORED}"
        await until(lambda ask=ask: site.run(ask) == 1, "the sweep scores the board")
    await tables.healed()
