"""What pages give away about themselves: parked, a server's default page, a challenge, a "not found" that says 200.

Each list is short, and each sign names its source. A sign must not doubt a page that merely talks about the thing, so
phrases count in the title or first heading, or in a page of few words, and default pages need two things at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

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
    Phrase(r"\bdomain(?: name)?(?: \S{1,80})? (?:is|may be|might be|could be) (?:available )?for sale\b", "Sedo, Afternic, HugeDomains"),
    Phrase(r"\b(?:buy|purchase|inquire about|get) this domain\b", "ParkingCrew, Bodis, Afternic"),
    Phrase(r"\bdomain(?: name)? (?:is|has been) (?:registered and )?parked\b", "Sedo: 'has been parked at your registrar'"),
    Phrase(r"\bparked (?:for )?free\b", "GoDaddy: 'parked FREE, courtesy of'"),
    Phrase(r"\bthis (?:web ?)?(?:page|site) is parked\b", "GoDaddy"),
    Phrase(r"\bsponsored listings displayed above are served\b", "ParkingCrew, Sedo: legal notice under the adverts"),
    Phrase(r"\bparked domain\b|\bdomain parking\b", "Hostinger, Namecheap, Strato: 'Parked Domain name on ...'"),
    Phrase(r"\bdomain (?:has )?expired\b|\bexpired domain\b", "Network Solutions, Namecheap: renewal landers"),
    Phrase(r"\bdiese domain (?:steht zum verkauf|ist geparkt)\b", "Sedo, in German"),
)

PARKED_MARKUP = (
    Phrase(r"<html[^<>]{0,300}\sdata-adblockkey\s{0,9}=", "Bodis, ParkingCrew: key for acceptable adverts of parked names"),
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
    DefaultPage(r"welcome to nginx.*", r"nginx web server is successfully installed|further configuration is required", "nginx docs/html/index.html"),
    DefaultPage(r"welcome to openresty!", r"openresty", "OpenResty html/index.html"),
    DefaultPage(r"apache2 (?:\w+ )?default page.*", r"default (?:welcome )?page", "Debian and Ubuntu debian/index.html"),
    DefaultPage(r"it works!?", r"^(?:it works! ?)+$", "Apache httpd docs/docroot/index.html"),
    DefaultPage(r"(?:apache http server )?test page for .*|.*http server test page.*|test page .* apache.*", r"apache|http server|nginx", "Fedora, CentOS, Red Hat noindex"),
    DefaultPage(r"iis windows(?: server)?|iis ?\d(?:\.\d)?|internet information services.*", r"", "Microsoft iisstart.htm"),
    DefaultPage(r"apache tomcat/[\d.]+.*", r"successfully installed tomcat", "Apache Tomcat webapps/ROOT"),
    DefaultPage(r"(?:default (?:web ?site|plesk|server|parallels plesk)(?: panel)? page|web server's default page|domain default page)", r"", "cPanel, Plesk"),
    DefaultPage(r"caddy works!?|.*your web server is working.*", r"caddy", "Caddy dist/welcome"),
    DefaultPage(r"welcome to (?:centos|your new (?:site|website)).*|placeholder page", r"", "CentOS, hosting panels"),
    DefaultPage(r"(?:hello!? )?welcome to (?:synology )?web station.*|web station.*", r"synology|web station", "Synology DSM"),
)  # fmt: skip
DEFAULT_BYTES = 32_768

CHALLENGES = (
    Phrase(r"<title[^<>]{0,99}>\s{0,9}just a moment\.\.\.", "Cloudflare managed challenge"),
    Phrase(r"\b_cf_chl_opt\b|/cdn-cgi/challenge-platform/h/[a-z]/orchestrate/", "Cloudflare managed challenge"),
    Phrase(r"<title[^<>]{0,99}>\s{0,9}attention required! \| cloudflare", "Cloudflare block page"),
    Phrase(r"/_incapsula_resource\?", "Imperva Incapsula"),
    Phrase(r"<title[^<>]{0,99}>\s{0,9}pardon our interruption", "Imperva (Distil)"),
    Phrase(r"\bsucuri_cloudproxy_js\b", "Sucuri"),
    Phrase(r"<title[^<>]{0,99}>\s{0,9}ddos-guard", "DDoS-Guard"),
    Phrase(r"\bcaptcha-delivery\.com/", "DataDome"),
    Phrase(r"\bid=[\"']px-captcha", "PerimeterX"),
    Phrase(r"\bawswafcookiedomainlist\b|\bgokuprops\b", "AWS WAF"),
    Phrase(r"/\.well-known/sgcaptcha/", "SiteGround"),
    Phrase(r"\bmaking sure you(?:'|&#39;)re not a bot!", "Anubis"),
    Phrase(r"\bslowaes\.decrypt\(", "testcookie-nginx-module"),
)
CHALLENGE_HEADERS = ("cf-mitigated", "x-amzn-waf-action", "x-datadome-captcha")
"""Cloudflare, AWS WAF and DataDome say so in a header."""
CHALLENGE_BYTES = 16_384

NOT_FOUND = (
    # In English and the ten most frequent other languages of the web (w3techs.com), as stock error pages put it.
    r"\b(?:page|file|site|article|document|resource|content|url|object)s? (?:was |is |could )?(?:not|cannot|can't) (?:be )?(?:found|exist)"
    r"|^(?:error|http)?[ :-]{0,3}404\b|\b404[ :-]{0,3}(?:error|not found|page)|\b(?:error|fehler|erreur|erro|errore|ошибка) 404\b"
    r"|\bnot found$|^not found\b|\b(?:page|that) (?:does not|doesn't|no longer) exists?\b"
    r"|\bseite (?:wurde )?nicht gefunden|\bpage (?:non trouvée|introuvable)|\bpágina no encontrada|\bpágina não encontrada"
    r"|\bpagina non trovata|\bpagina niet gevonden|\bstrony nie znaleziono|\bnie znaleziono strony|страница не найдена"
    r"|ページが見つかりません|页面不存在|找不到页面|sayfa bulunamadı"
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
_CHALLENGE = re.compile("|".join(phrase.pattern for phrase in CHALLENGES))
_COOKIE_AND_RELOAD = re.compile(r"\bdocument\.cookie\s{0,9}=[^=]")
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
    parked = _PARKED.search(head) or (few and _PARKED.search(shown)) or _PARKED_MARKUP.search(low)
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
    if challenge := challenged(reply, low, shown, markup.scripts):
        yield Sign.CHALLENGE, challenge
    if missing := _NOT_FOUND.search(markup.title.lower()) or _NOT_FOUND.search(markup.heading.lower()):
        yield Sign.NOT_FOUND, missing[0].strip()[:80]
    if insecure := _INSECURE.search(low):
        yield Sign.INSECURE_PARTS, insecure[0][:10]


def challenged(reply: Reply, low: str, shown: str, scripts: tuple[str, ...]) -> str:
    """What shows that this is a test for bots and not the page; empty if nothing does."""
    for name in CHALLENGE_HEADERS:
        if reply.header(name):
            return name
    if len(low) > CHALLENGE_BYTES * 2:
        return ""
    if (match := _CHALLENGE.search(low)) and shown.count(" ") < FEW_WORDS:
        return match[0].strip()[-80:]
    if len(low) < CHALLENGE_BYTES and shown.count(" ") < 8:
        # Nothing to read, and a script that sets a cookie and loads the page again.
        for script in scripts:
            if _COOKIE_AND_RELOAD.search(script) and _LEAVES.search(script):
                return "a script that sets a cookie and loads the page again"
    return ""


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
