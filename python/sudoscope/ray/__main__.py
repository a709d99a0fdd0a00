"""`python -m sudoscope.ray`: rates files on a Ray cluster; started again, it goes on."""

import argparse
import sys
from typing import Any, Dict, List, Optional

from .. import Rater
from .job import Job
from .source import source_of


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sudoscope.ray",
        description="Rates the puzzles of text or Parquet files on a Ray cluster. IN, OUT and DIR are paths that all nodes "
        "see. The same command again goes on with what is not done; a finished job is left alone.",
        epilog="Exit codes: 0 all was rated; 1 finished, but some lines were rejected; 2 error; 130 interrupted.",
    )
    add = parser.add_argument
    add("inputs", nargs="+", metavar="IN", help="text (plain, gzip, zstd) or Parquet files, or directories of them")
    add("out", metavar="OUT", help="directory for the rows (OUT/rated) and reports (OUT/reports)")
    add("-l", "--ladder", action="append", help="ladders by name (W,B) or one as NAME=DEFINITION; may be repeated [W]")
    add("--budget", type=positive, default=12500000, metavar="WORK", help="work units for each puzzle and ladder [%(default)s]")
    add("--no-validate", action="store_true", help="do not check that puzzles have exactly one solution")
    add("--policy", choices=["together", "best", "one"], default="together", help="as of the program")
    add("--column", metavar="NAME", help="the column of puzzles, if a Parquet file has several of strings")
    add("--rows-per-block", type=positive, default=20000, metavar="N", help="about how many rows a task rates [%(default)s]")
    add("--blocks", type=positive, metavar="N", help="about how many blocks there shall be, instead")
    add("--checkpoint", metavar="DIR", help="directory for what is done, while the job runs [OUT/checkpoint]")
    add("--solution", action="store_true", help="the rows have the solution, too: 81 digits")
    add("--records", action="store_true", help="keep all that is known of each puzzle, for all reports")
    add("--no-reports", action="store_true", help="make no reports")
    add("--address", help="of the Ray cluster: auto, HOST:PORT, local; as ray.init takes it")
    return parser


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def main(given: Optional[List[str]] = None) -> int:
    asked = arguments().parse_args(given)
    try:
        import ray.exceptions

        from .run import run
    except ImportError:
        return failed("this needs Ray: pip install 'ray[data]'")
    try:
        job = job_of(asked)
        job.open()
    except (OSError, ValueError) as error:
        return failed(str(error))
    if job.is_finished:
        say(f"{asked.out} is finished: nothing was done")
        return print_total(job.total())
    try:
        run(job, asked.address, say)
        job.finish(not asked.no_reports)
    except KeyboardInterrupt:
        say("interrupted; the same command goes on")
        return 130
    except (OSError, ValueError, ray.exceptions.RayError) as error:
        return failed(f"{error}; what is done is kept, the same command goes on")
    return print_total(job.total())


def job_of(asked: argparse.Namespace) -> Job:
    ladders = asked.ladder or ["W"]
    options: Dict[str, Any] = {"budget": asked.budget, "validate": not asked.no_validate, "policy": asked.policy}
    # Counts are made of records, whether or not these are kept.
    rater = Rater(ladders, solution=asked.solution, records=True, **options)
    source = source_of(asked.inputs, asked.column, asked.blocks, asked.rows_per_block)
    return Job(asked.out, source, rater, asked.records, asked.checkpoint)


def print_total(total: Dict[str, int]) -> int:
    print(f"{sum(total.values())} puzzles: " + ", ".join(f"{count} {status}" for status, count in total.items()))
    return 0 if total.keys() <= {"ok", "unsolved", "budget"} else 1


def say(text: str) -> None:
    print(f"sudoscope.ray: {text}", file=sys.stderr, flush=True)


def failed(text: str) -> int:
    say(text)
    return 2


if __name__ == "__main__":
    sys.exit(main())
