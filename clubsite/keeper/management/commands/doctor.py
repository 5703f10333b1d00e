"""`manage.py doctor`: check the site, and report what is wrong and what to do. See docs/monitoring.md."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from clubsite.keeper import checks  # noqa: F401
from clubsite.keeper.findings import Finding, Level, examined

MARKS = {Level.WELL: "well    ", Level.WARNING: "WARNING ", Level.FAULT: "FAULT   "}


class Command(BaseCommand):
    help = "Check the site. The exit status is 0 if all is well, 1 with a warning, and 2 with a fault."
    requires_system_checks: list[str] = []  # a site that is ill must be able to say so

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="write JSON, for programs")
        parser.add_argument("--quiet", action="store_true", help="write nothing if all is well, for cron")
        parser.add_argument("--quick", action="store_true", help="leave out mail, the trial restore and TLS")

    def handle(self, *args: Any, quick: bool, quiet: bool, **options: Any) -> None:
        connection.settings_dict.get("OPTIONS", {}).pop("pool", None)  # it would wait for a database that is gone
        findings = list(examined(slow=not quick))
        worst = max(row.level for row in findings)
        if options["json"]:
            self.stdout.write(
                json.dumps([asdict(row) | {"level": row.level.name.lower()} for row in findings], indent=1)
            )
        elif worst or not quiet:
            for finding in findings:
                self._tell(finding)
        sys.exit(int(worst))

    def _tell(self, finding: Finding) -> None:
        self.stdout.write(f"{MARKS[finding.level]} {finding.code}: {finding.sentence}")
        if finding.remedy:
            self.stdout.write(f"         {finding.remedy}")
