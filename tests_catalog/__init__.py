"""The catalogue of asset tests. A new test is one module here and one line in ``CATALOG``."""

from tests_catalog.drop_robustness import DROP_ROBUSTNESS
from tests_catalog.ground_drop import GROUND_DROP
from tests_catalog.ground_stability import GROUND_STABILITY
from tests_catalog.joint_effort import JOINT_EFFORT
from tests_catalog.joint_motion import JOINT_MOTION
from tests_catalog.prescribed_motion import PRESCRIBED_MOTION
from tests_catalog.slope_drop import SLOPE_DROP
from tests_catalog.stack_and_push import STACK_AND_PUSH

__all__ = ["CATALOG"]

CATALOG = (
    GROUND_DROP,
    GROUND_STABILITY,
    SLOPE_DROP,
    DROP_ROBUSTNESS,
    STACK_AND_PUSH,
    JOINT_MOTION,
    JOINT_EFFORT,
    PRESCRIBED_MOTION,
)
