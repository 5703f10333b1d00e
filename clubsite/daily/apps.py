from django.apps import AppConfig


class DailyConfig(AppConfig):
    name = "clubsite.daily"

    def ready(self) -> None:
        from clubsite.core import retention
        from clubsite.daily import tasks  # noqa: F401
        from clubsite.daily.retention import RULES

        retention.register(*RULES)
