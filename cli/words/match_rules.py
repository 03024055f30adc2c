"""How a match is counted, won and left, in the words of the help."""

from __future__ import annotations

from cli.words.language import _, n_
from cli.words.rule import Rule, Section, rule, ruling
from p2puno.options import Options
from p2puno.rulesets import RULE_SETS


def end(options: Options) -> Section:
    target = n_(
        "The first to reach {count} point wins the match.",
        "The first to reach {count} points wins the match.",
        options.target,
    )
    rules = [
        rule(
            _("The player who goes out scores the others' cards. A last draw card still has its effect."),
            "G-06",
            "G-07",
            "P-01",
        ),
        rule(target.format(count=options.target), "P-02"),
    ]
    if options.variant == "flip":
        rules.append(rule(_("The points are those of the side on which the round ends."), "P-04"))
        rules.append(ruling(_("A last card names no colour, except a Wild Draw Color."), "T-07"))
    else:
        rules.append(ruling(_("A last card names no colour."), "T-07"))
    return Section(_("The end"), tuple(rules))


def modes() -> Section:
    return Section(
        _("Match modes"),
        (
            rule(_("single: everybody for themselves, as above."), "P-01", "P-02"),
            rule(
                _("lowest (a scoring): everybody scores the cards they hold, and the lowest total wins."),
                "P-03",
            ),
            ruling(
                _("lowest: players with equal totals win together; the totals of partners are added."),
                "P-05",
                "R-03",
            ),
            rule(
                _("partners: two pairs, partners across from each other, and their points are added."), "R-01"
            ),
            ruling(_("partners: four players, and the first pair to reach the target wins."), "R-03"),
            rule(_("rotating: four rounds with each of the three others as partner."), "R-02"),
            ruling(
                _("rotating: equal totals win together; all rounds can be played more than once."), "R-02"
            ),
            rule(_("tournament: many tables at the same time, everybody partners with everybody."), "M-01"),
            ruling(_("tournament: any two players are also opponents equally often."), "M-02", "M-07"),
            ruling(
                _(
                    "tournament: four rounds with one partner; after two of them left and right change "
                    "places, and each of the four deals once."
                ),
                "M-03",
            ),
            ruling(
                _(
                    "tournament: a player who is missing gets nothing for that stage; those who could not "
                    "play because of it, and those who sit out, get the mean of their other stages."
                ),
                "M-04",
                "M-05",
            ),
            ruling(_("tournament: of two different results of one table, neither counts."), "M-06"),
            rule(
                _(
                    "challenge: everybody scores the cards they hold; at the target you are out, and the "
                    "last one wins."
                ),
                "E-01",
                "E-02",
            ),
            ruling(
                _(
                    "challenge: the last two keep their totals. Who stayed in longer ranks higher; those "
                    "put out in "
                    "the same round rank by their totals, and those who left come last."
                ),
                "E-03",
            ),
        ),
    )


def leaving(variant: str) -> Section:
    deck = RULE_SETS[variant].deck
    most = max(deck.points[face] for side in deck.sides for face in side)
    unopened = _(
        "A card that cannot be opened because keys are withheld counts {points} points, but pays nothing "
        "to the "
        "player whose seats withhold one."
    )
    rules: tuple[Rule, ...] = (
        ruling(
            _(
                "Their cards are shuffled into the draw pile, and the next player takes over the turn or "
                "the deal."
            ),
            "L-01",
            "L-03",
        ),
        ruling(
            _(
                "What waited for them is dropped; a battle ends without a loser. A draw card that they "
                "played "
                "still counts."
            ),
            "L-02",
        ),
        ruling(_("The last player left wins the match."), "L-03"),
        ruling(
            _(
                "Partners and tournaments do not go on without them: the round does not count, and the "
                "others "
                "wait or end the match with the totals so far."
            ),
            "L-04",
        ),
        ruling(_("What they held still counts, for the player who goes out and against themselves."), "L-05"),
        ruling(unopened.format(points=most), "L-06"),
        ruling(
            _(
                "A round that cannot go on without them is dealt again and pays nobody. Where held cards "
                "are "
                "charged, they are charged the highest value for each."
            ),
            "L-07",
        ),
        ruling(
            _(
                "Who went out before leaving has still won the round, unless they, their partner or one of "
                "their bots cheated: then it pays nobody."
            ),
            "L-08",
        ),
        ruling(_("Only players who are still in win a match or end it."), "L-09"),
        ruling(_("Who was put out for cheating comes back only if all players who are in agree."), "L-10"),
    )
    return Section(_("When a player leaves"), rules)
