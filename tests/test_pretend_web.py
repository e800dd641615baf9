"""Each host of the pretend web does on the wire what it says, and the web itself counts right and closes clean."""

from __future__ import annotations

import gc
import gzip
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from checker.model import Reason, Verdict
from examples import pretend_web
from examples.pretend_web import BEHAVIOURS, Host, Web

PATIENCE = 0.4
"""Seconds after which a host counts as silent."""


@dataclass(frozen=True)
class Seen:
    status: int
    head: str
    body: bytes

    def header(self, name: str) -> str:
        found = re.search(rf"^{name}: (.*?)\r?$", self.head, re.M | re.I)
        return found[1] if found else ""


@contextmanager
def connected(web: Web, url: str) -> Iterator[socket.socket]:
    parts = urlsplit(url)
    assert parts.hostname
    host = parts.hostname.encode("idna").decode()
    secure = parts.scheme == "https"
    with socket.create_connection(web.address(host, parts.port or (443 if secure else 80)), PATIENCE) as plain:
        if not secure:
            yield plain
            return
        context = ssl.create_default_context(cafile=web.ca_file)
        context.verify_flags |= ssl.VERIFY_X509_STRICT  # as Python 3.13 has it by itself
        with context.wrap_socket(plain, server_hostname=host) as connection:
            yield connection


def request(url: str, *headers: str, method: str = "GET") -> bytes:
    parts = urlsplit(url)
    host = parts.netloc.encode("idna").decode()
    resource = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return "\r\n".join((f"{method} {resource} HTTP/1.1", f"Host: {host}", *headers, "", "")).encode()


def read(connection: socket.socket, limit: int) -> bytes:
    """Up to ``limit`` bytes: until the other side closes, or is silent after it has spoken."""
    data, until = b"", time.monotonic() + PATIENCE
    while len(data) < limit and time.monotonic() < until:
        try:
            more = connection.recv(65_536)
        except (TimeoutError, ConnectionResetError) as error:
            if data:
                break
            raise error
        if not more:
            break
        data += more
    return data


def ask(web: Web, url: str, *headers: str, method: str = "GET", limit: int = 1 << 17) -> Seen:
    with connected(web, url) as connection:
        connection.sendall(request(url, "Connection: close", *headers, method=method))
        data = read(connection, limit)
    if not data.startswith(b"HTTP/1.1 "):
        raise ConnectionError(f"said {data[:20]!r}")
    head, _, body = data.partition(b"\r\n\r\n")
    return Seen(int(head[9:12]), head.decode("latin-1"), body)


def first(web: Web, url: str) -> str:
    """The status of the first answer, or a few words on why there is none."""
    try:
        return str(ask(web, url, limit=4096).status)
    except ssl.SSLCertVerificationError as error:
        return error.verify_message.partition(",")[0]
    except ssl.SSLError as error:
        return error.reason or ""
    except TimeoutError:
        return "silent"
    except ConnectionRefusedError:
        return "refused"
    except ConnectionError as error:
        return str(error)


SAME = ("200", "200")
NOT_TLS = "WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE"
WIRE = {
    **dict.fromkeys(("redirects", "site"), ("301", "200")),
    "redirects-308": ("308", "200"),
    "redirects-to-wall": ("301", "403"),
    "redirects-then-on": ("301", "301"),
    "no-content": ("204", "204"),
    "early-hints": ("103", "103"),
    "flaky": ("200", "502"),
    "busy-once": ("200", "503"),
    "rate-limited-once": ("429", "429"),
    "reset-once": ("200", "said b''"),
    **dict.fromkeys(
        ("cookie-loop", "cookie-bounce", "language", "session", "location-relative", "location-raw", "get-at-the-end"),
        ("302", "302"),
    ),
    "http-refused": ("refused", "200"),
    "http-not-found": ("404", "200"),
    "moved": ("301", "refused"),
    "front-page": ("301", "301"),
    **dict.fromkeys(("login", "lapsed"), ("302", "302")),
    **dict.fromkeys(("wall", "robot-wall"), ("403", "403")),
    "password": ("401", "401"),
    "legal-wall": ("451", "451"),
    "challenge-alike": ("503", "503"),
    "many-choices": ("300", "300"),
    "not-modified": ("304", "304"),
    **dict.fromkeys(
        ("location-missing", "location-invalid", "location-script", "location-file", "to-private"), ("302", "302")
    ),
    "http-hop": ("200", "301"),
    "refused": ("200", "refused"),
    "expired": ("200", "certificate has expired"),
    "wrong-name": ("200", "Hostname mismatch"),
    "self-signed": ("200", "self-signed certificate|self signed certificate"),
    "untrusted": ("200", "unable to get local issuer certificate"),
    "incomplete-chain": ("200", "unable to get local issuer certificate"),
    "old-tls": ("200", "UNSUPPORTED_PROTOCOL|UNSAFE_LEGACY_RENEGOTIATION_DISABLED"),
    "weak-key": ("200", "EE certificate key too weak"),
    **dict.fromkeys(("not-tls", "ssh", "port-8080"), ("200", NOT_TLS)),
    "silent-https": ("200", "silent"),
    "https-not-found": ("200", "404"),
    **dict.fromkeys(("bounces-back", "loop"), ("200", "301")),
    "thousand-hops": ("200", "302"),
    "not-found": ("404", "404"),
    "gone": ("410", "410"),
    "redirects-to-nothing": ("301", "404"),
    "ping-pong": ("301", "301"),
    "https-wall": ("200", "403"),
    **dict.fromkeys(("rate-limited", "rate-limited-nonsense"), ("429", "429")),
    "server-error": ("500", "500"),
    "https-server-error": ("200", "500"),
    "silent": ("silent", "silent"),
    "http2-only": ("200", r"said b'\\x00\\x00\\x00\\x04.*"),
    "hangs-up": ("said b''", "said b''"),
}
"""What comes first over http and over https, as a pattern; hosts that are not listed answer 200 to both."""


def https(url: str) -> str:
    return url.replace("http://", "https://", 1).replace(":80/", "/")


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_what_comes_first_on_each_scheme(web: Web, name: str) -> None:
    web.reset()
    url = web.url(name)
    for expected, asked in zip(WIRE.get(name, SAME), (url, https(url)), strict=True):
        assert re.fullmatch(expected, first(web, asked)), (asked, first(web, asked))


def test_the_table_names_no_host_that_is_not_there() -> None:
    assert WIRE.keys() <= BEHAVIOURS.keys()


def test_every_expectation_is_in_the_words_of_the_design(web: Web) -> None:
    expected = web.expected()
    assert len(expected) == len({row.url for row in expected}) >= 100
    for row in expected:
        assert urlsplit(row.url).scheme == "http"
        assert Verdict(row.verdict) is not Verdict.SKIPPED
        assert Reason(row.reason).says


@pytest.mark.parametrize(
    "url", [url for b in BEHAVIOURS.values() if b.reason == "same-page" and b.name not in WIRE for url in b.urls]
)
def test_same_pages_are_the_same_but_for_what_changes_each_time(web: Web, url: str) -> None:
    plain, secure = ask(web, url, limit=20_000), ask(web, https(url), limit=20_000)
    changing = {"dynamic.pretend", "adverts.pretend"}
    assert plain.header("content-type") == secure.header("content-type")
    assert len(plain.body) > 40
    assert (plain.body[:20_000] == secure.body[:20_000]) is (urlsplit(url).hostname not in changing)
    assert plain.body[:80] == secure.body[:80]


@pytest.mark.parametrize("name", ["another-page", "default-page", "parked-https", "same-etag", "another-type"])
def test_different_pages_differ(web: Web, name: str) -> None:
    plain, secure = (ask(web, web.url(name, secure=secure)) for secure in (False, True))
    shared = set(plain.body.split()) & set(secure.body.split())
    assert len(shared) < len(set(plain.body.split())) / 2
    assert plain.header("etag") == secure.header("etag")


@pytest.mark.parametrize(
    ("url", "to"),
    [
        ("http://redirects.pretend/page?a=1", "https://redirects.pretend/page?a=1"),
        ("https://bounces-back.pretend/page", "http://bounces-back.pretend/page"),
        ("https://loop.pretend/page", "https://loop.pretend/page"),
        ("https://thousand-hops.pretend/hop/7", "/hop/8"),
        ("http://ping-pong.pretend/page", "https://ping-pong.pretend/page"),
        ("https://ping-pong.pretend/page", "http://ping-pong.pretend/page"),
        ("http://moved.pretend/page", "https://same-page.pretend/page"),
        ("https://front-page.pretend/page", "/"),
        ("https://login.pretend/page", "/login?next=/page"),
        ("https://lapsed.pretend/page", "https://parked.pretend/?from=lapsed.pretend"),
        ("https://http-hop.pretend/page", "http://http-hop.pretend/guide"),
        ("http://http-hop.pretend/guide", "https://http-hop.pretend/guide"),
        ("http://location-relative.pretend/a/b/page", "../page"),
        ("http://location-relative.pretend/a/page", "//location-relative.pretend/page"),
        ("http://location-relative.pretend/page", "?a"),
        ("https://location-raw.pretend/page", "/a b/\u00c3\u00bc"),
        ("https://to-private.pretend/page", "http://169.254.169.254/latest/meta-data/"),
        ("https://location-missing.pretend/page", ""),
        ("https://cookie-bounce.pretend/page", "https://gate.cookie-bounce.pretend/page"),
        ("https://gate.cookie-bounce.pretend/page", "https://cookie-bounce.pretend/page"),
        ("http://site.pretend/links.html", "https://site.pretend/links.html"),
    ],
)
def test_where_redirects_lead(web: Web, url: str, to: str) -> None:
    seen = ask(web, url)
    assert (seen.status // 100, seen.header("location")) == (3, to)


def test_what_passes_the_second_time(web: Web) -> None:
    web.reset()
    for name in ("flaky", "busy-once", "reset-once", "rate-limited-once"):
        url = web.url(name, secure=True)
        assert [first(web, url), first(web, url)] == [WIRE[name][1], "200"]
    web.reset()
    assert ask(web, web.url("busy-once", secure=True)).header("retry-after") == "1"


def test_cookies_and_agents_open_doors(web: Web) -> None:
    for name in ("cookie-loop", "cookie-bounce"):
        assert ask(web, web.url(name)).header("set-cookie") == "seen=yes; Path=/"
        assert ask(web, web.url(name), "Cookie: seen=yes").status == 200
    assert ask(web, web.url("robot-wall"), "User-Agent: Mozilla/5.0 Gecko/20100101 Firefox/140.0").status == 200
    assert ask(web, "https://session.pretend/page?sid=1").body == ask(web, "http://session.pretend/page?sid=2").body
    assert ask(web, "https://location-raw.pretend/a%20b/%C3%BC").status == 200


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("head-500", "500"),
        ("head-drop", "said b''"),
        ("head-hang", "silent"),
        ("head-loop", "301"),
        ("same-page", "200"),
    ],
)
def test_head(web: Web, name: str, expected: str) -> None:
    try:
        seen = ask(web, web.url(name, secure=True), method="HEAD")
    except TimeoutError:
        found = "silent"
    except ConnectionError as error:
        found = str(error)
    else:
        found = str(seen.status)
        assert not seen.body
        assert int(seen.header("content-length")) >= 0
    assert found == expected


def test_paths_that_nobody_has_are_missing_except_where_everything_is_found(web: Web) -> None:
    for secure in (False, True):
        assert ask(web, web.url("same-page", "/page-that-nobody-has", secure=secure)).status == 404
        assert ask(web, web.url("same-page", "/page/17", secure=secure)).status == 200
        bodies = {ask(web, web.url("soft-untold", path, secure=secure)).body for path in ("/page", "/guide", "/none")}
        assert len(bodies) == 1
    assert ask(web, "http://nobody.pretend/").status == 421
    assert len({ask(web, web.url("same-page", path)).body for path in ("/page", "/guide", "/page?b", "/")}) == 4


def test_bodies_that_break(web: Web) -> None:
    zipped = ask(web, web.url("zipped"))
    assert gzip.decompress(zipped.body).startswith(b"<!DOCTYPE html>")
    bomb = ask(web, web.url("gzip-bomb"))
    assert len(bomb.body) < 20_000 < 10_000_000 < len(gzip.decompress(bomb.body))
    bad = ask(web, web.url("bad-gzip"))
    assert (bad.header("content-encoding"), bad.body[:9]) == ("gzip", b"<!DOCTYPE")
    chunked = ask(web, web.url("bad-chunks"))
    assert chunked.body.endswith(b"</html>\n\r\nzz\r\n\r\n")
    long = ask(web, web.url("long-body"))
    assert len(long.body) == int(long.header("content-length")) + 10_000
    assert len(ask(web, web.url("endless-body"), limit=1 << 20).body) >= 1_000_000


@pytest.mark.parametrize("name", ["header-drip", "body-drip"])
def test_drips_go_on(web: Web, name: str) -> None:
    with connected(web, web.url(name)) as connection:
        connection.settimeout(5)
        connection.sendall(request(web.url(name)))
        begun = connection.recv(1000)
        dripped = [connection.recv(1000) for _ in range(2)]
    assert begun.startswith(b"HTTP/1.1 200 OK\r\n")
    assert dripped[-1] == b"x"


def test_the_site_is_served_as_its_files_are(web: Web) -> None:
    home = ask(web, "https://site.pretend/")
    assert home.header("content-type") == "text/html; charset=utf-8"
    assert b"<title>Tidelog</title>" in home.body
    assert ask(web, "https://site.pretend/robots.txt").body == b"User-agent: *\nDisallow: /drafts/\n"
    assert ask(web, "https://site.pretend/style.css").header("content-type").startswith("text/css")
    assert ask(web, "https://site.pretend/../content/index.md").status == 404
    assert ask(web, "https://site.pretend/none.html").status == 404


# --- the web itself --------------------------------------------------------------------------------------------------


def test_every_name_is_mapped_to_loopback(web: Web) -> None:
    mappings = web.connect_to(["3.refused.pretend"])
    assert all(re.fullmatch(r"[a-z0-9.-]*:\d*:127\.0\.0\.1:\d+", mapping) for mapping in mappings)
    assert mappings[-1].startswith("::")
    assert web.address("elsewhere.example", 8443) == web.address("refused.pretend", 443)
    assert web.address("3.refused.pretend", 443) == web.address("refused.pretend", 443)
    assert web.address("3.same-page.pretend", 443) == web.address("same-page.pretend", 443)


def test_hosts_below_do_the_same_under_a_certificate_of_theirs(web: Web) -> None:
    assert ask(web, web.url("h7.redirects")).header("location") == "https://h7.redirects.pretend/page"
    assert ask(web, "https://h7.redirects.pretend/page").status == 200
    assert ask(web, web.url("h8.rate-limited-later")).status == 200


def test_a_host_that_has_had_enough() -> None:
    with pretend_web.start() as web:
        url = web.url("rate-limited-later", "/page/1")
        assert [ask(web, url).status for _ in range(22)] == [200] * 20 + [429] * 2


def test_requests_and_connections_are_counted_idle_ones_included() -> None:
    with pretend_web.start() as web:
        for secure in (False, True):
            with connected(web, web.url("same-page", secure=secure)) as connection:
                for number in range(3):
                    connection.sendall(request(web.url("same-page", f"/page/{number}")))
                    assert read(connection, 500).startswith(b"HTTP/1.1 200")
                with connected(web, web.url("www.same-page", secure=secure)) as other:
                    other.sendall(request(web.url("www.same-page")))
                    read(other, 500)
        host = web.hosts["same-page.pretend"]
        wait_for(host, 0)
        assert (host.requests, host.connections, host.peak_connections) == (8, 4, 2)
        assert list(web.hosts) == ["same-page.pretend"]  # with and without www
        web.reset()
        assert (host.requests, host.connections, host.peak_connections) == (0, 0, 0)


def test_connections_count_without_any_request() -> None:
    with pretend_web.start() as web:
        for name in ("silent", "expired", "same-page"):
            with connected_though_faulty(web, name) as one, connected_though_faulty(web, name) as two:
                host = web.hosts[f"{name}.pretend"]
                wait_for(host, 2)
                assert one.fileno() != two.fileno()
            wait_for(host, 0)
            assert (host.requests, host.connections, host.peak_connections) == (0, 2, 2)


@contextmanager
def connected_though_faulty(web: Web, name: str) -> Iterator[socket.socket]:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    host = f"{name}.pretend"
    with socket.create_connection(web.address(host, 443), 5) as plain:
        if name == "silent":
            yield plain
            return
        with context.wrap_socket(plain, server_hostname=host) as connection:
            yield connection


def wait_for(host: Host | list[Host], connections: int) -> None:
    """Until so many connections are open: the web learns of a client a moment after the client does."""
    hosts = host if isinstance(host, list) else [host]
    until = time.monotonic() + 5
    while sum(each.open_connections for each in hosts) != connections:
        assert time.monotonic() < until, hosts
        time.sleep(0.002)


def test_sixty_four_clients_at_once_are_served_alike() -> None:
    def client(web: Web, number: int) -> int:
        url = web.url(f"h{number % 16}.same-page", secure=number % 2 == 0)
        with connected(web, url) as connection:
            connection.settimeout(20)
            start.wait(20)
            good = 0
            for step in range(8):
                connection.sendall(request(web.url(f"h{number % 16}.same-page", f"/page/{step}")))
                data = connection.recv(65_536)
                length = int(re.search(rb"Content-Length: (\d+)", data)[1])  # type: ignore[index]
                while len(data.partition(b"\r\n\r\n")[2]) < length:
                    data += connection.recv(65_536)
                good += data.startswith(b"HTTP/1.1 200 OK\r\n")
            return good

    start = threading.Barrier(64)
    with pretend_web.start(latency=0.002) as web, ThreadPoolExecutor(64) as pool:
        assert list(pool.map(lambda number: client(web, number), range(64))) == [8] * 64
        assert sum(host.requests for host in web.hosts.values()) == 512
        assert {host.peak_connections for host in web.hosts.values()} == {4}


def test_latency_of_a_host() -> None:
    with pretend_web.start(lambda host: 0.15 if host.startswith("slow.") else 0.0) as web:
        begin = time.monotonic()
        assert ask(web, web.url("slow.same-page")).status == 200
        between = time.monotonic()
        assert ask(web, web.url("same-page")).status == 200
        assert between - begin >= 0.15 > time.monotonic() - between


def test_closing_ends_every_conversation_and_leaves_nothing() -> None:
    before = set(threading.enumerate())
    web = pretend_web.start(lambda host: 60 if host == "same-page.pretend" else 0)
    urls = [web.url(name) for name in ("silent", "header-drip", "endless-body", "same-page")]
    urls += [web.url(name, secure=True) for name in ("same-page", "body-drip", "endless-body", "flaky")]
    clients = []
    for url in urls:
        holder = connected(web, url)
        connection = holder.__enter__()
        connection.sendall(request(url))
        clients.append((holder, connection))
    wait_for([web.hosts[host] for host in {urlsplit(url).netloc for url in urls}], len(urls))
    address = web.address("same-page.pretend", 80)
    begin = time.monotonic()
    web.close()
    web.close()
    assert time.monotonic() - begin < 2
    assert set(threading.enumerate()) == before
    for holder, _ in clients:
        holder.__exit__(None, None, None)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(address)
    del web
    gc.collect()  # a socket or a file left open would be a ResourceWarning, and so an error
