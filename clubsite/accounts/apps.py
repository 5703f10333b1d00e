from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "clubsite.accounts"

    def ready(self) -> None:
        from clubsite.accounts.own_data import ACCOUNT
        from clubsite.accounts.retention import DEVICES, SIGN_INS
        from clubsite.core import own_data
        from clubsite.core.retention import register

        register(DEVICES, SIGN_INS)
        own_data.register(ACCOUNT)
