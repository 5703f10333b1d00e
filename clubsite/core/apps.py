from django.apps import AppConfig
from django.db.models.signals import pre_migrate
from django.utils.module_loading import autodiscover_modules


class CoreConfig(AppConfig):
    name = "clubsite.core"

    def ready(self) -> None:
        """Import the modules in each app that register their contents."""
        from clubsite.core.older_database import older_database_refuse

        pre_migrate.connect(older_database_refuse)
        autodiscover_modules("kept", "letters", "receivers", "seat_resolver", "tasks")
