"""A report with something of everything, as a run would make it; every part is changed by ``replace`` where needed."""

from __future__ import annotations

from dataclasses import replace

from checker import findings, urls
from checker.model import (
    Answer,
    Chain,
    Ending,
    Exchange,
    Failure,
    Fault,
    Features,
    Finding,
    Judgement,
    Mixed,
    Observation,
    Occurrence,
    Outcome,
    Page,
    Problem,
    Reason,
    Reply,
    Report,
    Request,
    Rule,
    Source,
    Stage,
    Summary,
    Target,
    Url,
    Usage,
    Verdict,
)

OK = Reply(200, (), features=Features("text/html", "ab12cd34", "ef56", 5120), length=5120)
EXPIRED = Failure(Fault.TLS_EXPIRED, Stage.TLS, "ended on 2024-03-01")
SILENT = Failure(Fault.TIMEOUT, Stage.CONNECT, "nothing within 10 s")


def url(text: str) -> Url:
    parsed = urls.parse(text)
    assert parsed is not None
    return parsed


def chain(*steps: tuple[str, Outcome], ending: Ending = Ending.ARRIVED, location: str = "") -> Chain:
    exchanges = tuple(Exchange(Request(url(at)), outcome) for at, outcome in steps)
    if isinstance(steps[-1][1], Failure):
        ending = Ending.FAILED
    return Chain(exchanges, ending, location)


def answer(judgement: Judgement, http: Chain, https: Chain, **more: Chain) -> Answer:
    target = Target(http.exchanges[0].request.url, urls.twin(http.exchanges[0].request.url))
    return Answer(target, judgement, Observation(target, http, https, **more))  # type: ignore[arg-type]


def place(
    written: str,
    document: str = "docs/guide.md",
    line: int = 1,
    column: int = 1,
    start: int = 0,
    usage: Usage = Usage.NAVIGATION,
    mixed: Mixed = Mixed.NONE,
    source: Source = Source.FILE,
) -> Occurrence:
    end, end_column = start + len(written), column + len(written)
    return Occurrence(
        document,
        source,
        start,
        end,
        line,
        column,
        line,
        end_column,
        written.replace("&amp;", "&"),
        usage,
        mixed,
        written,
    )


def finding(occurrence: Occurrence, judgement: Judgement) -> Finding:
    found = findings.finding_of(occurrence, judgement, frozenset(), url(occurrence.url))
    assert found is not None
    return found


def report(
    answers: list[Answer],
    places: list[Occurrence],
    *,
    complete: bool = True,
    documents: int = 3,
    pages: tuple[Page, ...] = (),
    problems: tuple[Problem, ...] = (),
    invalid: tuple[tuple[Occurrence, Judgement], ...] = (),
) -> Report:
    """The report of a run that found ``places`` and got ``answers`` to them."""
    by_url: dict[Url, list[Occurrence]] = {}
    for occurrence in places:
        by_url.setdefault(url(occurrence.url), []).append(occurrence)
    judged = {given.target.http: given.judgement for given in answers}
    found = findings.ordered(
        made
        for at, occurrences in by_url.items()
        if at in judged
        for occurrence in occurrences
        if (made := findings.finding_of(occurrence, judged[at], frozenset(), at)) is not None
    )
    summary = Summary(
        documents=documents,
        occurrences=len(places) + len(invalid),
        targets=len(answers),
        hosts=len({at.slot for at in judged}),
        requests=2 * len(answers),
        seconds=1.25,
        verdicts={verdict: sum(of.verdict is verdict for of in judged.values()) for verdict in Verdict},
        rules={rule: sum(made.rule is rule for made in found) for rule in Rule},
        complete=complete,
    )
    return Report(
        version="0.1.0",
        complete=complete,
        summary=summary,
        findings=found,
        answers=tuple(sorted(answers, key=lambda given: str(given.target.http))),
        counts={at: len(occurrences) for at, occurrences in by_url.items()},
        occurrences={at: tuple(occurrences) for at, occurrences in by_url.items()},
        pages=pages,
        problems=problems,
        invalid=invalid,
    )


REDIRECTS = answer(
    Judgement(Verdict.UPGRADE, Reason.REDIRECTS_TO_HTTPS, "301 to https://libre.example/start?a=1&b=2"),
    chain(
        ("http://libre.example/start?a=1&b=2", Reply(301, ())),
        ("https://libre.example/start?a=1&b=2", OK),
    ),
    chain(("https://libre.example/start?a=1&b=2", OK)),
)
SAME = answer(
    Judgement(Verdict.UPGRADE, Reason.SAME_PAGE, "equal bytes, 5120 of them"),
    chain(("http://cdn.example/jquery.js", OK)),
    chain(("https://cdn.example/jquery.js", OK)),
)
MOVED = answer(
    Judgement(Verdict.REVIEW, Reason.MOVED, "302", "https://new.example/home"),
    chain(("http://old.example/", Reply(302, ())), ("https://new.example/home", OK)),
    chain(("https://old.example/", Failure(Fault.REFUSED, Stage.CONNECT, "connection refused"))),
)
PICTURE = answer(
    Judgement(Verdict.KEEP, Reason.TLS_EXPIRED, "pictures.example: ended on 2024-03-01"),
    chain(("http://pictures.example/cat.jpg", OK)),
    chain(("https://pictures.example/cat.jpg", EXPIRED)),
)
UNTOLD = answer(
    Judgement(Verdict.UNKNOWN, Reason.TIMEOUT, "nothing within 10 s"),
    chain(("http://silent.example/", SILENT)),
    chain(("https://silent.example/", SILENT)),
)
LOCAL = Answer(
    Target(url("http://localhost:8000/"), url("https://localhost:8000/")),
    Judgement(Verdict.SKIPPED, Reason.SPECIAL_USE),
)
ANSWERS = [REDIRECTS, SAME, MOVED, PICTURE, UNTOLD, LOCAL]
PLACES = [
    place("http://libre.example/start?a=1&amp;b=2", line=3, column=21, start=60),
    place("http://old.example/", line=3, column=80, start=119),
    place("http://silent.example/", line=9, column=5, start=400),
    place("http://localhost:8000/", line=11, column=1, start=500),
    place("http://cdn.example/jquery.js", "site/index.html", 7, 14, 190, usage=Usage.SCRIPT, mixed=Mixed.ACTIVE),
    place("http://pictures.example/cat.jpg", "site/index.html", 12, 11, 410, usage=Usage.IMAGE, mixed=Mixed.PASSIVE),
    place("http://libre.example/start?a=1&amp;b=2", "site/index.html", 14, 10, 480),
]
INVALID = ((place("http://[::1/", line=20, column=4, start=900), Judgement(Verdict.SKIPPED, Reason.INVALID_URL)),)


def whole() -> Report:
    """Two files, every verdict but dead, nothing wrong."""
    return report(ANSWERS, PLACES, documents=2)


def crawled() -> Report:
    """The same links on a page of a live site that was not read to its end, with a problem and a URL that is none."""
    page = "https://site.example/about"
    places = [replace(at, document=page, source=Source.PAGE) for at in PLACES[:2]]
    pages = (
        Page("https://site.example/", 200, 0, 12),
        Page(page, 200, 1, 2),
        Page("https://site.example/gone", 404, 1, 0, "answers 404"),
    )
    problems = (
        Problem("https://site.example/", "2 pages over --max-pages were not crawled", 0),
        Problem("docs/secret.md", "permission denied"),
    )
    return report(
        [REDIRECTS, MOVED], places, complete=False, documents=3, pages=pages, problems=problems, invalid=INVALID
    )


def empty(documents: int = 3) -> Report:
    """Documents without http links."""
    return report([], [], documents=documents)
