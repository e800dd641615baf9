"""What is wrong with a certificate, in words: dates, names, issuer.

OpenSSL tells the first thing that it objects to and none of the particulars, so the certificate itself is read, from a
handshake that verifies nothing. Where several things are wrong the one that counts is decided as Chromium does
(``MapCertStatusToNetError`` in net/cert/cert_status_flags.cc): issuer, name, strength, dates; the others are told too.
"""

from __future__ import annotations

import contextlib
import ipaddress
import ssl
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from checker import urls
from checker.model import Fault, Stage
from checker.wire.guard import Broken

if TYPE_CHECKING:
    from cryptography.x509 import Certificate, Name

MOST_NAMES = 3
"""Names of a certificate that are told; the others are counted."""
MOST_LETTERS = 80
"""Characters of one name."""
MOST_CHAIN = 10
"""Certificates of a chain that are read."""
_ORDER = (Fault.TLS_UNTRUSTED, Fault.TLS_HOSTNAME, Fault.TLS_WEAK, Fault.TLS_EXPIRED)
_NO_ISSUER = (2, 18, 19, 20, 21)
"""X509_V_ERR_* that mean: nobody who is trusted vouches for it."""
_WARNINGS = threading.Lock()


class Unverified(Broken):
    """A handshake that ended because of the certificate; ``code`` is OpenSSL's X509_V_ERR_*."""

    def __init__(self, fault: Fault, words: str, code: int) -> None:
        super().__init__(fault, Stage.TLS, words)
        self.code = code


def shown(line: ssl.SSLSocket) -> list[bytes]:
    """The certificates that the other side sent, its own first (DER)."""
    chain: Any = None
    if hasattr(line, "get_unverified_chain"):  # Python 3.13
        chain = line.get_unverified_chain()
    elif hasattr(getattr(line, "_sslobj", None), "get_unverified_chain"):
        chain = [one.public_bytes(2) for one in line._sslobj.get_unverified_chain() or ()]  # type: ignore[attr-defined]
    if not chain:
        chain = [line.getpeercert(binary_form=True)]
    return [bytes(one) for one in chain[:MOST_CHAIN] if one]


def explain(refused: Unverified, chain: Sequence[bytes], host: str, now: datetime) -> tuple[Fault, str]:
    """The fault that counts, and one line that names what is wrong with the certificate of ``host``."""
    with _quiet():
        read = list(_read(chain))
        if not read:
            return refused.fault, f"{refused.detail}; the certificate cannot be read"
        own = read[0]
        found = {
            Fault.TLS_HOSTNAME: _names(own, host),
            Fault.TLS_EXPIRED: _dates(own, now),
        }
        match refused.fault:
            case Fault.TLS_UNTRUSTED if refused.code in _NO_ISSUER:
                found[Fault.TLS_UNTRUSTED] = _trust(read)
            case Fault.TLS_WEAK:
                found[Fault.TLS_WEAK] = _strength(read)
            case Fault.TLS_EXPIRED if not found[Fault.TLS_EXPIRED]:
                found[Fault.TLS_EXPIRED] = _dates_above(read[1:], now)
        if not found.get(refused.fault):
            found[refused.fault] = refused.detail
        faults = [fault for fault in _ORDER if found.get(fault)]
        says = "; also ".join(found[fault] for fault in faults)
        if Fault.TLS_UNTRUSTED not in faults or refused.code not in _NO_ISSUER:
            says += f"; issued by {_label(own.issuer)}"
        return faults[0], says


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """The library warns of what is odd in a certificate; the lock is for the filters, which all threads share."""
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _unreadable() -> tuple[type[Exception], ...]:
    """What the library raises where a certificate is not what the standard says."""
    from cryptography import x509
    from cryptography.exceptions import UnsupportedAlgorithm

    odd = (x509.InvalidVersion, x509.DuplicateExtension, x509.UnsupportedGeneralNameType, UnsupportedAlgorithm)
    return (ValueError, TypeError, *odd)


def _read(chain: Sequence[bytes]) -> Iterator[Certificate]:
    """The certificates up to the first that cannot be read; it is decoded when it is asked, so it is asked here."""
    from cryptography import x509

    for data in chain:
        try:
            certificate = x509.load_der_x509_certificate(data)
            _ = (
                certificate.subject,
                certificate.issuer,
                certificate.not_valid_after_utc,
                certificate.not_valid_before_utc,
            )
        except _unreadable():
            return
        yield certificate


# --- one thing that can be wrong each: a phrase, or nothing ----------------------------------------------------------


def _names(own: Certificate, host: str) -> str:
    from cryptography import x509

    try:
        names = own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        dns = names.get_values_for_type(x509.DNSName)
        addresses = names.get_values_for_type(x509.IPAddress)
    except x509.ExtensionNotFound:
        dns, addresses = [], []
    except _unreadable():
        return ""
    if _fits(host, dns, addresses):
        return ""
    if not dns and not addresses:
        common = own.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
        old = f" (only the common name {_text(common[0].value)}, which no longer counts)" if common else ""
        return f"it names no host{old}, so not {host}"
    every = [*dict.fromkeys(dns), *map(str, dict.fromkeys(addresses))]
    told = ", ".join(_cut(name) for name in every[:MOST_NAMES])
    more = f" and {len(every) - MOST_NAMES:,} more" if len(every) > MOST_NAMES else ""
    return f"it is for {told}{more}, not for {host}"


def _fits(host: str, dns: Iterable[str], addresses: Iterable[object]) -> bool:
    """As RFC 9525 has it: an address by addresses alone, a wildcard for the whole first label alone."""
    address = urls.literal(host)
    if address is not None:
        return any(
            address == one for one in addresses if isinstance(one, ipaddress.IPv4Address | ipaddress.IPv6Address)
        )
    name = host.lower().removesuffix(".")
    above = name.partition(".")[2]
    wild = f"*.{above}" if "." in above else name
    return any(one.lower().removesuffix(".") in (name, wild) for one in dns)


def _dates(certificate: Certificate, now: datetime) -> str:
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if ends < now:
        return f"it expired on {ends:%Y-%m-%d} ({_days((now - ends).days)} ago)"
    if begins > now:
        return f"it is not valid until {begins:%Y-%m-%d} (in {_days((begins - now).days)})"
    return ""


def _days(count: int) -> str:
    return "less than a day" if not count else "1 day" if count == 1 else f"{count:,} days"


def _dates_above(chain: Iterable[Certificate], now: datetime) -> str:
    for certificate in chain:
        if says := _dates(certificate, now):
            return f"the certificate of its issuer {_label(certificate.subject)} is out of date: {says}"
    return ""


def _trust(chain: Sequence[Certificate]) -> str:
    """Who vouches for it, followed up to where the certificates that were sent end."""
    own = top = chain[0]
    if own.issuer == own.subject:
        return f"it is self-signed, by {_label(own.subject)}"
    rest = list(chain[1:])
    while above := next((one for one in rest if one.subject == top.issuer), None):
        rest.remove(above)
        top = above
        if top.issuer == top.subject:
            return f"it is issued under {_label(top.subject)}, an authority that is not trusted here"
    issuer = _label(top.issuer)
    if _has_issuers_address(top):  # as certificates of public authorities have; those of private ones seldom
        return f"incomplete chain: the server does not send the certificate of the issuer {issuer}"
    return (
        f"unknown issuer {issuer}, whose certificate the server does not send: an incomplete chain or a private issuer"
    )


def _has_issuers_address(certificate: Certificate) -> bool:
    from cryptography import x509

    try:
        access = certificate.extensions.get_extension_for_class(x509.AuthorityInformationAccess).value
    except (x509.ExtensionNotFound, ValueError, TypeError, x509.DuplicateExtension, x509.UnsupportedGeneralNameType):
        return False
    return any(one.access_method == x509.oid.AuthorityInformationAccessOID.CA_ISSUERS for one in access)


def _strength(chain: Sequence[Certificate]) -> str:
    """The key or signature that is too weak: what OpenSSL refuses at level 2 (112 bits of security)."""
    from cryptography.hazmat.primitives.asymmetric import dsa, ec, rsa

    for certificate in chain:
        whose = "its" if certificate is chain[0] else f"the issuer {_label(certificate.subject)}'s"
        try:
            key, digest = certificate.public_key(), certificate.signature_hash_algorithm
        except _unreadable():
            continue
        if isinstance(key, rsa.RSAPublicKey | dsa.DSAPublicKey) and key.key_size < 2048:
            return f"{whose} key has {key.key_size:,} bits only"
        if isinstance(key, ec.EllipticCurvePublicKey) and key.key_size < 224:
            return f"{whose} key has {key.key_size:,} bits only"
        if digest is not None and digest.name in ("md5", "sha1") and certificate.issuer != certificate.subject:
            return f"{whose} signature is made with {digest.name.upper()}"
    return ""


def _label(name: Name) -> str:
    """The common name and organisation of a name; else all of it."""
    from cryptography.x509 import NameOID

    parts = [
        str(attribute.value)
        for kind in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME)
        for attribute in name.get_attributes_for_oid(kind)[:1]
    ]
    return _text(", ".join(dict.fromkeys(parts)) or name.rfc4514_string() or "nobody")


def _text(value: object) -> str:
    return f'"{_cut(value)}"'


def _cut(value: object) -> str:
    """Text from outside: one line, bounded, and nothing in it that is not printed."""
    text = value if isinstance(value, str) else repr(value)
    cut = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:MOST_LETTERS])
    return cut + "…" if len(text) > MOST_LETTERS else cut
