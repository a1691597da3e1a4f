"""Run every ``bench_<area>.py`` here, or those named: ``python -m benchmarks gram``."""

import importlib
import sys
from pathlib import Path

from benchmarks.side_by_side import show


def main() -> None:
    """Run, print a table per area."""
    areas = sorted(
        path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")
    )
    wanted = sys.argv[1:] or areas
    unknown = sorted(set(wanted) - set(areas))
    if unknown:
        sys.exit(f"area must be one of {', '.join(areas)}, got {', '.join(unknown)}")
    for area in wanted:
        print(f"\n{area}")
        show(importlib.import_module(f"benchmarks.bench_{area}").rows())


if __name__ == "__main__":
    main()
