"""An account of one's own: for the history of one's matches. To play nobody needs one."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from clubsite.accounts.forms import SignUpForm

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    """Choose a name and a password; signed in at once, and back to where one came from."""
    if request.user.is_authenticated:
        return redirect("home")
    form = SignUpForm(request.POST or None)
    onward = request.POST.get("next") or request.GET.get("next", "")
    if request.method == "POST" and form.is_valid():
        login(request, form.save(), backend=BACKEND)
        safe = url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure())
        return redirect(onward if safe else "home")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/signup.html", {"form": form, "next": onward}, status=status)
