"""A small site over real HTTP on loopback, made of a table of paths and answers; it counts what it is asked."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

Answer = str | tuple[int, dict[str, str], str]


@dataclass
class Site:
    """``pages`` maps path and query to a body, or to status, headers and body. ``delays`` are seconds by path."""

    pages: Mapping[str, Answer]
    delays: Mapping[str, float] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


@contextmanager
def serve(pages: Mapping[str, Answer], delays: Mapping[str, float] | None = None) -> Iterator[Site]:
    site = Site(pages, delays or {})

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            site.asked[self.path] += 1
            time.sleep(site.delays.get(self.path, 0.0))
            answer = site.pages.get(self.path, (404, {}, "nothing here"))
            status, headers, body = (200, {}, answer) if isinstance(answer, str) else answer
            data = body.encode()
            self.send_response(status)
            for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments: object) -> None:
            pass

        def handle(self) -> None:
            with suppress(OSError):  # the client went away
                super().handle()

    class Server(ThreadingHTTPServer):
        request_queue_size = 256
        daemon_threads = True

        def server_bind(self) -> None:
            TCPServer.server_bind(self)  # without looking up its own name

    server = Server(("127.0.0.1", 0), Handler)
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
