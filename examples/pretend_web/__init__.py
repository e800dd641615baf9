"""A pretend web on loopback: real TCP, real TLS, many hosts that behave as hosts on the real web do.

    with pretend_web.start() as web:
        subprocess.run(["https-ready", "--ca-file", web.ca_file, "--connect-to", ..., web.url("same-page")])

Hosts are called ``BEHAVIOUR.pretend``, a name that nobody has and that no standard sets aside, so that the command
treats it as it treats every public host. Nothing is installed and nothing needs root: the command is told where each
host is by its own ``--connect-to``, and whom to trust by its own ``--ca-file``.

``behaviours`` says what each host does and what should be said of it, ``pages`` what stands on its pages, ``server``
does it over sockets, ``certificates`` makes the certificates, good and bad.
"""

from examples.pretend_web.behaviours import BEHAVIOURS, Ask, Behaviour, behaviour
from examples.pretend_web.server import Expected, Host, Web, start

__all__ = ["BEHAVIOURS", "Ask", "Behaviour", "Expected", "Host", "Web", "behaviour", "start"]
