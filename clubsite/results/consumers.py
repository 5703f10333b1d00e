"""The leaderboard's socket."""

from typing import Any

from clubsite.core.watchers import SessionWatcher
from clubsite.results.selectors.leaderboard import leaderboard_for


class LeaderboardWatcher(SessionWatcher):
    """The socket `/leaderboard/<session>/socket/`. It sends everyone the same data while the leaderboard is shown."""

    kind = "leaderboard"

    def session(self, public_id: str) -> Any:
        return leaderboard_for(public_id)
