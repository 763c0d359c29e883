"""Every example in the lab's docstrings works as shown."""

import doctest
import importlib
import pkgutil

import pytest

import apz.apocalypze.lab
import apz.core.lab
from apz.apocalypze import model
from apz.apocalypze.model import Position

MODULES = [
    f"{package.__name__}.{module.name}"
    for package in (apz.core.lab, apz.apocalypze.lab)
    for module in pkgutil.iter_modules(package.__path__)
]
METHODS = ("solve", "coach", "diff")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.skipif(
    not str(model.__file__).endswith(".py"), reason="compiled methods of a named tuple have no docstring"
)
@pytest.mark.parametrize("name", METHODS)
def test_a_method_has_an_example_that_runs(name):
    tests = doctest.DocTestFinder(recurse=False).find(getattr(Position, name), name, globs={})
    assert [test for test in tests if test.examples]
    assert all(doctest.DocTestRunner().run(test).failed == 0 for test in tests)
