from tests.clubsite.api.staged import reader, staged  # noqa: F401
from tests.clubsite.season.seasons import people, published, series  # noqa: F401
