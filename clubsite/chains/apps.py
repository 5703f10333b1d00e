from django.apps import AppConfig, apps
from django.db.models.signals import pre_delete


class ChainsConfig(AppConfig):
    name = "clubsite.chains"

    def ready(self) -> None:
        """Set which columns are digests, and add a link to the chain whenever the site deletes a linked row."""
        from clubsite.chains.facts import is_digest
        from clubsite.chains.models import Linked
        from clubsite.chains.services import removal_note

        for model in apps.get_models():
            if issubclass(model, Linked):
                model.DIGESTS = frozenset(field.name for field in model._meta.concrete_fields if is_digest(field))
                pre_delete.connect(removal_note, sender=model)
