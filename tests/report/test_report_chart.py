"""Charts survive every series that a run can leave behind."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
import report_samples as samples
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import RecordError
from harness.report.chart import Level, Mark, PanelSpec, lay_out, near_floor_range, overview_range
from harness.report.series import Series, load_series


def series_of(*low: float | None) -> Series:
    return Series(time_s=tuple(i / 10 for i in range(len(low))), low_z_m=low)


def spec_of(series: Series, **changes: Any) -> PanelSpec:
    values: dict[str, Any] = {"low": -0.2, "high": 2.0, "height": 100.0, "unit": "m", **changes}
    return PanelSpec(title="Height", samples=series.low_z_m, **values)


@settings(max_examples=200)
@given(
    st.lists(st.none() | st.floats(-1e12, 1e12), min_size=2, max_size=60),
    st.floats(0.001, 1.0),
    st.none() | st.floats(0, 6),
)
def test_any_motion_can_be_drawn(low: list[float | None], margin: float, contact: float | None) -> None:
    series = series_of(*low)
    for bottom, top in (overview_range(series.low_z_m, margin), near_floor_range(series, contact, margin, 0.0)):
        assert bottom < 0 < top
        levels = [Level(value=v, label="x", kind="limit") for v in (0.0, margin, -margin)]
        chart = lay_out(series, [spec_of(series, low=bottom, high=top, levels=tuple(levels))])
        assert chart is not None
        path = chart.panels[0].path
        assert not re.search("nan|inf", path)
        assert (path == "") == all(v is None for v in low)


def test_gaps_in_the_data_are_gaps_in_the_line() -> None:
    series = series_of(1.0, 0.5, None, None, 0.2, 0.3, None, 0.1)
    chart = lay_out(series, [spec_of(series)])
    assert chart is not None
    assert chart.panels[0].path.count("M") == 3


def test_too_little_data_is_no_chart() -> None:
    assert lay_out(series_of(), [spec_of(series_of())]) is None
    assert lay_out(series_of(1.0), [spec_of(series_of(1.0))]) is None
    assert lay_out(series_of(1.0, 2.0), []) is None


def test_extremes_survive_the_thinning() -> None:
    low = [0.5] * 200
    low[77] = 0.0
    series = series_of(*low)
    chart = lay_out(series, [spec_of(series, low=0.0, high=1.0)])
    assert chart is not None
    panel = chart.panels[0]
    assert f"{panel.bottom:.1f}" in panel.path
    assert panel.path.count("L") < 10


def test_numbers_of_close_events_do_not_cover_each_other() -> None:
    series = series_of(*[1.0] * 40)
    marks = [Mark(number=i, label="x", time_s=t, tone="info") for i, t in enumerate((0.5, 0.51, 0.52, 3.0, 99.0), 1)]
    chart = lay_out(series, [spec_of(series)], marks=marks)
    assert chart is not None
    for a, b in itertools.combinations(chart.marks, 2):
        assert a.row != b.row or abs(a.x - b.x) >= 17
    assert all(chart.left <= m.x <= chart.right for m in chart.marks)


def test_rest_window_and_deadline() -> None:
    series = series_of(*[1.0] * 41)
    chart = lay_out(series, [spec_of(series)], band_s=(1.0, 3.0), deadline_s=99.0)
    assert chart is not None
    assert chart.deadline is None
    assert chart.band is not None
    start, width = chart.band
    assert start + width / 2 == pytest.approx((chart.left + chart.right) / 2)


def test_millimetres_are_visible_after_a_long_fall() -> None:
    motion = samples.motion()
    series = Series(time_s=tuple(motion["time_s"]), low_z_m=tuple(motion["low_z_m"]))
    low, high = near_floor_range(series, 0.55, 0.1, 0.0)
    assert -0.02 < low < -0.0031
    assert 0 < high < 0.02


def test_the_penetration_limit_is_shown_when_it_matters() -> None:
    low, _ = near_floor_range(series_of(1.0, 0.0, -0.09, -0.09), 0.05, 0.1, 0.0)
    assert low < -0.1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "damaged"),
        ("[]", "object"),
        ("{}", "time_s"),
        ('{"time_s": [0, 1], "low_z_m": [0]}', "1 samples"),
        ('{"time_s": [0, "1"], "low_z_m": [0, 1]}', "numbers"),
        ('{"time_s": [1, 0], "low_z_m": [0, 1]}', "rise"),
        ('{"time_s": [0, null], "low_z_m": [0, 1]}', "rise"),
        ("\udcff", "read"),
    ],
)
def test_damaged_series_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "series.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(RecordError, match=message):
        load_series(path)


def test_series_without_numbers(tmp_path: Path) -> None:
    assert load_series(tmp_path / "series.json") is None
    data = {"time_s": [0, 1, 2], "low_z_m": [float("nan"), float("inf"), None], "speed_m_s": None}
    (tmp_path / "series.json").write_text(json.dumps(data))
    series = load_series(tmp_path / "series.json")
    assert series is not None
    assert series.low_z_m == (None, None, None)
    assert series.speed_m_s is None
