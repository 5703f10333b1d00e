"""Every game's robot against uniformly random legal play, and against itself, in whole matches at home.

    python bench/robots.py [--matches 200] [--mirror 100] [--games umbrage,solo] [--deals 12]

A match has the game's usual options and is ended after `--deals` deals. The first dealer alternates, and so do the
sides. The random player chooses uniformly among the legal actions, claims nothing and takes nothing back. A draw counts
half. At Bridge Solitaire the robot, or chance, plays against the stock.
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


def match(game: str, number: int, players: dict[str, Player], most: int) -> MatchStanding:
    """Play one match. `number` decides the first dealer and seeds everything."""
    rules, first = rules_for(game), "SN"[number // 2 % 2]
    options, deals = usual(match_options(game)), list[Finished]()
    rng = random.Random(f"bench {game} {number}")
    while (now := standing(game, options, first, deals, ended=len(deals) >= most)).header:
        setup = rules.deal(f"bench {number} {len(deals)}", now.header, usual(rules.options))
        state = rules.start(setup, usual(rules.options))
        while (player := rules.turn(state)) is not None:
            state = rules.apply(state, player, players[player](rules, state, player, rng))
        deals.append(Finished(setup, usual(rules.options), rules.outcome(state) or {}))
    return now


def row(game: str, against: str, players: tuple[Player, Player], matches: int, args: argparse.Namespace) -> None:
    """Print how many matches the first of the players won: `| umbrage | chance | 200 | 190 | 1 | 9 | 95.2 % | 0.41 |`.

    Without a second player the first meets the stock.
    """
    done, began = Counter[str](), time.perf_counter()
    alone = rules_for(game).players == ("S",)
    for number in range(matches):
        seat = "S" if alone else "SN"[number % 2]
        seated = dict(zip((seat, OPPONENT[seat]), players, strict=True))
        winner = match(game, number, seated, args.deals).winner
        done["drawn" if winner is None else "won" if winner == seat else "lost"] += 1
    share = f"{100 * (done['won'] + done['drawn'] / 2) / max(matches, 1):.1f} %"
    seconds = f"{(time.perf_counter() - began) / max(matches, 1):.2f}"
    cells = (game, against, matches, done["won"], done["drawn"], done["lost"], share, seconds)
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200, help="against chance")
    parser.add_argument("--mirror", type=int, default=100, help="against itself, and its own calls with random cards")
    parser.add_argument("--deals", type=int, default=12, help="at which a match is ended")
    args = parser.parse_args()
    print("| Game | Robot against | Matches | Won | Drawn | Lost | Share | s a match |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for game in names():
        if rules_for(game).players == ("S",):
            row(game, "the stock", (by_robot, by_chance), args.matches, args)
            row(game, "(chance against the stock)", (by_chance, by_chance), args.matches, args)
        else:
            row(game, "chance", (by_robot, by_chance), args.matches, args)
            row(game, "chance at the cards only", (by_robot, by_chance_at_cards), args.mirror, args)
            row(game, "itself", (by_robot, by_robot), args.mirror, args)


if __name__ == "__main__":
    main()
