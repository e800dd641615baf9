"""The rung ``certificate``: each fault keeps its name, whatever http says."""

from __future__ import annotations

import pytest

from checker.model import Fault
from tests.worlds import REFUSED, conclude, failure, html, redirect, reply, verdict

FAULTS = [fault for fault in Fault if fault.value.startswith("tls-")]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_kept_whatever_http_says(fault: Fault) -> None:
    for http in (html(), REFUSED, reply(404), redirect("https://a.org/p")):
        world = {"http://a.org": http, "https://a.org": failure(fault)}
        assert verdict("http://a.org/p", world) == f"keep {fault.value}"


def test_the_detail_names_host_and_certificate() -> None:
    world = {
        "http://a.org": html(),
        "https://a.org": redirect("https://www.a.org/p"),
        "https://www.a.org": failure(Fault.TLS_HOSTNAME, "valid for cdn.net"),
    }
    assert conclude("http://a.org/p", world).detail == "www.a.org: valid for cdn.net"


def test_moved_comes_first() -> None:
    world = {
        "http://old.org": redirect("https://new.org/p"),
        "https://old.org": failure(Fault.TLS_EXPIRED),
        "https://new.org/p": html(),
    }
    judgement = conclude("http://old.org/p", world)
    assert (judgement.reason.value, judgement.suggestion) == ("moved", "https://new.org/p")


def test_a_new_url_that_does_not_answer_is_no_suggestion() -> None:
    world = {"http://old.org": redirect("https://new.org/p"), "https://old.org": failure(Fault.TLS_EXPIRED)}
    assert verdict("http://old.org/p", world) == "keep tls-expired"
