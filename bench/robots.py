"""Every game's robot against uniformly random legal play, and against itself, in whole matches at home.

    python bench/robots.py [--matches 200] [--mirror 100] [--games umbrage,solo] [--deals 12] [--seed bench]

A match has the game's usual options, both for play and for scoring. The first dealer alternates, and so do the sides. A
match still going after `--deals` deals is ended there, as a player may end it (unfinished rubbers have their bonuses).
The random player chooses uniformly among the legal actions of the view, picks several cards at random if several are
asked for, claims nothing and takes nothing back. A draw counts half. Bridge Solitaire has no second player: its match
is the robot, or chance, against the stock.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import robots
from games.options import usual
from games.players import OPPONENT
from games.registry import names, rules_for
from games.rules import Rules
from scoring.home import Finished, MatchStanding, match_options, standing

Player = Callable[[Rules[Any], Any, str, random.Random], str]
LONGEST = 1000  # actions of a deal; with more it will not end


def by_chance(rules: Rules[Any], state: Any, player: str, rng: random.Random) -> str:
    """Choose any of the view's legal actions, or any choice of cards if one is asked for."""
    legal = rules.view(state, player)["legal"]
    pick = rules.pick(state, player)
    chosen = rng.randrange(len(legal) + bool(pick))
    return legal[chosen] if pick is None or chosen < len(legal) else pick.random(rng.choice)


def by_robot(rules: Rules[Any], state: Any, player: str, rng: random.Random) -> str:
    """Return the robot's choice from its view."""
    action = robots.choose(rules.view(state, player), rng.choice)
    if action is None:
        raise SystemExit(f"The robot of {rules.name} has nothing to say on its turn.")
    return action


def by_chance_at_cards(rules: Rules[Any], state: Any, player: str, rng: random.Random) -> str:
    """Make the robot's calls and choices but play random cards, to see the worth of the robot's card play alone."""
    turn = rules.view(state, player)["turn"]
    plays = turn is not None and turn["what"] == "card"
    return (by_chance if plays else by_robot)(rules, state, player, rng)


def deal(
    rules: Rules[Any], seed: str, header: dict[str, Any], players: dict[str, Player], rng: random.Random
) -> Finished:
    """Play one deal to its end."""
    options = usual(rules.options)
    setup = rules.deal(seed, header, options)
    state = rules.start(setup, options)
    for _ in range(LONGEST):
        player = rules.turn(state)
        if player is None:
            return Finished(setup, options, rules.outcome(state) or {})
        state = rules.apply(state, player, players[player](rules, state, player, rng))
    raise SystemExit(f"A deal of {rules.name} does not end: {header}, seed {seed}.")


def match(game: str, seed: str, number: int, players: dict[str, Player], most: int) -> MatchStanding:
    """Play one match. `number` decides the first dealer and seeds everything."""
    rules, first = rules_for(game), "SN"[number // 2 % 2]
    options, deals = usual(match_options(game)), list[Finished]()
    rng = random.Random(f"{seed} {game} {number}")
    while (now := standing(game, options, first, deals, ended=len(deals) >= most)).header:
        deals.append(deal(rules, f"{seed} {number} {len(deals)}", now.header, players, rng))
    return now


def series(
    game: str, seed: str, matches: int, other: Player, most: int, one: Player = by_robot
) -> tuple[Counter[str], float]:
    """Return the matches that `one` has won, drawn and lost against `other`, and seconds a match."""
    done: Counter[str] = Counter()
    began = time.perf_counter()
    alone = rules_for(game).players == ("S",)
    for number in range(matches):
        robot = "S" if alone else "SN"[number % 2]
        players = {robot: one, OPPONENT[robot]: other}
        winner = match(game, seed, number, players, most).winner
        done["drawn" if winner is None else "won" if winner == robot else "lost"] += 1
    return done, (time.perf_counter() - began) / max(matches, 1)


def row(game: str, against: str, found: tuple[Counter[str], float]) -> str:
    """Return a line of the table: `| umbrage | chance | 200 | 190 | 1 | 9 | 95.2 % | 0.41 |`."""
    done, seconds = found
    matches = sum(done.values())
    share = (done["won"] + done["drawn"] / 2) / max(matches, 1)
    cells = [game, against, matches, done["won"], done["drawn"], done["lost"], f"{100 * share:.1f} %", f"{seconds:.2f}"]
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200, help="against chance")
    parser.add_argument("--mirror", type=int, default=100, help="against itself, and its own calls with random cards")
    parser.add_argument("--games", default="", help="names with commas; all if left out")
    parser.add_argument("--deals", type=int, default=12, help="at which a match is ended")
    parser.add_argument("--seed", default="bench")
    args = parser.parse_args()
    print("| Game | Robot against | Matches | Won | Drawn | Lost | Share | s a match |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for game in args.games.split(",") if args.games else names():
        alone = rules_for(game).players == ("S",)
        found = series(game, args.seed, args.matches, by_chance, args.deals)
        print(row(game, "the stock" if alone else "chance", found), flush=True)
        if alone:
            found = series(game, args.seed, args.matches, by_chance, args.deals, by_chance)
            print(row(game, "(chance against the stock)", found), flush=True)
        elif args.mirror:
            for against, other in (("chance at the cards only", by_chance_at_cards), ("itself", by_robot)):
                found = series(game, args.seed, args.mirror, other, args.deals)
                print(row(game, against, found), flush=True)


if __name__ == "__main__":
    main()
