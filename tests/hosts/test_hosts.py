"""Two hosts with the site and a third with the proxy lose a cable, a program or a host, and no acknowledged act."""

import asyncio
import signal
import sys

import pytest

from tests import needs
from tests.faults.tables import until
from tests.hosts.club import ROOT
from tests.long import sample

pytestmark = [pytest.mark.prod, needs.hosts, pytest.mark.timeout(600)]
PACE = (0.05, 0.2)
AWAY = sample(20, 30)
"""Seconds for which a cable is pulled: the systems at both ends give their connections up after 14."""
NEXT = {"DJANGO_SETTINGS_MODULE": "tests.faults.next_version.settings"}
SWEEPS = """
import json
from django.apps import apps
from django.conf import settings
from clubsite.celery import app
app.loader.import_default_modules()
for name in sorted(set(settings.CELERY_BEAT_SCHEDULE)):
    app.tasks[settings.CELERY_BEAT_SCHEDULE[name]["task"]].apply()
rows = {model._meta.label: model._base_manager.count() for model in apps.get_models()}
print(json.dumps(rows))
"""

STANDBY = """
import json
from clubsite.keeper import checks
from clubsite.keeper.findings import examined
print(json.dumps([one.level.name for one in examined(slow=False) if one.code == "database.standby"]))
"""


async def played(tables, acts=12):
    tables.play(PACE)
    await tables.acts(acts)


async def on(ask, *arguments):
    return await asyncio.to_thread(ask, *arguments)


async def test_players_of_one_table_sit_at_different_hosts(tables, club):
    await played(tables, 20)
    assert club.sockets(club.a) and club.sockets(club.b)
    await tables.healed()


@pytest.mark.parametrize("which", ["other", "primary"])
async def test_the_cable_of_a_host_is_pulled_and_put_back(tables, club, which):
    """No commit is answered that only one host has, so the acts wait. Then they go on by themselves."""
    await played(tables)
    host = getattr(club, which)
    host.pull()
    await asyncio.sleep(AWAY)
    host.plug()
    await tables.acts(12)
    await tables.healed()


async def paired(club):
    """Wait until the standby is back, and let commits wait for it again."""
    await until(lambda: "1 standby connected" in club.database(club.primary, "status"), "the standby is back")
    await on(club.database, club.primary, "pair")


async def test_play_goes_on_without_the_standby_once_a_person_says_so(tables, club):
    await played(tables)
    lost = club.other
    lost.pull()
    await on(club.database, club.primary, "alone")
    await tables.acts(12)
    assert await on(club.run, STANDBY) == ["WARNING"], "the doctor names it"
    lost.plug()
    await paired(club)
    assert await on(club.run, STANDBY) == ["WELL"]
    await tables.acts(6)
    await tables.healed()


async def test_a_host_dies_and_is_started_again(tables, club):
    await played(tables)
    lost = club.other
    await on(lost.die)
    await on(club.database, club.primary, "alone")
    await tables.acts(12)
    lost.plug()
    await on(club.start_postgres, lost)
    await on(club.start_host, lost)
    await paired(club)
    await on(club.wait_ready, lost)
    await tables.acts(6)
    await tables.healed()


async def test_the_primary_is_killed_and_the_standby_promoted(tables, club):
    await played(tables)
    old, new = club.primary, club.other
    old.stop("postgres", signal.SIGKILL)
    await on(club.database, new, "promote")
    club.primary = new
    await tables.acts(12)
    await on(club.follow, old, new)
    await tables.acts(6)
    await tables.healed()


async def test_the_master_of_redis_is_killed_and_another_takes_over(tables, club):
    await played(tables)
    [master] = [host for host in (club.a, club.b) if club.redis_role(host) == "master"]
    other = club.b if master is club.a else club.a
    master.stop("redis", signal.SIGKILL)
    await tables.acts(12)
    await until(lambda: club.redis_role(other) == "master", "another master")
    await on(club.start_redis, master)
    await until(lambda: club.redis_role(master) == "slave", "the old master follows the new one")
    await tables.acts(6)
    await tables.healed()


async def test_a_new_version_with_a_migration_is_brought_up_host_by_host(tables, club):
    def migrate(*arguments):
        command = [sys.executable, "manage.py", "migrate", "--noinput", *arguments]
        club.keeper.run(*command, env={**club.owner_env(), **NEXT}, cwd=ROOT)

    await played(tables)
    await on(migrate)
    await tables.acts(6)
    for host in (club.a, club.b):
        await on(club.stop_site, host)
        await tables.acts(6)
        await on(lambda host=host: club.start_site(host, **NEXT))
        await on(club.wait_ready, host)
    await tables.acts(6)
    await tables.healed()
    for host in (club.a, club.b):
        await on(club.stop_site, host)
        await on(club.start_site, host)
    await on(migrate, "next_version", "zero")
    for host in (club.a, club.b):
        await on(club.wait_ready, host)


async def test_sweeps_of_both_hosts_at_once_change_nothing_that_one_would_not(tables, club):
    """Beat runs on both hosts."""
    await played(tables, 40)
    await tables.healed()
    await on(club.run, SWEEPS)
    before = await on(club.run, SWEEPS)
    both = [asyncio.to_thread(club.shell, host, SWEEPS) for host in (club.a, club.b)]
    await asyncio.gather(*both)
    assert await on(club.run, SWEEPS) == before
