"""Observations -> facts -> judgements: facts are compared once, then the rungs of a ladder are asked in their order.

``features`` is what a worker makes of a body at once, ``reading`` what it makes of a page when a rung needs that,
``signs`` are the phrases that give pages away, ``facts`` what is compared, ``ladder`` the order, ``rungs`` one module
each.
"""

from checker.judge.ladder import judge

__all__ = ["judge"]
