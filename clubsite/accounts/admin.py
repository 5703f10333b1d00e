from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django_otp.plugins.otp_totp.models import TOTPDevice

from clubsite.accounts.models import User

admin.site.register(User, UserAdmin)
# Its pages show the keys. `manage.py second_factor_reset` removes a lost second factor.
admin.site.unregister(TOTPDevice)
