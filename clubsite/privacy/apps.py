from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "clubsite.privacy"

    def ready(self) -> None:
        from clubsite.core import own_data
        from clubsite.privacy import receivers  # noqa: F401
        from clubsite.privacy.own_data import PARTS

        own_data.register(*PARTS)
