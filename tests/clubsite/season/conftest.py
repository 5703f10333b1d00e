from tests.clubsite.season.seasons import people, published, series  # noqa: F401
