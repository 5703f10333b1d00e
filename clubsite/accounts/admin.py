from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from clubsite.accounts.models import User

admin.site.register(User, UserAdmin)
