from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "clubsite.members"

    def ready(self) -> None:
        from clubsite.core import retention
        from clubsite.members.retention import SAID

        retention.register(SAID)
