"""Run the benchmarks: ``python -m benchmarks [AREA ...] [--quick] [--json FILE] [--threads N]``.

Every ``bench_<area>.py`` lists its jobs. A full run takes about 25 minutes, writes the file of this
processor in results/, and RESULTS.md anew from the files of all.
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
from benchmarks.growth import grow, growths
from benchmarks.report import (
    HEADER,
    Results,
    growth_line,
    line,
    machine,
    results_file,
    start_line,
    write_json,
    write_results,
)
from benchmarks.side_by_side import Job, measure, summed_up
from benchmarks.start import waits

HERE = Path(__file__).parent
GROWTH, START = "growth", "start"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print each row as soon as it is there, and return 1 if any answers differ."""
    args = _parse(arguments)
    warnings.simplefilter("ignore", ConvergenceWarning)  # epochs and iterations are cut on purpose
    numba.set_num_threads(args.threads)
    results = Results(machine(args.threads), rows=[], growth=[], start=[])
    full = args.area == areas() and not args.quick and not args.json
    place = HERE / "results" / results_file(results.machine) if full else args.json
    with threadpool_limits(args.threads):
        kernelkit.warmup()
        try:
            _run(args, results)
        finally:  # an interrupted run keeps what it has measured
            if place:
                write_json(place, results)
    if full:
        write_results(HERE)
    return int(not all(row.agree for row in results.rows))


def areas() -> list[str]:
    """The areas there are, by the names of the files."""
    found = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    return [START, *found, GROWTH]


def _run(args: argparse.Namespace, results: Results) -> None:
    for area in args.area:
        print(f"\n{area}")
        if area == START:
            for waited in waits(args.quick):
                results.start.append(waited)
                print(start_line(waited), flush=True)
        elif area == GROWTH:
            for growth in growths(args.quick):
                results.growth.append(grow(growth))
                print(growth_line(results.growth[-1]), flush=True)
        else:
            _run_jobs(area, args.quick, results)


def _run_jobs(area: str, quick: bool, results: Results) -> None:
    print(HEADER)
    bench = importlib.import_module(f"benchmarks.bench_{area}")
    for job in bench.jobs(quick):
        results.rows.append(measure(_toy(job), 0, 1) if quick else measure(job))
        print(line(results.rows[-1]), flush=True)
    for name, target in getattr(bench, "GROUPS", {}).items():
        members = [row for row in results.rows if row.group == name]
        results.rows.append(summed_up(members, 0 if quick else target))
        print(line(results.rows[-1]), flush=True)


def _toy(job: Job) -> Job:
    """Toy sizes say nothing about targets, and their times are nobody's."""
    limit = job.limit and job.limit._replace(goal=None)
    return job._replace(target=0, limit=limit)


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
