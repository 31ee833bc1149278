"""The second opinion of ``asset-qa run``: the same cases on another engine, compared one by one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from harness.cli.progress import make_listener
from harness.config import ResolvedConfig
from harness.errors import UsageError
from harness.outcomes import Outcome
from harness.runner.case import CaseJob
from harness.runner.pool import run_pool
from harness.runner.record import CaseFiles
from harness.runner.second_opinion import Opinion, add_opinion
from harness.verdict import Verdict

__all__ = ["ask_again"]


def ask_again(
    jobs: Sequence[CaseJob],
    verdicts: Sequence[Verdict | None],
    options: argparse.Namespace,
    config: ResolvedConfig,
) -> list[Verdict | None]:
    """Run the judged cases on the other engine and return the first verdicts with what came out.

    Cases that were not judged (an unreadable file, an asset to which the test does not apply) need no second opinion.

    Args:
        jobs: Cases of the first engine.
        verdicts: Their verdicts.
        options: Parsed command line.
        config: Settings of the run.

    Raises:
        UsageError: If the other engine is the first one.
    """
    if options.second_opinion == options.engine:
        raise UsageError("--second-opinion needs another engine than --engine.")
    asked = [i for i, v in enumerate(verdicts) if v is not None and v.outcome in (Outcome.PASS, Outcome.FAIL)]
    others = [_other_job(jobs[i], options.second_opinion) for i in asked]
    with make_listener(others, is_quiet=options.quiet) as listener:
        answers = run_pool(others, worker_count=options.jobs, config=config, listener=listener)
    result = list(verdicts)
    for index, job, answer in zip(asked, others, answers, strict=True):
        verdict = verdicts[index]
        if verdict is not None:
            opinion = Opinion(engine=options.second_opinion, verdict=answer, files=CaseFiles(folder=Path(job.case_dir)))
            result[index] = add_opinion(verdict, CaseFiles(folder=Path(jobs[index].case_dir)), opinion)
    return result


def _other_job(job: CaseJob, engine: str) -> CaseJob:
    folder = Path(job.case_dir).parent / f"second-opinion-{engine.replace(':', '-')}"
    folder.mkdir(parents=True)
    # What makes a failed asset pass is asked of the first engine only.
    settings = (*job.settings, "diagnosis.probes=false")
    return replace(job, engine=engine, case_dir=str(folder), settings=settings)
