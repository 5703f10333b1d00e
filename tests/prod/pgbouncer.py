"""A plugin (`-p tests.prod.pgbouncer`): PgBouncer between the sites and each PostgreSQL (docs/faults.md)."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import parse_qs, urlsplit

from tests import servers

OF_THE_OWNER = ("migrate", "backup", "restore", "old_databases", "club_erase")
ROLES = ("postgres", "club_web", "club_retention")
SETTINGS = """[databases]
* = host={host}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
logfile = {folder}/log
pool_mode = transaction
max_client_conn = 400
default_pool_size = 20
server_idle_timeout = 5
"""
BOUNCERS: dict[str, int] = {}
"""The folder of a PostgreSQL's socket -> the port of its PgBouncer."""
postgres, start, manage = servers._postgres, servers.ClubServer.start, servers.ClubServer.manage


@contextmanager
def _postgres_and_bouncer(folder: Path) -> Iterator[str]:
    with postgres(folder) as url:
        host = _socket_folder(url)
        assert host, url
        with _bouncer(host) as port:
            BOUNCERS[host] = port
            yield url


def _socket_folder(url: str) -> str:
    return parse_qs(urlsplit(url).query).get("host", [""])[0]


@contextmanager
def _bouncer(host: str) -> Iterator[int]:
    """Run PgBouncer, which refuses root, as the user of PostgreSQL's folder."""
    folder, port, owner = Path(mkdtemp(prefix="club-bouncer-")), servers.free_port(), Path(host).stat()
    (folder / "settings").write_text(SETTINGS.format(host=host, port=port, folder=folder))
    (folder / "users").write_text("".join(f'"{role}" ""\n' for role in ROLES))
    by = []
    if os.geteuid() == 0:
        by = ["setpriv", f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}", "--clear-groups"]
        for path in (folder, *folder.iterdir()):
            os.chown(path, owner.st_uid, owner.st_gid)
    process = subprocess.Popen([*by, "pgbouncer", "-q", str(folder / "settings")])
    try:
        for _ in range(300):
            assert process.poll() is None, (folder / "log").read_text()
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder)


def _through(env: dict[str, str]) -> dict[str, str]:
    url = urlsplit(env.get("DATABASE_URL", ""))
    port = BOUNCERS.get(_socket_folder(env.get("DATABASE_URL", "")))
    if port is None:
        return env
    who = url.netloc.rpartition("@")[0] or "postgres"
    netloc = f"{who.rstrip(':')}@127.0.0.1:{port}"
    return env | {"DATABASE_URL": url._replace(netloc=netloc, query="DISABLE_SERVER_SIDE_CURSORS=true").geturl()}


def _start_through(server: servers.ClubServer, name: str, *command: str) -> None:
    start(servers.ClubServer(_through(server.env), processes=server.processes, log=server.log), name, *command)


def _manage_through(server: servers.ClubServer, *arguments: str, timeout: float = 110):
    env = server.env if arguments[0] in OF_THE_OWNER else _through(server.env)
    return manage(servers.ClubServer(env), *arguments, timeout=timeout)


servers._postgres = _postgres_and_bouncer
servers.ClubServer.start = _start_through  # type: ignore[method-assign]
servers.ClubServer.manage = _manage_through  # type: ignore[method-assign]
