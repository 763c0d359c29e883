"""The tutor as a server: one page on Voila, a cap on learners, limits, a password, and as few addresses as it needs."""

from apz.core.reading import errors_in

errors_in(__name__)
