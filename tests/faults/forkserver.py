"""A server that imports the site and forks its web processes, so that a killed process is soon replaced.

It reads orders from its standard input, one JSON object per line, and answers each order with a line. When its
input ends, because the tests have ended or were killed, it kills the processes that it has forked, and ends.

    {"do": "web", "port": 8871}      -> {"pid": 4711}
    {"do": "run", "code": "..."}     -> {"pid": 4712, "said": "what the code printed", "failed": false}
"""

import io
import json
import os
import signal
import sys
import traceback
from contextlib import redirect_stdout, suppress
from typing import Any, TextIO

import uvicorn

from clubsite.asgi import application


def main() -> None:
    webs: set[int] = set()
    signal.signal(signal.SIGCHLD, lambda *_: _reap(webs))
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)  # what the site prints is no answer
        try:
            print(json.dumps({"ready": True}), file=answers, flush=True)
            for line in sys.stdin:
                order = json.loads(line)
                answer = _web(answers, webs, order["port"]) if order["do"] == "web" else _run(answers, order["code"])
                print(json.dumps(answer), file=answers, flush=True)
        finally:
            for pid in webs:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def _reap(webs: set[int]) -> None:
    for pid in list(webs):
        if os.waitpid(pid, os.WNOHANG)[0]:
            webs.discard(pid)


def _web(answers: TextIO, webs: set[int], port: int) -> dict[str, Any]:
    pid = os.fork()
    if pid == 0:
        _begin(answers)
        options: dict[str, Any] = {
            "log_level": "warning",
            "access_log": False,
            "ws_max_size": 4096,
            "timeout_graceful_shutdown": 5,
        }
        try:
            uvicorn.run(application, host="127.0.0.1", port=port, proxy_headers=True, **options)
        except BaseException:
            traceback.print_exc()
        os._exit(0)
    webs.add(pid)
    return {"pid": pid}


def _run(answers: TextIO, code: str) -> dict[str, Any]:
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        _begin(answers)
        os.close(read)
        said, failed = io.StringIO(), False
        try:
            with redirect_stdout(said):
                exec(code, {"__name__": "faults"})
        except BaseException:
            failed = True
            said.write(traceback.format_exc())
        with os.fdopen(write, "w") as out:
            json.dump({"said": said.getvalue(), "failed": failed}, out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        told = json.load(answer)
    os.waitpid(pid, 0)
    return {"pid": pid, **told}


def _begin(answers: TextIO) -> None:
    """Give a new process what belongs to it alone. It must not hold open what the tests read until its end."""
    answers.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)


if __name__ == "__main__":
    main()
