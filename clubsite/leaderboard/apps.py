from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    name = "clubsite.leaderboard"

    def ready(self) -> None:
        from clubsite.leaderboard import receivers  # noqa: F401
