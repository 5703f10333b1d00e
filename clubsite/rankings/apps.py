from django.apps import AppConfig


class RankingsConfig(AppConfig):
    name = "clubsite.rankings"

    def ready(self) -> None:
        from clubsite.core import own_data
        from clubsite.rankings import receivers, tasks  # noqa: F401
        from clubsite.rankings.own_data import RESULTS

        own_data.register(RESULTS)
