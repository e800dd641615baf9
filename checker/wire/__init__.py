"""The network: who may speak now, and one exchange. Nothing here is imported before something is to be asked.

``board``        which request may start: pure, no clock, no lock, no I/O
``threads``      a driver: holds the flows of ``Job``, asks the board, lends requests to worker threads
``fetch``        one exchange: ``Request`` -> ``Outcome``
``connections``  sockets, reused per origin and bounded per host, with one deadline an exchange
``guard``        which addresses may be reached
``proxy``        the way through an HTTP proxy
``headers``      fields that go to one host alone
``inflate``      bodies unpacked within bounds
``tls``          the context for all connections, and names for what goes wrong
``certificates`` what is wrong with a certificate, with its dates and names

How they are put together::

    network = fetch.Network(timeout=10.0, per_host=6, workers=64, connect_to=(...), pinned=frozenset({start.origin}))
    fetcher = fetch.fetcher(network)                # ValueError: one line for the user
    driver = threads.Threads(
        fetcher, board.Board(workers=64, per_host=6, delay=0.0, retries=2),
        release=fetcher.release, abort=fetcher.close, max_time=None,
    )
    driver.add(Job(target.http.slot, lambda: probe(target)))
    try:
        for result in driver.results():             # what each job's flow returned, as it comes
            ...                                     # driver.add(...) for what was found meanwhile
    finally:
        driver.close()                              # within two seconds, whatever is under way

A fetch that also makes features of a body is a function around ``fetcher``. ``driver.interrupt()`` (from a signal
handler or another thread) ends ``results()`` early, as does ``max_time``; ``driver.interrupted`` and ``driver.expired``
tell. After a KeyboardInterrupt, ``driver.results()`` once more gives what had come in and was not taken yet.
"""
