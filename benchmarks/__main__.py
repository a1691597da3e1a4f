"""Run the benchmarks: ``python -m benchmarks [AREA ...] [--quick] [--json FILE] [--threads N]``.

Every ``bench_<area>.py`` lists its jobs; a full run also writes RESULTS.md and its figure here.
"""

import argparse
import importlib
import warnings
from collections.abc import Sequence
from pathlib import Path

import numba
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

import kernelkit
from benchmarks.growth import Grown, grow, growths
from benchmarks.report import HEADER, growth_line, line, write_json, write_results
from benchmarks.side_by_side import Row, measure, summed_up

HERE = Path(__file__).parent
GROWTH = "growth"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print each row as soon as it is there, and return 1 if any answers differ."""
    args = _parse(arguments)
    warnings.simplefilter("ignore", ConvergenceWarning)  # epochs and iterations are cut on purpose
    numba.set_num_threads(args.threads)
    rows: list[Row] = []
    grown: list[Grown] = []
    with threadpool_limits(args.threads):
        kernelkit.warmup()
        try:
            _run(args, rows, grown)
        finally:  # an interrupted run keeps what it has measured
            if args.json:
                write_json(args.json, rows, grown, args.threads)
    if args.area == areas() and not args.quick:
        write_results(HERE, rows, grown, args.threads)
    return int(not all(row.agree for row in rows))


def areas() -> list[str]:
    """The areas there are, by the names of the files."""
    found = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    return [*found, GROWTH]


def _run(args: argparse.Namespace, rows: list[Row], grown: list[Grown]) -> None:
    for area in args.area:
        print(f"\n{area}")
        if area == GROWTH:
            for growth in growths(args.quick):
                grown.append(grow(growth))
                print(growth_line(grown[-1]), flush=True)
            continue
        print(HEADER)
        bench = importlib.import_module(f"benchmarks.bench_{area}")
        for job in bench.jobs(args.quick):
            # Toy sizes say nothing about targets, and their times are nobody's.
            toy = job._replace(repeats=1, target=0)
            rows.append(measure(toy, pause=0) if args.quick else measure(job))
            print(line(rows[-1]), flush=True)
        for name, target in getattr(bench, "GROUPS", {}).items():
            members = [row for row in rows if row.group == name]
            rows.append(summed_up(members, 0 if args.quick else target))
            print(line(rows[-1]), flush=True)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("area", nargs="*", help=f"any of {', '.join(areas())} (default: all)")
    parser.add_argument("--quick", action="store_true", help="toy sizes, under 90 seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all measurements there")
    parser.add_argument(
        "--threads", type=int, default=numba.get_num_threads(), help="for both sides alike"
    )
    args = parser.parse_args(arguments)
    unknown = sorted(set(args.area) - set(areas()))
    if unknown:
        parser.error(f"area must be one of {', '.join(areas())}, got {', '.join(unknown)}")
    if not 1 <= args.threads <= numba.config.NUMBA_NUM_THREADS:
        most = numba.config.NUMBA_NUM_THREADS
        parser.error(f"--threads must be between 1 and {most}, got {args.threads}")
    if args.json and not args.json.resolve().parent.is_dir():
        parser.error(f"--json must name a file in a folder that exists, got {args.json}")
    args.area = args.area or areas()
    return args


if __name__ == "__main__":
    raise SystemExit(main())
