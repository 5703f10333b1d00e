"""Python's garbage collector: it delays card play, and takes a quarter of the time of scoring and of `migrate`."""

import gc

COLLECTED = (50_000, 20, 20)
"""The number of new objects before a young collection, and of young collections before an older one."""


def collect_seldom() -> None:
    """Collect rarely from now on, and never collect objects that are already loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
