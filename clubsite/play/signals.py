"""Signals to the apps that build on `play`, which `play` itself does not know.

`play_finished(play)` is sent inside the transaction that ended the play, so that its score is stored with it.
`room_all_ready(room_id)` and `room_changed(now)` are sent after the commit. `now` is the room's
`room_states.RoomState`, from which a receiver can tell what to do without a query.
"""

from django.dispatch import Signal

play_finished = Signal()
room_all_ready = Signal()
room_changed = Signal()
