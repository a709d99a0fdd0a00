"""The blocks of a job as tasks of Ray Data."""

import socket
import time
from typing import Any, Callable, Dict, Optional

import ray
import ray.data

from .job import Job

# Seconds between two lines of progress.
PACE = 10.0


def run(job: Job, address: Optional[str], say: Callable[[str], None]) -> None:
    """Rates what is to do, a block a task; Ray gives the tasks of a node that dies to others."""
    blocks = job.to_do()
    say(f"{len(job.source)} blocks, {len(job.source) - len(blocks)} of them done before")
    if not blocks:
        return
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    items = ray.data.from_items([{"block": block} for block in blocks], override_num_blocks=len(blocks))
    done, rows, printed = 0, 0, time.monotonic()
    for row in items.map(_rate, fn_kwargs={"job": job}, num_cpus=1).iter_rows():
        if row["error"]:
            raise OSError(row["error"])
        done, rows = done + 1, rows + row["rows"]
        if time.monotonic() - printed > PACE:
            printed = time.monotonic()
            say(f"{done} of {len(blocks)} blocks, {rows} puzzles")
    say(f"rated {done} blocks, {rows} puzzles")


def _rate(item: Dict[str, Any], job: Job) -> Dict[str, Any]:
    try:
        return {"rows": job.rate(item["block"]), "error": ""}
    except (OSError, ValueError) as error:
        # It would be the same for any other node, and Ray's traces are long.
        return {"rows": 0, "error": f"{error} (on {socket.gethostname()})"}
