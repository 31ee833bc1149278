"""The catalogue of asset tests. A new test is one module here and one line in ``CATALOG``."""

from tests_catalog.ground_drop import GROUND_DROP
from tests_catalog.slope_drop import SLOPE_DROP

__all__ = ["CATALOG"]

CATALOG = (GROUND_DROP, SLOPE_DROP)
