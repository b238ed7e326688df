"""Building a wheel fetches what the pages load in browsers, or fails: a wheel without it has dead pages."""

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = Path("src", "stellwerk", "web", "vendor.py")


def vendor(root: str) -> ModuleType:
    """`stellwerk.web.vendor`, read from its file: while it is built, the package cannot be imported."""
    spec = importlib.util.spec_from_file_location("vendor", Path(root) / VENDOR)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """Where the machine has no npm, Node comes from PyPI."""
        needed = self.target_name == "wheel" and shutil.which("npm") is None
        return [vendor(self.root).WHEEL] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # `make install` fetches by itself, and says so when it cannot
            return
        found = vendor(self.root)
        if found.main() != 0 or not found.complete():
            raise RuntimeError(
                "the front-end packages could not be fetched, and without them no wheel is built"
            )
