"""What `p2puno COMMAND --help` ends with: how the command is usually typed."""

from __future__ import annotations

import argparse

from cli.words import _

EXAMPLES = {
    "play": (
        "p2puno play",
        "p2puno play --variant flip --bots 2 --level hard",
        "p2puno play --mode partners --target 200",
        "p2puno play --plain --lang fr",
    ),
    "rules": ("p2puno rules", "p2puno rules battle"),
    "settings": ("p2puno settings", "p2puno settings name=Ada theme=light"),
    "host": (
        "p2puno host --players 2",
        "p2puno host --players 5 --bots 2 --variant swap",
        "p2puno host --mode tournament --name Ada --save evening.uno",
        "p2puno host --port 20000 --grace 300",
    ),
    "join": (
        "p2puno join",
        "p2puno join 192.168.1.20#K7QX-M2RD",
        "p2puno join ada.local:20000 --name Bruno",
    ),
    "watch": ("p2puno watch 192.168.1.20#K7QX-M2RD", "p2puno watch ada.local --save evening.uno"),
    "resume": ("p2puno resume", "p2puno resume evening.uno"),
    "demo": ("p2puno demo --rounds 1", "p2puno demo --players 10 --variant crash --save bots.uno"),
    "verify": ("p2puno verify", "p2puno verify evening.uno", "p2puno verify --json evening.uno bots.uno"),
    "doctor": ("p2puno doctor", "p2puno doctor --port 20000"),
    "replay": (
        "p2puno replay",
        "p2puno replay evening.uno --as Ada --speed 4",
        "p2puno replay 1 --at 30 --spoiler-free",
    ),
    "export": (
        "p2puno export evening.uno --output evening.html",
        "p2puno export evening.uno --format text",
        "p2puno export evening.uno --at 30 --as spectator --output position.svg",
    ),
    "stats": ("p2puno stats", "p2puno stats --json evening.uno"),
    "practise": ("p2puno practise evening.uno --at 30 --as Ada",),
    "completion": (
        "p2puno completion bash > ~/.local/share/bash-completion/completions/p2puno",
        "p2puno completion zsh > ~/.zfunc/_p2puno",
        "p2puno completion fish > ~/.config/fish/completions/p2puno.fish",
    ),
}


def add_examples(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Give each command's help its first line and its last ones."""
    for shown in commands._choices_actions:
        parser = commands.choices[shown.dest]
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        parser.description = shown.help
        parser.epilog = "\n".join([_("examples") + ":", *(f"  {each}" for each in EXAMPLES[shown.dest])])
