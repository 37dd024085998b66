"""Properties every registered game must have; what a game must provide is in `registry`."""
