"""Every example in a docstring does what it says; every public name has one, and a line in the type stubs."""

import ast
import doctest
import inspect
import pathlib
import re
import sys

import pytest
import sudoscope


def public():
    """The public names, and the members of classes as CLASS.NAME."""
    for name in sudoscope.__all__:
        thing = getattr(sudoscope, name)
        if name.startswith("_"):
            continue
        yield name, thing
        if isinstance(thing, type):
            for member, inner in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", inner


THINGS = dict(public(), sudoscope=sudoscope)


@pytest.mark.parametrize("name", THINGS)
def test_examples(name):
    text = inspect.getdoc(THINGS[name])
    assert text, f"{name} has no documentation"
    # What is got without arguments needs no example.
    is_property = type(THINGS[name]).__name__ == "getset_descriptor"
    assert is_property or ">>>" in text, f"{name} has no example"
    run(name, text)


def test_readme():
    run("README.md", (pathlib.Path(__file__).resolve().parents[1] / "README.md").read_text())


def test_main_readme():
    """The Python section of the program's README."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "README.md").read_text()
    section = text.split("\n## From Python\n")[1].split("\n## ")[0]
    assert section.count(">>>") >= 4
    run("README.md", re.sub(r"^```.*$", "", section, flags=re.MULTILINE))


def run(name, text):
    """Runs the examples of a text."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_stubs():
    stubs = pathlib.Path(sudoscope.__file__).with_name("_sudoscope.pyi")
    told = {}
    for node in ast.parse(stubs.read_text()).body:
        if isinstance(node, ast.ClassDef):
            told[node.name] = node
            told |= {f"{node.name}.{inner.name}": inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            told[node.name] = node
    for name, thing in public():
        assert name in told, f"the stubs do not know {name}"
        if callable(thing) and not isinstance(thing, type):
            ours = [parameter for parameter in inspect.signature(thing).parameters if parameter != "self"]
            arguments = told[name].args
            theirs = [each.arg for each in arguments.args + arguments.kwonlyargs if each.arg != "self"]
            assert ours == theirs, name


@pytest.mark.skipif(sys.version_info < (3, 10), reason="inspect does not know the signatures of such classes")
def test_help_tells_how_to_call():
    assert str(inspect.signature(sudoscope.Rater)) == (
        "(ladder='W', *, budget=12500000, validate=True, policy='together', column=None, solution=False, rules=False, "
        "records=False, board=None)"
    )
    # H, and W on other boards.
    assert str(inspect.signature(sudoscope.explain)).startswith("(puzzle, ladder=None, *, notation=None")
