from django.contrib.auth import views
from django.urls import path

from clubsite.accounts import views as views_here

urlpatterns = [
    path(
        "login/",
        views.LoginView.as_view(template_name="accounts/login.html", redirect_authenticated_user=True),
        name="login",
    ),
    path("signup/", views_here.signup, name="signup"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
]
