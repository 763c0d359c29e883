"""The screens of a session that every game shares: prompt, history, rules, commands."""
