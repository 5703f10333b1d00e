"""A check that the solver of this server is fast enough.

In Python one of a deal's ten values takes a quarter of a minute and a post-mortem takes minutes. Meanwhile the process
has little time for anything else. So without the compiled engine no board is solved and no play analysed, and pages say
so.
"""

from solver.compiled import why_not_compiled


def solves_whole_deals() -> bool:
    """True if this server solves boards and analyses plays."""
    return not why_not_compiled()
