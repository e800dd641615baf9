"""``python -m examples.demo``: the real command on a small site and on the same site served live, over a pretend web.

Both reports are shown as they are and compared, link by link, with ``examples/expected.json``, which people wrote.
Exit code 0 if every link was judged as expected, 1 if not, 130 after Ctrl-C.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from examples import pretend_web

ROOT = Path(__file__).parents[1]
SITE = "examples/site"
START = "https://site.pretend/"
LIVE = {
    "public/index.html": START,
    "public/guide.html": f"{START}guide.html",
    "public/links.html": f"{START}links.html",
    "public/style.css": f"{START}style.css",
}
"""The files that a crawl reads, and where: ``drafts/`` is closed by robots.txt."""
FINDINGS_EXPECTED = 1
SETTINGS = {"HTTPS_READY_TIMEOUT": "2", "HTTPS_READY_RETRIES": "1"}


class Link(NamedTuple):
    """One link and what is to be said of it. ``where`` is a file or the URL of a page; line and column are 1-based."""

    where: str
    line: int
    column: int
    url: str
    verdict: str
    reason: str

    @property
    def place(self) -> str:
        return f"{self.where}:{self.line}:{self.column}"

    @property
    def target(self) -> str:
        """The URL as it is asked for."""
        host = urlsplit(self.url).hostname or ""
        return self.url.replace(host, host.encode("idna").decode(), 1)

    @property
    def answer(self) -> str:
        return f"{self.verdict} ({self.reason})"


def expected() -> list[Link]:
    """Every link of the example site, by file."""
    rows = json.loads((ROOT / "examples" / "expected.json").read_text(encoding="utf-8"))
    return [Link(f"{SITE}/{row.pop('file')}", **row) for row in rows]


def live(links: Iterable[Link]) -> list[Link]:
    """Those that a crawl finds, by page."""
    pages = {f"{SITE}/{file}": url for file, url in LIVE.items()}
    return [link._replace(where=pages[link.where]) for link in links if link.where in pages]


def differences(report: Mapping[str, Any], links: Iterable[Link]) -> list[str]:
    """Where a JSON report says something else than is expected: nothing left out, nothing added, each place exact."""
    links = list(links)
    found = []
    wanted = {link.target: link for link in links}
    counts = Counter(link.target for link in links)
    targets = {target["url"]: target for target in report["targets"]}
    for url, link in wanted.items():
        if (target := targets.get(url)) is None:
            found.append(f"{link.place}: {url}: expected {link.answer}, not reported")
            continue
        if (answer := f"{target['verdict']} ({target['reason']})") != link.answer:
            found.append(f"{link.place}: {url}: expected {link.answer}, reported {answer}")
        if target["occurrences"] != counts[url]:
            found.append(f"{url}: expected in {counts[url]} places, reported in {target['occurrences']}")
    found += [f"{url}: not expected" for url in targets.keys() - wanted.keys()]

    places = {link.place: link for link in links}
    reported = {f"{row.get('file', row.get('page'))}:{row['line']}:{row['column']}" for row in report["findings"]}
    found += [f"{place}: a finding that is not expected" for place in reported - places.keys()]
    found += [
        f"{place}: {link.url}: expected as a finding, not reported"
        for place, link in places.items()
        if link.verdict in ("upgrade", "review") and place not in reported
    ]
    if not report["complete"]:
        found.append("the report is not complete")
    return sorted(found)


def command() -> str:
    """The installed command: the one beside this Python, else the one on the path."""
    folder = Path(sys.executable).parent
    found = shutil.which("https-ready", path=f"{folder}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        raise SystemExit("https-ready is not installed: run `make demo`, or `pip install -e .` first")
    return found


def environment(web: pretend_web.Web, folder: str) -> dict[str, str]:
    """What tells the command where the pretend web is and whom to trust; nothing of the user's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HTTPS_READY_", "GITHUB_"))}
    told = {"HTTPS_READY_CONNECT_TO": "\n".join(web.connect_to()), "HTTPS_READY_CA_FILE": web.ca_file}
    return {**kept, **SETTINGS, **told, "XDG_CACHE_HOME": folder}


def check(target: str, variables: Mapping[str, str], folder: str, links: list[Link]) -> list[str]:
    """Run ``https-ready check TARGET`` in the open, and compare what it writes as JSON beside its report."""
    print(f"\n$ https-ready check --verbose {target}", flush=True)
    path = Path(folder, "report.json")
    path.unlink(missing_ok=True)
    done = subprocess.run(
        [command(), "check", "--verbose", target],
        cwd=ROOT,
        env={**variables, "HTTPS_READY_FORMAT": "text", "HTTPS_READY_OUTPUT": f"json={path}"},
        check=False,
    )
    if done.returncode != FINDINGS_EXPECTED:
        return [f"https-ready check {target}: exit code {done.returncode}, expected {FINDINGS_EXPECTED}"]
    return differences(json.loads(path.read_text(encoding="utf-8")), links)


def misplaced(variables: Mapping[str, str], links: Iterable[Link]) -> list[str]:
    """Where ``https-ready links`` finds something else in the files: also the places that are no findings."""
    arguments = [command(), "links", "--format", "jsonl", SITE]
    done = subprocess.run(arguments, cwd=ROOT, env=variables, check=True, capture_output=True, encoding="utf-8")
    rows = map(json.loads, done.stdout.splitlines())
    listed = {f"{row['file']}:{row['line']}:{row['column']}: {row['url']}" for row in rows}
    wanted = {f"{link.place}: {link.url}" for link in links}
    return sorted([f"{place}: not found" for place in wanted - listed] + [f"{p}: no link" for p in listed - wanted])


def run() -> int:
    links = expected()
    on_pages = live(links)
    with tempfile.TemporaryDirectory(prefix="https-ready-demo-") as folder, pretend_web.start() as web:
        print(f"A pretend web of {len(pretend_web.BEHAVIOURS)} hosts is up on loopback, over http and https.")
        print("HTTPS_READY_CONNECT_TO tells the command where they are, HTTPS_READY_CA_FILE whom to trust;")
        print("HTTPS_READY_TIMEOUT=2 and HTTPS_READY_RETRIES=1, so that the silent ones cost less of your time.")
        variables = environment(web, folder)
        found = misplaced(variables, links)
        found += check(SITE, variables, folder, links)
        found += check(START, variables, folder, on_pages)
    files, pages = len({link.where for link in links}), len(LIVE)
    print()
    if found:
        print(*found, sep="\n")
        print(f"Not as expected: {len(found)} differences.")
        return 1
    on_site = f"{len(on_pages)} on {pages} live documents"
    print(f"All {len(links)} links in {files} files and {on_site} were judged as expected.")
    return 0


def main() -> int:
    try:
        return run()
    except KeyboardInterrupt:
        print("\nInterrupted; the pretend web is gone.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
