"""What the compiled module offers; the documentation is in the module, `help(sudoscope)`."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Optional, Protocol, TypedDict, Union, final

import pyarrow as pa

class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: Optional[object] = None) -> tuple[object, object]: ...

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...

_Table = Union[_Array, _Stream]
_Puzzles = Union[_Table, Iterable[Optional[str]]]

class _Rung(TypedDict):
    rung: int
    rules: list[str]

class _Ladder(TypedDict):
    name: str
    definition: str
    about: str
    source: str
    rungs: list[_Rung]

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
        records: bool = False,
    ) -> Rater: ...
    def rate(self, puzzles: _Puzzles, *, keep: bool = False) -> pa.RecordBatch: ...
    def summarise(self, puzzles: _Puzzles) -> pa.RecordBatch: ...
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
    def steps(self) -> list[str]: ...
    @property
    def solution(self) -> Optional[str]: ...
    def json(self) -> str: ...
    def svg(self, step: Optional[int] = None) -> str: ...
    def __len__(self) -> int: ...

def explain(puzzle: str, ladder: str = "W", *, budget: int = 12500000, validate: bool = True) -> Explanation: ...
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
) -> str: ...
def _can_be_cut(path: Union[str, os.PathLike[str]]) -> bool: ...
def ladders() -> list[_Ladder]: ...
def rules() -> list[_Rule]: ...
