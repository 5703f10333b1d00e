from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "clubsite.accounts"

    def ready(self) -> None:
        from clubsite.accounts import signing_in  # noqa: F401
        from clubsite.accounts.letters import FORGOTTEN
        from clubsite.accounts.own_data import ACCOUNT
        from clubsite.accounts.retention import DEVICES_RULE, ENDED_SESSIONS
        from clubsite.core import own_data
        from clubsite.core.retention import register
        from clubsite.outbox import kinds

        register(DEVICES_RULE, ENDED_SESSIONS)
        own_data.register(ACCOUNT)
        kinds.register(FORGOTTEN)
