"""Hosts on one machine: network namespaces on a bridge of their own, whose cables can be pulled."""

import os
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
