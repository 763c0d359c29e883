"""The panels of the tutor: each one a pure view of a session."""
