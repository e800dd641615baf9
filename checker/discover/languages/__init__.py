"""One module a language; each ends in ``LANGUAGE = Language(...)``."""
