"""Settings of the whole test run."""

import os

import pytest
from hypothesis import HealthCheck, settings

import tests.nim  # noqa: F401 - its scenarios are collected, too

# No deadline: two busy cores say nothing about the code. A CI run is the same on every try.
settings.register_profile("normal", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("normal"), derandomize=True, print_blob=True)
settings.register_profile("nightly", settings.get_profile("normal"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "normal"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is nightly, measures, opens a browser or runs a notebook is slow, and so are properties of whole games."""
    for item in items:
        named = any(item.get_closest_marker(name) for name in ("nightly", "bench", "browser"))
        if named or item.path.suffix == ".ipynb" or item.path.parent.name == "properties":
            item.add_marker("slow")
