from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

from checker.model import Answer, Event
from examples import pretend_web
from tests.pipeline.runs import check, links, settings, told


def test_each_target_is_asked_once_however_often_it_occurs(web: pretend_web.Web) -> None:
    url = web.url("same-page").replace("same-page", "once.same-page")
    Path("a.md").write_text(links(*[f"{url}#{number}" for number in range(30)]))
    report, _ = check(settings(web), "a.md")
    assert report.summary.requests == 2
    assert [report.counts[answer.target.http] for answer in report.answers] == [30]


def test_a_body_that_targets_of_a_host_share_is_doubted_whoever_came_first(web: pretend_web.Web) -> None:
    first, second = web.url("soft-untold"), web.url("soft-untold", "/guide")
    for order in ((first, second), (second, first)):
        Path("a.md").write_text(links(*order))
        report, _ = check(settings(web, workers=1), "a.md")
        assert told(report) == dict.fromkeys(order, ("review", "soft-not-found"))


def test_fast_hosts_finish_as_if_the_slow_one_were_not_there_and_no_host_is_crowded() -> None:
    def latency(host: str) -> float:
        return 0.15 if host.startswith("slow") else 0.0

    slow = [f"http://slow.same-page.pretend/page/{number}" for number in range(60)]
    fast = [f"http://f{number}.same-page.pretend/page" for number in range(60)]
    Path("a.md").write_text(links(*slow, *fast))
    finished: dict[str, float] = {}

    def note(event: Event) -> None:
        if isinstance(event, Answer):
            finished[str(event.target.http)] = time.monotonic()

    with pretend_web.start(latency) as web:
        report, _ = check(settings(web, workers=16, per_host=3, timeout=10.0), "a.md", emit=note)
        peaks = {name: host.peak_connections for name, host in web.hosts.items()}
    # Any of the fast ones would come after the slow ones if it waited for them: 60 x 2 x 0.15 s / 3.
    order = sorted(finished, key=lambda url: finished[url])
    assert Counter(url.startswith("http://slow") for url in order[-30:]) == {True: 30}
    assert len(told(report)) == 120
    assert {url: verdict for url, (verdict, _) in told(report).items() if verdict != "upgrade"} == {}
    assert max(peaks.values()) <= 3
