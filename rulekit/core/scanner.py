"""The scanner of YAML with its last faults in it told as faults of the text, at their place."""

from __future__ import annotations

from typing import Any

from ruamel.yaml.scanner import Scanner, ScannerError

__all__ = ["NO_CHARACTER", "PlaceScanner"]

NO_CHARACTER = "found the number of no character"


class PlaceScanner(Scanner):
    """A scanner that raises nothing but errors of YAML."""

    def scan_flow_scalar(self, style: Any) -> Any:
        """Read a quoted text; an escape may name a number beyond Unicode."""
        return self._placed(super().scan_flow_scalar, NO_CHARACTER, style)

    def scan_yaml_directive_number(self, start_mark: Any) -> Any:
        """Read a part of the version of YAML; it may be longer than any number."""
        return self._placed(super().scan_yaml_directive_number, "found no version of YAML", start_mark)

    def _placed(self, scan: Any, problem: str, argument: Any) -> Any:
        try:
            return scan(argument)
        except (ValueError, OverflowError):
            raise ScannerError(None, None, problem, self.reader.get_mark()) from None
