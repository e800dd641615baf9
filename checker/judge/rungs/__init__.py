"""One module a rung; the order in which they are asked is ``checker.judge.ladder``."""
