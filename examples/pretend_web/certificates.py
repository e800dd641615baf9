"""Throw-away certificates: one authority to trust, and everything that can be wrong with a certificate."""

from __future__ import annotations

import ssl
import tempfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from examples.pretend_web.behaviours import Door

EXPIRED = datetime(2020, 2, 29, tzinfo=UTC)
OTHER_NAME = "cdn.elsewhere.pretend"


def contexts(authority: trustme.CA, good: Iterable[str], faulty: Mapping[str, Door]) -> dict[str, ssl.SSLContext]:
    """A server's context for each host of ``faulty``, and under the empty name one that is good for ``good``."""
    made = {"": _context(authority.issue_cert(*good))}
    for host, door in faulty.items():
        match door:
            case Door.EXPIRED:
                made[host] = _context(authority.issue_cert(host, not_after=EXPIRED))
            case Door.WRONG_NAME:
                made[host] = _context(authority.issue_cert(OTHER_NAME))
            case Door.UNTRUSTED:
                made[host] = _context(trustme.CA(organization_name="Nobody's authority").issue_cert(host))
            case Door.INCOMPLETE:
                leaf = authority.create_child_ca().issue_cert(host)
                made[host] = _loaded(leaf.private_key_pem.bytes() + leaf.cert_chain_pems[0].bytes())
            case Door.SELF_SIGNED:
                made[host] = _loaded(_signed(host, ec.generate_private_key(ec.SECP256R1())))
            case Door.WEAK:
                made[host] = _loaded(_signed(host, rsa.generate_private_key(65537, 1024), authority))
            case _:
                raise ValueError(f"{host}: {door.value} is no fault of a certificate")
    return made


def _context(leaf: trustme.LeafCert) -> ssl.SSLContext:
    context = _empty()
    leaf.configure_cert(context)
    return context


def _loaded(pem: bytes) -> ssl.SSLContext:
    context = _empty()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pair.pem")
        path.write_bytes(pem)
        context.load_cert_chain(path)
    return context


def _empty() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("DEFAULT@SECLEVEL=0")  # or the weak certificate could not be shown
    return context


def _signed(
    host: str, key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey, authority: trustme.CA | None = None
) -> bytes:
    """Key and certificate (PEM), signed by ``authority`` or, without one, by the key itself."""
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    issuer, signer, known_by = name, key, x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    if authority is not None:
        certificate = x509.load_pem_x509_certificate(authority.cert_pem.bytes())
        issuer = certificate.subject
        known_by = certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
        loaded = load_pem_private_key(authority.private_key_pem.bytes(), None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
        signer = loaded
    now = datetime.now(UTC)
    identifier = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(known_by)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=90))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(identifier, critical=False)  # or Python 3.13 would object to that alone
        .sign(signer, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + certificate.public_bytes(Encoding.PEM)
