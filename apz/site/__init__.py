"""The tutor as a folder of plain files: Python runs in the visitor's browser, so any web server is enough."""
