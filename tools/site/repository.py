"""The address of the repository, for pages that lead there."""

import os
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def repository(root: Path = ROOT) -> str:
    """What KERNELKIT_REPOSITORY says, or pyproject.toml under [project.urls]; may be empty."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    configured = settings["project"].get("urls", {}).get("Repository", "")
    return os.environ.get("KERNELKIT_REPOSITORY", configured).rstrip("/")
