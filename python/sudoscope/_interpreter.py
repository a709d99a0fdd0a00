"""Refuses any interpreter but the first of a process: there pyarrow's import waits for ever."""

import importlib


def is_first():
    """Whether this is the first interpreter of the process; also if that cannot be found out."""
    for name in ["_interpreters", "_xxsubinterpreters"]:
        try:
            interpreters = importlib.import_module(name)
        except ImportError:
            continue
        return interpreters.get_current() == interpreters.get_main()
    return True


if not is_first():
    raise ImportError("sudoscope works in the first interpreter of a process only, not in a sub-interpreter: use threads or processes")
