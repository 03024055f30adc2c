"""What a table plays, in words, for players who are about to join it."""

from __future__ import annotations

from cli.words.house_rules import house_rules_in_words
from cli.words.language import _, n_
from cli.words.punctuation import with_semicolons
from cli.words.rules_help import mode_name, variant_name
from cli.words.schedule_in_words import schedule_in_words
from cli.words.written_numbers import decimal
from p2puno.options import VARIANTS, Options
from protocol.log.table_terms import MACHINE_GRACE, REDEAL, TURN_TIME, Terms


def rules_name(variant: str) -> str:
    """The name of a rule set; an unknown one keeps its own."""
    return variant_name(variant) if variant in VARIANTS else variant


def to_points(options: Options) -> bool:
    """Whether points end the match; otherwise a number of rounds does."""
    return options.mode in ("single", "partners", "challenge")


def aims(options: Options) -> list[str]:
    """How the match is won: the target, the cycles, and whether the lowest total wins."""
    points = n_("to {target} point", "to {target} points", options.target)
    found = [points.format(target=options.target)] if to_points(options) else []
    if not to_points(options) and options.cycles != 1:
        cycles = n_("{count} cycle", "{count} cycles", options.cycles)
        stages = n_("{count} stage", "{count} stages", options.cycles)
        times = stages if options.mode == "tournament" else cycles
        found.append(times.format(count=options.cycles))
    return [*found, _("lowest total wins")] if options.scoring == "lowest" else found


def terms_in_words(terms: Terms, seats: int, machines: int | None = None) -> list[str]:
    """What is played at a table with this many seats, in two sentences. `machines` is how many players
    run a program of their own, if that is known: two of them wait for each other, whatever bots they have."""
    options = terms.options
    votes = (seats if machines is None else machines) > 2
    away = _("a player away for {seconds} s is out, unless only two people play")
    if machines is not None:
        away = _("a player away for {seconds} s is out")
    parts = [rules_name(options.variant)]
    if options.mode != "single":
        parts.append(mode_name(options.mode))
    parts += aims(options)
    if options.house_rules:
        parts.append(_("house rules: {rules}").format(rules=house_rules_in_words(options.house_rules)))
    cards = n_("{count} card each", "{count} cards each", options.hand_size)
    caught = n_(
        "a forgotten UNO costs {count} card",
        "a forgotten UNO costs {count} cards",
        options.uno_penalty,
    )
    details = [
        cards.format(count=options.hand_size),
        caught.format(count=options.uno_penalty),
        away.format(seconds=terms.grace // 1000) if votes else _("both wait for a player who is away"),
    ]
    if terms.dropout == REDEAL and votes:
        details.append(_("and then the round is dealt again"))
    if options.mode == "tournament":
        return [", ".join(parts) + ".", *schedule_in_words(options.cycles, seats)]
    return [", ".join(parts) + ".", with_semicolons([*details, *unusual_times(terms)]) + "."]


def unusual_times(terms: Terms) -> list[str]:
    """Time limits that differ from the defaults."""
    told = [
        (
            terms.options.uno_window,
            Options().uno_window,
            _("a player who forgets UNO can be caught for {seconds} s"),
        ),
        (terms.turn_time, TURN_TIME, _("after {seconds} s your program moves for you")),
        (terms.machine_grace, MACHINE_GRACE, _("a program that does nothing for {seconds} s is out")),
    ]
    return [text.format(seconds=decimal(f"{time / 1000:g}")) for time, common, text in told if time != common]
