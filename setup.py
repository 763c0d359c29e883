"""The build of apz; with APZ_COMPILE=1 (see `make wheel`), mypyc compiles what a game spends its time in, unchanged."""

import os

from setuptools import setup

# the rest of these packages only asks, words or explains; a class that others may extend can't be compiled
COMPILED = {
    "apz/core": "luck sums",
    "apz/apocalypze": "ids model play visibility",
    "apz/apocalypze/rules": (
        "abilities actions attaching character_fate combat common_refusals consumption draw engine entering_play find "
        "groups hooks occupation payment procedures search sums table targets windows"
    ),
    "apz/apocalypze/effects": "always events texts",
    "apz/apocalypze/bots": "fights lookahead meals plans player prospects regular rookie sensible veteran worth",
}


def compiled() -> list[object]:
    """Return the extension modules of the compiled wheel."""
    from mypyc.build import mypycify

    paths = [f"{folder}/{name}.py" for folder, names in COMPILED.items() for name in names.split()]
    found = list(mypycify(paths, opt_level="3", debug_level="0", group_name="apz_kernel"))
    for extension in found:  # nobody replaces its functions when it's loaded, so that they can call each other directly
        extension.extra_compile_args.append("-fno-semantic-interposition")
    return found


setup(ext_modules=compiled() if os.environ.get("APZ_COMPILE") else [])
