"""Machinery that knows no game: rulebook, resolution, trace, scenario, debugger, errors."""
