"""One module a format; each ends in ``FORMAT = Format(...)``."""
