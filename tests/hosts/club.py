"""A club on three hosts (network namespaces), by the files and commands of `deploy/hosts` (docs/several-hosts.md)."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from redis import Redis, RedisError

from tests.faults.lines import Line
from tests.faults.table_client import Records, TableClient
from tests.forks import Forkserver
from tests.servers import until

NET = "10.77.{}.{}"
STOPS_WITHIN = 20.0  # seconds


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@dataclass
class Host:
    """A network namespace with an address, and the processes that run in it."""

    name: str
    address: str
    cable: str
    """The bridge's end of its cable."""
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def command(self, *command: str, user: str = "") -> list[str]:
        """Return the command that runs another one on this host, as `user` or as root."""
        as_user = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "env", "HOME=/"] if user else []
        return ["ip", "netns", "exec", self.name, *as_user, *command]

    def start(self, name: str, *command: str, log: Path, **options: Any) -> None:
        """Start a process, which writes what it says to `log`."""
        user = options.pop("user", "")
        with log.open("ab") as out:
            self.processes[name] = subprocess.Popen(
                self.command(*command, user=user), stdout=out, stderr=out, start_new_session=True, **options
            )

    def run(self, *command: str, user: str = "", **options: Any) -> str:
        """Run a command on this host to its end. Return what it says. Raise AssertionError if it fails."""
        done = subprocess.run(self.command(*command, user=user), capture_output=True, text=True, timeout=300, **options)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout.strip()

    def stop(self, name: str, how: signal.Signals = signal.SIGTERM) -> None:
        """End a process and what it has started."""
        process = self.processes.pop(name)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        try:
            process.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(STOPS_WITHIN)

    def die(self) -> None:
        """End all its processes at once, as a host does that loses its power."""
        self.pull()
        for name in list(self.processes):
            self.stop(name, signal.SIGKILL)

    def pull(self) -> None:
        """Pull its cable: nobody is told, and nothing gets in or out."""
        ip("link", "set", self.cable, "down")

    def plug(self) -> None:
        ip("link", "set", self.cable, "up")


class Network:
    """A bridge, to which this process is connected too. Its names and addresses belong to this process alone."""

    def __init__(self) -> None:
        self._tag = f"{os.getpid() % 65_536:x}"
        self._third = str(os.getpid() % 250 + 1)
        self.hosts: list[Host] = []
        self._bridge = f"cb{self._tag}"
        ip("link", "add", self._bridge, "type", "bridge")
        ip("link", "set", self._bridge, "up")
        ip("addr", "add", f"{NET.format(self._third, 254)}/24", "dev", self._bridge)

    def host(self) -> Host:
        """Connect one more host."""
        number = len(self.hosts) + 1
        name, address = f"club{self._tag}h{number}", NET.format(self._third, number)
        host = Host(name, address, f"cv{self._tag}h{number}")
        self.hosts.append(host)
        ip("netns", "add", name)
        ip("link", "add", host.cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", host.cable, "master", self._bridge)
        ip("link", "set", host.cable, "up")
        for command in (
            ["link", "set", "lo", "up"],
            ["addr", "add", f"{address}/24", "dev", "eth0"],
            ["link", "set", "eth0", "up"],
        ):
            ip("-n", name, *command)
        return host

    def end(self) -> None:
        """End every process on every host, and take the network away."""
        for host in self.hosts:
            for name in list(host.processes):
                host.stop(name, signal.SIGKILL)
            with suppress(subprocess.CalledProcessError):
                ip("netns", "del", host.name)
        ip("link", "del", self._bridge)


ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy" / "hosts"
ETC = "/etc/two-handed-club"
PASSWORD = "only-for-tests"
PORTS = (8001, 8002)
"""The service for pages, and that for sockets."""
POSTGRES = "postgres"
"""The user of Debian's PostgreSQL, which does not run as root."""


def binaries() -> str:
    """Return the folder of PostgreSQL's programs, or ""."""
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    return str(paths[-1].parent) if paths else ""


class HostsClub:
    """Hosts A and B with the site, PostgreSQL and Redis, and host C with the proxy and the third sentinel. `keeper` is
    a host of the tests, from which the database is read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.network = Network()
        self.a, self.b, self.c, self.keeper = [self.network.host() for _ in range(4)]
        self.primary = self.a
        self._forks: Forkserver | None = None
        self._certificates()

    def _certificates(self) -> None:
        made = str(self.folder / "certificates")
        addresses = [host.address for host in (self.a, self.b, self.c, self.keeper)]
        subprocess.run([DEPLOY / "certificates", made, *addresses], check=True, capture_output=True)
        for host in self.network.hosts:
            shutil.copytree(f"{made}/{host.address}", self.etc(host))
            for path in (self.etc(host), *self.etc(host).iterdir()):
                shutil.chown(path, POSTGRES)
        self.folder.chmod(0o777)  # PostgreSQL's user makes its folders here

    def etc(self, host: Host) -> Path:
        return self.folder / host.name

    def filled(self, name: str, host: Host) -> str:
        """Return a file of `deploy/hosts` for one host, with the words in capitals replaced."""
        text = (DEPLOY / name).read_text()
        a, b, c = (host.address for host in (self.a, self.b, self.c))
        words = {
            ETC: str(self.etc(host)), "THIS_HOST": host.address, "HOST_A": a, "HOST_B": b, "HOST_C": c,
            "SITE_ADDRESS": f"http://{c}", "SITE_HOST": c, "SITE_PASSWORD": PASSWORD, "FIFTY_LETTERS": PASSWORD,
            "OTHER_LETTERS": "only-for-tests-0123456789-0123456789", "PASSWORD": PASSWORD,
        }  # fmt: skip
        for word, value in words.items():
            text = text.replace(word, value)
        return text

    def file(self, name: str, host: Host, more: str = "") -> str:
        path = self.etc(host) / name
        path.write_text(self.filled(name, host) + more)
        shutil.chown(path, POSTGRES)
        return str(path)

    def log(self, host: Host, name: str) -> Path:
        return self.folder / f"{'abck'[self.network.hosts.index(host)]}-{name}.log"

    # PostgreSQL

    def data(self, host: Host) -> str:
        return str(self.folder / f"data-{host.name}")

    def database(self, host: Host, *command: str) -> str:
        """Run `deploy/hosts/database` as a person would."""
        env = {
            **os.environ,
            "PATH": f"{binaries()}:{os.environ['PATH']}",
            "PGDATA": self.data(host),
            "PGHOST": self._sockets(host),
            "PGUSER": POSTGRES,
            "REPLICATION": f"user=replication password={PASSWORD} sslmode=verify-ca "
            f"sslrootcert={self.etc(host)}/ca.pem",
        }
        return host.run(str(DEPLOY / "database"), *command, user=POSTGRES, env=env)

    def _sockets(self, host: Host) -> str:
        folder = self.folder / f"s{self.network.hosts.index(host)}"
        if not folder.exists():
            folder.mkdir()
            shutil.chown(folder, POSTGRES)
        return str(folder)

    def start_postgres(self, host: Host) -> None:
        tests = f"local all all trust\nhostssl club all {self.keeper.address}/32 scram-sha-256\n"
        access = self.file("pg_hba.conf", host, tests)
        options = [f"unix_socket_directories={self._sockets(host)}", f"hba_file={access}"]
        for line in self.filled("postgresql.conf", host).splitlines():
            name, equals, value = line.partition(" = ")
            if equals and not line.startswith("#"):
                options.append(f"{name}={value.strip(chr(39))}")
        arguments = [word for option in options for word in ("-c", option)]
        command = [f"{binaries()}/postgres", "-D", self.data(host), *arguments]
        host.start("postgres", *command, user=POSTGRES, log=self.log(host, "postgres"))
        until(lambda: _quiet(lambda: self.database(host, "status")), f"PostgreSQL on {host.name}")

    def make_databases(self) -> None:
        """Make the primary on A with its roles, and the standby on B."""
        self.a.run(f"{binaries()}/initdb", "-D", self._empty(self.a), "--data-checksums", "-A", "trust", user=POSTGRES)
        self.start_postgres(self.a)
        self.psql(self.a, f"CREATE ROLE club LOGIN CREATEROLE PASSWORD '{PASSWORD}'")
        self.psql(self.a, f"CREATE ROLE replication LOGIN REPLICATION PASSWORD '{PASSWORD}'")
        self.psql(self.a, "CREATE DATABASE club OWNER club")
        roles = {"POSTGRES_USER": "club", "POSTGRES_DB": "club", "PGHOST": self._sockets(self.a)}
        roles |= {"SITE_PASSWORD": PASSWORD, "RETENTION_PASSWORD": PASSWORD}
        self.a.run("sh", str(ROOT / "deploy" / "roles.sh"), user=POSTGRES, env={**os.environ, **roles})
        self.follow(self.b, self.a)

    def _empty(self, host: Host) -> str:
        path = Path(self.data(host))
        path.mkdir()
        path.chmod(0o700)
        shutil.chown(path, POSTGRES)
        return str(path)

    def follow(self, standby: Host, primary: Host) -> None:
        """Make a standby by the written commands."""
        self.database(standby, "follow", primary.address)
        self.start_postgres(standby)
        until(lambda: "1 standby connected" in self.database(primary, "status"), "the standby follows")
        self.database(primary, "pair")
        self.primary = primary

    def psql(self, host: Host, statement: str) -> None:
        with psycopg.connect(host=self._sockets(host), user=POSTGRES, dbname="postgres", autocommit=True) as connection:
            connection.execute(statement)

    # Redis

    def start_redis(self, host: Host) -> None:
        replica = "" if host is self.a else f"replicaof {self.a.address} 6379\n"
        path = self.file("redis.conf", host, f"dir {self.etc(host)}\n{replica}")
        host.start("redis", "redis-server", path, log=self.log(host, "redis"))

    def start_sentinel(self, host: Host) -> None:
        path = self.file("sentinel.conf", host, f"dir {self.etc(host)}\n")
        host.start("sentinel", "redis-server", path, "--sentinel", log=self.log(host, "sentinel"))

    def redis_role(self, host: Host) -> str:
        """Return `master` or `slave`, or "" if Redis does not answer on a host."""
        tls = {"ssl": True, "ssl_ca_certs": f"{self.etc(host)}/ca.pem"}
        try:
            with Redis(host.address, 6379, password=PASSWORD, socket_timeout=2, **tls) as client:
                return str(client.info("replication")["role"])
        except RedisError:
            return ""

    # The site

    def env(self, host: Host) -> dict[str, str]:
        lines = [line for line in self.filled("site.env", host).splitlines() if line and not line.startswith("#")]
        return {**os.environ, **dict(line.split("=", 1) for line in lines), "TLS": "false", "SEAT_MESSAGES": "30"}

    def owner_env(self) -> dict[str, str]:
        """The environment of `migrate`, which the owner of the tables runs."""
        env = self.env(self.a)
        return {**env, "DATABASE_URL": env["DATABASE_URL"].replace("//club_web:", "//club:")}

    def start_web(self, host: Host, port: int, **more: str) -> None:
        tls = ["--ssl-certfile", f"{self.etc(host)}/host.pem", "--ssl-keyfile", f"{self.etc(host)}/host.key"]
        address = f"--host 0.0.0.0 --port {port} --log-level warning --forwarded-allow-ips {self.c.address}".split()
        command = [sys.executable, "-m", "uvicorn", "clubsite.asgi:application", *address, *tls]
        env = {**self.env(host), **more}
        host.start(f"web {port}", *command, env=env, cwd=ROOT, log=self.log(host, f"web-{port}"))

    def start_jobs(self, host: Host, **more: str) -> None:
        celery = [sys.executable, "-m", "celery", "-A", "clubsite"]
        worker = [*celery, "worker", "--concurrency", "1", "--loglevel", "WARNING"]
        beat = [*celery, "beat", "--loglevel", "WARNING", "--schedule", f"{self.etc(host)}/schedule", "--pidfile="]
        for name, command in (("worker", worker), ("beat", beat)):
            host.start(name, *command, env={**self.env(host), **more}, cwd=ROOT, log=self.log(host, name))

    def start_site(self, host: Host, **more: str) -> None:
        for port in PORTS:
            self.start_web(host, port, **more)
        self.start_jobs(host, **more)

    def stop_site(self, host: Host) -> None:
        """Stop the site's processes on a host one by one, as an upgrade does."""
        for name in (*(f"web {port}" for port in PORTS), "worker", "beat"):
            host.stop(name)

    def start_host(self, host: Host) -> None:
        """Start everything on a host but its database."""
        self.start_redis(host)
        self.start_sentinel(host)
        self.start_site(host)

    def start(self) -> None:
        """Start the whole club."""
        self.make_databases()
        for command in (["migrate", "--noinput"], ["collectstatic", "--noinput"]):
            self.a.run(sys.executable, "manage.py", *command, env=self.owner_env(), cwd=ROOT)
        self.start_redis(self.a)
        self.start_redis(self.b)
        for host in (self.a, self.b, self.c):
            self.start_sentinel(host)
        self.start_site(self.a)
        self.start_site(self.b)
        caddy = ["caddy", "run", "--adapter", "caddyfile", "--config", self.file("Caddyfile", self.c)]
        home = {**os.environ, **dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(self.folder))}
        self.c.start("caddy", *caddy, log=self.log(self.c, "caddy"), env=home)
        for host in (self.a, self.b):
            self.wait_ready(host)

    def wait_ready(self, host: Host) -> None:
        for port in PORTS:
            until(lambda port=port: self.answers(host, port), f"{host.name} answers on {port}")

    def answers(self, host: Host, port: int) -> bool:
        """Whether a web process says that it can do its work."""
        ask = f"curl -sf -m 3 --cacert {self.etc(self.c)}/ca.pem https://{host.address}:{port}/health/ready".split()
        return subprocess.run(self.c.command(*ask), capture_output=True).returncode == 0

    # What `tests.faults.tables` asks of a site

    def run(self, code: str) -> Any:
        """Run Python with the site's settings on a host that no test touches. Return the JSON that it prints."""
        if self._forks is None:
            self._forks = Forkserver(self.env(self.a), self.keeper.command())
        return self._forks.run(code)

    def shell(self, host: Host, code: str) -> Any:
        """Run Python with the site's settings on one of the hosts. Return the JSON that it prints."""
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
        return json.loads(host.run(*command, env=self.env(host), cwd=ROOT).splitlines()[-1])

    async def device(self, number: int, seat: dict[str, str], records: Records, options: dict[str, Any]) -> TableClient:
        client = ProxyClient(f"player {number + 1}", seat, Line([]), records, options)
        client.proxy = self.c.address
        return client

    def sockets(self, host: Host) -> int:
        """Return how many sockets the proxy has open to the service for sockets on a host."""
        return len(host.run("ss", "-Htn", "state", "established", "sport = :8002").splitlines())

    @property
    def other(self) -> Host:
        return self.b if self.primary is self.a else self.a

    def end(self) -> None:
        if self._forks is not None:
            self._forks.end()
        self.network.end()


class ProxyClient(TableClient):
    """A device that reaches its table by the proxy, and has no line of its own."""

    proxy = ""

    @property
    def address(self) -> str:
        return self.proxy

    async def close(self) -> None:
        pass


def _quiet(ask: Callable[[], Any]) -> bool:
    with suppress(AssertionError):
        return bool(ask())
    return False
