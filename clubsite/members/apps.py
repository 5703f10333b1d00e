from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "clubsite.members"

    def ready(self) -> None:
        from clubsite.core import own_data, retention
        from clubsite.members.own_data import SAID as SAID_PART
        from clubsite.members.own_data import said_end
        from clubsite.members.retention import SAID_RULE

        retention.register(SAID_RULE)
        own_data.register(SAID_PART, end=said_end)
