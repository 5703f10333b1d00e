from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "clubsite.outbox"

    def ready(self) -> None:
        from clubsite.core import retention
        from clubsite.outbox import tasks  # noqa: F401
        from clubsite.outbox.retention import ENDED

        retention.register(ENDED)
