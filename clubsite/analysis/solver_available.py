"""What the solver of this server is quick enough for.

In Python one of a deal's ten values takes a quarter of a minute, a post-mortem minutes, and all the while the process
has little time for anybody else. So without the compiled engine no board is solved and no play judged; pages say so.
"""

from solver.compiled import why_not_compiled


def solves_whole_deals() -> bool:
    """True if this server solves boards and judges plays."""
    return not why_not_compiled()
