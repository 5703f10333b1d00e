"""The numbers of contestants for which movements are tested: all small numbers, and some of each larger kind."""

from tests.long import sample

FIELDS = sample((*range(2, 21), 23, 30, 37, 44, 51, 58, 59, 60), range(2, 61))
