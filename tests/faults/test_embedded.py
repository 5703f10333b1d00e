"""An embedded site: what happens when its disk is full, and that actions are on disk before they are answered."""

import asyncio
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests import needs
from tests.faults.site import running_embedded
from tests.faults.tables import two_tables, until

SPACE = "40m"
EMPTY_LOG = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
"""


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 40 MB."""
    disk = Path(tmp_path / "disk")
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SPACE}", "club", str(disk)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip("only root can mount a small disk, and not in every container")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


async def test_a_full_disk_acknowledges_nothing_and_loses_nothing(small_disk):
    """Devices reconnect again and again while nothing can be written. Once there is space, all go on by themselves."""
    with running_embedded(small_disk / "data") as site:
        async with two_tables(site, "disk") as tables:
            tables.play()
            await tables.acts(20)
            site.run(EMPTY_LOG)
            filler = os.open(small_disk / "filler", os.O_WRONLY | os.O_CREAT)
            with pytest.raises(OSError):
                while True:
                    os.write(filler, b"0" * 4096)
            await asyncio.sleep(2)
            full = tables.acknowledged
            await asyncio.sleep(4)
            assert tables.acknowledged == full
            os.truncate(filler, 0)
            os.close(filler)
            await tables.acts(20)
            await tables.healed()


@needs.strace
async def test_an_act_is_on_the_disk_before_it_is_answered(embedded, tmp_path):
    """A power cut then loses no acknowledged action: SQLite syncs its log at every commit (synchronous=FULL). At every
    acknowledgement there have been as many syncs as acknowledgements. Two acts may be synced before both are answered.
    """
    traced = tmp_path / "calls"
    port = embedded.ports[0]
    calls = "trace=fdatasync,fsync,write,writev,sendto,sendmsg"
    async with two_tables(embedded, "power", compression=None) as tables:
        command = ["strace", "-f", "-y", "-s", "60", "-e", calls, "-o", str(traced), "-p", str(embedded.webs[port].pid)]
        strace = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            await until(lambda: traced.exists() or strace.poll() is not None, "strace has begun")
            if strace.poll() is not None:
                pytest.skip(f"strace may not look at processes here: {strace.communicate()[1].strip()[-200:]}")
            tables.play()
            await tables.acts(20)
            await tables.healed(30)
        finally:
            strace.terminate()
            strace.wait(20)
    before_acks = re.split(r'\{\\"t\\":\\"ack\\"|\{\\"t\\": \\"ack\\"', traced.read_text(errors="replace"))[:-1]
    assert len(before_acks) >= 20
    syncs = 0
    for acks, calls in enumerate(before_acks, start=1):
        syncs += len(re.findall(r"f(?:data)?sync\(\d+<[^>]*-wal>", calls))
        assert syncs >= acks
