from django.contrib.auth import views
from django.urls import path

from clubsite.accounts import views as views_here
from clubsite.accounts.forms import SignInForm

app_name = "accounts"

urlpatterns = [
    path(
        "login/",
        views.LoginView.as_view(
            template_name="accounts/login.html", form_class=SignInForm, redirect_authenticated_user=True
        ),
        name="login",
    ),
    path("signup/", views_here.signup, name="signup"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
    path("account/", views_here.account, name="account"),
    path("account/password/", views_here.Password.as_view(), name="password"),
    path("forgotten/", views_here.forgotten, name="forgotten"),
    path(
        "forgotten/sent/",
        views.PasswordResetDoneView.as_view(template_name="accounts/forgotten_sent.html"),
        name="forgotten-sent",
    ),
    path("forgotten/<uidb64>/<token>/", views_here.NewPassword.as_view(), name="new-password"),
]
