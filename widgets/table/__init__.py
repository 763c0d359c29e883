"""The screens of a session that all games share, such as prompt, history, rules and commands."""
