"""Settings that a reader makes once for everything shown: so far the language."""

from __future__ import annotations

import os

from rulekit.core.catalogue import LANGUAGES

__all__ = ["LANG_VARIABLE", "default_lang"]

#: Environment variable that chooses the language of what notebooks show.
LANG_VARIABLE = "RULEKIT_LANG"


def default_lang() -> str:
    """Return the language to use where none is asked for: `RULEKIT_LANG`, else "zh".

    Forms such as `en_GB.UTF-8` count by their first part; an unknown language counts as not set.
    """
    wanted = os.environ.get(LANG_VARIABLE, "").replace("-", "_").split("_")[0].lower()
    return wanted if wanted in LANGUAGES else LANGUAGES[0]
