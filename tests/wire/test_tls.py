from __future__ import annotations

import ssl
from typing import Any

import pytest

from checker.model import Fault
from checker.wire import tls


def error(reason: str | None, kind: type[ssl.SSLError] = ssl.SSLError, **attributes: Any) -> ssl.SSLError:
    made = kind(1, f"[SSL: {reason}] words (_ssl.c:1000)")
    made.reason = reason  # type: ignore[assignment]
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize(
    ("reason", "fault", "words"),
    [
        ("WRONG_VERSION_NUMBER", Fault.TLS_NOT_TLS, "wrong version number"),
        ("HTTP_REQUEST", Fault.TLS_NOT_TLS, "http request"),
        ("RECORD_LAYER_FAILURE", Fault.TLS_NOT_TLS, "record layer failure"),
        ("UNEXPECTED_EOF_WHILE_READING", Fault.TLS_NOT_TLS, "unexpected eof while reading"),
        ("TLSV1_ALERT_PROTOCOL_VERSION", Fault.TLS_PROTOCOL, "the server refused: protocol version"),
        ("UNSUPPORTED_PROTOCOL", Fault.TLS_PROTOCOL, "unsupported protocol"),
        ("SSLV3_ALERT_HANDSHAKE_FAILURE", Fault.TLS_PROTOCOL, "the server refused: handshake failure"),
        ("TLSV1_UNRECOGNIZED_NAME", Fault.TLS_PROTOCOL, "the server refused: unrecognized name"),
        ("NO_SHARED_CIPHER", Fault.TLS_PROTOCOL, "no shared cipher"),
        ("DH_KEY_TOO_SMALL", Fault.TLS_WEAK, "dh key too small"),
        ("EE_KEY_TOO_SMALL", Fault.TLS_WEAK, "ee key too small"),
        ("TLSV1_ALERT_NO_APPLICATION_PROTOCOL", Fault.BAD_RESPONSE, "the server speaks HTTP/2 only"),
        ("SOMETHING_NEW", Fault.TLS_PROTOCOL, "something new"),
    ],
)
def test_reasons_of_openssl(reason: str, fault: Fault, words: str) -> None:
    assert tls.name(error(reason)) == (fault, words)


def test_an_error_without_a_reason() -> None:
    fault, words = tls.name(error(None))
    assert fault is Fault.TLS_PROTOCOL
    assert "words" in words
    assert tls.name(error(None, ssl.SSLEOFError)) == (
        Fault.TLS_NOT_TLS,
        "the connection was closed during the TLS handshake",
    )


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (2, Fault.TLS_UNTRUSTED),
        (9, Fault.TLS_EXPIRED),
        (10, Fault.TLS_EXPIRED),
        (18, Fault.TLS_UNTRUSTED),
        (19, Fault.TLS_UNTRUSTED),
        (20, Fault.TLS_UNTRUSTED),
        (21, Fault.TLS_UNTRUSTED),
        (62, Fault.TLS_HOSTNAME),
        (64, Fault.TLS_HOSTNAME),
        (66, Fault.TLS_WEAK),
        (68, Fault.TLS_WEAK),
        (999, Fault.TLS_UNTRUSTED),
    ],
)
def test_certificates_by_verify_code(code: int, fault: Fault) -> None:
    refused = error("CERTIFICATE_VERIFY_FAILED", ssl.SSLCertVerificationError, verify_code=code, verify_message="why")
    assert tls.name(refused) == (fault, "why")


def test_the_context_verifies_and_is_not_changed_by_whoever_uses_it() -> None:
    made = tls.context()
    assert made.verify_mode is ssl.CERT_REQUIRED
    assert made.check_hostname
    assert made.minimum_version is ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["h2"])
    client, server = ssl.MemoryBIO(), ssl.MemoryBIO()
    hello = made.wrap_bio(server, client, server_hostname="a.test")
    with pytest.raises(ssl.SSLWantReadError):
        hello.do_handshake()
    sent = client.read()
    assert b"http/1.1" in sent
    assert b"\x02h2" not in sent
