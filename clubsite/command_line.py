"""The command `two-handed-club` of an installed site: `serve`, and `manage`, which runs every manage.py command."""

import argparse
import os
import sys
from collections.abc import Sequence

from clubsite.installation import CHECKOUT, NAME, site_version

HELP = "two-handed-club COMMAND --help describes a command; two-handed-club manage lists all of them."


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command of the site, or print the version or the help."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == ["serve"]:
        django_command([NAME, *words])
    elif words[:1] == ["manage"]:
        django_command([f"{NAME} manage", *words[1:]])
    else:
        _parser().parse_args(words or ["--help"])


def django_command(words: Sequence[str]) -> None:
    """Run a Django command with the embedded settings, unless DJANGO_SETTINGS_MODULE names other settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.local")
    from django.core.management import execute_from_command_line

    from clubsite.core.garbage import collect_seldom

    collect_seldom()  # searching for garbage takes a quarter of `migrate`
    execute_from_command_line(list(words))


def own_process(*words: str) -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment that run a command of the site in a process of its own.

    The process finds this site's code from any working folder, even one with files named like our modules.
    """
    path = os.pathsep.join(filter(None, [str(CHECKOUT), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-P", "-m", "clubsite.command_line", "manage", *words]
    return command, {**os.environ, "PYTHONPATH": path}


def _parser() -> argparse.ArgumentParser:
    """Return the parser for everything else: the version, the help, and words that are not commands."""
    parser = argparse.ArgumentParser(
        prog=NAME, description="Club nights of Two Handed Solo Bridge, on tablets and phones.", epilog=HELP
    )
    parser.add_argument("--version", action="version", version=f"{NAME} {site_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    commands.add_parser("serve", help="serve the site on this machine")
    commands.add_parser("manage", help="run another command: manage backup FILE, manage retention, ...")
    return parser


if __name__ == "__main__":
    main()
