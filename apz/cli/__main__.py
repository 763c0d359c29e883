"""The entry point for `python -m apz.cli`, which is the same as `apz`."""

import sys

from apz.cli import main

sys.exit(main())
