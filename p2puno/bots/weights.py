"""The weight of each outlook feature, by rule set and side.

Fitted by logistic regression on who won about 7000 rounds of each rule set (No Mercy: 1000) among four bots,
from the positions after their turns. `python -m benchmarks.fit` fits them again.
"""

from collections.abc import Mapping
from types import MappingProxyType

from p2puno.bots.evaluation import Features

_TABLE = """
feature           classic/0    flip/0    flip/1  battle/0   crash/0    swap/0 no-mercy/0
one                   -1.01     -1.16     -1.08     -1.30     -1.39     -1.39       0.08
cards                 -1.92     -1.17     -1.32     -1.77     -1.53     -0.80      -0.26
cards_1                0.27      0.16      0.02      0.41      0.52      0.41       0.09
cards_2                0.52      0.49      0.29      0.49      0.61      0.66       0.15
cards_3                0.16      0.17      0.08      0.22      0.25      0.29       0.05
cards_4                0.05      0.08      0.02      0.09      0.09      0.12       0.00
chance                 0.02     -0.10      0.15      0.13     -0.07      0.07      -0.17
chance_1               2.42      2.69      2.20      2.09      2.23      2.69       0.93
chance_2              -0.34     -0.26     -0.19     -0.09     -0.10     -0.22      -0.25
wilds                  0.62     -0.01     -0.01      0.84      0.18     -0.07      -0.14
wilds_1               -1.83     -1.99     -0.82     -1.76     -1.98     -2.01       0.43
wilds_2                0.35      0.35      0.40      0.14      0.02      0.26       0.52
wilds_per_card         1.84      1.82      1.06      0.82      2.47      1.60      -0.08
wild_draws             0.62      0.30      0.53      0.55      0.48      0.41       0.47
special_wilds          0.00      0.00      0.00     -1.40     -0.19      0.63       0.18
actions                0.11      0.23      0.24      0.08      0.04     -0.07      -0.16
draws                  0.32     -0.02      0.21      0.22      0.35      0.38       0.03
flips                  0.00     -0.15     -0.16      0.00      0.00      0.00       0.13
highest                0.04      0.08     -0.09      0.35      0.07     -0.04       0.07
in_colour              0.27      0.22      0.13      0.20      0.26      0.15       0.07
colours               -0.15     -0.14     -0.14      0.10      0.27     -0.02      -0.13
main_colour           -0.08     -0.08      0.07      0.08      0.10      0.03      -0.10
next_cards             0.66      0.47      0.36      0.48      0.56      0.37      -0.21
next_1                -0.23     -0.13     -0.14     -0.18     -0.06     -0.06       0.27
next_1_chance         -2.27     -2.48     -2.85     -2.29     -2.61     -2.18      -1.59
next_2                -0.11     -0.02     -0.04     -0.14     -0.11      0.00       0.21
next_2_chance         -0.74     -0.40     -0.31     -0.64     -0.78     -0.52      -0.43
next_3                -0.07     -0.05     -0.06     -0.14     -0.11     -0.08       0.12
next_more_chance      -0.44     -0.12     -0.07     -0.41     -0.43     -0.14      -0.07
between_cards          0.72      0.51      0.55      0.54      0.62      0.29      -0.34
between_1             -0.01     -0.16     -0.20     -0.03     -0.09     -0.20      -0.07
between_1_chance      -1.11     -1.01     -1.00     -1.03     -1.12     -0.89      -0.76
between_2             -0.09     -0.16     -0.09     -0.08     -0.12     -0.15      -0.20
last_cards             0.32      0.44      0.21      0.26      0.33      0.21      -0.60
last_1                -0.18     -0.21     -0.17     -0.28     -0.22     -0.29      -0.28
last_1_chance         -0.79     -0.60     -0.63     -0.52     -0.56     -0.64       0.00
last_2                -0.14     -0.10     -0.11     -0.12     -0.11     -0.14      -0.20
fewest                 0.20     -0.08      0.10      0.09     -0.03      0.10       0.87
seen_wilds            -1.17     -0.81     -0.69     -0.11     -1.27     -0.95      -0.23
"""


def _read(table: str) -> dict[str, tuple[Features, ...]]:
    (_, *columns), *rows = (line.split() for line in table.strip().splitlines())
    by_column = [Features(**{name: float(values[i]) for name, *values in rows}) for i in range(len(columns))]
    weights: dict[str, tuple[Features, ...]] = {}
    for column, found in zip(columns, by_column, strict=True):
        name, _ = column.split("/")
        weights[name] = (*weights.get(name, ()), found)  # the light side comes first
    return weights


WEIGHTS: Mapping[str, tuple[Features, ...]] = MappingProxyType(_read(_TABLE))
