"""What pages give away about themselves: parked, a server's default page, a challenge, a "not found" that says 200.

Each list is short, and each sign names its source. A sign must not doubt a page that merely talks about the thing, so
phrases count in the title or first heading, or in a page of few words, and default pages need two things at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from checker.judge.markup import Markup
from checker.model import Reply, Sign, Url

FEW_WORDS = 120
"""A page with fewer visible words than this has little beside a phrase that it shows."""


@dataclass(frozen=True, slots=True)
class Phrase:
    pattern: str
    """Lower-case regular expression over lower-case text."""
    source: str
    """Where it is seen: the product whose page says so, or who lists it."""


PARKING_HOSTS = {
    # Landing and script hosts of parking services: TMA 2022, "Domain Parking: Largely Present, Rarely Considered!"
    # (its list of 82 services), and the services' own pages.
    "sedoparking.com": "Sedo",
    "parkingcrew.net": "ParkingCrew",
    "parklogic.com": "ParkLogic",
    "bodis.com": "Bodis",
    "hugedomains.com": "HugeDomains",
    "dan.com": "Dan.com",
    "undeveloped.com": "Dan.com, earlier name",
    "afternic.com": "Afternic",
    "above.com": "Above.com",
    "dsparking.com": "DomainSponsor",
    "parking.namebright.com": "NameBright",
    "domainmarket.com": "DomainMarket",
    "buydomains.com": "BuyDomains",
    "parkingpage.namecheap.com": "Namecheap",
    "parked-content.godaddy.com": "GoDaddy",
}

PARKED = (
    Phrase(
        r"\bdomain(?: name)?(?: \S{1,80})? (?:is|may be|might be|could be) (?:available )?for sale\b",
        "Sedo, Afternic, HugeDomains",
    ),
    Phrase(r"\b(?:buy|purchase|inquire about|get) this domain\b", "ParkingCrew, Bodis, Afternic"),
    Phrase(
        r"\bdomain(?: name)? (?:is|has been) (?:registered and )?parked\b", "Sedo: 'has been parked at your registrar'"
    ),
    Phrase(r"\bparked (?:for )?free\b", "GoDaddy: 'parked FREE, courtesy of'"),
    Phrase(r"\bthis (?:web ?)?(?:page|site) is parked\b", "GoDaddy"),
    Phrase(r"\bsponsored listings displayed above are served\b", "ParkingCrew, Sedo: legal notice under the adverts"),
    Phrase(r"\bparked domain\b|\bdomain parking\b", "Hostinger, Namecheap, Strato: 'Parked Domain name on ...'"),
    Phrase(r"\bdomain (?:has )?expired\b|\bexpired domain\b", "Network Solutions, Namecheap: renewal landers"),
    Phrase(r"\bdiese domain (?:steht zum verkauf|ist geparkt)\b", "Sedo, in German"),
)

PARKED_MARKUP_NEEDLES = ("data-adblockkey", "/lander")
PARKED_MARKUP = (
    Phrase(
        r"<html[^<>]{0,300}\sdata-adblockkey\s{0,9}=", "Bodis, ParkingCrew: key for acceptable adverts of parked names"
    ),
    Phrase(r"\blocation(?:\.href)?\s{0,9}=\s{0,9}[\"']/lander\b", "Afternic, GoDaddy: every path goes to /lander"),
    Phrase(r"\blocation\.replace\(\s{0,9}[\"']/lander\b", "Afternic, GoDaddy"),
)


@dataclass(frozen=True, slots=True)
class DefaultPage:
    title: str
    """Full match over the lower-case title, or first heading where there is no title."""
    text: str
    """Found in the lower-case visible text."""
    source: str


DEFAULT_PAGES = (
    DefaultPage(
        r"welcome to nginx.*",
        r"nginx web server is successfully installed|further configuration is required",
        "nginx docs/html/index.html",
    ),
    DefaultPage(r"welcome to openresty!", r"openresty", "OpenResty html/index.html"),
    DefaultPage(r"apache2 (?:\w+ )?default page.*", r"default (?:welcome )?page", "Debian, Ubuntu apache2 index.html"),
    DefaultPage(r"it works!?", r"^(?:it works! ?)+$", "Apache httpd docs/docroot/index.html"),
    DefaultPage(
        r"(?:apache )?(?:http server )?test page (?:for|powered by) .*|.{0,40}http server test page.*",
        r"apache|http server|nginx",
        "Fedora, CentOS, Red Hat noindex",
    ),
    DefaultPage(r"iis windows(?: server)?|iis ?\d(?:\.\d)?", r"", "Microsoft iisstart.htm"),
    DefaultPage(r"apache tomcat/[\d.]+.*", r"successfully installed tomcat", "Apache Tomcat webapps/ROOT"),
    DefaultPage(
        r"default (?:web ?site|(?:parallels )?plesk(?: panel)?|server) page|(?:web server's|domain) default page",
        r"",
        "cPanel, Plesk",
    ),
    DefaultPage(r"caddy works!?|congratulations!?", r"caddy", "Caddy dist/welcome"),
    DefaultPage(r".{0,20}web station.{0,20}", r"synology|has been enabled", "Synology DSM"),
)
DEFAULT_BYTES = 32_768

CHALLENGE_TITLES = {
    # Beginnings of lower-case titles
    "just a moment...": "Cloudflare managed challenge",
    "attention required! | cloudflare": "Cloudflare block page",
    "pardon our interruption": "Imperva (Distil)",
    "ddos-guard": "DDoS-Guard",
    "making sure you're not a bot!": "Anubis",
}
CHALLENGE_PARTS = {
    # Found in the lower-case markup
    "_cf_chl_opt": "Cloudflare managed challenge",
    "/_incapsula_resource?": "Imperva Incapsula",
    "sucuri_cloudproxy_js": "Sucuri",
    "captcha-delivery.com/": "DataDome",
    "px-captcha": "PerimeterX",
    "awswafcookiedomainlist": "AWS WAF",
    "gokuprops": "AWS WAF",
    "/.well-known/sgcaptcha/": "SiteGround",
    "slowaes.decrypt(": "testcookie-nginx-module",
}
CHALLENGE_HEADERS = ("cf-mitigated", "x-amzn-waf-action", "x-datadome-captcha")
"""Cloudflare, AWS WAF and DataDome say so in a header."""
CHALLENGE_BYTES = 32_768

NOT_FOUND = (
    # In English and other frequent languages of the web, as stock error pages put it.
    r"\b(?:page|file|site|article|document|resource|content|url|object)s? (?:was |is |could )?"
    r"(?:not|cannot|can't) (?:be )?found\b"
    r"|^(?:error|http)?[ :-]{0,3}404\b|\b404[ :-]{0,3}(?:error|not found|page)"
    r"|\b(?:error|fehler|erreur|erro|errore|ошибка) 404\b"
    r"|\bnot found$|^not found\b|\b(?:page|that) (?:does not|doesn't|no longer) exists?\b"
    r"|\bseite (?:wurde )?nicht gefunden|\bpage (?:non trouvée|introuvable)|\bpágina no encontrada"
    r"|\bpágina não encontrada|\bpagina non trovata|\bpagina niet gevonden|\bstrony nie znaleziono"
    r"|\bnie znaleziono strony|страница не найдена|ページが見つかりません|页面不存在|找不到页面|sayfa bulunamadı"
)

INSECURE = (
    r"<(?:script|link|iframe|frame|object|embed|track|img|source|base)\b[^<>]{0,4000}?[=,\s\"']http:"
    r"|@import\s{1,9}[^;]{0,20}http:|@font-face[^}]{0,4000}?http:"
)

_PARKED = re.compile("|".join(phrase.pattern for phrase in PARKED))
_PARKED_MARKUP = re.compile("|".join(phrase.pattern for phrase in PARKED_MARKUP))
_PARKED_PART = re.compile(
    r"<(?:script|iframe|frame|img)\b[^<>]{0,500}?\bsrc\s{0,9}=\s{0,9}[\"']?(?:https?:)?//(?:[\w-]{1,63}\.){0,5}("
    + "|".join(map(re.escape, PARKING_HOSTS))
    + r")[/:\"'?\s]"
)
_DEFAULT = tuple((re.compile(page.title), re.compile(page.text)) for page in DEFAULT_PAGES)
_COOKIE = re.compile(r"\bdocument\.cookie\s{0,9}=[^=]")
_LEAVES = re.compile(r"\blocation(?:\.href)?\s{0,9}=[^=]|\blocation\.(?:reload|replace|assign)\(")
_NOT_FOUND = re.compile(NOT_FOUND)
_INSECURE = re.compile(INSECURE)


def found(reply: Reply, text: str, markup: Markup) -> dict[Sign, str]:
    """The signs of a page and what showed each, as one phrase of the page in lower case."""
    return dict(_found(reply, text.lower(), markup))


def _found(reply: Reply, low: str, markup: Markup) -> Iterator[tuple[Sign, str]]:
    shown = markup.text.lower()
    few = len(shown) < 12 * FEW_WORDS and shown.count(" ") < FEW_WORDS
    head = f"{markup.title}\n{markup.heading}".lower()
    parked = _PARKED.search(head) or (few and _PARKED.search(shown))
    if not parked and any(needle in low for needle in PARKED_MARKUP_NEEDLES):
        parked = _PARKED_MARKUP.search(low)
    if parked:
        yield Sign.PARKED, parked[0].strip()[:80]
    elif part := _PARKED_PART.search(low):
        yield Sign.PARKED, part[1]
    title = (markup.title or markup.heading).lower()
    if title and len(low) < DEFAULT_BYTES:
        for name, words in _DEFAULT:
            if name.fullmatch(title) and words.search(shown):
                yield Sign.DEFAULT_PAGE, title[:80]
                break
    if challenge := challenged(reply, low, shown, markup):
        yield Sign.CHALLENGE, challenge
    if missing := _NOT_FOUND.search(markup.title.lower()) or _NOT_FOUND.search(markup.heading.lower()):
        yield Sign.NOT_FOUND, missing[0].strip()[:80]
    if bounce := next(filter(None, map(_BOUNCE.search, markup.scripts)), None):
        yield Sign.BOUNCE, bounce[0][:80]
    plain = unescape(low) if "&#" in low or "&colon;" in low else low
    if "http:" in plain and (insecure := _INSECURE.search(plain)):
        yield Sign.INSECURE_PARTS, insecure[0][:10]


# `location.protocol = "http:"`, and `location = location.href.replace("https:", "http:")`; not the way back.
_BOUNCE = re.compile(
    r"""\blocation\.protocol\s{0,9}=\s{0,9}["']http:?["']"""
    r"""|\blocation[^;\n]{0,200}?\.replace\(\s{0,9}["'/^]{1,2}https:?[^,\n]{0,10},\s{0,9}["']http:?["'/]""",
    re.A,
)


def challenged(reply: Reply, low: str, shown: str, markup: Markup) -> str:
    """What shows that this is a test for bots and not the page; empty if nothing does."""
    if header := challenge_header(reply):
        return header
    if len(low) > CHALLENGE_BYTES or shown.count(" ") >= FEW_WORDS:
        return ""
    title = markup.title.lower()
    found = next((name for name in CHALLENGE_TITLES if title.startswith(name)), "")
    found = found or next((part for part in CHALLENGE_PARTS if part in low), "")
    if not found and shown.count(" ") < 8:
        # Nothing to read, and a script that sets a cookie and loads the page again.
        for script in markup.scripts:
            if _COOKIE.search(script) and _LEAVES.search(script):
                return "a script that sets a cookie and loads the page again"
    return found


def challenge_header(reply: Reply) -> str:
    return next((name for name in CHALLENGE_HEADERS if reply.header(name)), "")


def parking_host(url: Url) -> str:
    """The parking service that a URL is at, or empty."""
    labels = url.host.split(".")
    names = (".".join(labels[at:]) for at in range(len(labels) - 1))
    return next((name for name in names if name in PARKING_HOSTS), "")


LOGIN_HOSTS = frozenset(("login", "signin", "accounts", "account", "auth", "sso", "idp", "id", "cas", "secure-login"))
_LOGIN = re.compile(
    # One whole path segment, as WordPress, Django, MediaWiki, Shibboleth, CAS, Keycloak, Atlassian and others name it.
    r"(?:log|sign)[-_]?[io]n|signon|wp-login\.php|login\.(?:php|aspx?|jsp|html?|action|jspa|cgi|do)|auth(?:enticate|orize)?"
    r"|oauth2?|sso|saml2?|cas|user[-_]?login|special:userlogin|session(?:s)?|(?:log|sign)[-_]?in\.\w{2,5}|anmelden|connexion"
)


def login(url: Url) -> bool:
    """Whether a URL is that of a login page, from its spelling."""
    if url.host.split(".")[0] in LOGIN_HOSTS and url.host.count(".") > 1:
        return True
    return any(_LOGIN.fullmatch(part) for part in url.path.lower().split("/"))
