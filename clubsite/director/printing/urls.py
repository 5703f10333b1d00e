from django.urls import path

from clubsite.director.printing import views
from clubsite.director.printing.papers import PAPERS

urlpatterns = [
    path("<str:session_id>/print/lost-slip/", views.lost_slip, name="lost-slip"),
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
