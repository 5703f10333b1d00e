from django.apps import AppConfig
from django.db.models.signals import pre_migrate


class CoreConfig(AppConfig):
    name = "clubsite.core"

    def ready(self) -> None:
        from clubsite.core.older_database import older_database_refuse

        pre_migrate.connect(older_database_refuse)
