"""A pretend web, a small site that links into it, and a demonstration that runs the real command on both."""
