"""Lessons, practice and the course as panels."""
