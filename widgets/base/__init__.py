"""The widget, its trees, JavaScript and CSS; it knows no game and no lesson."""
