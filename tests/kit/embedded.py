"""Commands of an embedded site, run with the site's own settings."""

import os
import subprocess
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from django.conf import empty, settings
from django.core.cache import caches
from django.db import connections

from clubsite.command_line import django_command
from tests.browser.site import ROOT, Site


def manage(
    data: Path, *arguments: object, by: Sequence[str] | None = None, **env: str
) -> "subprocess.CompletedProcess[str]":
    """Run a command in a fork of this process, which reads its settings again: to import the site takes seconds. If
    `by` is given, even if it is empty, the command is started as at a terminal, with `by` in front.
    """
    words, env = ["manage.py", *map(str, arguments)], {**Site(data).env, **env}
    if by is not None:
        command = [*by, sys.executable, *words]
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=100)
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        pid = os.fork()
        if pid == 0:
            os._exit(command_run(words, env, out, err))
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        texts = [(file.seek(0), file.read())[1] for file in (out, err)]
    return subprocess.CompletedProcess(words, status, *texts)


def command_run(words: list[str], env: dict[str, str], out: IO[str], err: IO[str]) -> int:
    """Run a command of Django with these settings, in a fork. Return its exit status."""
    status, sys.stdout, sys.stderr = 0, out, err
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(env)
    for name in [name for name in sys.modules if name.startswith("clubsite.settings")]:
        del sys.modules[name]
    settings._wrapped = empty
    for handler in (connections, caches):
        vars(handler).clear()
        handler.__init__()
    try:
        django_command(words)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
        err.write(ended.code if isinstance(ended.code, str) else "")
    except BaseException:
        status = 1
        traceback.print_exc(file=err)
    out.flush()
    err.flush()
    return status
