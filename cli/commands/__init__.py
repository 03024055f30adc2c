"""One module for each command, of the same name.

Each has `EXAMPLES` and `add_options(parser)` for the command line, and `run(arguments)`, which returns the
exit status. `cli.main` imports only the module of the command in use; `run` imports what it needs.
"""
