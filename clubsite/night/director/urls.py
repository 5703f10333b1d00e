"""The director's pages. Everything under a session asks `session_for`: to a stranger it does not exist."""

from django.urls import path

from clubsite.night.director.views import home, prints, room, scores, sections, tables, wizard

urlpatterns = [
    path("", home.index, name="director"),
    path("new/", home.new, name="director-new"),
    path("<str:session_id>/", room.room, name="director-room"),
    path("<str:session_id>/floor/", room.floor, name="director-floor"),
    path("<str:session_id>/act/<slug:act>/", room.act, name="director-act"),
    path("<str:session_id>/sure/<slug:act>/", room.sure, name="director-sure"),
    path("<str:session_id>/trail/", room.trail, name="director-trail"),
    path("<str:session_id>/setup/", wizard.first, name="director-setup"),
    path("<str:session_id>/setup/details/", wizard.details, name="director-details"),
    path("<str:session_id>/setup/sections/", sections.sections, name="director-sections"),
    path("<str:session_id>/setup/sections/<slug:act>/", sections.act, name="director-sections-act"),
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
    path("<str:session_id>/table/<str:number>/", tables.table, name="director-table"),
    path("<str:session_id>/table/<str:number>/answer/", tables.answer, name="director-answer"),
    path("<str:session_id>/table/<str:number>/free/<str:player>/", tables.free, name="director-free"),
    path("<str:session_id>/table/<str:number>/name/<str:player>/", tables.name, name="director-name"),
    path("<str:session_id>/table/<str:number>/undo/", tables.undo, name="director-undo"),
    path("<str:session_id>/codes/", tables.codes, name="director-codes"),
    path("<str:session_id>/score/<int:pk>/", scores.score, name="director-score"),
    path("<str:session_id>/score/<int:pk>/preview/", scores.preview, name="director-score-preview"),
    path("<str:session_id>/ranking/", scores.ranking, name="director-ranking"),
    path("<str:session_id>/board/<int:number>/", scores.traveller, name="director-traveller"),
]
