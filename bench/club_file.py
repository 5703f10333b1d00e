"""The size of a club file, and the time and memory that the commands take, for clubs with few and with many nights.

    python bench/club_file.py [--nights 30,120] [--players 20] [--boards 8] [--acts 50]

For each number of nights a club is made in a temporary SQLite database (`bench/old_club.py`): every board is played on
screens at every table, with so many acts in its log. It is exported, and imported into a second database. Each command
is a process of its own; time is by the clock, with that of its processor in brackets, and has the start of Django in
it, and memory is the most that it had.
The exit code is 1 if the memory for the most nights is over 1.5 times that for the fewest.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_GROWTH = 1.5
MAKE = "from bench.old_club import club_make; club_make({nights}, {players}, {boards}, {acts})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nights", default="30,120")
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--boards", type=int, default=8)
    parser.add_argument("--acts", type=int, default=50)
    args = vars(parser.parse_args())
    memory = []
    for nights in sorted(map(int, args.pop("nights").split(","))):
        with tempfile.TemporaryDirectory(prefix="club-file-") as folder:
            memory.append(measured(Path(folder), nights=nights, **args))
    sys.exit(any(most > MAX_GROWTH * least for least, most in zip(memory[0], memory[-1], strict=True)))


def measured(folder: Path, *, nights: int, players: int, boards: int, acts: int) -> tuple[float, float]:
    """Print the figures of one club. Return the memory of the export and of the import, in MB."""
    here, there, file = folder / "here", folder / "there", folder / "club.zip"
    secret = folder / "passphrase"
    secret.write_text("a passphrase for the bench")
    asked = ["--passphrase-file", str(secret)]
    run(here, "migrate", "-v0")
    run(there, "migrate", "-v0")
    run(here, "shell", "--no-imports", "-c", MAKE.format(nights=nights, players=players, boards=boards, acts=acts))
    out, out_cpu, out_memory = run(here, "club_export", "bench", str(file), *asked)
    into, into_cpu, into_memory = run(there, "club_import", str(file), *asked)
    plays = nights * boards * players // 2
    sizes = [path.stat().st_size / 2**20 for path in (here / "club.sqlite3", file)]
    print(
        f"{nights} nights, {plays} plays, {plays * acts} acts: database {sizes[0]:.0f} MB, file {sizes[1]:.1f} MB; "
        f"written in {out:.0f} s ({out_cpu:.0f} s) with {out_memory:.0f} MB, "
        f"read in {into:.0f} s ({into_cpu:.0f} s) with {into_memory:.0f} MB",
        flush=True,
    )
    return out_memory, into_memory


def run(data: Path, *command: str) -> tuple[float, float, float]:
    """Run a command of manage.py. Return the seconds that it took, those of its processor, and its memory in MB."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings.local", "CLUBSITE_DATA": str(data)}
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(said)
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


if __name__ == "__main__":
    main()
