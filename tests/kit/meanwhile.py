"""Changes by somebody else while a job computes, on the job's own connection."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

TRANSACTION = "SAVEPOINT"
"""How a transaction begins in a test that is one itself."""


@contextmanager
def before_statement(begins: str, act: Callable[[], Any]) -> Iterator[None]:
    """Call `act` once, before this connection sends its first statement that begins with `begins`."""
    acted = False

    def watching(execute, sql, params, many, context):
        nonlocal acted
        if not acted and sql.startswith(begins):
            acted = True
            act()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watching):
        yield
    assert acted, f"No statement begins with {begins}."
