"""The app configuration that makes Django's admin use our own site. It is imported before any models are loaded."""

from django.contrib.admin.apps import AdminConfig


class KeepersAdmin(AdminConfig):
    default_site = "clubsite.accounts.admin_site.KeepersSite"
