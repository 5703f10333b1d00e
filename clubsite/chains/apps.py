from django.apps import AppConfig, apps
from django.db.models.signals import pre_delete


class ChainsConfig(AppConfig):
    name = "clubsite.chains"

    def ready(self) -> None:
        """Note in the chain when the site deletes a row that is linked."""
        from clubsite.chains.models import Linked
        from clubsite.chains.services import removal_note

        for model in apps.get_models():
            if issubclass(model, Linked):
                pre_delete.connect(removal_note, sender=model)
