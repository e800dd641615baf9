from __future__ import annotations

import pytest

from checker.discover.html_foreign import Foreign


def walk(steps: str) -> str:
    """``name`` opens, ``/name`` closes, ``name/`` does both, ``*``: its attributes matter. What is open at the end."""
    root, *rest = steps.split()
    foreign = Foreign(root)
    for step in rest:
        if step.startswith("/"):
            foreign.close(step[1:])
        else:
            name = step.strip("/*")
            foreign.open(name, step.endswith("/"), breakout=step == "font*", html_annotation=step == "annotation-xml*")
        if not foreign.segments:
            return "left"
    return " | ".join(
        f"{segment.namespace or 'html'}: {' '.join(segment.stack)}".strip() for segment in foreign.segments
    )


@pytest.mark.parametrize(
    ("steps", "open_at_the_end"),
    [
        ("svg", "svg: svg"),
        ("svg g path/ g", "svg: svg g g"),
        ("svg g g /g", "svg: svg g"),
        ("svg g path /g", "svg: svg"),
        ("svg g path /svg", "left"),
        ("svg p", "left"),
        ("svg /p", "left"),
        ("svg /div", "left"),
        ("svg /g", "svg: svg"),
        ("svg /body", "svg: svg"),
        ("svg font", "svg: svg font"),
        ("svg font*", "left"),
        ("svg desc", "svg: svg desc | html:"),
        ("svg desc/", "svg: svg"),
        ("svg desc p b", "svg: svg desc | html: p b"),
        ("svg desc br img b", "svg: svg desc | html: b"),
        ("svg desc p b /p", "svg: svg desc | html:"),
        ("svg desc b /desc", "svg: svg"),
        ("svg desc /svg", "left"),
        ("svg desc /x", "svg: svg desc | html:"),
        ("svg desc b /svg", "svg: svg desc | html: b"),
        ("svg desc svg g p", "svg: svg desc | html: p"),
        ("svg desc svg g /desc", "svg: svg"),
        ("svg desc b svg g /b", "svg: svg desc | html:"),
        ("svg desc b svg g /x", "svg: svg desc | html: b | svg: svg g"),
        ("svg mi", "svg: svg mi"),
        ("math mi", "math: math mi | html:"),
        ("math mi mglyph", "math: math mi | html: | math: mglyph"),
        ("math mi b mglyph", "math: math mi | html: b mglyph"),
        ("math mi mglyph/ svg/ x", "math: math mi | html: x"),
        ("math svg desc", "math: math svg desc"),
        ("math annotation-xml", "math: math annotation-xml"),
        ("math annotation-xml*", "math: math annotation-xml | html:"),
        ("math annotation-xml svg desc", "math: math annotation-xml | svg: svg desc | html:"),
    ],
)
def test_what_is_open(steps: str, open_at_the_end: str) -> None:
    assert walk(steps) == open_at_the_end


@pytest.mark.parametrize(
    ("steps", "cdata"), [(("g",), True), (("desc",), True), (("desc", "b"), False), (("desc", "svg"), True)]
)
def test_where_cdata_is_real(steps: tuple[str, ...], cdata: bool) -> None:
    foreign = Foreign("svg")
    for name in steps:
        foreign.open(name, False, breakout=False, html_annotation=False)
    assert foreign.holds_cdata is cdata
