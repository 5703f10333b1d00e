"""The addresses of the sheets that a director prints. Views for a session call `session_for`, as in `director.urls`."""

from django.urls import path

from clubsite.printing import views
from clubsite.printing.papers import PAPERS

app_name = "printing"

urlpatterns = [
    path("<str:session_id>/print/lost-slip/", views.lost_slip, name="lost-slip"),
    path("<str:session_id>/print/results.pdf", views.results, name="results-pdf"),
    *(
        path(
            f"<str:session_id>/print/{of_section}{name}.pdf",
            views.cards_on_paper if paper.shows_cards else views.paper,
            {"name": name},
            name=f"{name}-pdf",
        )
        for name, paper in PAPERS.items()
        for of_section in ("", "<str:letter>/")
    ),
    path("<str:session_id>/movement/", views.movement, name="movement-sheet"),
    path("<str:session_id>/movement/<str:letter>/", views.movement, name="movement-sheet-of"),
]
