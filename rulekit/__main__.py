"""`python -m rulekit` is the command line."""

from rulekit.cli import main

main()
