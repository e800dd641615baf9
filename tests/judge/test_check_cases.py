"""The situations of check.json as worlds: probe and judge come to the verdict that is expected there.

What only the wire can tell (HEAD, retries, sockets, look-ups, what is never asked) is listed below with its owner, so
that no case is forgotten; where such a case ends in an outcome that judge sees, the outcome is here as well.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.model import Fault, Outcome, Request
from tests.worlds import REFUSED, World, conclude, failure, html, page, redirect, reply

CASES = {
    case["id"]: case for case in json.loads((Path(__file__).parents[1] / "cases" / "check.json").read_text("utf-8"))
}

ELSEWHERE = {
    "head-500": "only GET is sent",
    "head-drop": "only GET is sent",
    "head-hang": "only GET is sent",
    "head-loop": "only GET is sent",
    "method-kept": "only GET is sent",
    "429-seconds": "retries: wire",
    "503-retry": "retries: wire",
    "flaky": "retries: wire",
    "aaaa-broken": "addresses: wire",
    "many-a": "addresses: wire",
    "idn-host": "parsing: urls",
    "private-host": "never asked: plan",
    "reserved-host": "never asked: plan",
    "identifier": "never a link: discover",
    "long-body": "reading: wire",
    "1xx": "reading: wire",
}


def both(answer: Outcome) -> World:
    return {"http://a.org": answer, "https://a.org": answer}


def over_https(answer: Outcome) -> World:
    return {"http://a.org": html(), "https://a.org": answer}


def door(request: Request) -> Outcome:
    return html() if "c=1" in request.cookies else redirect(str(request.url), 302, "c=1")


def bounce(request: Request) -> Outcome:
    return html() if "c=1" in request.cookies else redirect("https://login.org/", 302, "c=1")


def back(request: Request) -> Outcome:
    return redirect("https://a.org/deep/p", 302)


def session(request: Request) -> Outcome:
    if request.url.path.startswith("/s/"):
        return html(page(text=f'<a href="{request.url}">here</a> ' + "the same words for everybody who comes by " * 9))
    return redirect(f"/s/{'ab12cd' if request.url.scheme == 'http' else 'ef34ab'}/p", 302)


def dynamic(request: Request) -> Outcome:
    scheme, seed = request.url.scheme, 11111 if request.url.scheme == "http" else 99999
    return html(
        page(
            head=f'<script nonce="{seed}">go()</script><link rel="canonical" href="{scheme}://a.org/p">',
            text=f'at 10:00:{seed % 60} <div id="ad-{seed}">ad</div> <a href="{scheme}://a.org/">home</a>',
        )
    )


SHIFT_JIS = reply(200, page("天気の記録").encode("shift_jis"), "text/html; charset=Shift_JIS")
STREAM = reply(200, b"\0" * 1000, "application/octet-stream", cut=True)
TO_TWIN = redirect("https://a.org/deep/p")
PARKED = {"https://ads.org": html("<title>a.org</title><h1>Buy this domain</h1>")}

WORLDS: dict[str, tuple[World, ...]] = {
    "ua-403": (both(reply(403)),),
    "429-nonsense": (both(reply(429, headers=[("retry-after", "1m30s")])),),
    "429-host-wide": (both(reply(429)), {"http://a.org": TO_TWIN, "https://a.org": reply(429)}),
    "cookie-loop": ({"http://a.org": door, "https://a.org": door},),
    "cookie-bounce": (
        {"http://a.org": TO_TWIN, "https://a.org": bounce, "https://login.org": back},
        {"http://a.org": html(), "https://a.org": bounce, "https://login.org": back},
    ),
    "loop-true": (over_https(TO_TWIN),),
    "downgrade": (over_https(redirect("http://a.org/deep/p")),),
    "ping-pong": ({"http://a.org": TO_TWIN, "https://a.org": redirect("http://a.org/deep/p")},),
    "refresh-header": (over_https(reply(200, "x", headers=[("refresh", "0;URL=http://a.org/")])),),
    "meta-refresh-down": (
        over_https(html('<meta http-equiv="refresh" content="0; url=http://a.org/">')),
        over_https(html("<html><script>location = 'http://a.org/'</script></html>")),
    ),
    "redirect-to-https": ({"http://a.org": TO_TWIN, "https://a.org": html()},),
    "redirect-to-https-403": ({"http://a.org": TO_TWIN, "https://a.org": reply(403)},),
    "redirect-to-https-404": ({"http://a.org": TO_TWIN, "https://a.org": reply(404)},),
    "redirect-home": (
        {"http://a.org": redirect("https://a.org/"), "https://a.org/deep/p": redirect("/"), "https://a.org/": html()},
    ),
    "redirect-other-host": (
        {"http://a.org": redirect("https://new.org/p"), "https://a.org": REFUSED, "https://new.org/p": html()},
    ),
    "redirect-login": (
        {
            "http://a.org/deep/p": redirect("/login?next=/p", 302),
            "https://a.org/deep/p": redirect("/login?next=/p", 302),
            "http://a.org/login?next=/p": html(),
            "https://a.org/login?next=/p": html(),
        },
        {
            "http://a.org/deep/p": redirect("https://a.org/login?next=/p", 302),
            "https://a.org/deep/p": redirect("/login?next=/p", 302),
            "https://a.org/login?next=/p": html(),
        },
    ),
    "redirect-tracking": (
        {
            "http://a.org/deep/p": session,
            "https://a.org/deep/p": session,
            "http://a.org/s/ab12cd/p": session,
            "https://a.org/s/ef34ab/p": session,
        },
    ),
    "404-on-https": (over_https(reply(404)),),
    "other-content": (over_https(html("<title>a.org</title>")), over_https(reply(200, ""))),
    "parking-both": ({**both(redirect("https://ads.org/?d=a.org")), **PARKED},),
    "soft-404": (both(html(page("Page not found", "nothing is here " * 20))),),
    "dynamic-body": ({"http://a.org": dynamic, "https://a.org": dynamic},),
    "tls-wrong-host": (over_https(failure(Fault.TLS_HOSTNAME)),),
    "tls-self-signed": (over_https(failure(Fault.TLS_UNTRUSTED)),),
    "tls-no-intermediate": (over_https(failure(Fault.TLS_UNTRUSTED)),),
    "tls-1.0": (over_https(failure(Fault.TLS_PROTOCOL)),),
    "tls-weak-dh": (over_https(failure(Fault.TLS_WEAK)),),
    "tls-not-tls": (over_https(failure(Fault.TLS_NOT_TLS)),),
    "port-443-closed": (over_https(REFUSED), over_https(failure(Fault.TIMEOUT))),
    "aaaa-only": (both(failure(Fault.UNREACHABLE)),),
    "nxdomain": (both(failure(Fault.NO_SUCH_HOST)),),
    "servfail": (both(failure(Fault.LOOKUP)),),
    "dns-wildcard": ({**both(redirect("https://ads.org/lander")), **PARKED}, both(html("<title>a.org is for sale</title>a.org: buy this domain"))),
    "port-8080": ({"http://a.org:8080": html(), "https://a.org:8080": failure(Fault.TLS_NOT_TLS), "https://a.org": html()},),
    "port-80": ({"http://a.org": TO_TWIN, "https://a.org/deep/p": html(), "https://a.org:80": failure(Fault.TLS_NOT_TLS)},),
    "redirect-to-private": (both(redirect("http://127.0.0.1:22/")), both(redirect("http://169.254.169.254/", 302))),
    "gzip-bomb": (both(STREAM), both(reply(200, page(text="0 " * 30_000), cut=True))),
    "bad-gzip": (both(reply(200, "", broken=Fault.BAD_RESPONSE)), both(reply(200, "half", broken=Fault.BAD_RESPONSE))),
    "endless-body": (both(STREAM), both(reply(200, b"x" * 1000, "video/mp4", cut=True, length=5_000_000_000))),
    "slow-drip": (both(failure(Fault.TIMEOUT)), both(reply(200, "x", broken=Fault.TIMEOUT))),
    "reset-before-headers": (both(failure(Fault.RESET)), over_https(failure(Fault.RESET))),
    "bad-chunks": (both(reply(200, "abc", broken=Fault.BAD_RESPONSE)),),
    "h2-only": (over_https(failure(Fault.BAD_RESPONSE)), both(failure(Fault.BAD_RESPONSE))),
    "204": (both(reply(204, media=None)), both(reply(205, media=None)), both(reply(206, "part"))),
    "300": (both(reply(300, "choose")), both(reply(304))),
    "401": (both(reply(401, headers=[("www-authenticate", "Basic realm=x")])), both(reply(407))),
    "410-both": (both(reply(410)), both(reply(404))),
    "451-geo": (both(reply(451)),),
    "location-relative": (
        *({**both(redirect(location, 302)), "http://a.org/p": html(), "https://a.org/p": html()} for location in ("../p", "#f", "")),
        {"http://a.org/deep/p": redirect("?a", 302), "https://a.org/deep/p": redirect("?a", 302), **{f"{s}://a.org/deep/p?a": html() for s in ("http", "https")}},
        {**both(redirect("//b.org/deep/p", 302)), "http://b.org/deep/p": html(), "https://b.org/deep/p": html()},
        both(reply(302)),
    ),
    "location-spaces": (
        {**{f"{s}://a.org/deep/p": redirect("/a b/ü", 302) for s in ("http", "https")}, **{f"{s}://a.org/a%20b/%C3%BC": html() for s in ("http", "https")}},
    ),
    "location-invalid": tuple(both(redirect(at, 302)) for at in ("http://", "http://[bad/", "javascript:alert(1)", "file:///etc/passwd")),
    "charset-body": (both(SHIFT_JIS),),
}  # fmt: skip


def test_no_case_is_forgotten() -> None:
    assert not set(WORLDS) & set(ELSEWHERE)
    assert set(WORLDS) | set(ELSEWHERE) == set(CASES)


@pytest.mark.parametrize(("name", "world"), [(name, world) for name, worlds in WORLDS.items() for world in worlds])
def test_case(name: str, world: World) -> None:
    case = CASES[name]
    asked = {"port-8080": "http://a.org:8080/deep/p", "port-80": "http://a.org:80/deep/p"}.get(
        name, "http://a.org/deep/p"
    )
    judgement = conclude(asked, world)
    assert judgement.verdict.value in (case["expect"], *case.get("accept", ())), judgement
