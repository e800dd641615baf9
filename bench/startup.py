"""What a run costs that finds nothing: 2,000 files without http, beside `python -c pass` and beside reading them.

Run as `python -m bench.startup [FILES]`. The aim: within 60 ms of `python -c pass` plus reading the files.
Each figure is the least of several whole processes, since machines are noisy.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 7
READ = "import os\nfor f in os.scandir('.'): open(f.path, 'rb').read().decode()"
PAGE = "# A page\n\nSome words and a [link](https://www.example.org/{0}) to elsewhere.\n\n" + "More words. " * 300


def least(command: list[str], folder: Path) -> float:
    """Wall seconds of the quickest of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        best = min(best, time.perf_counter() - began)
    return best


def main(files: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(files):
            (folder / f"page-{number}.md").write_text(PAGE.format(number))
        python = [sys.executable, "-I", "-c"]
        empty = least([*python, "pass"], folder)
        reading = least([*python, READ], folder) - empty
        ours = least([str(Path(sys.executable).with_name("https-ready")), "check", "."], folder)
        print(f"python -c pass                {empty * 1000:7.1f} ms")
        print(f"reading {files} files          {reading * 1000:7.1f} ms more")
        print(f"https-ready check .           {ours * 1000:7.1f} ms")
        print(f"over both                     {(ours - empty - reading) * 1000:7.1f} ms (aim: 60)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
