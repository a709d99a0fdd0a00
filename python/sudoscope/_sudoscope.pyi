"""What the compiled module offers; the documentation is in the module, `help(sudoscope)`."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Optional, Protocol, TypedDict, Union, final

import pyarrow as pa

from ._pages import Report

class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: Optional[object] = None) -> tuple[object, object]: ...

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...

_Table = Union[_Array, _Stream]
_Puzzles = Union[_Table, Iterable[Optional[str]]]

class _Rating(TypedDict):
    rating: str
    rules: list[str]

class _Ladder(TypedDict):
    name: str
    definition: str
    about: str
    source: str
    ratings: list[_Rating]

class _Rule(TypedDict):
    name: str
    proves: str
    source: Optional[str]
    least: Optional[int]
    most: Optional[int]
    assumes_unique: Optional[bool]
    ladder: Optional[str]
    puzzle: Optional[str]
    step: Optional[str]
    members: list[str]

__version__: str

@final
class Rater:
    def __new__(
        cls,
        ladder: Union[str, Sequence[str]] = "W",
        *,
        budget: int = 12500000,
        validate: bool = True,
        policy: Literal["together", "best", "one"] = "together",
        column: Optional[str] = None,
        solution: bool = False,
        rules: bool = False,
        records: bool = False,
        board: Optional[str] = None,
    ) -> Rater: ...
    def rate(self, puzzles: _Puzzles, *, keep: bool = False, jobs: int = 1) -> pa.RecordBatch: ...
    def stream(self, puzzles: _Puzzles, *, keep: bool = False, jobs: int = 1) -> pa.RecordBatchReader: ...
    def summarise(self, puzzles: _Puzzles, *, jobs: int = 1) -> pa.RecordBatch: ...
    @property
    def schema(self) -> pa.Schema: ...
    @property
    def ladders(self) -> dict[str, str]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Explanation:
    @property
    def puzzle(self) -> str: ...
    @property
    def ladder(self) -> str: ...
    @property
    def rating(self) -> Union[int, float, str, None]: ...
    @property
    def status(self) -> str: ...
    @property
    def hardest(self) -> Optional[str]: ...
    @property
    def steps(self) -> list[Step]: ...
    @property
    def solution(self) -> Optional[str]: ...
    def json(self) -> str: ...
    def svg(self, step: Optional[int] = None) -> str: ...
    def html(self) -> str: ...
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...

@final
class Step:
    @property
    def number(self) -> int: ...
    @property
    def rule(self) -> str: ...
    @property
    def size(self) -> Optional[int]: ...
    @property
    def rating(self) -> Union[int, float, str]: ...
    @property
    def placements(self) -> list[int]: ...
    @property
    def eliminations(self) -> list[int]: ...
    @property
    def state(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def words(self) -> list[str]: ...

@final
class StepAnswer:
    @property
    def answer(self) -> Literal["valid", "proves other", "not valid", "not understood"]: ...
    @property
    def claimed(self) -> list[str]: ...
    @property
    def unproved(self) -> list[str]: ...
    @property
    def known(self) -> list[str]: ...
    @property
    def beyond(self) -> list[str]: ...
    @property
    def link(self) -> Optional[int]: ...
    @property
    def part_text(self) -> Optional[str]: ...
    @property
    def column(self) -> Optional[int]: ...
    @property
    def why(self) -> Optional[str]: ...
    def json(self) -> str: ...
    def __bool__(self) -> bool: ...

def check_step(puzzle: str, step: str, *, validate: bool = True) -> StepAnswer: ...
def explain(
    puzzle: str,
    ladder: Optional[str] = None,
    *,
    notation: Optional[Literal["nrc", "eureka"]] = None,
    budget: int = 12500000,
    validate: bool = True,
    board: Optional[str] = None,
) -> Explanation: ...
def next_step(
    puzzle: str,
    ladder: str = "H",
    *,
    notation: Optional[Literal["nrc", "eureka"]] = None,
    budget: int = 12500000,
    validate: bool = True,
) -> Explanation: ...
def all_steps(
    puzzle: str,
    ladder: Optional[str] = None,
    *,
    rules: Union[str, Sequence[str], None] = None,
    every: bool = False,
    limit: Optional[int] = None,
    notation: Optional[Literal["nrc", "eureka"]] = None,
    budget: int = 12500000,
    validate: bool = True,
) -> Explanation: ...
def merge(table: _Table, *, rater: Optional[Rater] = None) -> pa.RecordBatch: ...
def read(
    path: Union[str, os.PathLike[str]], shard: Optional[str] = None, *, rows: int = 20000
) -> pa.RecordBatchReader: ...
def report(
    table: _Table,
    path: Union[str, os.PathLike[str]],
    *,
    rater: Optional[Rater] = None,
    formats: Union[str, Sequence[str]] = "csv",
    weights: Literal["equal", "controlled-bias"] = "equal",
    brt_as: float = 0.0,
) -> Report: ...
def select(
    table: _Table,
    *,
    ladder: Optional[str] = None,
    rating: Optional[str] = None,
    score: Optional[str] = None,
    hardest: Optional[str] = None,
    uses: Union[str, Sequence[str], None] = None,
    without: Union[str, Sequence[str], None] = None,
    up_to: Optional[str] = None,
    needs: Union[str, Sequence[str], None] = None,
    clues: Union[int, tuple[int, int], None] = None,
    symmetry: str = "none",
    minimal: bool = False,
    per_rating: Optional[int] = None,
    count: Optional[int] = None,
    sort: Optional[str] = None,
    reverse: bool = False,
    rater: Optional[Rater] = None,
) -> pa.Array: ...
def minlex(
    puzzles: _Puzzles, *, board: Optional[str] = None, column: Optional[str] = None, jobs: int = 1
) -> pa.RecordBatch: ...
def check(
    puzzles: _Puzzles,
    *,
    solution: bool = False,
    limit: Optional[int] = 2,
    listed: int = 0,
    true_candidates: bool = False,
    estimate: int = 0,
    seed: int = 0,
    backdoors: bool = False,
    mistakes: bool = False,
    budget: int = 10000000,
    board: Optional[str] = None,
    column: Optional[str] = None,
    jobs: int = 1,
) -> pa.RecordBatch: ...
def solve(
    puzzles: _Puzzles, *, board: Optional[str] = None, column: Optional[str] = None, jobs: int = 1
) -> pa.Array: ...
def trace(
    puzzles: _Puzzles,
    ladder: str = "W",
    *,
    state: bool = False,
    budget: int = 12500000,
    validate: bool = True,
    column: Optional[str] = None,
    jobs: int = 1,
) -> pa.RecordBatch: ...
def dedupe(
    puzzles: _Puzzles,
    *,
    by: Literal["isomorph", "exact"] = "isomorph",
    board: Optional[str] = None,
    column: Optional[str] = None,
    jobs: int = 1,
) -> pa.RecordBatch: ...
def generate(
    count: int = 1,
    *,
    seed: int = 0,
    method: Literal["top-down", "bottom-up", "controlled-bias"] = "top-down",
    thin: int = 4,
    clues: Union[int, tuple[int, int], None] = None,
    minimal: bool = False,
    symmetry: str = "none",
    ladder: Optional[str] = None,
    rating: Optional[str] = None,
    score: Optional[str] = None,
    hardest: Optional[str] = None,
    uses: Union[str, Sequence[str], None] = None,
    without: Union[str, Sequence[str], None] = None,
    up_to: Optional[str] = None,
    needs: Union[str, Sequence[str], None] = None,
    tries: Optional[int] = None,
    board: Optional[str] = None,
    jobs: int = 1,
) -> list[str]: ...
def search(
    near: Optional[_Puzzles] = None,
    *,
    changes: Union[int, tuple[int, int]] = 1,
    redundant: bool = False,
    ladder: Union[str, Sequence[str]] = "W",
    rating: Optional[str] = None,
    exclude: Optional[_Puzzles] = None,
    rounds: Optional[int] = 1,
    keep_best: Optional[int] = None,
    count: Optional[int] = None,
    pattern: Optional[str] = None,
    seed: int = 0,
    tries: int = 100,
    jobs: int = 1,
) -> pa.RecordBatch: ...
def _can_be_cut(path: Union[str, os.PathLike[str]]) -> bool: ...
def ladders() -> list[_Ladder]: ...
def rules() -> list[_Rule]: ...
