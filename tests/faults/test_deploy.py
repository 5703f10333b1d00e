"""A new version of the site with a migration, installed while boards are being played."""

import asyncio
import subprocess
import sys

import pytest

from tests.forks import ROOT

pytestmark = pytest.mark.prod
NEXT = {"DJANGO_SETTINGS_MODULE": "tests.faults.next_version.settings"}


def migrate(site, *arguments):
    command = [sys.executable, "manage.py", "migrate", "--noinput", *arguments]
    done = subprocess.run(command, env={**site.env, **NEXT}, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


async def test_a_new_version_with_a_migration_in_the_middle_of_boards_costs_nobody_a_card(tables, site):
    """The old version plays on with the new tables. Then the web processes are replaced one after another."""
    tables.play((0.05, 0.15))
    await tables.acts(20)
    try:
        await asyncio.to_thread(migrate, site)
        await tables.acts(10)
        for port in site.ports:
            await asyncio.to_thread(site.stop, port)
            await asyncio.to_thread(lambda port=port: site.start_apart(port, **NEXT))
            await tables.acts(10)
        await tables.healed()
    finally:
        for port in list(site.webs):
            site.kill(port)
        migrate(site, "next_version", "zero")
