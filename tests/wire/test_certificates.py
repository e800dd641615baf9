from __future__ import annotations

import ipaddress
import random
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding

from checker.model import Fault
from checker.wire import certificates
from checker.wire.certificates import Unverified, explain

NOW = datetime(2026, 3, 1, tzinfo=UTC)
KEY = ec.generate_private_key(ec.SECP256R1())
OLD = ("2019-01-01", "2020-02-29")
ROOT, MIDDLE = "Root", "Middle"


def name(common: str, organisation: str = "") -> x509.Name:
    parts = [x509.NameAttribute(x509.NameOID.COMMON_NAME, common)] if common else []
    if organisation:
        parts.append(x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, organisation))
    return x509.Name(parts)


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def made(
    subject: str | x509.Name = "a.test",
    issuer: str | x509.Name = ROOT,
    names: Sequence[x509.GeneralName] | str | None = "a.test",
    dates: tuple[str, str] = ("2026-01-01", "2026-06-01"),
    key: Any = KEY,
    address: str = "",
) -> bytes:
    """A certificate; ``names``: separated by blanks; ``address``: where its issuer's certificate is said to be."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(name(subject) if isinstance(subject, str) else subject)
        .issuer_name(name(issuer) if isinstance(issuer, str) else issuer)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(day(dates[0]))
        .not_valid_after(day(dates[1]))
    )
    if names is not None:
        listed = [x509.DNSName(one) for one in names.split()] if isinstance(names, str) else names
        builder = builder.add_extension(x509.SubjectAlternativeName(listed), critical=False)
    if address:
        access = x509.AccessDescription(
            x509.oid.AuthorityInformationAccessOID.CA_ISSUERS, x509.UniformResourceIdentifier(address)
        )
        builder = builder.add_extension(x509.AuthorityInformationAccess([access]), critical=False)
    return builder.sign(KEY, hashes.SHA256()).public_bytes(Encoding.DER)


def told(fault: Fault, *chain: bytes, code: int = 0, host: str = "a.test") -> tuple[Fault, str]:
    return explain(Unverified(fault, "words of OpenSSL", code), chain, host, NOW)


EXPIRED, HOSTNAME, UNTRUSTED, WEAK = Fault.TLS_EXPIRED, Fault.TLS_HOSTNAME, Fault.TLS_UNTRUSTED, Fault.TLS_WEAK


@pytest.mark.parametrize(
    ("dates", "says"),
    [
        (("2019-01-01", "2020-02-29"), "it expired on 2020-02-29 (2,192 days ago)"),
        (("2019-01-01", "2026-02-28"), "it expired on 2026-02-28 (1 day ago)"),
        (("2019-01-01", "2026-02-28T20:00:00"), "it expired on 2026-02-28 (less than a day ago)"),
        (("2026-03-03", "2027-01-01"), "it is not valid until 2026-03-03 (in 2 days)"),
        (("1970-01-01", "1971-01-01"), "it expired on 1971-01-01 (20,148 days ago)"),
    ],
)
def test_dates(dates: tuple[str, str], says: str) -> None:
    assert told(EXPIRED, made(dates=dates), code=10) == (EXPIRED, f'{says}; issued by "Root"')


def test_an_issuer_that_is_out_of_date() -> None:
    chain = [made(issuer=MIDDLE), made(MIDDLE, ROOT, None, OLD)]
    assert told(EXPIRED, *chain, code=10) == (
        EXPIRED,
        'the certificate of its issuer "Middle" is out of date: it expired on 2020-02-29 (2,192 days ago); '
        'issued by "Middle"',
    )
    assert told(EXPIRED, chain[0], code=10) == (EXPIRED, 'words of OpenSSL; issued by "Middle"'), "it was not sent"


@pytest.mark.parametrize(
    ("host", "names", "says"),
    [
        ("a.test", "b.test", "it is for b.test, not for a.test"),
        ("a.test", "b.test c.test d.test", "it is for b.test, c.test, d.test, not for a.test"),
        ("a.test", " ".join(f"{n}.b.test" for n in range(1003)), "it is for 0.b.test, 1.b.test, 2.b.test and 1,000 more, not for a.test"),
        ("a.test", "*.a.test", "it is for *.a.test, not for a.test"),
        ("x.y.a.test", "*.a.test", "it is for *.a.test, not for x.y.a.test"),
        ("a.test", "*.test", "it is for *.test, not for a.test"),
        ("xa.a.test", "x*.a.test", "it is for x*.a.test, not for xa.a.test"),
        ("a.test", None, 'it names no host (only the common name "a.test", which no longer counts), so not a.test'),
        ("192.0.2.1", "192.0.2.1", "it is for 192.0.2.1, not for 192.0.2.1"),
        ("192.0.2.1", [x509.IPAddress(ipaddress.ip_address("::1"))], "it is for ::1, not for 192.0.2.1"),
        ("a.test", [x509.DNSName("b" * 100)], f"it is for {'b' * 80}…, not for a.test"),
        ("a.test", [x509.DNSName("b\x1b[31m::error::")], "it is for b\ufffd[31m::error::, not for a.test"),
    ],
)  # fmt: skip
def test_names(host: str, names: Any, says: str) -> None:
    assert told(HOSTNAME, made(names=names), code=62, host=host) == (HOSTNAME, f'{says}; issued by "Root"')


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("a.test", "b.test A.Test"),
        ("a.test.", "a.test"),
        ("x.a.test", "*.a.test"),
        ("192.0.2.1", [x509.IPAddress(ipaddress.ip_address("192.0.2.1"))]),
        ("2001:db8::1", [x509.IPAddress(ipaddress.ip_address("2001:db8::1"))]),
    ],
)
def test_names_that_fit_are_no_fault(host: str, names: Any) -> None:
    """So if OpenSSL objected, another certificate was shown the second time: its words are all that is known."""
    assert told(HOSTNAME, made(names=names), code=62, host=host) == (
        HOSTNAME,
        'words of OpenSSL; issued by "Root"',
    )
    assert told(EXPIRED, made(names=names, dates=OLD), code=10, host=host)[0] is EXPIRED


SENT = {
    "self-signed": ([made(issuer="a.test")], 18, 'it is self-signed, by "a.test"'),
    "private authority": (
        [made(), made(ROOT, ROOT, None)],
        19,
        'it is issued under "Root", an authority that is not trusted here',
    ),
    "private authority, sent in disorder": (
        [made(issuer=MIDDLE), made(ROOT, ROOT, None), made(MIDDLE, ROOT, None)],
        19,
        'it is issued under "Root", an authority that is not trusted here',
    ),
    "public, without the intermediate": (
        [made(issuer=name("R3", "Let us"), address="http://r3.test/")],
        20,
        'incomplete chain: the server does not send the certificate of the issuer "R3, Let us"',
    ),
    "with one of two intermediates": (
        [made(issuer=MIDDLE), made(MIDDLE, "Upper", None, address="http://upper.test/")],
        20,
        'incomplete chain: the server does not send the certificate of the issuer "Upper"',
    ),
    "cannot be told": (
        [made()],
        20,
        'unknown issuer "Root", whose certificate the server does not send: an incomplete chain or a private issuer',
    ),
    "issuers in a circle": (
        [made(issuer=MIDDLE), made(MIDDLE, ROOT, None), made(ROOT, MIDDLE, None)],
        20,
        'unknown issuer "Middle", whose certificate the server does not send: an incomplete chain or a private issuer',
    ),
    "revoked": ([made()], 23, 'words of OpenSSL; issued by "Root"'),
}


@pytest.mark.parametrize("kind", sorted(SENT))
def test_issuers(kind: str) -> None:
    chain, code, says = SENT[kind]
    assert told(UNTRUSTED, *chain, code=code) == (UNTRUSTED, says)


@pytest.mark.parametrize(
    ("issuer", "says"),
    [
        (name("R3", "R3"), '"R3"'),
        (name("", "Let us"), '"Let us"'),
        (x509.Name([x509.NameAttribute(x509.NameOID.COUNTRY_NAME, "XX")]), '"C=XX"'),
        (x509.Name([]), '"nobody"'),
        (name("evil\r\n::error::\u202e"), '"evil\ufffd\ufffd::error::\ufffd"'),
        (name("x" * 60, "y" * 60), f'"{"x" * 60}, {"y" * 18}…"'),
    ],
)
def test_labels(issuer: x509.Name, says: str) -> None:
    assert told(EXPIRED, made(issuer=issuer, dates=OLD))[1].endswith(f"; issued by {says}")


def test_strength() -> None:
    weak = rsa.generate_private_key(65537, 1024)
    assert told(WEAK, made(key=weak), code=66) == (WEAK, 'its key has 1,024 bits only; issued by "Root"')
    chain = [made(issuer=MIDDLE), made(MIDDLE, ROOT, None, key=weak)]
    assert told(WEAK, *chain, code=67) == (
        WEAK,
        'the issuer "Middle"\'s key has 1,024 bits only; issued by "Middle"',
    )
    assert told(WEAK, made(), code=68) == (WEAK, 'words of OpenSSL; issued by "Root"')


@pytest.mark.parametrize(
    ("refused", "code", "certificate", "fault", "says"),
    [
        (EXPIRED, 10, made(names="b.test", dates=OLD), HOSTNAME, "it is for b.test, not for a.test; also it expired on 2020-02-29 (2,192 days ago); issued by \"Root\""),
        (HOSTNAME, 62, made(names="b.test", dates=OLD), HOSTNAME, "it is for b.test, not for a.test; also it expired on 2020-02-29 (2,192 days ago); issued by \"Root\""),
        (UNTRUSTED, 18, made(issuer="a.test", names="b.test", dates=OLD), UNTRUSTED, 'it is self-signed, by "a.test"; also it is for b.test, not for a.test; also it expired on 2020-02-29 (2,192 days ago)'),
        (WEAK, 66, made(names="b.test"), HOSTNAME, "it is for b.test, not for a.test; also words of OpenSSL; issued by \"Root\""),
    ],
)  # fmt: skip
def test_several_faults_at_once_whatever_openssl_says_first(
    refused: Fault, code: int, certificate: bytes, fault: Fault, says: str
) -> None:
    assert told(refused, certificate, code=code) == (fault, says)


@pytest.mark.parametrize("data", [b"", b"nonsense", made()[:-50], b"\x30\x80" * 1000])
def test_what_is_no_certificate(data: bytes) -> None:
    assert told(EXPIRED, data) == (EXPIRED, "words of OpenSSL; the certificate cannot be read")
    assert told(EXPIRED) == (EXPIRED, "words of OpenSSL; the certificate cannot be read")
    assert told(UNTRUSTED, made(), data, code=20)[1].startswith('unknown issuer "Root"'), "what can be read is told"


def test_broken_certificates_are_told_in_one_line_whatever_is_broken() -> None:
    """No exception and no warning for any of 2,000 certificates with a few bytes changed."""
    rng = random.Random(7)
    whole = made(name("a.test", "Org"), MIDDLE, "b.test c.test", OLD, address="http://r3.test/")
    for _ in range(2000):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        fault = rng.choice([EXPIRED, HOSTNAME, UNTRUSTED, WEAK])
        found, says = told(fault, bytes(data), made(MIDDLE, ROOT, None), code=rng.choice([10, 18, 20, 62, 66]))
        assert found in (EXPIRED, HOSTNAME, UNTRUSTED, WEAK)
        assert says.isprintable() and len(says) < 900


@dataclass
class Old:
    """A socket of Python 3.12: the chain is behind a private door."""

    chain: Any
    _sslobj: Any = None

    def getpeercert(self, binary_form: bool) -> bytes | None:
        return b"own" if binary_form else None


@dataclass
class Sent:
    data: bytes

    def public_bytes(self, form: int) -> bytes:
        return self.data if form == 2 else b"PEM"


def test_the_chain_as_each_python_gives_it() -> None:
    class New(Old):
        def get_unverified_chain(self) -> Any:
            return self.chain

    class Inner(Old):
        def get_unverified_chain(self) -> Any:
            return None if self.chain is None else [Sent(one) for one in self.chain]

    def shown(line: Any) -> list[bytes]:
        return certificates.shown(cast(ssl.SSLSocket, line))

    assert shown(New([b"own", b"issuer"])) == [b"own", b"issuer"]
    assert shown(Old(None, Inner([b"own", b"issuer"]))) == [b"own", b"issuer"]
    assert shown(Old(None, Inner(None))) == [b"own"]
    assert shown(Old(None)) == [b"own"]
    assert len(shown(New([b"x"] * 1000))) == certificates.MOST_CHAIN
