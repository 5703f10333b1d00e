"""Upgrading rows of an older club file to this version, with one step for each version of the schema.

A step takes the label and the values of a row of its version, and returns those of the next version, or None for a row
that the next version does not have.
"""

from collections.abc import Callable, Iterator, Mapping

from clubsite.keeper.clubfile.archive import SCHEMA, Row

Step = Callable[[str, Row], tuple[str, Row] | None]
STEPS: dict[int, Step] = {}
"""The step from each version to the next. There is one for every version below `SCHEMA`."""


def upgraded(
    rows: Iterator[tuple[str, Row]], schema: int, *, steps: Mapping[int, Step] = STEPS, to: int = SCHEMA
) -> Iterator[tuple[str, Row]]:
    """Yield rows of version `schema` as rows of the version `to`."""
    for label, row in rows:
        found: tuple[str, Row] | None = (label, row)
        for version in range(schema, to):
            if found is not None:
                found = steps[version](*found)
        if found is not None:
            yield found
