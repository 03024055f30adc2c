"""The house rules in words: what each is called, what it says in one sentence, and why two contradict."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words.language import _, n_, p_
from cli.words.punctuation import with_colon
from p2puno.house import PRESETS, Clash, presets_of


def house_rule_name(name: str) -> str:
    """What players call a rule; an unknown one keeps its own name."""
    names = {
        "two-decks": p_("house rule", "Two decks"),
        "stack-same": p_("house rule", "Stack the same"),
        "stack-up": p_("house rule", "Stack upwards"),
        "stack-any": p_("house rule", "Stack anything"),
        "deflect": p_("house rule", "Deflect"),
        "seven-zero": p_("house rule", "Seven-Zero"),
        "doubles": p_("house rule", "Doubles"),
        "draw-until": p_("house rule", "Draw until it fits"),
        "blind-draw": p_("house rule", "Blind draw"),
        "force": p_("house rule", "Forced play"),
        "no-bluff": p_("house rule", "No bluffing"),
        "no-challenge": p_("house rule", "No challenges"),
        "clean-finish": p_("house rule", "Clean finish"),
        "mercy": p_("house rule", "Mercy"),
        "open-hands": p_("house rule", "Open hands"),
        "false-catch": p_("house rule", "False catch"),
        "jump-in": p_("house rule", "Jump-in"),
    }
    return names.get(name, name)


def house_rule_in_short(name: str) -> str:
    """What a rule says, in one sentence."""
    sentences = {
        "two-decks": _("Two decks are shuffled together."),
        "stack-same": _(
            "Lay the same draw card on a draw card: the sum goes on to the next player, until "
            "somebody draws it all."
        ),
        "stack-up": _("Lay the same draw card or a stronger one on a draw card: the sum goes on."),
        "stack-any": _("Lay any draw card on any other: the sum goes on."),
        "deflect": _(
            "On a draw card, a Reverse of the colour in play sends the sum back, and a Skip passes it on."
        ),
        "seven-zero": _("A 7 trades hands with a player of your choice, a 0 passes all hands on."),
        "doubles": _("Lay several cards of one number in one turn; the last one decides the colour."),
        "draw-until": _("If you draw, you go on until a card fits."),
        "blind-draw": _(
            "A card that you draw stays face down, even for you: play it blind, or keep it unseen until "
            "your next turn."
        ),
        "force": _("If you hold a card that fits, you must play one, also if you just drew it."),
        "no-bluff": _("A wild draw card only if you have nothing of the colour; nobody can challenge it."),
        "no-challenge": _("A wild draw card is always legal, and nobody can challenge it."),
        "clean-finish": _(
            "The last card must not be a wild card or a draw card: if it is, you draw two instead of winning."
        ),
        "mercy": _("A player who holds 25 cards is out of the round; the last one in wins it."),
        "open-hands": _("A player with this many cards or fewer plays with an open hand."),
        "false-catch": _("Catching somebody wrongly costs you a card."),
        "jump-in": _("Lay an identical card although it is not your turn; play goes on from you."),
    }
    return sentences[name]


def chosen_rule(word: str) -> str:
    """A rule as the table has chosen it: its name, with its number if it has one."""
    name, _colon, number = word.partition(":")
    if not number:
        return house_rule_name(name)
    text = n_("{rule} (up to {count} card)", "{rule} (up to {count} cards)", int(number))
    return text.format(rule=house_rule_name(name), count=number)


def house_rules_in_words(chosen: Sequence[str]) -> str:
    """All rules that a table has chosen, for a sentence."""
    return ", ".join(chosen_rule(word) for word in chosen)


def house_rules_explained(chosen: Sequence[str]) -> list[str]:
    """What each rule of a table says, for players who do not know it by its name."""
    return [with_colon(chosen_rule(word), house_rule_in_short(word.partition(":")[0])) for word in chosen]


def preset_name(preset: str) -> str:
    return {
        "official": p_("house rules", "none"),
        "family": p_("house rules", "Family"),
        "party": p_("house rules", "Party"),
    }[preset]


def preset_in_short(preset: str) -> str:
    """The rules of a set."""
    return house_rules_in_words(PRESETS[preset]) or _("Only the official rules.")


def clash_reason(why: Clash) -> str:
    """Why two rules do not go together, as a part of a sentence."""
    return {
        Clash.ONE_WAY_TO_STACK: _("each says which cards may be stacked"),
        Clash.ONE_VIEW_OF_BLUFFS: _("one forbids the bluff that the other allows"),
        Clash.CARD_UNSEEN: _("a card that nobody has seen cannot be judged"),
        Clash.DECK_TOO_LARGE: _("so many cards are more than a table can shuffle"),
        Clash.OWN_RULE: _("the rule set has its own rule for this"),
    }[why]


def set_of(chosen: Sequence[str], variant: str) -> str:
    """The chosen rules as they are typed: the name of a set if they are one, or else a list of names."""
    for preset, names in presets_of(variant).items():
        if tuple(chosen) == names:
            return preset
    return ",".join(chosen)


def set_in_words(typed: str) -> str:
    """What `set_of` returned, in words."""
    return preset_name(typed) if typed in PRESETS else house_rules_in_words(typed.split(","))


def house_rules_in_short(chosen: Sequence[str], variant: str) -> str:
    """That house rules are played, for a title: which set, or how many; empty if there are none."""
    if not chosen:
        return ""
    preset = set_of(chosen, variant)
    if preset in PRESETS:
        return _("house rules: {rules}").format(rules=preset_name(preset))
    return n_("{count} house rule", "{count} house rules", len(chosen)).format(count=len(chosen))
