"""What peers sign: the genesis, log entries, moves, and proofs that a seat contradicted itself. Pure."""
