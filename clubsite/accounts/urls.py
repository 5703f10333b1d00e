from django.contrib.auth import views
from django.urls import path

from clubsite.accounts import views as views_here
from clubsite.accounts.second_factor import views as second

app_name = "accounts"

urlpatterns = [
    path("login/", second.SignInView.as_view(), name="login"),
    path("login/passkey/", second.passkey_sign_in, name="passkey-sign-in"),
    path("login/second-step/", second.second_step, name="second-step"),
    path("signup/", views_here.signup, name="signup"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
    path("account/", views_here.account, name="account"),
    path("account/password/", views_here.Password.as_view(), name="password"),
    path("address/<str:key>/", views_here.confirm_address, name="confirm-address"),
    path("account/signed-in/", views_here.signed_in_at, name="signed-in"),
    path("account/signed-in/out/", views_here.sign_out_at, name="sign-out-at"),
    path("account/second-factor/", second.second_factor, name="second-factor"),
    path("account/second-factor/app/", second.app, name="app"),
    path("account/second-factor/app/remove/", second.app_removed, name="app-remove"),
    path("account/second-factor/passkey/", second.passkey, name="passkey"),
    path("account/second-factor/passkey/<int:pk>/remove/", second.passkey_removed, name="passkey-remove"),
    path("account/second-factor/codes/", second.recovery_codes, name="recovery-codes"),
    path("forgotten/", views_here.forgotten, name="forgotten"),
    path(
        "forgotten/sent/",
        views.PasswordResetDoneView.as_view(template_name="accounts/forgotten_sent.html"),
        name="forgotten-sent",
    ),
    path("forgotten/<uidb64>/<token>/", views_here.NewPassword.as_view(), name="new-password"),
]
