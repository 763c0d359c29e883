"""The tutor as a folder of plain files: Python runs in the visitor's browser, so any file server is enough."""
