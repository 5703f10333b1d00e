"""The director's pages. Everything under a session asks `session_for`: to a stranger it does not exist."""

from django.urls import path

from clubsite.director.monitor import card_inspection_views, table_views
from clubsite.director.monitor import views as room
from clubsite.director.prints import movement_views
from clubsite.director.prints import views as prints
from clubsite.director.repair import views as repair
from clubsite.director.scores import settings_views, swiss_views
from clubsite.director.scores import views as scores
from clubsite.director.setup import game_option_views, section_views, session_views
from clubsite.director.setup import views as wizard
from clubsite.exchange import director_views

urlpatterns = [
    path("", session_views.index, name="director"),
    path("new/", session_views.new, name="director-new"),
    path("<str:session_id>/", room.room, name="director-room"),
    path("<str:session_id>/overview/", room.overview, name="director-overview"),
    path("<str:session_id>/act/<slug:act>/", room.act, name="director-act"),
    path("<str:session_id>/sure/<slug:act>/", room.sure, name="director-sure"),
    path("<str:session_id>/draw/", swiss_views.draw, name="director-draw"),
    path("<str:session_id>/audit-log/", room.audit_log, name="director-audit-log"),
    path("<str:session_id>/setup/", wizard.first, name="director-setup"),
    path("<str:session_id>/setup/details/", wizard.details, name="director-details"),
    path("<str:session_id>/options/", game_option_views.options, name="director-options"),
    path("<str:session_id>/setup/sections/", section_views.sections, name="director-sections"),
    path("<str:session_id>/setup/sections/<slug:act>/", section_views.act, name="director-sections-act"),
    path("<str:session_id>/setup/movement/", wizard.movement, name="director-movement"),
    path("<str:session_id>/setup/robot/", wizard.robot, name="director-robot"),
    path("<str:session_id>/setup/players/", wizard.players, name="director-players"),
    path("<str:session_id>/setup/players/fill/", wizard.players_fill, name="director-players-fill"),
    path("<str:session_id>/setup/players/<str:key>/", wizard.player, name="director-player"),
    path("<str:session_id>/setup/boards/", wizard.boards, name="director-boards"),
    path("<str:session_id>/solving/", wizard.solving, name="director-solving"),
    path("<str:session_id>/setup/print/", wizard.printing, name="director-print"),
    path("<str:session_id>/setup/start/", wizard.start, name="director-start"),
    path("<str:session_id>/setup/discard/", wizard.discard, name="director-discard"),
    path("<str:session_id>/print/slips.pdf", prints.slips, name="director-slips"),
    path("<str:session_id>/print/table-cards.pdf", prints.cards, name="director-cards"),
    path("<str:session_id>/print/movement.pdf", prints.movement, name="director-movement-pdf"),
    path("<str:session_id>/movement/", movement_views.walk, name="director-walk"),
    path("<str:session_id>/movement/<str:letter>/", movement_views.walk, name="director-walk-of"),
    path(
        "<str:session_id>/movement/<str:letter>/guide-cards.pdf",
        movement_views.guides,
        name="director-guides",
    ),
    path(
        "<str:session_id>/movement/<str:letter>/table-guides.pdf",
        movement_views.at_tables,
        name="director-table-guides",
    ),
    path("<str:session_id>/table/<str:number>/", table_views.table, name="director-table"),
    path("<str:session_id>/table/<str:number>/answer/", table_views.answer, name="director-answer"),
    path(
        "<str:session_id>/table/<str:number>/waiting/<slug:act>/",
        table_views.waiting,
        name="director-waiting",
    ),
    path("<str:session_id>/table/<str:number>/free/<str:player>/", table_views.free, name="director-free"),
    path("<str:session_id>/table/<str:number>/name/<str:player>/", table_views.name, name="director-name"),
    path("<str:session_id>/table/<str:number>/undo/", table_views.undo, name="director-undo"),
    path("<str:session_id>/table/<str:number>/look/", card_inspection_views.look, name="director-look"),
    path("<str:session_id>/repair/", repair.index, name="director-repair"),
    path("<str:session_id>/repair/undo/", repair.undo, name="director-repair-undo"),
    path("<str:session_id>/repair/<slug:kind>/", repair.change, name="director-repair-change"),
    path("<str:session_id>/files/", director_views.files, name="director-files"),
    path("<str:session_id>/files/cards/", director_views.cards, name="director-files-cards"),
    path("<str:session_id>/files/results/", director_views.results, name="director-files-results"),
    path("<str:session_id>/files/report.xml", director_views.usebio, name="director-files-report"),
    path("<str:session_id>/codes/", table_views.codes, name="director-codes"),
    path("<str:session_id>/score/<int:pk>/", scores.score, name="director-score"),
    path("<str:session_id>/score/<int:pk>/preview/", scores.preview, name="director-score-preview"),
    path("<str:session_id>/scoring/", settings_views.scoring, name="director-scoring"),
    path("<str:session_id>/scoring/handicaps/", settings_views.handicaps, name="director-handicaps"),
    path(
        "<str:session_id>/scoring/penalty/<int:pk>/back/",
        settings_views.penalty_back,
        name="director-penalty-back",
    ),
    path("<str:session_id>/ranking/", scores.ranking, name="director-ranking"),
    path("<str:session_id>/ranking/wall/", scores.wall, name="director-wall"),
    path("<str:session_id>/board/<int:number>/", scores.traveller, name="director-traveller"),
]
