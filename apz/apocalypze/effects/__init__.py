"""What cards do beyond their numbers: one small function for each text, hung on a closed list of hooks."""
