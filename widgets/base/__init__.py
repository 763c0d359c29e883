"""The widget with its trees, JavaScript and CSS, independent of any game or lesson."""
