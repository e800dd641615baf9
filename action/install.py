"""Install https-ready for the action: an environment of its own, made from the action's own checkout.

Run as ``python -I install.py`` by the Python that the action set up. The environment lies in ``$RUNNER_TEMP``: neither
the runner's Python nor the workspace is touched, and a second use in the job finds it ready. Libraries are installed
from wheels whose hashes are locked in ``requirements.txt``; the package itself is pure Python and is copied from the
checkout, so nothing is built and no build tool is fetched. Writes the environment's Python as the output ``python``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"
_STAMP = "https-ready.installed"
# Settings of the workflow's own pip that would lead the installation elsewhere or change what is installed.
_UNWANTED = (
    "PIP_BUILD_CONSTRAINT",
    "PIP_CONSTRAINT",
    "PIP_DRY_RUN",
    "PIP_NO_BINARY",
    "PIP_PREFIX",
    "PIP_PYTHON",
    "PIP_REPORT",
) + ("PIP_REQUIREMENT", "PIP_ROOT", "PIP_TARGET", "PIP_USER")


def main() -> int:
    place = Path(os.environ["RUNNER_TEMP"]) / f"https-ready-{_key()}"
    python = _python_of(place)
    if not (place / _STAMP).is_file():
        shutil.rmtree(place, ignore_errors=True)
        venv.create(place, with_pip=False)  # the Python that runs this has one, and a second copy takes seconds
        code = _install(python)
        if code:
            print("::error title=https-ready::could not install the action; see the log above", flush=True)
            return code
        _copy_package(python)
        (place / _STAMP).touch()
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8", newline="\n") as outputs:
        outputs.write(f"python={python}\n")
    return 0


def _key() -> str:
    """Changes with what would be installed."""
    digest = hashlib.sha256(sys.version.encode() + b"\0" + REQUIREMENTS.read_bytes())
    for path in sorted((ROOT / "checker").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(b"\0" + os.fsencode(path.relative_to(ROOT)) + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _python_of(place: Path) -> Path:
    return place / "Scripts" / "python.exe" if os.name == "nt" else place / "bin" / "python"


def _install(python: Path) -> int:
    environment = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--require-hashes"]
    options += ["--only-binary", ":all:", "--requirement", str(REQUIREMENTS)]
    command = [sys.executable, "-I", "-m", "pip", "--python", str(python), "install", *options]
    return subprocess.run(command, env=environment, check=False).returncode


def _copy_package(python: Path) -> None:
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    done = subprocess.run([python, "-I", "-c", ask], check=True, capture_output=True, text=True)
    target = Path(done.stdout.strip()) / "checker"
    shutil.copytree(ROOT / "checker", target, ignore=shutil.ignore_patterns("__pycache__"))


if __name__ == "__main__":
    sys.exit(main())
