"""What hostile servers cost the command: every behaviour of ``tests.wire.servers.HOSTILE``, beside honest hosts.

Run as `python -m bench.bounds [LINKS]` (links a host, default 5). Shown are wall and processor time and the largest
memory of the command, for as many links on hosts that answer at once and on hosts that do what they can. The servers
run in this process, the command in one of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.wire.servers import HOSTILE, Behaviour, hello, serving

TIMEOUT = 2.0


def measured(behaviours: list[Behaviour], links: int) -> tuple[float, float, float, Counter[str]]:
    """Seconds, processor seconds, MB and verdicts of one run over ``links`` links of each host."""
    with contextlib.ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        options = ["--timeout", str(TIMEOUT), "--retries", "1", "--format", "json"]
        page = ""
        for number, behaviour in enumerate(behaviours):
            port = stack.enter_context(serving(behaviour)).port
            options += ["--connect-to", f"h{number}.pretend::127.0.0.1:{port}"]
            page += "".join(f"<http://h{number}.pretend/{link}>\n\n" for link in range(links))
        Path(folder, "a.md").write_text(page)
        out = Path(folder, "out.json")
        command = [str(Path(sys.executable).with_name("https-ready")), "a.md", *options]
        began = time.perf_counter()
        with out.open("wb") as stream:
            process = subprocess.Popen(command, cwd=folder, stdout=stream, stderr=subprocess.DEVNULL)
            _, _, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = 0
        verdicts = Counter(f"{one['verdict']} {one['reason']}" for one in json.loads(out.read_text())["targets"])
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, verdicts


def main(links: int) -> None:
    honest: list[Behaviour] = [hello] * len(HOSTILE)
    hostile: list[Behaviour] = [behaviour for behaviour, _ in HOSTILE.values()]
    for name, behaviours in (("honest", honest), ("hostile", hostile)):
        seconds, processor, memory, verdicts = measured(behaviours, links)
        total = sum(verdicts.values())
        print(f"{name:8} {total:5} links {seconds:6.1f} s {processor:6.1f} s CPU {memory:6.0f} MB")
        for verdict, count in verdicts.most_common():
            print(f"           {count:5} {verdict}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
