"""An account's data, for its holder."""

from typing import Any

from clubsite.accounts.models import User
from clubsite.accounts.second_factor.selectors import second_factors_of
from clubsite.accounts.sign_ins import sign_ins_of
from clubsite.core.own_data import Row, Subject, own_data_part, when


@own_data_part(10, "account", "Your account", "So that you can sign in. The password is kept as a hash.")
def account_rows(subject: Subject) -> list[Row]:
    return [
        {
            "name to sign in with": user.username,
            "e-mail address": user.email,
            "address not confirmed yet": user.email_wanted,
            "first name": user.first_name,
            "last name": user.last_name,
            "made": when(user.date_joined),
            "last sign-in": when(user.last_login),
        }
        for user in User.objects.filter(pk__in=[subject.user])
    ]


@own_data_part(11, "second_step", "Second step", "So that nobody signs in with your password alone.")
def second_factor_rows(subject: Subject) -> list[Row]:
    rows: list[Row] = []
    for user in User.objects.filter(pk__in=[subject.user]):
        factors = second_factors_of(user)
        if factors.app:
            rows.append(_factor("app for codes", factors.app))
        rows += [_factor(f"passkey: {passkey.name}", passkey) for passkey in factors.passkeys]
        if factors:
            rows.append({"what": f"{factors.codes_left} recovery codes, as hashes", "made": "", "last used": ""})
    return rows


def _factor(what: str, factor: Any) -> Row:
    return {"what": what, "made": when(factor.created_at), "last used": when(factor.last_used_at)}


@own_data_part(12, "signed_in", "Where you are signed in", "So that you see whether somebody else is.")
def signed_in_rows(subject: Subject) -> list[Row]:
    return [
        {
            "browser": str(sign_in.session),
            "signed in": when(sign_in.session.signed_in_at),
            "last seen": when(sign_in.session.seen_at),
        }
        for user in User.objects.filter(pk__in=[subject.user])
        for sign_in in sign_ins_of(user)
    ]
