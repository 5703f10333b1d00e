"""The cost of the first visit to a seat's table on a slow line: requests, transferred KB, ms to the Ready key.

    python bench/table_page.py [--runs 5] [--site <folder of another checkout>]

The embedded site is started as `make run` does, with its demo. Each run is a new browser with an empty cache, which has
its seat already and opens the table. The line is Slow 3G as Chrome's tools emulate it: 400 kbit/s both ways, and 400 ms
before each answer, the socket's handshake included. Later traffic of the socket is not counted.
"""

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
FREE = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
SEEN = """
addEventListener("DOMContentLoaded", () => {
  const look = () => {
    const key = document.querySelector('[data-key="ready"]:not([disabled])');
    if (key && !window.readyAt) requestAnimationFrame(() => (window.readyAt ??= performance.now()));
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  look();
});
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", type=Path, default=ROOT, help="the checkout whose site is measured")
    args = parser.parse_args()
    with site(args.site) as seat, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        print("| Line | Requests | KB | ms to the Ready key (median, each run) |\n|---|---|---|---|")
        for name, line in (("Slow 3G", SLOW_3G), ("no limit", FREE)):
            runs = [visit(chromium, seat, line) for _ in range(args.runs)]
            times = [run["ms"] for run in runs]
            each = ", ".join(f"{ms:.0f}" for ms in times)
            print(
                f"| {name} | {runs[-1]['requests']} | {runs[-1]['kb']:.1f} | {statistics.median(times):.0f} ({each}) |"
            )
        for url, kb in runs[-1]["files"]:
            print(f"{kb:8.1f} KB  {url}")


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """Yield the address of South's seat at table 1 of the demo, with its key."""
    with tempfile.TemporaryDirectory(prefix="table-page-") as data:
        local = {"DJANGO_SETTINGS_MODULE": "clubsite.settings.local", "CLUBSITE_DATA": data}
        local["DEAL_KEYS_FILE"] = f"{data}/deal-keys"
        out = Path(data) / "out.txt"
        with open(out, "wb") as written:
            command = [sys.executable, "manage.py", "serve", "--port", "8310"]
            process = subprocess.Popen(command, cwd=folder, env={**os.environ, **local}, stdout=written)
        try:
            for _ in range(600):
                found = re.search(r"Table 1, South\s+(\S+)", out.read_text())
                if found and answers(found[1]):
                    yield found[1]
                    return
                time.sleep(0.5)
            raise SystemExit("The site did not start.")
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def answers(url: str) -> bool:
    """True if the site of this address answers."""
    try:
        urllib.request.urlopen(urljoin(url, "/join/"), timeout=5).close()
    except OSError:
        return False
    return True


def visit(chromium: Browser, seat: str, line: dict[str, Any]) -> dict[str, Any]:
    """Make one first visit and return {"requests", "kb", "ms", "files"}."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.request.get(seat, max_redirects=0)  # the seat's cookie
    page = context.new_page()
    page.add_init_script(SEEN)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", line)
    asked: dict[str, str] = {}
    came: dict[str, float] = {}
    tools.on("Network.requestWillBeSent", lambda e: asked.update({e["requestId"]: e["request"]["url"]}))
    tools.on("Network.webSocketCreated", lambda e: asked.update({e["requestId"]: e["url"]}))
    tools.on("Network.loadingFinished", lambda e: came.update({e["requestId"]: e["encodedDataLength"] / 1000}))
    page.goto(seat.split("enter/")[0], wait_until="commit")
    for _ in range(600):
        if ms := page.evaluate("window.readyAt"):
            break
        page.wait_for_timeout(100)
    else:
        raise SystemExit("The Ready key did not come in a minute.")
    page.wait_for_timeout(1000)
    context.close()
    return {
        "requests": len(asked),
        "kb": sum(came.values()),
        "ms": ms,
        "files": [(url, came.get(number, 0.0)) for number, url in asked.items()],
    }


if __name__ == "__main__":
    main()
