from django.apps import AppConfig


class DailyConfig(AppConfig):
    name = "clubsite.daily"

    def ready(self) -> None:
        from clubsite.core import own_data, retention
        from clubsite.daily import tasks  # noqa: F401
        from clubsite.daily.own_data import TRIES, tries_end
        from clubsite.daily.retention import RULES

        retention.register(*RULES)
        own_data.register(TRIES, end=tries_end)
