"""A verifier written from docs/protocol.md, docs/cryptography.md and docs/rules.md.

It shares no code with the program, and `test_games` sees to that: where both say the same of a log, the
documents say it too. It checks all that a file alone can show: form and limits, genesis, chain, signatures,
entitlement, every proof of the deck (commitments, splits, shuffles, shares, seals as far as they are public,
disputes), draws for the deal, every move of all five rule sets, claims and silences, agreements, reveals,
audit and promises, certificates with their proofs, settlements, those who come back, and the scores of all
modes.

It reads no messages between peers: votes and refusals outside the log, heartbeats and journals are the
simulator's to test. `produce.py`, `compare.py` and the tests use the program, to have logs and to compare.
"""
