"""Django's admin with our own site. Models are not loaded yet when this is imported."""

from django.contrib.admin.apps import AdminConfig


class KeepersAdmin(AdminConfig):
    default_site = "clubsite.accounts.admin_site.KeepersSite"
