"""The people and club nights of the site's own tests, which the attack tests use too."""

from tests.clubsite.conftest import (  # noqa: F401
    _nothing_cached,
    at_once,
    club,
    cy,
    dee,
    director,
    kept_views_are_fresh,
    make_night,
    night,
    on_commit,
    open_boards,
    published_night,
    remembers,
    scored_night,
)
