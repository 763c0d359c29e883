"""The table of ApocalypZe: its cards, lanes, meals and gestures."""
