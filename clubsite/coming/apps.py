from django.apps import AppConfig


class ComingConfig(AppConfig):
    name = "clubsite.coming"

    def ready(self) -> None:
        from clubsite.coming import receivers, tasks  # noqa: F401
        from clubsite.coming.letters import LETTER_KINDS
        from clubsite.coming.own_data import COMING, coming_end
        from clubsite.coming.retention import COMING_RULE
        from clubsite.core import own_data, retention
        from clubsite.outbox import kinds

        kinds.register(*LETTER_KINDS)
        retention.register(COMING_RULE)
        own_data.register(COMING, end=coming_end)
