from __future__ import annotations

import pytest

from tests.marked import check


@pytest.mark.parametrize(
    "text",
    [
        "«http://a.org/»\n«http://b.org/ü»\r\n\n  «http://c.org/» \n",
        "https://a.org/\nwords\n«HTTP://b.org»",
        "«http://a.org/ b»\n",
        "",
        "\ufeff",
    ],
)
def test_a_url_a_line(text: str) -> None:
    check("url_list", text)
