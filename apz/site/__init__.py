"""The tutor as a folder of plain files: Python runs in the visitor's browser, and any file server will do."""
