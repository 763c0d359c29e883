"""So that `python -m apz.cli` is the same as `apz`."""

import sys

from apz.cli import main

sys.exit(main())
