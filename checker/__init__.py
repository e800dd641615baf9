"""https-ready: find http links, learn which can become https, report and fix them.

The data path, stage by stage (each a module or folder, sharing only the nouns of ``model``)::

    inputs    files, standard input and crawled pages        -> Document
    discover  Document                                       -> Occurrence (exact spans)
    plan      Occurrence                                     -> Target, each once
    probe     Target, in conversation with the network       -> Observation
    judge     Observation                                    -> Judgement (facts, then a ladder of rungs)
    findings  Judgement x Occurrence                         -> Finding (rule, severity, edits)
    report    Finding                                        -> text, JSON, SARIF, annotations

``wire`` carries what probe and crawl ask for; ``pipeline`` joins the stages; ``cli`` is the command.
"""

__version__ = "0.1.0"
