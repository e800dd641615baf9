"""What is compared once about an observation, each fact when a rung first asks for it; and the record of a rung.

A fact that needs more than is known is a :class:`checker.model.Question`; one that cannot be had is None.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from checker.judge import signs
from checker.judge.features import HTML, features
from checker.judge.reading import dice, extra
from checker.model import (
    Chain,
    Ending,
    Failure,
    Features,
    Judgement,
    Observation,
    Question,
    Reading,
    Reason,
    Reply,
    Sign,
    Target,
    Url,
    Verdict,
)

Speech: TypeAlias = "Judgement | Question | None"


@dataclass(frozen=True, slots=True)
class Rung:
    """One module of ``judge/rungs``: speaks (decides, or asks), or passes by None. Its docstring is its page."""

    name: str
    speak: Callable[[Facts], Speech]


class Same(Enum):
    """What the bytes of two bodies say."""

    YES = "yes"
    UNTOLD = "untold"
    """Cut or broken, and nothing that was read differs."""
    NO = "no"


ALIKE = 0.9
"""Share of words (Dice) from which two texts are taken for versions of one."""
LEAST_WORDS = 30
MOST_CHANGED = 15
"""Words on either side that the other lacks, at the most: 300 words of template around 30 others share 0.91."""
FAR = 0.5

_WALLS = frozenset((401, 403, 407, 451, 999))  # 999: LinkedIn
_FRONT = re.compile(r"/(?:[a-z]{2}(?:[-_][a-z]{2})?/?)?(?:(?:index|default|home)(?:\.\w{2,5})?)?", re.I | re.A)
_NO_CONTENT_PARAMETER = re.compile(r"\?(?:(?:utm_\w+|gclid|fbclid|ref|mc_\w+)=[^&]*&?)*", re.I | re.A)


@dataclass(frozen=True)
class Facts:
    seen: Observation

    @property
    def target(self) -> Target:
        return self.seen.target

    # --- where the chains ended -----------------------------------------------------------------------------------

    @property
    def plain(self) -> Reply | None:
        """The final answer to the http URL."""
        return self.seen.http.reply

    @property
    def secure(self) -> Reply | None:
        """The final answer to the https twin."""
        return self.seen.https.reply

    @property
    def plain_url(self) -> Url:
        return self.seen.http.last.request.url

    @property
    def secure_url(self) -> Url:
        return self.seen.https.last.request.url

    @cached_property
    def twin(self) -> Url:
        return replace(self.target.https, userinfo="")

    @property
    def plain_failure(self) -> Failure | None:
        return self.seen.http.failure if self.seen.http.ending is Ending.FAILED else None

    @property
    def secure_failure(self) -> Failure | None:
        return self.seen.https.failure if self.seen.https.ending is Ending.FAILED else None

    @property
    def http_answered(self) -> bool:
        """Whether the http URL got any HTTP answer."""
        return isinstance(self.seen.http.exchanges[0].outcome, Reply)

    @cached_property
    def led_to_twin(self) -> bool:
        """The http URL redirects, in one step or more, to exactly the twin."""
        return any(exchange.request.url == self.twin for exchange in self.seen.http.exchanges[1:])

    @cached_property
    def cookie_decides(self) -> bool:
        """The http URL set a cookie before it led to the twin, and with it the twin gives something else."""
        if not any(
            exchange.request.url == self.twin and exchange.request.cookies for exchange in self.seen.http.exchanges
        ):
            return False
        if self.plain is None or self.secure is None or self.plain_url != self.secure_url:
            return True
        one, other = self.plain_features, self.secure_features
        return self.plain.status != self.secure.status or (one.steady or one.digest) != (other.steady or other.digest)

    @cached_property
    def http_hop(self) -> Url | None:
        """The first http URL that the https URL passes through."""
        urls = (exchange.request.url for exchange in self.seen.https.exchanges)
        return next((url for url in urls if url.scheme == "http"), None)

    @property
    def ends_on_http(self) -> bool:
        return self.secure_url.scheme == "http"

    @cached_property
    def moved(self) -> Judgement | None:
        """The review that names where the http URL leads, if that is another https URL that answers."""
        if self.plain is None or not fine(self.plain) or self.plain_url.scheme != "https" or self.led_to_twin:
            return None
        if self.plain_url == self.twin or Sign.PARKED in self.plain_features.signs:
            return None
        return Judgement(Verdict.REVIEW, Reason.MOVED, f"http leads to {self.plain_url}", str(self.plain_url))

    @cached_property
    def both_fine(self) -> bool:
        """Both sides end on a 2xx, https on https."""
        both = self.plain is not None and fine(self.plain) and self.secure is not None and fine(self.secure)
        return both and not self.ends_on_http

    @cached_property
    def same_end(self) -> bool:
        """Both sides end at the same https URL."""
        return self.plain_url == self.secure_url and self.secure_url.scheme == "https"

    @cached_property
    def same_place(self) -> bool:
        """https ended at the host that was asked (± ``www.``) and its path, a slash at the end aside."""
        asked, final = self.twin, self.secure_url
        same_path = asked.path.rstrip("/") == final.path.rstrip("/") and asked.query == final.query
        return same_path and (asked.slot, asked.port) == (final.slot, final.port)

    @cached_property
    def elsewhere(self) -> bool:
        """https ended at another host, or at a path whose last part is another: it may be where everything leads."""
        asked, final = self.twin, self.secure_url
        return asked.slot != final.slot or _last_part(asked) != _last_part(final)

    @cached_property
    def asked_front(self) -> bool:
        return _is_front(self.twin)

    @cached_property
    def to_front(self) -> bool:
        """The path was not that of a front page, and https ended on one."""
        return _is_front(self.secure_url) and not self.asked_front

    # --- what the final answers are -------------------------------------------------------------------------------

    @cached_property
    def plain_features(self) -> Features:
        return features_of(self.plain)

    @cached_property
    def secure_features(self) -> Features:
        return features_of(self.secure)

    @cached_property
    def plain_parked(self) -> str:
        """What shows that http ended on a parking page; empty if nothing does."""
        return parked(self.seen.http)

    @cached_property
    def secure_parked(self) -> str:
        return parked(self.seen.https)

    @cached_property
    def types_differ(self) -> bool:
        """Types are not the same; an answer without body need not name one."""
        one, other = self.plain_features, self.secure_features
        if one.type != other.type:
            return bool((one.type and other.type) or one.length or other.length)
        return bool(one.length) and _handling(self.plain) != _handling(self.secure)

    @property
    def html(self) -> bool:
        return self.secure_features.type in HTML and self.plain_features.type in HTML

    @cached_property
    def same_bytes(self) -> Same:
        """Whether both sides gave the same bytes, as far as they were read."""
        assert self.plain and self.secure
        return same_bytes(self.plain, self.secure)

    @cached_property
    def same_text(self) -> bool:
        """Whether both texts are equal after what varies is set aside; both whole, or both cut at the limit."""
        plain, secure = self.plain, self.secure
        if plain is None or secure is None or not (whole(plain) and whole(secure)):
            return False
        one, other = self.plain_features, self.secure_features
        if one.normalised is None or one.normalised != other.normalised or not one.length or not other.length:
            return False
        if plain.body_cut and plain.length is not None and secure.length is not None:
            # Both cut: what was not read must be as long, but for an `s` a link.
            near = 1 + max(plain.length, secure.length) // 100
            if abs(plain.length - secure.length) > (near if self.html else 0):
                return False
        return plain.body_cut == secure.body_cut

    @cached_property
    def steady(self) -> bool:
        """Whether nothing but what is never content differs, of two texts that are the same."""
        return self.plain_features.steady == self.secure_features.steady

    @cached_property
    def varies(self) -> bool | Question | None:
        """Whether http differs from itself in what was set aside; None if that could not be learned."""
        again = self.seen.http_again
        if again is None:
            return Question.HTTP_AGAIN
        if again.reply is None or not fine(again.reply):
            return None
        return features_of(again.reply).steady != self.plain_features.steady

    # --- what must be asked for -----------------------------------------------------------------------------------

    @cached_property
    def readings(self) -> tuple[Reading, Reading] | Question | None:
        """What both final pages say, http first."""
        assert self.plain and self.secure
        return _readings(self.plain, self.secure)

    @cached_property
    def sibling_alike(self) -> bool | Question | None:
        """Whether a random path beside the twin's gives what the twin gives; None if that could not be learned."""
        sibling = self.seen.sibling
        if sibling is None:
            return Question.SIBLING
        reply, secure = sibling.reply, self.secure
        if reply is None or secure is None or reply.status == 429 or reply.status >= 500:
            return None
        if not fine(reply):
            return False
        if sibling.last.request.url == self.secure_url:
            return True
        one, other = features_of(secure), features_of(reply)
        if one.type != other.type:
            return False
        if same_bytes(secure, reply) is Same.YES or (one.normalised and one.normalised == other.normalised):
            return True
        if one.type not in HTML:
            return False
        match _readings(secure, reply):
            case (page, beside):
                if min(sum(page.words.values()), sum(beside.words.values())) < LEAST_WORDS:
                    return None  # too little to tell one from the other
                return page.title == beside.title and dice(page.words, beside.words) >= ALIKE
            case other_answer:
                return other_answer

    @property
    def sibling_answers(self) -> bool:
        """Whether a random path beside the twin's is answered as if it were there."""
        reply = self.seen.sibling.reply if self.seen.sibling else None
        return reply is not None and fine(reply)

    @cached_property
    def noise(self) -> tuple[float, Reading] | Question | None:
        """How alike two answers over http are, and the second one's reading."""
        again = self.seen.http_again
        if again is None:
            return Question.HTTP_AGAIN
        if again.reply is None or self.plain is None or not fine(again.reply):
            return None
        match _readings(self.plain, again.reply):
            case (first, second):
                return dice(first.words, second.words), second
            case other:
                return other


# --- about one reply, or two --------------------------------------------------------------------------------------


def fine(reply: Reply) -> bool:
    return 200 <= reply.status < 300


def whole(reply: Reply) -> bool:
    """What was read is good: to its end, or to the limit."""
    return reply.body_complete or reply.body_cut


def features_of(reply: Reply | None) -> Features:
    """The features that the worker made, or made now."""
    if reply is None:
        return Features("", "", None, 0)
    return reply.features or features(reply)


def wall(reply: Reply) -> str:
    """What turned the checker away: a status, or a challenge; empty if nothing did. 429 is no wall: it passes."""
    if reply.status in _WALLS:
        return f"status {reply.status}"
    if fine(reply) or reply.status in (405, 503):
        return features_of(reply).signs.get(Sign.CHALLENGE, "")
    return ""


def parked(chain: Chain) -> str:
    if chain.reply is None:
        return ""
    return signs.parking_host(chain.last.request.url) or features_of(chain.reply).signs.get(Sign.PARKED, "")


def _handling(reply: Reply | None) -> tuple[bool, str]:
    """What else of a header changes what the reader gets: saved instead of shown, and UTF-16 or not."""
    if reply is None:
        return False, ""
    saved = (reply.header("content-disposition") or "").strip().lower().startswith("attachment")
    wide = re.search(r"charset\s*=\s*[\"']?(utf-?16\w*)", reply.header("content-type") or "", re.I)
    return saved, wide[1].lower() if wide else ""


def strong_etag(reply: Reply) -> str | None:
    """An entity tag that is strong and long enough to be one (RFC 9110 section 8.8.3)."""
    tag = (reply.header("etag") or "").strip()
    return tag if len(tag) >= 10 and tag.startswith('"') and tag.endswith('"') else None


def same_bytes(one: Reply, other: Reply) -> Same:
    """Equal bytes prove; so do equal first bytes with equal lengths or an equal strong entity tag.

    An entity tag never outweighs bytes: some servers give one tag to everything.
    """
    a, b = features_of(one), features_of(other)
    if a.type != b.type or not a.length or not b.length:
        return Same.NO
    if not (whole(one) and whole(other)):
        return Same.UNTOLD
    if a.digest != b.digest or one.body_cut != other.body_cut:
        return Same.NO
    if not one.body_cut:
        return Same.YES
    if one.length is not None and other.length is not None:
        return Same.YES if one.length == other.length else Same.NO
    tag, another = strong_etag(one), strong_etag(other)
    if tag is not None and another is not None:
        return Same.YES if tag == another else Same.NO
    return Same.UNTOLD


def _readings(one: Reply, other: Reply) -> tuple[Reading, Reading] | Question | None:
    if one.reading is not None and other.reading is not None:
        return one.reading, other.reading
    # A reply whose body was dropped cannot be read any more.
    if (one.reading is None and not one.body) or (other.reading is None and not other.body):
        return None
    return Question.READING


def _is_front(url: Url) -> bool:
    return bool(_FRONT.fullmatch(url.path) and _NO_CONTENT_PARAMETER.fullmatch(url.query or "?"))


def _last_part(url: Url) -> str:
    name = url.path.rstrip("/").rpartition("/")[2].lower()
    stem = name.partition(".")[0]
    return "" if stem in ("index", "default") else stem


# --- about two readings -------------------------------------------------------------------------------------------


def scheme_blind(url: str) -> str:
    return re.sub(r"^https?:", "", url.strip(), flags=re.I).rstrip("/")


def proven_alike(one: Reading, other: Reading) -> str:
    """What proves that two pages are versions of one, for people; empty if nothing does."""
    if one.title != other.title or one.heading != other.heading:
        return ""
    canonical = scheme_blind(one.canonical)
    if canonical != scheme_blind(other.canonical):
        return ""
    for name, mine, yours in (("words", one.words, other.words), ("main words", one.main, other.main)):
        if name == "words" and not canonical:
            continue
        if min(sum(mine.values()), sum(yours.values())) < LEAST_WORDS:
            continue
        share = dice(mine, yours)
        if share >= ALIKE and max(extra(mine, yours), extra(yours, mine)) <= MOST_CHANGED:
            return f"{share:.0%} of {name} shared" + (", same canonical" if name == "words" else ", same title")
    return ""


def another_page(one: Reading, other: Reading) -> str:
    """A positive sign that two readings are of different pages, for people; empty if there is none."""
    if one.canonical and other.canonical and scheme_blind(one.canonical) != scheme_blind(other.canonical):
        return f"canonical {other.canonical[:200]} instead of {one.canonical[:200]}"
    share = dice(one.words, other.words)
    if one.title and other.title and one.title != other.title and share < ALIKE:
        return f"title {other.title[:100]!r} instead of {one.title[:100]!r}, {share:.0%} of words shared"
    if share < FAR:
        return f"{share:.0%} of words shared"
    return ""


def told(chain: Chain, scheme: str = "http") -> str:
    """How a chain ended, for people."""
    reply, failure = chain.reply, chain.failure
    if reply is not None:
        return f"{scheme} answers {reply.status}" + (
            "" if reply.body or features_of(reply).length else " without a body"
        )
    if failure is not None:
        return f"{scheme}: {failure.detail or failure.fault.value}"
    return f"{scheme} ends in a {chain.ending.value}"
