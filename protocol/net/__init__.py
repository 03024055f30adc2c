"""The network: opaque bytes between peers named by keys. Knows nothing of cards, logs or tables.

Import what is needed from the modules themselves; importing this package loads nothing, so that
commands which never touch the network start fast.
"""
