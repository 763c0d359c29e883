"""An interactive rules tutor: every step played, explained and cited."""
