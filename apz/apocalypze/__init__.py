"""The basic game of ApocalypZe."""

from apz.apocalypze import position_methods as position_methods  # fills in what positions can do
from apz.core.reading import errors_in

errors_in(__name__)
