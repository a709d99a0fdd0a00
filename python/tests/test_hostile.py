"""Anything but a column of puzzles is refused by an ordinary exception, however a column lies in memory its rows are the same, and threads,
forks, sub-interpreters and Ctrl-C at any moment change nothing. THOROUGH=1 takes more of everything, and ten million rows."""

import collections
import importlib.util
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pyarrow as pa
import pytest
import sudoscope
from sudoscope import Rater

THOROUGH = os.environ.get("THOROUGH") == "1"
EASY = "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3..."

# Not pyo3's PanicException, which is none of these.
REFUSED = (TypeError, ValueError, OverflowError, KeyError, AttributeError, NotImplementedError, pa.ArrowException, RuntimeError, BufferError)


class Liar:
    """Says that it speaks Arrow."""

    def __init__(self, method, answer):
        self.answer = answer
        setattr(Liar, method, lambda self, requested_schema=None: self.answer())

    @classmethod
    def clear(cls):
        for method in ["__arrow_c_array__", "__arrow_c_stream__"]:
            if hasattr(cls, method):
                delattr(cls, method)


def raises():
    raise LookupError("no answer")


WRONG = {
    "none": None,
    "number": 5,
    "text": EASY,
    "bytes": EASY.encode(),
    "function": len,
    "type": str,
    "numbers": [1, 2],
    "floats": [1.5, float("nan")],
    "mixed": [EASY, 3],
    "lists": [[EASY]],
    "not text": ["\udc80"],
    "integers": pa.array([1, 2]),
    "nulls": pa.nulls(3),
    "binary": pa.array([EASY.encode()]),
    "dictionary": pa.array([EASY]).dictionary_encode(),
    "list array": pa.array([[EASY]]),
    "timestamps": pa.array([1, 2], pa.timestamp("ns")),
    "null structs": pa.array([{"p": EASY}, None]),
    "structs of numbers": pa.array([{"p": 1}]),
    "empty structs": pa.array([{}, {}]),
    "no columns": pa.table({}),
    "numbers in a table": pa.table({"p": [1]}),
    "nested": pa.table({"p": [{"q": EASY}]}),
    "schema": pa.schema([("p", pa.string())]),
    "scalar": pa.scalar(EASY),
}

# What takes an argument like that.
TAKERS = {
    "rate": lambda wrong, path: Rater("BRT").rate(wrong),
    "keep": lambda wrong, path: Rater("BRT").rate(wrong, keep=True),
    "summarise": lambda wrong, path: Rater("BRT").summarise(wrong),
    "merge": lambda wrong, path: sudoscope.merge(wrong),
    "report": lambda wrong, path: sudoscope.report(wrong, path),
}


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_column_is_refused(taker, wrong, tmp_path):
    with pytest.raises(REFUSED):
        TAKERS[taker](WRONG[wrong], tmp_path / "report")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("method", ["__arrow_c_array__", "__arrow_c_stream__"])
@pytest.mark.parametrize("answer", [lambda: None, lambda: (1, 2), lambda: (), lambda: object(), raises], ids=range(5))
def test_what_only_says_that_it_speaks_arrow(method, answer):
    try:
        liar = Liar(method, answer)
        for taker in TAKERS.values():
            with pytest.raises((*REFUSED, LookupError)):
                taker(liar, "nowhere")
    finally:
        Liar.clear()


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_stream_that_breaks_off(name):
    schema = pa.schema([(name, pa.string())])

    def batches():
        yield pa.record_batch([pa.array([EASY])], schema)
        raise RuntimeError("no more")

    for rate in [Rater("BRT").rate, Rater("BRT").summarise]:
        with pytest.raises(REFUSED, match="no more"):
            rate(pa.RecordBatchReader.from_batches(schema, batches()))


@pytest.mark.parametrize(
    "arguments",
    [
        {"ladder": 5},
        {"ladder": None, "budget": "x"},
        {"ladder": [None]},
        {"ladder": {"W": 1}},
        {"ladder": "\0"},
        {"ladder": "W" * 1_000_000},
        {"budget": -1},
        {"budget": 2**64},
        {"budget": 1.5},
        {"validate": "yes"},
        {"policy": None},
        {"column": 3},
        {"records": "no"},
        {"unknown": 1},
    ],
    ids=str,
)
def test_wrong_arguments(arguments):
    with pytest.raises(REFUSED):
        Rater(**arguments)


def test_however_it_lies_in_memory(puzzles):
    dice = random.Random(7)
    texts = [dice.choice([None, "", "no puzzle", *puzzles[:300]]) for _ in range(700)]
    # Records have the number of a row, which differs.
    rater = Rater("BRT")
    plain = rater.rate(texts)
    kinds = [getattr(pa, name)() for name in ["string", "large_string", "string_view"] if hasattr(pa, name)]
    for round in range(2000 if THOROUGH else 60):
        array = pa.array(texts, dice.choice(kinds))
        start, end = sorted(dice.randrange(len(texts) + 1) for _ in range(2))
        cuts = sorted(dice.randrange(start, end + 1) for _ in range(dice.randrange(6)))
        chunks = [array.slice(a, b - a) for a, b in zip([start, *cuts], [*cuts, end])]
        chunked = pa.chunked_array(chunks, array.type)
        table = pa.table({"n": range(end - start), "p": chunked})
        struct = pa.StructArray.from_arrays([pa.array(range(len(texts))), array], ["n", "p"]).slice(start, end - start)
        expected = plain.slice(start, end - start)
        for whatever in [array.slice(start, end - start), chunked, table, table.to_reader(), struct, iter(texts[start:end])]:
            assert rater.rate(whatever) == expected, (round, type(whatever), start, cuts, end)
        kept = rater.rate(struct, keep=True)
        assert kept["p"].to_pylist() == texts[start:end] and kept.select(plain.schema.names) == expected
        assert rater.summarise(chunked) == rater.summarise(texts[start:end])


def rate_in_child(rater, puzzles, expected):
    """Whether a fork of this process rates the same; it is not waited for for ever."""
    child = os.fork()
    if child == 0:
        code = 3
        try:
            code = 0 if rater.rate(puzzles) == expected else 1
        finally:
            os._exit(code)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_while_threads_rate(puzzles):
    rater, few = Rater("BRT"), pa.array(puzzles[:50])
    expected, done = rater.rate(few), threading.Event()

    def work():
        # So short that most of the time is between two calls, where the rater's buffers change hands.
        one = few.slice(0, 1)
        while not done.is_set():
            rater.rate(one)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    try:
        assert all(rate_in_child(rater, few, expected) for _ in range(500 if THOROUGH else 15))
    finally:
        done.set()
        [thread.join() for thread in threads]


SCRIPT = """
try:
    import sudoscope
except ImportError as error:
    assert "interpreter" in str(error), error
    print("refused", flush=True)
"""


@pytest.mark.parametrize("begin", ["", "import sudoscope"])
def test_another_interpreter_of_the_process(begin):
    """It is refused in words, whichever interpreter comes first; the first one goes on."""
    names = [name for name in ["_interpreters", "_xxsubinterpreters"] if importlib.util.find_spec(name)]
    if not names:
        pytest.skip("there are no sub-interpreters here")
    times = 200 if THOROUGH else 3
    code = f"""
import {names[0]} as interpreters
{begin}
for _ in range({times}):
    other = interpreters.create()
    interpreters.run_string(other, {SCRIPT!r})
    interpreters.destroy(other)
import sudoscope
print(sudoscope.Rater("W").rate([{EASY!r}])["status"].to_pylist())"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout == times * "refused\n" + "['ok']\n", done


@pytest.mark.parametrize("what", ["rate", "summarise", "merge", "report", "read"])
def test_ctrl_c_at_any_moment(what, puzzles, tmp_path):
    rater = Rater("W", records=True)
    lines = pa.array(puzzles[:5000])
    some = rater.rate(puzzles[:100])
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(puzzles) + "\n")
    many = pa.Table.from_batches([rater.rate(puzzles[:2000])] * 20)
    summaries = pa.Table.from_batches([rater.summarise(puzzles[:20])] * 200)
    calls = {
        "rate": lambda: rater.rate(lines),
        "summarise": lambda: rater.summarise(lines),
        "merge": lambda: [sudoscope.merge(summaries) for _ in range(100)],
        "report": lambda: sudoscope.report(many, tmp_path / "report"),
        "read": lambda: [collections.deque(sudoscope.read(path, rows=10), maxlen=0) for _ in range(100)],
    }
    dice, stopped = random.Random(), 0
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for _ in range(100 if THOROUGH else 5):
            timer = threading.Timer(dice.random() / 5, os.kill, [os.getpid(), signal.SIGINT])
            try:
                timer.start()
                calls[what]()
                timer.join()
                time.sleep(0.01)
            except KeyboardInterrupt:
                stopped += 1
            timer.join()
            assert rater.rate(puzzles[:100]) == some
    finally:
        signal.signal(signal.SIGINT, before)
    assert stopped > 0


def test_millions_of_rows(puzzles):
    times = 1000 if THOROUGH else 20
    rater, one = Rater("BRT", validate=False), pa.array(puzzles)
    expected = rater.rate(one)
    for many in [pa.concat_arrays([one] * times), pa.chunked_array([one] * times)]:
        rated = rater.rate(many)
        assert rated.num_rows == times * len(puzzles)
        for k in {0, 1, times // 2, times - 1}:
            assert rated.slice(k * len(puzzles), len(puzzles)) == expected
        counts = rater.summarise(many)["statuses"].to_pylist()[0]
        assert sum(count["puzzles"] for count in counts) == rated.num_rows


@pytest.mark.parametrize("call", [sudoscope.explain, sudoscope.next_step, sudoscope.all_steps, lambda text: sudoscope.check_step(text, "x")])
@pytest.mark.parametrize("text", ["\ud800", EASY[:80] + "\udfff", "\ud800" * 81])
def test_a_lone_surrogate_is_a_wrong_character(call, text):
    with pytest.raises(ValueError) as told:
        call(text)
    assert not isinstance(told.value, UnicodeError)


def test_a_step_with_a_lone_surrogate_is_not_understood():
    assert not sudoscope.check_step(EASY, "\udc80 => r1c2<>2")


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: sudoscope.generate(clues="x"), "a number, or a pair of numbers (from, to) is expected, not 'x' (str)"),
        (lambda: sudoscope.generate(clues=(20, 21, 22)), "not (20, 21, 22) (tuple)"),
        (lambda: sudoscope.generate(clues=-1), "not -1 (int)"),
        (lambda: sudoscope.generate(uses=5), "a name, or a list of names is expected, not 5 (int)"),
        (lambda: Rater(["W", 7]), "a name, or a list of names"),
    ],
)
def test_a_wrong_argument_is_answered_in_words(call, words):
    with pytest.raises(TypeError) as told:
        call()
    assert words in str(told.value)


def test_many_ladders_are_refused_at_once():
    begin = time.monotonic()
    with pytest.raises(ValueError, match="too many ladders: at most 1000"):
        Rater([f"L{k}=brt" for k in range(70_000)])
    assert time.monotonic() - begin < 5
