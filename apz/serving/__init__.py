"""The tutor as a server: one page on Voila, with a cap on learners, limits, a password, and nothing else to reach."""

from apz.core.reading import errors_in

errors_in(__name__)
