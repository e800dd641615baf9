"""The words of a judgement."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    UPGRADE = "upgrade"
    REVIEW = "review"
    KEEP = "keep"
    DEAD = "dead"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"

    @property
    def says(self) -> str:
        return _VERDICTS[self]


_VERDICTS = {
    Verdict.UPGRADE: "the https URL is proven to give the reader the same thing",
    Verdict.REVIEW: "https works, but sameness is not proven, or the answer lives elsewhere",
    Verdict.KEEP: "https does not work, or gives something else",
    Verdict.DEAD: "the resource is gone whichever way you ask",
    Verdict.UNKNOWN: "could not be told this time",
    Verdict.SKIPPED: "never asked",
}


class Reason(StrEnum):
    REDIRECTS_TO_HTTPS = "redirects-to-https"
    SAME_PAGE = "same-page"
    HTTPS_ONLY = "https-only"
    HSTS_PRELOAD = "hsts-preload"
    SIMILAR_PAGE = "similar-page"
    MOVED = "moved"
    BLOCKED_ALIKE = "blocked-alike"
    FRONT_PAGE = "front-page"
    LOGIN = "login"
    SOFT_NOT_FOUND = "soft-not-found"
    PARKED = "parked"
    MIXED_CONTENT = "mixed-content"
    HTTP_HOP = "http-hop"
    ODD_STATUS = "odd-status"
    REDIRECT_INVALID = "redirect-invalid"
    REDIRECTS_TO_PRIVATE = "redirects-to-private"
    USERINFO = "userinfo"
    REFUSED = "refused"
    TLS_EXPIRED = "tls-expired"
    TLS_HOSTNAME = "tls-hostname"
    TLS_UNTRUSTED = "tls-untrusted"
    TLS_PROTOCOL = "tls-protocol"
    TLS_WEAK = "tls-weak"
    TLS_NOT_TLS = "tls-not-tls"
    HTTPS_TIMEOUT = "https-timeout"
    HTTPS_ERROR = "https-error"
    REDIRECTS_TO_HTTP = "redirects-to-http"
    REDIRECT_LOOP = "redirect-loop"
    DIFFERENT_PAGE = "different-page"
    NOT_FOUND = "not-found"
    GONE = "gone"
    NO_SUCH_HOST = "no-such-host"
    BLOCKED = "blocked"
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BAD_RESPONSE = "bad-response"
    OFFLINE = "offline"
    NO_EVIDENCE = "no-evidence"
    IGNORED = "ignored"
    SPECIAL_USE = "special-use"
    PRIVATE_ADDRESS = "private-address"
    INVALID_URL = "invalid-url"
    IDENTIFIER = "identifier"

    @property
    def says(self) -> str:
        return _REASONS[self]


_REASONS = {
    Reason.REDIRECTS_TO_HTTPS: "the http URL redirects to exactly this https URL",
    Reason.SAME_PAGE: "http and https give the same content",
    Reason.HTTPS_ONLY: "http gives nothing any more, https gives the page",
    Reason.HSTS_PRELOAD: "the host is on the HSTS preload list: browsers only ever ask it over https",
    Reason.SIMILAR_PAGE: "http and https give pages that are alike but not proven the same",
    Reason.MOVED: "the http URL redirects to another https URL that answers",
    Reason.BLOCKED_ALIKE: "http and https both turn the checker away",
    Reason.FRONT_PAGE: "the URL of a page leads to the front page",
    Reason.LOGIN: "the URL leads to a login page",
    Reason.SOFT_NOT_FOUND: "the server says 200 but the page says that nothing is there",
    Reason.PARKED: "the host shows a parking page",
    Reason.MIXED_CONTENT: "the https page loads parts over http that browsers block",
    Reason.HTTP_HOP: "the https URL passes through http before it arrives at https",
    Reason.ODD_STATUS: "the https answer has a status that is neither success nor redirect",
    Reason.REDIRECT_INVALID: "the https URL redirects to something that cannot be followed",
    Reason.REDIRECTS_TO_PRIVATE: "the URL redirects to a private address, which is not followed",
    Reason.USERINFO: "the URL holds a user name or password, which is never sent",
    Reason.REFUSED: "the host refuses connections for https",
    Reason.TLS_EXPIRED: "the certificate is out of date",
    Reason.TLS_HOSTNAME: "the certificate is for other names",
    Reason.TLS_UNTRUSTED: "the certificate is not from a trusted authority, or its chain is incomplete",
    Reason.TLS_PROTOCOL: "the host speaks only protocol versions or ciphers that browsers refuse",
    Reason.TLS_WEAK: "the certificate or key is too weak",
    Reason.TLS_NOT_TLS: "what answers on the https port does not speak TLS",
    Reason.HTTPS_TIMEOUT: "http answers, https stays silent",
    Reason.HTTPS_ERROR: "http answers, https gives an error",
    Reason.REDIRECTS_TO_HTTP: "the https URL sends the reader back to http",
    Reason.REDIRECT_LOOP: "the URL redirects in a circle",
    Reason.DIFFERENT_PAGE: "https gives something else than http",
    Reason.NOT_FOUND: "the page is not there (404)",
    Reason.GONE: "the page has been removed (410)",
    Reason.NO_SUCH_HOST: "the host does not exist",
    Reason.BLOCKED: "https turns the checker away, http does not",
    Reason.RATE_LIMITED: "the host says that it was asked too often",
    Reason.SERVER_ERROR: "the host answers with a server error",
    Reason.TIMEOUT: "the host stays silent",
    Reason.UNREACHABLE: "the host cannot be reached",
    Reason.BAD_RESPONSE: "the answer is not readable as HTTP",
    Reason.OFFLINE: "not asked: the run was offline",
    Reason.NO_EVIDENCE: "nothing proves that http and https give the same",
    Reason.IGNORED: "ignored by request",
    Reason.SPECIAL_USE: "a name that is reserved or only has meaning in a private network",
    Reason.PRIVATE_ADDRESS: "an address that is not on the public internet",
    Reason.INVALID_URL: "not a URL that a browser could open",
    Reason.IDENTIFIER: "an identifier that is compared as a string and never opened",
}
