"""Settings of the whole test run."""

import os

from hypothesis import HealthCheck, settings

import tests.nim  # noqa: F401 - its scenarios are collected, too

# No deadline: two busy cores say nothing about the code. A CI run is the same on every try.
settings.register_profile("normal", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("normal"), derandomize=True, print_blob=True)
settings.register_profile("nightly", settings.get_profile("normal"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "normal"))
