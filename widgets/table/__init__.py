"""The screens of a session that every game shares: question, history, rules, commands."""
