"""An account's data, for its holder."""

from clubsite.accounts.models import User
from clubsite.core.own_data import Row, Subject, own_data_part, when


@own_data_part(10, "account", "Your account", "So that you can sign in. The password is kept as a hash.")
def account_rows(subject: Subject) -> list[Row]:
    return [
        {
            "name to sign in with": user.username,
            "e-mail address": user.email,
            "first name": user.first_name,
            "last name": user.last_name,
            "made": when(user.date_joined),
            "last sign-in": when(user.last_login),
        }
        for user in User.objects.filter(pk__in=[subject.user])
    ]
