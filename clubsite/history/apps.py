from django.apps import AppConfig


class HistoryConfig(AppConfig):
    name = "clubsite.history"

    def ready(self) -> None:
        from clubsite.core import own_data
        from clubsite.history import receivers  # noqa: F401
        from clubsite.history.own_data import GIVEN_AWAY

        own_data.register(GIVEN_AWAY)
