"""Plays RLCard's UNO in slices, as asked on standard input: a number of seconds, answered by a slice.

Runs in a virtual environment of its own, see `benchmarks.engine`; it needs RLCard and nothing of ours.
"""

import sys
from random import Random

from benchmarks.timing import Played, play_for


def serve() -> None:
    from rlcard.games.uno import Game  # type: ignore[import-not-found]

    roll = Random(1).random
    uno = Game(num_players=4)

    def game() -> Played:
        steps = 0
        state, _ = uno.init_game()
        while not uno.is_over():
            # The state comes with its legal actions: asking for them again would only slow it down.
            legal = state["legal_actions"]
            count = len(legal)
            state, _ = uno.step(legal[int(roll() * count) if count > 1 else 0])
            steps += 1
        return Played(steps, steps)

    print("ready", flush=True)
    for line in sys.stdin:
        print(*play_for(float(line), game), flush=True)


if __name__ == "__main__":
    serve()
