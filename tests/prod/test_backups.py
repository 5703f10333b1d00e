"""Backups on PostgreSQL: made and restored by commands, to a moment, and from a released version."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.long import long
from tests.needs import compiled_solver
from tests.prod.scripts import CAST, PLAY_A_BOARD, PUBLISH
from tests.servers import ClubServer, free_port, postgres_programs, until
from tests.upgrade.kept_night import KEPT, facts_of, manage, postgres_program, run

pytestmark = [pytest.mark.prod, long]
KEY = {"BACKUP_KEY": "only-for-tests-9876543210-9876543210"}
LOGS = """
import json
from clubsite.play.models import Play
from clubsite.play.selectors import state_of
print(json.dumps({str(play.public_id): [play.events.count(), repr(state_of(play))] for play in Play.objects.all()}))
"""
UNTIL = """
import json
from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from games.registry import rules_for
from games.replay import replay
sizes = json.loads({sizes!r})
plays = [play for play in Play.objects.all() if str(play.public_id) in sizes]
print(json.dumps({{str(play.public_id): repr(replay(rules_for(play.game), play.setup, play.options,
                  list(log_of(play))[:sizes[str(play.public_id)]])) for play in plays}}))
"""
NIGHT = """
from clubsite.rankings.models import Publication
print(Publication.objects.latest("pk").session.public_id)
"""
ANALYSED = """
import json
from clubsite.analysis.services.solving import SOLVABLE, solves_whole_deals
from clubsite.play.models import Play, PlayStatus
from clubsite.rankings.models import Publication
session = Publication.objects.latest("pk").session
plays = Play.objects.filter(table_board__round__section__session=session, status=PlayStatus.OVER, analysis=None)
boards = SOLVABLE.filter(board_set__session=session, solution=None)
print(json.dumps(not solves_whole_deals() or not (plays.exists() or boards.exists())))
"""
END = """
from clubsite.nights.models import Session
from clubsite.nights.services.directing import session_end
for session in Session.objects.filter(status="running"):
    session_end(session=session, user=session.created_by)
"""


def there_is(server: ClubServer, name: str) -> ClubServer:
    """Return the club server `server` with the database `name` of the same PostgreSQL."""
    return server.beside(name, **KEY, PATH=f"{postgres_programs()}:{os.environ['PATH']}")


def databases(server: ClubServer) -> set[str]:
    return {str(row[0]) for row in server.sql("SELECT datname FROM pg_database")}


def page(server: ClubServer, path: str) -> bytes:
    """Return a page of the site's first web process, asked for by one address: a page names its own address."""
    request = urllib.request.Request(f"{server.urls[0]}{path}", headers={"Host": "127.0.0.1"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return bytes(answer.read())


@pytest.fixture
def here(club_server) -> Iterator[ClubServer]:
    """The club server with a key for its backups."""
    with there_is(club_server, urlsplit(club_server.env["DATABASE_URL"]).path[1:]).warmed() as server:
        yield server


@pytest.fixture
def bare(club_server) -> Iterator[ClubServer]:
    """Another place, whose database has no table yet and which runs nothing."""
    club_server.sql("CREATE DATABASE elsewhere")
    yield from another_place(club_server)


@pytest.fixture
def elsewhere(club_server) -> Iterator[ClubServer]:
    """Another place, whose tables are empty and which runs nothing yet."""
    there_is(club_server, "elsewhere").make_tables()
    yield from another_place(club_server)


def another_place(club_server: ClubServer) -> Iterator[ClubServer]:
    with there_is(club_server, "elsewhere").warmed() as there:
        yield there
    for name in list(there.processes):
        there.stop(name)
    for name in databases(club_server):
        if name.startswith("elsewhere"):
            club_server.sql(f'DROP DATABASE "{name}" WITH (FORCE)')


@compiled_solver
@pytest.mark.timeout(600)
def test_a_backup_made_while_a_night_is_played_shows_the_same_pages_and_logs_elsewhere(
    club_server, here, bare, tmp_path
):
    here.shell(CAST + PLAY_A_BOARD + PUBLISH)
    address = here.shell(NIGHT)
    analysed = "the worker has analysed the boards, which adds lines to pages"
    until(lambda: json.loads(here.shell(ANALYSED)), analysed, every=1)
    club_server.stop("worker")  # from now on nothing changes the pages of the published night
    urls = [argument for url in club_server.urls for argument in ("--url", url)]
    events = "SELECT count(*) FROM play_playevent"
    before = here.sql(events)
    night = subprocess.Popen(
        [sys.executable, "manage.py", "play_night", "--players", "6", "--boards", "20", "--seed", "saved", *urls],
        env=here.env,
    )
    try:
        while here.sql(events) < [(int(str(before[0][0])) + 50,)]:
            assert night.poll() is None
            time.sleep(0.1)
        saved = here.manage("backup", "--keep", str(tmp_path))
        assert saved.returncode == 0, saved.stderr
        assert night.poll() is None, "the night goes on while the backup is made"
    finally:
        night.kill()
        night.wait(30)
        here.shell(END)
        club_server.start_worker()
    [file] = tmp_path.iterdir()
    assert file.name.endswith(".dump.sealed") and file.stat().st_mode & 0o777 == 0o600

    restored = bare.manage("restore", str(file))
    assert "Restored from" in restored.stdout, restored.stderr
    logs = json.loads(bare.shell(LOGS))
    sizes = {play: size for play, (size, _) in logs.items()}
    assert sum(sizes.values()) < int(str(here.sql(events)[0][0]))
    assert json.loads(here.shell(UNTIL.format(sizes=json.dumps(sizes)))) == {
        play: state for play, (_, state) in logs.items()
    }
    assert "Everything is as it was published." in bare.manage("verify_night", "--all").stdout

    bare.start_web(free_port())
    bare.wait_for_webs()
    for path in (f"/results/{address}/", f"/results/{address}/boards/", f"/results/{address}/board/1/"):
        assert page(bare, path) == page(club_server, path), path


@pytest.fixture
def saved(elsewhere, tmp_path) -> Path:
    """A backup of the other place, whose database has a table more since."""
    assert elsewhere.manage("backup", str(tmp_path / "saved.dump")).returncode == 0
    elsewhere.sql("CREATE TABLE tonight (name text)")
    return tmp_path / "saved.dump"


def test_what_a_restore_replaces_is_kept_and_one_under_a_running_site_changes_nothing(elsewhere, saved, tmp_path):
    before = databases(elsewhere)
    with psycopg.connect(elsewhere.env["DATABASE_URL"]) as running:
        running.execute("SELECT 1")
        refused = elsewhere.manage("restore", str(saved))
        assert "The site is running" in refused.stderr and "Nothing was changed." in refused.stderr
    (tmp_path / "letter").write_text("Dear Dee")
    (tmp_path / "cut.dump").write_bytes(saved.read_bytes()[:-4000])
    for file in ("letter", "cut.dump"):
        refused = elsewhere.manage("restore", str(tmp_path / file))
        assert "was not restored" in refused.stderr and "Nothing was changed." in refused.stderr, file
        assert "Traceback" not in refused.stderr
    assert elsewhere.sql("SELECT * FROM tonight") == [] and databases(elsewhere) == before

    done = elsewhere.manage("restore", str(saved))
    assert done.returncode == 0, done.stderr
    [kept] = databases(elsewhere) - before
    assert kept.startswith("elsewhere_before_") and f"kept as the database {kept}." in done.stdout
    assert there_is(elsewhere, kept).sql("SELECT * FROM tonight") == []
    with pytest.raises(psycopg.errors.UndefinedTable):
        elsewhere.sql("SELECT * FROM tonight")


def test_a_backup_of_a_newer_version_is_refused_and_leaves_no_database_behind(elsewhere, tmp_path):
    elsewhere.sql("INSERT INTO django_migrations (app, name, applied) VALUES ('scores', '0999_newer', now())")
    assert elsewhere.manage("backup", str(tmp_path / "newer.dump")).returncode == 0
    before = databases(elsewhere)
    refused = elsewhere.manage("restore", str(tmp_path / "newer.dump"))
    assert "made by another version" in refused.stderr and "Nothing was changed." in refused.stderr
    assert databases(elsewhere) == before


def test_the_triggers_and_rights_come_back_with_the_tables(elsewhere, saved):
    triggers = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname"
    rights = (
        "SELECT table_name, grantee, privilege_type FROM information_schema.role_table_grants "
        "WHERE table_schema = 'public' AND table_name <> 'tonight' ORDER BY 1, 2, 3"
    )
    guarded, granted = elsewhere.sql(triggers), elsewhere.sql(rights)
    assert ("play_playevent_append_only",) in guarded
    assert elsewhere.manage("restore", str(saved)).returncode == 0
    assert elsewhere.sql(triggers) == guarded and elsewhere.sql(rights) == granted


def test_of_the_databases_that_restores_replaced_a_backup_by_the_rule_leaves_the_newest_two(elsewhere, tmp_path):
    old = [f"elsewhere_before_202611{day}_193000" for day in (20, 21, 22)]
    others = {"elsewhere_before_the_move", "elsewhere_restoring_1"}
    for name in (*old, *others):
        elsewhere.sql(f'CREATE DATABASE "{name}"')
    doctor = elsewhere.manage("doctor", "--quick").stdout
    assert "database.old" in doctor and all(f"{name} (" in doctor for name in old)
    saved = elsewhere.manage("backup", "--keep", str(tmp_path))
    assert saved.returncode == 0 and f"{old[0]} (" in saved.stdout and "was deleted." in saved.stdout, saved.stderr
    assert {name for name in databases(elsewhere) if name.startswith("elsewhere_")} == {*old[1:], *others}
    emptied = elsewhere.manage("old_databases", "--drop", "--keep", "0")
    assert all(f"Deleted: {name}" in emptied.stdout for name in old[1:]), emptied.stderr
    assert {name for name in databases(elsewhere) if name.startswith("elsewhere_")} == others


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


VERSIONS = sorted(file.stem for file in KEPT.glob("*.json"))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_kept_dump_is_upgraded_and_its_nights_are_there(version, club_server):
    facts = facts_of(version)["postgresql"]
    name = f"upgraded_from_{version.replace('.', '_')}"
    address = club_server.env["DATABASE_URL"]
    own = urlsplit(address)._replace(path=f"/{name}").geturl()
    dump = gzip.decompress((KEPT / f"{version}.sql.gz").read_bytes())
    psql = [postgres_program("psql"), "--quiet", "--set", "ON_ERROR_STOP=1", "--output", "/dev/null", "--dbname"]
    subprocess.run([*psql, address, "--command", f"CREATE DATABASE {name}"], check=True)
    subprocess.run([*psql, own], input=dump, check=True)
    settings = club_server.env | {"DATABASE_URL": own, "REDIS_PREFIX": name}
    manage(settings, "migrate", "--noinput")
    assert {**run(settings, "read", facts["played"]), "begun": facts["begun"]} == facts
    assert run(settings, "schema") == run(club_server.env, "schema")
    went_on = run(settings, "go_on", facts["begun"])
    assert (len(went_on["ranking"]), len(went_on["deals"])) == (len(facts["ranking"]), len(facts["deals"]))
    assert "Everything is as it was published." in manage(settings, "verify_night", "--all")
