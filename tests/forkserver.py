"""A process that has imported the site and forks others, so that none of them imports it again.

`python -m tests.forkserver FD` serves the listening socket FD. A connection brings one order, a line of JSON. The first
line of the answer is the id of the forked process. The end of the answer comes when that process ends.

    {"web": 8871}                  a web process on this port
    {"code": "print(1)"}           Python code with the site's settings; status, output and errors follow in JSON
    {"manage": ["check"]}          a command of Django; the same follows

The server ends with its standard input, that is with the process that started it. So do all that it has forked.
"""

import gc
import json
import os
import select
import signal
import socket
import sys
import tempfile
import traceback
from contextlib import suppress
from typing import Any

import uvicorn

from clubsite.asgi import application
from clubsite.command_line import django_command


def main(served: int) -> socket.socket | None:
    """Serve to the end. In a forked process, follow its order, and return the connection that tells of its end."""
    listening = socket.socket(fileno=served)
    gc.freeze()
    signal.signal(signal.SIGCHLD, _reap)
    while sys.stdin not in select.select([listening, sys.stdin], [], [])[0]:
        connection, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            _follow(connection)
            return connection
        connection.close()
    os.killpg(0, signal.SIGKILL)
    return None


def _reap(*_: Any) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _follow(connection: socket.socket) -> None:
    """Do what the connection asks for."""
    with connection.makefile("rb") as asking:
        order = json.loads(asking.readline())
    connection.sendall(f"{os.getpid()}\n".encode())
    if "web" in order:
        connection.close()
        _serve(order["web"])
        os._exit(0)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        for stream, file in ((1, out), (2, err)):
            os.dup2(file.fileno(), stream)
        status = _run(order)
        sys.stdout.flush()
        sys.stderr.flush()
        connection.sendall(json.dumps([status, _text(out), _text(err)]).encode())


def _serve(port: int) -> None:
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


def _run(order: dict[str, Any]) -> int:
    try:
        if "code" in order:
            exec(order["code"], {"__name__": "ordered"})
        else:
            sys.argv = ["manage.py", *order["manage"]]
            django_command(sys.argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _text(file: Any) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


if __name__ == "__main__":
    open_until_the_end = main(int(sys.argv[1]))
