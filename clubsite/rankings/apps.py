from django.apps import AppConfig


class RankingsConfig(AppConfig):
    name = "clubsite.rankings"

    def ready(self) -> None:
        from clubsite.rankings import receivers, tasks  # noqa: F401
