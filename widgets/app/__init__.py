"""The app: one page for all there is, with its bar, places and addresses."""
