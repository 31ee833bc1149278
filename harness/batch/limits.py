"""Limits on what an asset may take from the machine."""

from __future__ import annotations

import sys

__all__ = ["apply_process_limits"]

# Address space that is mapped without being used: libraries, thread stacks, files.
_SLACK_BYTES = 8 * 2**30


def apply_process_limits(memory_limit_mb: int) -> None:
    """Give this process a hard limit, behind the resident size that its parent watches a few times a second.

    Args:
        memory_limit_mb: Resident size that the parent allows [MiB].
    """
    if sys.platform != "linux":
        return
    import resource

    limit = memory_limit_mb * 2**20 + _SLACK_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    # A crash must not fill the disk with the image of the process.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
