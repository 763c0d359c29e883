"""Fixtures for every test of the app."""

import logging

import pytest


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog):
    yield
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
