"""TLS as browsers want it, and names for what goes wrong with it."""

from __future__ import annotations

import contextlib
import functools
import os
import ssl
from collections.abc import Iterable

from checker.model import Fault


class Context(ssl.SSLContext):
    """httpcore sets ALPN at every connect; a context that all threads share must not change under a handshake."""

    def set_alpn_protocols(self, alpn_protocols: Iterable[str]) -> None:
        pass


def context(ca_file: str | os.PathLike[str] | None = None) -> ssl.SSLContext:
    """Certificates and names always verified, TLS 1.2 at the least, HTTP/1.1 only; the system's trust store (OpenSSL
    obeys ``SSL_CERT_FILE``) and ``ca_file`` (PEM) on top. Takes 20 ms: make one. Raises ValueError for a bad file.
    """
    made = Context(ssl.PROTOCOL_TLS_CLIENT)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.load_default_certs()
    paths = ssl.get_default_verify_paths()
    if not made.cert_store_stats()["x509"] and not (paths.cafile or paths.capath):
        import certifi  # comes with httpx; some builds of Python know no store of their system

        made.load_verify_locations(certifi.where())
    ssl.SSLContext.set_alpn_protocols(made, ["http/1.1"])
    if ca_file:
        try:
            made.load_verify_locations(os.fspath(ca_file))
        except ssl.SSLError as error:
            raise ValueError(f"ca-file {ca_file}: no certificates in PEM to be read ({error.reason})") from None
        except OSError as error:
            raise ValueError(f"ca-file {ca_file}: {error.strerror}") from None
    return made


@functools.cache
def unverifying() -> ssl.SSLContext:
    """Only to read a certificate that was refused: nothing is sent over a connection made with it."""
    made = Context(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    with contextlib.suppress(ssl.SSLError):  # LibreSSL knows no levels
        made.set_ciphers("DEFAULT:@SECLEVEL=0")  # or a weak certificate would end the handshake again
    ssl.SSLContext.set_alpn_protocols(made, ["http/1.1"])
    return made


# X509_V_ERR_* of openssl/x509_vfy.h
_VERIFY = {
    2: Fault.TLS_UNTRUSTED,  # unable to get issuer
    9: Fault.TLS_EXPIRED,  # not yet valid
    10: Fault.TLS_EXPIRED,
    13: Fault.TLS_EXPIRED,  # dates that cannot be read
    14: Fault.TLS_EXPIRED,
    62: Fault.TLS_HOSTNAME,
    64: Fault.TLS_HOSTNAME,  # IP address mismatch
    66: Fault.TLS_WEAK,  # key too small
    67: Fault.TLS_WEAK,
    68: Fault.TLS_WEAK,  # digest too weak
}

_REASONS = {
    Fault.TLS_NOT_TLS: (
        "WRONG_VERSION_NUMBER HTTP_REQUEST HTTPS_PROXY_REQUEST RECORD_LAYER_FAILURE PACKET_LENGTH_TOO_LONG "
        "UNEXPECTED_MESSAGE BAD_RECORD_TYPE UNEXPECTED_RECORD DATA_LENGTH_TOO_LONG RECORD_TOO_SMALL BAD_LENGTH "
        "LENGTH_MISMATCH ENCRYPTED_LENGTH_TOO_LONG UNEXPECTED_EOF_WHILE_READING UNKNOWN_PROTOCOL"
    ),
    Fault.TLS_WEAK: (
        "EE_KEY_TOO_SMALL CA_KEY_TOO_SMALL CA_MD_TOO_WEAK DH_KEY_TOO_SMALL KEY_TOO_SMALL WRONG_SIGNATURE_TYPE "
        "LEGACY_SIGALG_DISALLOWED_OR_UNSUPPORTED UNSAFE_LEGACY_RENEGOTIATION_DISABLED"
    ),
}
_BY_REASON = {reason: fault for fault, reasons in _REASONS.items() for reason in reasons.split()}
_ALPN = ("TLSV1_ALERT_NO_APPLICATION_PROTOCOL", "NO_APPLICATION_PROTOCOL")


def name(error: ssl.SSLError) -> tuple[Fault, str]:
    """What a handshake that failed means, and OpenSSL's words for it. TLS that fails otherwise is the protocol's."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return _VERIFY.get(error.verify_code, Fault.TLS_UNTRUSTED), error.verify_message or str(error)
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return Fault.TLS_NOT_TLS, "the connection was closed during the TLS handshake"
    reason = (error.reason or "").upper().replace(" ", "_")
    if any(known in reason for known in _ALPN):
        return Fault.BAD_RESPONSE, "the server speaks HTTP/2 only"
    words = reason.replace("_", " ").lower()
    for prefix in ("sslv3 alert ", "tlsv1 alert ", "tlsv13 alert ", "tlsv1 "):
        if words.startswith(prefix):
            words = "the server refused: " + words.removeprefix(prefix)
            break
    return _BY_REASON.get(reason, Fault.TLS_PROTOCOL), words or str(error)
