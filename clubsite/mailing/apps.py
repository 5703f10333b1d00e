from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "clubsite.mailing"

    def ready(self) -> None:
        from clubsite.core import own_data, retention
        from clubsite.mailing import receivers, tasks  # noqa: F401
        from clubsite.mailing.own_data import MAIL, mail_end
        from clubsite.mailing.retention import SENT

        retention.register(SENT)
        own_data.register(MAIL, end=mail_end)
