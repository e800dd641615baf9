from __future__ import annotations

import socket
import threading
import time
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from checker import urls
from checker.model import Url
from checker.wire import connections
from checker.wire.connections import Connection, Exchange, Pool, Stopped
from checker.wire.guard import Guard


def url(text: str) -> Url:
    parsed = urls.parse(text)
    assert parsed is not None
    return parsed


@dataclass
class Http:
    idle: bool = True
    expired: bool = False

    def is_idle(self) -> bool:
        return self.idle

    def has_expired(self) -> bool:
        return self.expired


@dataclass(eq=False)
class Fake:
    """What a pool sees of a connection, without a socket."""

    exchange: Exchange
    http: Http = field(default_factory=Http)
    log: list[str] = field(default_factory=list)

    @property
    def slot(self) -> str:
        return self.exchange.url.slot

    @property
    def origin(self) -> str:
        return self.exchange.url.origin

    def close(self) -> None:
        self.log.append("closed")

    def hang_up(self) -> None:
        self.log.append("hung up")


class World:
    """A pool that opens fakes, and what it did."""

    def __init__(self, per_host: int) -> None:
        self.opened: list[Fake] = []
        self.pool = Pool(per_host, self._open)

    def _open(self, exchange: Exchange) -> Connection:
        self.opened.append(Fake(exchange))
        return cast(Connection, self.opened[-1])

    def take(self, text: str, **how: Any) -> tuple[Connection, bool]:
        return self.pool.take(Exchange(url(text), 10.0), **how)


def test_an_idle_connection_is_used_again_for_its_origin_only() -> None:
    world = World(2)
    first, used = world.take("http://x.org/a")
    assert not used
    world.pool.give(first)
    again, used = world.take("http://x.org/b")
    assert (again is first, used) == (True, True)
    world.pool.give(first)
    other, used = world.take("https://x.org/b")
    assert (other is first, used) == (False, False)
    assert world.opened[0].log == []


def test_an_idle_one_makes_room_whatever_its_scheme_port_or_www() -> None:
    world = World(1)
    for text in ("http://x.org/", "https://x.org/", "http://www.x.org:8080/"):
        connection, used = world.take(text)
        assert not used
        world.pool.give(connection)
    assert [fake.log for fake in world.opened] == [["hung up"], ["hung up"], []]


def test_a_connection_that_the_host_has_closed_is_not_used() -> None:
    world = World(2)
    first, _ = world.take("http://x.org/")
    world.pool.give(first)
    world.opened[0].http.expired = True
    second, used = world.take("http://x.org/")
    assert (second is first, used) == (False, False)
    assert world.opened[0].log == ["closed"]


def test_fresh_means_fresh() -> None:
    world = World(2)
    first, _ = world.take("http://x.org/")
    world.pool.give(first)
    second, used = world.take("http://x.org/", fresh=True)
    assert (second is first, used) == (False, False)


def test_what_cannot_be_used_again_is_closed() -> None:
    world = World(1)
    first, _ = world.take("http://x.org/")
    world.opened[0].http.idle = False
    world.pool.give(first)
    assert world.opened[0].log == ["closed"]
    world.take("http://x.org/")
    assert world.opened[0].log == ["closed"]


def test_idle_ones_of_a_host_are_let_go_and_in_the_end_all() -> None:
    world = World(2)
    for text in ("http://x.org/", "http://y.org/", "https://y.org/"):
        world.pool.give(world.take(text)[0])
    world.pool.release("y.org")
    assert [fake.log for fake in world.opened] == [[], ["closed"], ["closed"]]
    world.pool.release(None)
    assert world.opened[0].log == ["closed"]
    late, _ = world.take("http://x.org/")
    world.pool.give(late)
    assert world.opened[-1].log == ["closed"]


def test_idle_ones_are_bounded_and_the_oldest_goes() -> None:
    world = World(1)
    for number in range(connections.MAX_IDLE + 1):
        world.pool.give(world.take(f"http://h{number}.org/")[0])
    assert [number for number, fake in enumerate(world.opened) if fake.log] == [0]


def test_attempts_beside_the_first_take_the_place_of_idle_ones() -> None:
    world = World(1)
    for number in range(connections.MAX_IDLE):
        world.pool.give(world.take(f"http://h{number}.org/")[0])
    assert world.pool.spare(1) and world.pool.spare(1)
    assert [number for number, fake in enumerate(world.opened) if fake.log] == [0, 1]
    assert all(world.pool.spare(1) for _ in range(connections.MAX_IDLE - 2))
    assert all(fake.log == ["closed"] for fake in world.opened)
    assert not world.pool.spare(1)
    late, _ = world.take("http://late.org/")
    world.pool.give(late)
    assert world.opened[-1].log == ["closed"]
    for _ in range(connections.MAX_IDLE):
        world.pool.spare(-1)
    world.pool.give(world.take("http://later.org/")[0])
    assert world.opened[-1].log == []


@pytest.mark.parametrize("answers", [True, False])
def test_hanging_up_waits_until_the_host_has_closed_but_not_for_long(answers: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        order: list[str] = []
        over = threading.Event()

        def serve() -> None:
            line, _ = listener.accept()
            with line:
                assert line.recv(10) == b""
                if answers:
                    time.sleep(0.03)
                    order.append("host")
                else:
                    over.wait(5)

        thread = threading.Thread(target=serve)
        thread.start()
        exchange = Exchange(url(f"http://127.0.0.1:{port}/"), time.monotonic() + 5)
        guard = Guard(allow_private=True)
        connection = Connection(exchange, guard, cast(Any, None), Stopped())
        connection.connect_tcp("127.0.0.1", port)
        began = time.monotonic()
        connection.hang_up()
        order.append("we")
        assert time.monotonic() - began < 2
        over.set()
        thread.join(5)
    assert order == (["host", "we"] if answers else ["we"])
