"""The app: one page with a bar, places and addresses for everything."""
