"""The ASGI application: pages, sockets, and the lifespan that owns the embedded jobs."""

import os
import warnings

import django
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.local")
django.setup()
if settings.COLLECT_AT_START:
    from clubsite.staticfiles import collect_if_changed

    collect_if_changed()  # before the application below looks for the files
pages = get_asgi_application()
# Static files are small, and Django reads them in a thread. A club that starts the site needs no warning
# about that.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

# The apps are only loaded after the line above; everything below imports models.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from clubsite.core.garbage import ClosedSocketsCollected  # noqa: E402
from clubsite.core.limits import REQUESTS, SOCKETS  # noqa: E402
from clubsite.core.log_lines import RequestIds  # noqa: E402
from clubsite.core.origins import SameOrigin, SecureCookies  # noqa: E402
from clubsite.core.request_limits import Bodies, RequestLimits  # noqa: E402
from clubsite.lifespan import Lifespan  # noqa: E402
from clubsite.pages_in_turn import PagesInTurn  # noqa: E402
from clubsite.routing import websocket_urlpatterns  # noqa: E402

sockets = SecureCookies(RequestLimits(SameOrigin(URLRouter(websocket_urlpatterns)), SOCKETS))
application = ProtocolTypeRouter(
    {
        "http": RequestIds(SecureCookies(RequestLimits(Bodies(PagesInTurn(pages)), REQUESTS))),
        "websocket": ClosedSocketsCollected(RequestIds(sockets)),
        "lifespan": Lifespan(),
    }
)
