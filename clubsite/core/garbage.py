"""Python's garbage collector in a process that serves: it would hold up a card, and takes a fourth of a scoring."""

import gc

COLLECTED = (50_000, 20, 20)
"""New objects before a young collection, and how many of it before an older one."""


def collect_seldom() -> None:
    """From now on what the process has loaded is not looked at any more, and the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
