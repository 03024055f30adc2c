"""The hall of a tournament on the network: tables side by side on one mesh, results, and files."""
