"""`manage.py serve`: the embedded site with its demo, for `make run` and `two-handed-club serve`. It can safely be run
repeatedly.
"""

import signal
import socket
import subprocess
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from clubsite.clubs.invitations import setup_link_make
from clubsite.command_line import own_process
from clubsite.core.sealed_fields import KEY_LOST, sealed_count
from clubsite.core.single_instance import AlreadyServed, served_alone
from clubsite.demo import demo
from clubsite.nights.models import Session


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on the local network, most likely first. Nothing is sent to find them."""
    addresses: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A documentation address. Connecting a datagram socket sends nothing.
            probe.connect(("192.0.2.1", 9))
            addresses.append(probe.getsockname()[0])
        except OSError:
            pass
    with suppress(OSError):
        addresses += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [a for a in dict.fromkeys(addresses) if not a.startswith("127.")]


def lan_names() -> list[str]:
    """Return the names by which devices on the local network can reach this machine: its own and its mDNS name."""
    name = socket.gethostname()
    return [name] if "." in name else [name, f"{name}.local"]


class Command(BaseCommand):
    help = "Migrate, build the demo, print its links and serve the site on one port."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 serves the room; or one address of this machine"
        )
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", default="", help="the address to print in QR codes when there are several")
        parser.add_argument("--no-demo", action="store_true", help="no demo club, no scripted players")

    def handle(self, *args: Any, host: str, port: int, lan: str, no_demo: bool, **options: Any) -> None:
        port = self._free_port(host, port)
        base = self._public_base(host, port, lan)
        database = Path(settings.DATABASES["default"]["NAME"])
        try:
            lock = served_alone(database.parent, base)
        except AlreadyServed as there:
            raise CommandError(
                f"This database is being served already, at {there}/: open that. "
                "For a second site name a folder of its own by the variable CLUBSITE_DATA."
            ) from None
        if not database.exists():
            what = "the database" if no_demo else "the database and a demo club"
            self.stdout.write(f"Making {what} in {database.parent}. This takes half a minute, the first time only.")
            self.stdout.flush()
        database.touch(0o600)
        database.chmod(0o600)  # its folder may be readable by others
        call_command("migrate", verbosity=0)
        if lost := sealed_count()[1]:
            self.stdout.write(KEY_LOST.format(lost))
        players = None
        if not no_demo:
            session = self._demo()
            self._tell(base, session)
            players = self._scripted_players(
                session.public_id, f"http://127.0.0.1:{port}" if host in ("127.0.0.1", "0.0.0.0") else base
            )
        else:
            self.stdout.write(f"The site is at {base}/")
            if path := setup_link_make():
                self.stdout.write(f"Make its first club by this link, good for a day and once: {base}{path}")
        self.stdout.write("Stop it with Ctrl-C.\n")
        self.stdout.flush()
        try:
            uvicorn.run(
                "clubsite.asgi:application",
                host=host,
                port=port,
                log_level="warning",
                access_log=False,
                ws_max_size=4096,
                lifespan="on",
                timeout_graceful_shutdown=5,
            )
        finally:
            if players is not None:
                players.send_signal(signal.SIGTERM)
                players.wait(10)
            lock.close()

    def _free_port(self, host: str, wanted: int) -> int:
        for port in range(wanted, wanted + 20):
            with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind((host, port))
                except OSError as error:
                    if error.errno in (99, 49):  # not an address of this machine
                        raise CommandError(f"{host} is not an address of this machine. Use 0.0.0.0.") from None
                    continue
            if port != wanted:
                self.stdout.write(f"Port {wanted} is taken, so this is port {port}.")
            return port
        raise CommandError(
            f"Ports {wanted} to {wanted + 19} are all taken. Choose another: --port 9000 (make run PORT=9000)"
        )

    def _public_base(self, host: str, port: int, lan: str) -> str:
        if host == "127.0.0.1":
            return f"http://127.0.0.1:{port}"
        addresses = lan_addresses() if host == "0.0.0.0" else [host]
        chosen = lan or (addresses[0] if addresses else "127.0.0.1")
        # The server is started in this process. Settings are read by now, so they are changed in place.
        settings.PUBLIC_URL = settings.PUBLIC_URL or f"http://{chosen}:{port}"
        given = urlsplit(settings.PUBLIC_URL).hostname or chosen
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, chosen, given, *addresses, *lan_names()]
        others = [address for address in addresses if address != chosen]
        if others:
            self.stdout.write(
                f"QR codes use {chosen}. Others: {', '.join(others)} (--lan ADDRESS, or make run LAN=ADDRESS)"
            )
        return f"http://{chosen}:{port}"

    def _demo(self) -> Any:
        boards = {"total": demo.HISTORY_BOARDS, "unit": " boards"}
        with tqdm(desc="Last week's night", delay=0.5, leave=False, disable=None, **boards) as bar:
            return demo.demo_build(progress=bar)

    def _tell(self, base: str, session: Session) -> None:
        seats = [seat for seat in demo.demo_seats(session) if seat.table == 1]
        write = self.stdout.write
        write("")
        write("  Two Handed Solo Bridge, the demo club of Lantern Street")
        write("")
        write(f"  The club          {base}/")
        write(f"  Last week         {base}/clubs/{demo.SLUG}/results/")
        write(f"  Play at home      {base}/play/      learn: {base}/learn/")
        write(f"  Director          {base}/director/{session.public_id}/   sign in: {demo.DIRECTOR} / {demo.PASSWORD}")
        write(f"  A simultaneous    {base}/events/{demo.demo_event().public_id}/      its clubs come in while you look")
        for seat in sorted(seats, key=lambda seat: seat.direction, reverse=True):
            write(f"  Table 1, {seat.direction}    {base}/seat/{seat.ticket_id}/enter/?key={seat.key}")
        write("")
        write("  Open both seats of table 1 in two windows: the other tables are playing already.")
        write("")

    def _scripted_players(self, session_id: str, base: str) -> subprocess.Popen[bytes]:
        command, environment = own_process("demo_players", "--session", session_id, "--url", base)
        return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
