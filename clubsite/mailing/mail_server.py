"""Whether this site sends mail, and how what went wrong is to be read."""

from smtplib import SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings

PERMANENT = 500  # replies from here on are for good (RFC 5321, 4.2.1)


def mail_here() -> bool:
    """Whether mail can be asked for: there is a mail server, or what would be sent is written to the console."""
    return bool(settings.MAIL_ON or settings.MAIL_TO_CONSOLE)


def refused_for_good(fault: Exception) -> bool:
    """Whether the server said that there is no such address."""
    if not isinstance(fault, SMTPRecipientsRefused):
        return False
    return all(code >= PERMANENT for code, _ in fault.recipients.values())


def of_this_mail_alone(fault: Exception) -> bool:
    """Whether the next mail may fare better at once: the server spoke of this one."""
    return isinstance(fault, (SMTPRecipientsRefused, SMTPResponseException))
