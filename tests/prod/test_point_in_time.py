"""The commands in docs/box.md that bring PostgreSQL back to a moment, run as written on a cluster of our own."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long import long
from tests.servers import free_port, postgres_programs

pytestmark = [pytest.mark.prod, long]
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "box.md").read_text()


class Cluster:
    """A PostgreSQL in `folder`, run by a user without rights, since it refuses root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.main = folder, folder / "main"
        self.by = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        self.env = {**os.environ, "PATH": f"{postgres_programs()}:{os.environ['PATH']}", "HOME": str(folder)}
        self.env |= {"PGHOST": str(folder), "PGPORT": str(free_port()), "PGUSER": "postgres", "PGDATABASE": "postgres"}
        self.control = f"pg_ctl -w -D {self.main} -l {folder}/log -o '-k {folder} -h \"\" -p {self.env['PGPORT']}'"

    def run(self, command: str) -> str:
        done = subprocess.run(
            [*self.by, "sh", "-c", command], env=self.env, cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout.strip()

    def ask(self, question: str) -> str:
        return self.run(f'psql -Atc "{question}"')

    def do_as_written(self, begin: str, **instead: str) -> None:
        """Run the first block of commands after `begin` in the page, on this cluster and its folders."""
        block = re.search(r"```\n(.*?)```", PAGE[PAGE.index(begin) :], re.DOTALL)
        assert block
        for line in block[1].splitlines():
            command = line.partition("  #")[0].strip()
            command = command.replace("/mnt/second", f"{self.folder}/second")
            command = command.replace("/var/lib/postgresql/15/main", str(self.main))
            for text, other in instead.items():
                command = re.sub(text, other, command)
            service = re.fullmatch(r"systemctl (\w+) .*", command)
            self.run(f"{self.control} {service[1]}" if service else command)


@pytest.fixture
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    folder = Path("/tmp") / f"club-moment-{os.getpid()}"  # a short path, as that of a socket is limited
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    made = Cluster(folder)
    made.run(f"initdb -D {made.main} --auth trust --username postgres")
    made.run(f"{made.control} start")
    yield made
    made.run(f"{made.control} -m immediate stop || true")
    shutil.rmtree(folder)


def test_the_database_is_brought_back_to_the_moment_before_a_mistake(cluster):
    cluster.ask("CREATE TABLE score (what text)")
    cluster.ask("INSERT INTO score VALUES ('before the base')")
    cluster.do_as_written("As `postgres` on the box")
    cluster.ask("INSERT INTO score VALUES ('after the base')")
    time.sleep(0.1)
    moment = cluster.ask("SELECT now() AT TIME ZONE 'Pacific/Auckland'")
    time.sleep(0.1)
    cluster.ask("DELETE FROM score")
    cluster.do_as_written("To go to a moment", **{"2026-11-20 21:14:30": moment})
    for _ in range(100):
        if cluster.ask("SELECT pg_is_in_recovery()") == "f":
            break
        time.sleep(0.1)
    assert cluster.ask("SELECT what FROM score ORDER BY 1").splitlines() == ["after the base", "before the base"]
    cluster.ask("INSERT INTO score VALUES ('the evening goes on')")
