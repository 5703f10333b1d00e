"""The rules of card games, without a framework, a clock or random numbers of their own.

Used by `clubsite.play` (which folds every action at a live table through `games.replay`), `clubsite.nights` (deals
from a seed, PBN files), `clubsite.demo` (scripted players), `clubsite.results` (replays), `clubsite.home` (home
play, robots, lessons), `clubsite.practice` and `clubsite.analysis`. Nothing here knows who the user is.

>>> from games.registry import rules_for
>>> from games.replay import replay
>>> from games.shuffle import deal_from_seed
>>> solo = rules_for("solo")
>>> setup = deal_from_seed("a seed", 1).to_setup(1)
>>> log = [{"seq": 1, "actor": "N", "a": "c:1S"}, {"seq": 2, "actor": "S", "a": "c:P"}]
>>> state = replay(solo, setup, {}, log)
>>> solo.turn(state)
'N'
>>> state = solo.apply(state, "N", "c:P")
>>> solo.view(state, "S")["contract"]["text"]
'1S'
"""
