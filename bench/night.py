"""A scripted night in both ways to run, one after the other: embedded (SQLite) and club server.

    python bench/night.py [--players 16] [--boards 24] [--runs 3] [--pbn FILE]

Prints, for each, the medians over the runs of actions per second and of p50 and p99 of an action in milliseconds, and
their ratios. Everything is on 127.0.0.1. The scripted players share the machine with the servers.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.servers import running_club

FIGURES = re.compile(r"(\d+) boards, (\d+) actions in ([\d.]+) s: (\d+) actions/s, .*p50 ([\d.]+) ms, p99 ([\d.]+) ms")


def night(env: dict[str, str], arguments: list[str]) -> tuple[float, float, float]:
    """Return (actions a second, p50 ms, p99 ms) of one night."""
    done = subprocess.run(
        [sys.executable, "manage.py", "play_night", *arguments], env=env, capture_output=True, text=True
    )
    found = FIGURES.search(done.stdout)
    if done.returncode or found is None:
        raise SystemExit(f"The night failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    print("  ", found.group(0), flush=True)
    return float(found.group(2)) / float(found.group(3)), float(found.group(5)), float(found.group(6))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default="8")
    parser.add_argument("--boards", default="12")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--pbn", default="")
    args = parser.parse_args()
    wanted = ["--players", args.players, "--boards", args.boards, *(["--pbn", args.pbn] if args.pbn else [])]
    results: dict[str, list[tuple[float, float, float]]] = {"embedded": [], "club server": []}
    with tempfile.TemporaryDirectory(prefix="club-bench-") as folder, running_club() as club:
        embedded = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "clubsite.settings.local",
            "CLUBSITE_DATA": folder,
            "DEAL_KEYS_FILE": f"{folder}/deal-keys",
        }
        urls = [argument for url in club.urls for argument in ("--url", url)]
        for run in range(args.runs):
            print(f"run {run + 1}: embedded, then club server", flush=True)
            results["embedded"].append(night(embedded, wanted))
            results["club server"].append(night(club.env, [*wanted, *urls]))
    report(results)


def report(results: dict[str, list[tuple[float, float, float]]]) -> None:
    """Print medians side by side, with the ratio of the second to the first."""
    medians = {
        name: [statistics.median(column) for column in zip(*rows, strict=True)] for name, rows in results.items()
    }
    print(f"\n{'':<16}{'actions/s':>12}{'p50 ms':>10}{'p99 ms':>10}")
    for name, row in medians.items():
        print(f"{name:<16}" + f"{row[0]:>12.0f}{row[1]:>10.1f}{row[2]:>10.1f}")
    first, second = medians.values()
    print(f"{'ratio':<16}" + "".join(f"{b / a:>{w}.2f}" for a, b, w in zip(first, second, (12, 10, 10), strict=True)))


if __name__ == "__main__":
    main()
