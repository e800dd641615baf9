"""A generated site crawled: pages a second, CPU a page, peak memory, beside the latency bound and two peers.

Run as `python -m bench.crawl [--pages N ...] [--latency MS ...] [--peers]`. The site is served by another process,
which counts what it is asked. Each page links to its neighbours in a tree and to the front page; none holds an http
link, so that what is measured is the crawl. The bound is pages x latency / open connections; the aim is within 1.25
times the larger of it and 0.8 ms a page, plus 0.2 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

CONNECTIONS = 100
BRANCHES = 10
FILLING = "<p>" + "Some words that say nothing, with a <b>tag</b> here and there. " * 30
"""About 2 kB: a small page of a documentation site."""


@dataclass(frozen=True)
class Cost:
    """Of one process: wall and CPU in seconds, the most memory it had in bytes."""

    wall: float
    cpu: float
    memory: int


def page(number: int, pages: int) -> bytes:
    below = [child for child in range(number * BRANCHES + 1, number * BRANCHES + BRANCHES + 1) if child < pages]
    links = "".join(f'<li><a href="/p/{child}.html">Page {child}</a>' for child in below)
    text = f'<!doctype html><title>{number}</title><nav><a href="/">Home</a></nav>{FILLING}<ul>{links}</ul>'
    return text.encode()


def serve(pages: int, latency: float, line: Connection) -> None:
    """Serve until the other end is closed; then tell how often each path was asked for."""
    asked: Counter[bytes] = Counter()

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ", 2)[1]
                asked[path] += 1
                if latency:
                    await asyncio.sleep(latency)
                number = 0 if path == b"/" else int(path[3:-5]) if path.startswith(b"/p/") else pages
                body = page(number, pages) if number < pages else b""
                status = b"200 OK" if body else b"404 Not Found"
                writer.write(
                    b"HTTP/1.1 %b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%b"
                    % (status, len(body), body)
                )
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def main() -> None:
        server = await asyncio.start_server(client, "127.0.0.1", 0, backlog=512)
        line.send(server.sockets[0].getsockname()[1])
        while not line.poll():
            await asyncio.sleep(0.05)
        line.send({path.decode(): count for path, count in asked.items()})

    asyncio.run(main())


def run(command: Sequence[str], environment: dict[str, str] | None = None) -> Cost:
    began = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **(environment or {})}
    )
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return Cost(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def measure(pages: int, latency: float, peers: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        ours = [str(Path(sys.executable).with_name("https-ready")), "--per-host", str(CONNECTIONS), "--no-sitemap"]
        ours += ["--workers", str(CONNECTIONS), "-o", f"json={report}", "--quiet"]
        rows = {"https-ready": (ours, 0)}
        if peers and (linkchecker := shutil.which("linkchecker", path=str(Path(sys.executable).parent))):
            rows["linkchecker"] = ([linkchecker, "--threads", str(CONNECTIONS), "--no-warnings"], 0)
        if peers and (linkinator := shutil.which("linkinator")):
            rows["linkinator"] = ([linkinator, "--recurse", "--concurrency", str(CONNECTIONS)], 0)
        for name, (command, _) in rows.items():
            near, far = multiprocessing.Pipe()
            server = multiprocessing.Process(target=serve, args=(pages, latency, far), daemon=True)
            server.start()
            port = near.recv()
            cost = run([*command, f"http://127.0.0.1:{port}/"])
            near.send("stop")
            asked = near.recv()
            server.join()
            wanted = {"/", *(f"/p/{number}.html" for number in range(1, pages))}
            once = sum(asked.get(path) == 1 for path in wanted)
            bound = pages * latency / CONNECTIONS
            aim = 1.25 * max(bound, 0.0008 * pages) + 0.2
            print(
                f"{name:12} {pages:6} pages {latency * 1000:3.0f} ms: {cost.wall:7.2f} s, "
                f"bound {bound:6.2f} s, aim {aim:6.2f} s, "
                f"{pages / cost.wall:6.0f} pages/s, {cost.cpu / pages * 1000:5.2f} ms CPU a page, "
                f"{cost.memory / 2**20:4.0f} MiB, {once} of {pages} fetched exactly once",
                flush=True,
            )
            if name == "https-ready":
                found = json.loads(report.read_text(encoding="utf-8"))
                assert found["complete"], "the crawl did not end"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=[500, 5_000])
    parser.add_argument("--latency", type=float, nargs="+", default=[0.0, 20.0], help="milliseconds")
    parser.add_argument("--peers", action="store_true", help="linkchecker and linkinator too, where they are installed")
    given = parser.parse_args()
    for pages in given.pages:
        for latency in given.latency:
            measure(pages, latency / 1000, given.peers and pages <= 1_000)


if __name__ == "__main__":
    main()
