"""The addresses of the director's pages. A session's pages call `session_for`, which raises Http404 for strangers."""

from django.urls import path

from clubsite.director.monitor import devices as device_views
from clubsite.director.monitor import table_views
from clubsite.director.monitor import views as monitor_views
from clubsite.director.printing import papers as printing
from clubsite.director.printing.papers import PAPERS, SHOW_CARDS
from clubsite.director.repair import views as repair
from clubsite.director.scores import views as scores
from clubsite.director.setup import boards, sections
from clubsite.director.setup import movement_editor as editor_views
from clubsite.director.setup import players as player_views
from clubsite.director.setup import views as setup_views

app_name = "director"

urlpatterns = [
    path("", setup_views.index, name="index"),
    path("new/", setup_views.new, name="new"),
    path("<str:session_id>/", monitor_views.monitor, name="monitor"),
    path("<str:session_id>/overview/", monitor_views.overview, name="overview"),
    path("<str:session_id>/go/", monitor_views.go, name="go"),
    path("<str:session_id>/projector/", monitor_views.projector, name="projector"),
    path("<str:session_id>/projector/part/", monitor_views.projector, {"part": True}, name="projector-part"),
    path("<str:session_id>/act/<slug:act>/", monitor_views.act, name="act"),
    path("<str:session_id>/sure/<slug:act>/", monitor_views.sure, name="sure"),
    path("<str:session_id>/draw/", scores.draw, name="draw"),
    path("<str:session_id>/second-place/", device_views.place, name="second-place"),
    path("<str:session_id>/audit-log/", monitor_views.audit_log, name="audit-log"),
    path("<str:session_id>/setup/", setup_views.first, name="setup"),
    path("<str:session_id>/setup/details/", setup_views.details, name="details"),
    path("<str:session_id>/options/", setup_views.options, name="options"),
    path("<str:session_id>/showing/", monitor_views.showing, name="showing"),
    path("<str:session_id>/setup/sections/", sections.sections, name="sections"),
    path("<str:session_id>/setup/sections/<slug:act>/", sections.act, name="sections-act"),
    path("<str:session_id>/setup/movement/", setup_views.movement, name="movement"),
    path("<str:session_id>/setup/movement/editor/", editor_views.editor, name="movement-editor"),
    path("<str:session_id>/setup/movement/check/", editor_views.check, name="movement-check"),
    path("<str:session_id>/setup/movement/keep/", editor_views.keep, name="movement-keep"),
    path("<str:session_id>/setup/movement/forget/<str:key>/", editor_views.forget, name="movement-forget"),
    path("<str:session_id>/setup/robot/", setup_views.robot, name="robot"),
    path("<str:session_id>/setup/players/", player_views.players, name="players"),
    path("<str:session_id>/setup/players/fill/", player_views.players_fill, name="players-fill"),
    path("<str:session_id>/setup/players/pick/", player_views.players_pick, name="players-pick"),
    path("<str:session_id>/setup/players/team/<str:key>/", player_views.team, name="player-team"),
    path("<str:session_id>/setup/players/coming/undo/", player_views.coming_undo, name="players-coming-undo"),
    path("<str:session_id>/setup/players/coming/<str:public_id>/", player_views.coming, name="players-coming"),
    path("<str:session_id>/setup/players/<str:key>/", player_views.player, name="player"),
    path("<str:session_id>/setup/boards/", boards.boards, name="boards"),
    path("<str:session_id>/setup/boards/again/", boards.former_boards, name="former-boards"),
    path("<str:session_id>/setup/boards/event/", boards.event_boards, name="event-boards"),
    path("<str:session_id>/solving/", boards.solving, name="solving"),
    path("<str:session_id>/setup/print/", setup_views.printing, name="print"),
    path("<str:session_id>/setup/start/", setup_views.start, name="start"),
    path("<str:session_id>/setup/discard/", setup_views.discard, name="discard"),
    path("<str:session_id>/table/<str:number>/", table_views.table, name="table"),
    path("<str:session_id>/table/<str:number>/answer/", table_views.answer, name="answer"),
    path("<str:session_id>/table/<str:number>/call-back/", table_views.call_back, name="call-back"),
    path("<str:session_id>/table/<str:number>/waiting/<slug:act>/", table_views.waiting, name="waiting"),
    path("<str:session_id>/table/<str:number>/free/<str:player>/", table_views.free, name="free"),
    path("<str:session_id>/table/<str:number>/name/<str:player>/", table_views.name, name="name"),
    path("<str:session_id>/table/<str:number>/kind/", table_views.kind, name="table-kind"),
    path("<str:session_id>/table/<str:number>/undo/", table_views.undo, name="undo"),
    path("<str:session_id>/table/<str:number>/look/", table_views.look, name="look"),
    path("<str:session_id>/devices/", device_views.devices, name="devices"),
    path("<str:session_id>/devices/part/", device_views.devices, {"part": True}, name="devices-part"),
    path("<str:session_id>/devices/<str:ticket_id>/", device_views.device, name="device"),
    path("<str:session_id>/devices/<str:ticket_id>/free/", device_views.free, name="device-free"),
    path("<str:session_id>/devices/<str:ticket_id>/back/", device_views.back, name="device-back"),
    path("<str:session_id>/order-check/fouled/<slug:act>/", monitor_views.fouled, name="fouled"),
    path("<str:session_id>/repair/", repair.index, name="repair"),
    path("<str:session_id>/teams/", repair.teams, name="teams"),
    path("<str:session_id>/repair/undo/", repair.undo, name="repair-undo"),
    path("<str:session_id>/repair/<slug:kind>/", repair.change, name="repair-change"),
    path("<str:session_id>/codes/", table_views.codes, name="codes"),
    path("<str:session_id>/score/<int:pk>/", scores.score, name="score"),
    path("<str:session_id>/paper/", scores.first, name="paper-first"),
    path("<str:session_id>/paper/<int:number>/", scores.paper, name="paper"),
    path("<str:session_id>/paper/said/<int:pk>/", scores.said, name="paper-said"),
    path("<str:session_id>/score/<int:pk>/board/", repair.wrong_board, name="wrong-board"),
    path("<str:session_id>/score/<int:pk>/board/aside/", repair.aside, name="wrong-board-aside"),
    path("<str:session_id>/score/<int:pk>/board/undo/", repair.wrong_board_back, name="wrong-board-undo"),
    path("<str:session_id>/score/<int:pk>/turn/", repair.turn, name="turn"),
    path("<str:session_id>/score/<int:pk>/leads/", table_views.leads_again, name="leads-open"),
    path("<str:session_id>/score/<int:pk>/right/", table_views.right, name="score-right"),
    path("<str:session_id>/score/<int:pk>/preview/", scores.preview, name="score-preview"),
    path("<str:session_id>/scoring/", scores.scoring, name="scoring"),
    path("<str:session_id>/scoring/handicaps/", scores.handicaps, name="handicaps"),
    path("<str:session_id>/scoring/penalty/<int:pk>/back/", scores.penalty_back, name="penalty-back"),
    path("<str:session_id>/ranking/", scores.ranking, name="ranking"),
    path("<str:session_id>/ranking/robots/", scores.robots, name="ranking-robots"),
    path("<str:session_id>/ranking/wall/", scores.leaderboard, name="leaderboard"),
    path("<str:session_id>/board/<int:number>/cards/", scores.deal, name="deal"),
    path("<str:session_id>/board/<int:number>/", scores.traveller, name="traveller"),
    path("<str:session_id>/print/lost-slip/", printing.lost_slip, name="lost-slip"),
    *(
        path(
            f"<str:session_id>/print/{of_section}{name}.pdf",
            printing.cards_on_paper if name in SHOW_CARDS else printing.paper,
            {"name": name},
            name=f"{name}-pdf",
        )
        for name in PAPERS
        for of_section in ("", "<str:letter>/")
    ),
    path("<str:session_id>/movement/", printing.movement, name="movement-sheet"),
    path("<str:session_id>/movement/<str:letter>/", printing.movement, name="movement-sheet-of"),
]
