"""The fence around every test: no address but loopback, no home, no settings of whoever runs the tests."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from examples import pretend_web


class TestReachesOutside(AssertionError):
    """A test looked up a name or spoke to an address beyond this machine. No OSError: nothing may take it for news."""


_LOCAL_NAMES = (None, "", b"", "localhost", b"localhost")
_connect, _connect_ex, _sendto = socket.socket.connect, socket.socket.connect_ex, socket.socket.sendto
_getaddrinfo = socket.getaddrinfo


def _address(host: object) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    text = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None


def _check(address: object) -> None:
    if not isinstance(address, tuple):  # a Unix socket
        return
    found = _address(address[0])
    if address[0] not in _LOCAL_NAMES and (found is None or not found.is_loopback):
        raise TestReachesOutside(f"a test speaks to {address[0]!r}, port {address[1]}")


def _fenced_connect(self: socket.socket, address: Any) -> None:
    _check(address)
    _connect(self, address)


def _fenced_connect_ex(self: socket.socket, address: Any) -> int:
    _check(address)
    return _connect_ex(self, address)


def _fenced_sendto(self: socket.socket, data: Any, *rest: Any) -> int:
    _check(rest[-1])
    return _sendto(self, data, *rest)


def _fenced_getaddrinfo(host: Any, *rest: Any, **named: Any) -> Any:
    if host not in _LOCAL_NAMES and _address(host) is None:
        raise TestReachesOutside(f"a test looks up {host!r}")
    return _getaddrinfo(host, *rest, **named)


def _fenced_look_up(host: Any, *_: Any) -> Any:
    raise TestReachesOutside(f"a test looks up {host!r} past getaddrinfo")


@pytest.fixture(scope="session", autouse=True)
def fence(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep this process on loopback, and away from the settings and folders of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", _fenced_connect)
        patch.setattr(socket.socket, "connect_ex", _fenced_connect_ex)
        patch.setattr(socket.socket, "sendto", _fenced_sendto)
        patch.setattr(socket, "getaddrinfo", _fenced_getaddrinfo)
        for name in ("gethostbyname", "gethostbyname_ex", "gethostbyaddr"):
            patch.setattr(socket, name, _fenced_look_up)
        patch.setenv("HOME", str(home))
        patch.setenv("USERPROFILE", str(home))
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        for name in os.environ:
            proxy = name.lower().endswith("_proxy")
            if proxy or name.startswith(("HTTPS_READY_", "GITHUB_")) or name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
                patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def web() -> Iterator[pretend_web.Web]:
    """The pretend web, started when the first test asks for it."""
    with pretend_web.start() as running:
        yield running
