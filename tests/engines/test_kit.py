"""The engine kit without Isaac Sim: its real worker, in a real process, against stand-ins of Kit's modules."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from harness.catalog import load_catalog
from harness.child import Launch
from harness.cli.main import main
from harness.config import resolve
from harness.engines import load_engine
from harness.engines.base import SceneUnits
from harness.engines.kit_find import PYTHON_VARIABLE, find_kit
from harness.engines.process import WorkerProcess
from harness.errors import EngineTimeout, EngineUnavailable
from harness.outcomes import Outcome
from harness.testing.conformance import check_engine
from tests.support import codes, cube_asset, run
from tests_catalog.ground_drop import GROUND_DROP

FAKE = Path(__file__).with_name("kit_fake")
ARM = Path(__file__).parents[2] / "assets" / "good" / "arm" / "arm.usda"
SHORT = ("watchdog_seconds=3", "engine.kit_start_deadline_seconds=6")


def kit_python(folder: Path, fault: str = "", *, is_wrapper: bool = False) -> Path:
    """Write a program that is Isaac Sim's Python with stand-ins; a wrapper stays as the parent of the interpreter."""
    script = folder / "python.sh"
    command = f'PYTHONPATH="{FAKE}" KIT_FAKE="{fault}" KIT_OWNER="{folder}" "{sys.executable}" "$@"'
    script.write_text("#!/bin/sh\n" + (f"{command}\nexit $?\n" if is_wrapper else f"exec env {command}\n"))
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


@pytest.fixture
def asset(tmp_path):
    return cube_asset(tmp_path)


def drop(asset: Path, folder: Path, python: Path, *settings: str):
    """Run ground_drop on the engine kit."""
    with load_engine("kit") as engine:
        return run(asset, folder, engine, f'engine.kit_python="{python}"', *settings)


def workers_of(folder: Path) -> set[int]:
    """Return the living processes that the program in a folder has started, whoever their parent is now."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                owner = (entry / "environ").read_bytes()
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if f"KIT_OWNER={folder}\0".encode() in owner and state != "Z":
                found.add(int(entry.name))
    return found


def test_drop_passes_and_names_what_ran(asset, tmp_path):
    """Pass through the whole adapter, and record the versions that only Kit itself knows."""
    verdict = drop(asset, tmp_path / "case", kit_python(tmp_path))
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert verdict.engine.version == "Kit 110.4+fake"
    assert verdict.engine.physx_version == "omni.physx-110.4.4"
    assert verdict.engine.device == "cpu"
    assert not verdict.findings


def test_worker_conforms(tmp_path, monkeypatch):
    """Get units, axes, order of quaternions, fall and rest right, in metres, centimetres and millimetres."""
    monkeypatch.setenv(PYTHON_VARIABLE, str(kit_python(tmp_path)))
    with load_engine("kit") as engine:
        assert check_engine(engine, tmp_path) == []


@pytest.mark.parametrize(
    ("fault", "outcome", "code"),
    [
        ("crash-start", Outcome.BLOCKED, "ENG001"),
        ("exit-0-open", Outcome.ERROR, "ENG002"),
        ("crash-attach", Outcome.ERROR, "ENG002"),
        ("crash-step", Outcome.ERROR, "ENG002"),
        ("hang-start", Outcome.BLOCKED, "ENG001"),
        ("hang-open", Outcome.ERROR, "ENG003"),
        ("hang-attach", Outcome.ERROR, "ENG003"),
        ("raise-step", Outcome.ERROR, "ENG000"),
        ("refuse", Outcome.ERROR, "ENG000"),
        ("not-attached", Outcome.ERROR, "ENG000"),
        ("other-body", Outcome.ERROR, "ENG000"),
        ("no-licence", Outcome.BLOCKED, "ENG001"),
        ("no-extension", Outcome.BLOCKED, "ENG001"),
        ("sink", Outcome.FAIL, "MON002"),
        ("nan", Outcome.FAIL, "MON004"),
        ("drop-body", Outcome.FAIL, "ENG008"),
    ],
)
def test_faults_get_a_verdict_and_leave_nothing_behind(asset, tmp_path, fault, outcome, code):
    """Turn every way in which Kit can fail into its outcome and code; no process stays."""
    limits = SHORT if fault.startswith("hang") else ()
    verdict = drop(asset, tmp_path / "case", kit_python(tmp_path, fault), *limits)
    assert (verdict.outcome, code in codes(verdict)) == (outcome, True), verdict.summary
    assert (tmp_path / "case" / "verdict.json").is_file()
    if fault == "hang-attach":
        assert "cooking colliders" in verdict.summary + "".join(f.message for f in verdict.findings)
    assert not workers_of(tmp_path)


def test_hang_with_the_interpreter_lock_held_is_ended_in_time(asset, tmp_path):
    """End a child that can run no Python any more, and the shell around it, within its deadline plus 5 s each."""
    started = time.monotonic()
    python = kit_python(tmp_path, "hang-locked-step", is_wrapper=True)
    verdict = drop(asset, tmp_path / "case", python, *SHORT)
    # Two attempts: a hang is tried again once before it is called one.
    assert time.monotonic() - started < 2 * (3 + 5) + 15
    assert verdict.outcome is Outcome.ERROR
    assert not workers_of(tmp_path)


@pytest.mark.engine_ovphysx
def test_locked_child_is_gone_five_seconds_after_its_deadline(asset, tmp_path, ovphysx):
    """Kill a child that holds the interpreter lock, ignores SIGTERM and has started another process."""
    run(asset, tmp_path / "case", ovphysx)
    python = kit_python(tmp_path, "hang-locked-step", is_wrapper=True)
    config = resolve("ground_drop", GROUND_DROP.config_type, settings=[f'engine.kit_python="{python}"']).engine
    units = SceneUnits(meters_per_unit=1.0, kilograms_per_unit=1.0, up_axis="Z")
    scene = tmp_path / "case" / "scene.usda"
    with load_engine("kit") as engine:
        session = engine.open(scene, units, timestep_s=1 / 240, config=config, deadline_s=60)
        assert workers_of(tmp_path)
        started = time.monotonic()
        with pytest.raises(EngineTimeout):
            session.advance(8, deadline_s=1.0)
        assert time.monotonic() - started < 1.0 + 5.0
        assert not workers_of(tmp_path)


def test_missing_licence_is_explained(asset, tmp_path):
    """Tell the user that the licence is his to accept; never accept it."""
    verdict = drop(asset, tmp_path / "case", kit_python(tmp_path, "no-licence"))
    assert "licence has not been accepted" in verdict.summary
    sources = Path(__file__).parents[2].joinpath("harness").rglob("*.py")
    assert not any("ACCEPT_EULA" in path.read_text(encoding="utf-8") for path in sources)


@pytest.mark.parametrize("name", [t.name for t in load_catalog() if t.drive is not None])
def test_tests_that_command_joints_are_blocked(tmp_path, name):
    """Say that this engine cannot drive joints, instead of judging an arm that nothing has moved."""
    setting = f'engine.kit_python="{kit_python(tmp_path)}"'
    with load_engine("kit") as engine:
        verdict = run(ARM, tmp_path / "case", engine, setting, test=name)
    assert (verdict.outcome, codes(verdict)) == (Outcome.BLOCKED, {"ENG030"}), verdict.summary
    assert "kit does not drive joints" in verdict.summary
    assert verdict.error is None
    assert not verdict.criteria


def test_log_of_kit_is_judged(asset, tmp_path):
    """Keep the errors of PhysX and leave out what tells nothing about the asset."""
    verdict = drop(asset, tmp_path / "case", kit_python(tmp_path, "cooking-error"))
    text = (tmp_path / "case" / "engine.log").read_text()
    assert "cooking failed for /World/Drop/Asset" in text
    assert "broadphase" not in text
    assert verdict.outcome is not Outcome.PASS or verdict.findings


def test_one_session_runs_many_assets(asset, tmp_path):
    """Share the start of Isaac Sim, and start it afresh after the set number of cases."""
    seen = []
    setting = f'engine.kit_python="{kit_python(tmp_path)}"'
    with load_engine("kit") as engine:
        for index in range(3):
            run(asset, tmp_path / str(index), engine, setting, "engine.kit_cases_per_process=2")
            seen.append(engine.process.pid)
    assert seen[0] == seen[1] != seen[2]


def test_worker_reads_no_package_of_this_environment():
    """Import nothing but the standard library, numpy and Kit's modules in the files that run inside Kit."""
    import ast

    allowed = {"numpy", "pxr", "omni", "isaacsim", "carb", "__future__", *sys.stdlib_module_names}
    folder = Path(__file__).parents[2] / "harness" / "engines"
    for name in ("kit_worker", "kit_session", "kit_physics", "kit_render", "link"):
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert all(n.partition(".")[0] in allowed for n in names), (name, names)


@pytest.mark.engine_ovphysx
def test_both_workers_read_the_same_scene(tmp_path, ovphysx):
    """Open one composed scene file in the embedded worker and in Kit's, and see the same bodies and start poses."""
    asset = Path(__file__).parents[2] / "assets" / "good" / "crate" / "crate.usda"
    run(asset, tmp_path / "case", ovphysx)
    scene = tmp_path / "case" / "scene.usda"
    setting = f'engine.kit_python="{kit_python(tmp_path)}"'
    config = resolve("ground_drop", GROUND_DROP.config_type, settings=[setting]).engine
    built = []
    for engine in (ovphysx, load_engine("kit")):
        units = SceneUnits(meters_per_unit=1.0, kilograms_per_unit=1.0, up_axis="Z")
        session = engine.open(scene, units, timestep_s=1 / 240, config=config, deadline_s=60)
        built.append(session.built)
        session.close()
    engine.close()
    assert built[0].body_paths == built[1].body_paths
    assert np.allclose(built[0].position_m, built[1].position_m, atol=1e-6)
    assert np.allclose(built[0].mass_kg, built[1].mass_kg, rtol=1e-5)


def test_finding_an_installation(tmp_path, monkeypatch):
    """Prefer what the user names, then the variable, then the standard folders; say so when there is none."""
    home = tmp_path / "home"
    folder = home / "isaacsim"
    folder.mkdir(parents=True)
    monkeypatch.setattr("harness.engines.kit_find._package_version", lambda: None)
    with pytest.raises(EngineUnavailable, match="--kit-python"):
        find_kit("", {"HOME": str(home)})
    script = kit_python(folder)
    (folder / "VERSION").write_text("5.1.0-rc.19\n")
    assert find_kit("", {"HOME": str(home)}).version == "5.1.0-rc.19"
    other = kit_python(tmp_path)
    assert find_kit("", {"HOME": str(home), PYTHON_VARIABLE: str(other)}).python == other
    assert find_kit(str(folder), {PYTHON_VARIABLE: str(other)}).python == script
    with pytest.raises(EngineUnavailable, match="does not exist"):
        find_kit(str(tmp_path / "missing"), {})


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("empty", "folder without a python.sh"),
        ("text", "chmod \\+x"),
        ("with-text", "chmod \\+x"),
        ("loop", "no file"),
        ("~nobody-of-this-name/python.sh", "cannot be looked at"),
        ("nul\0byte", "cannot be looked at|does not exist"),
        ("/dev/null", "no file"),
    ],
)
def test_named_path_that_is_no_program(tmp_path, monkeypatch, name, words):
    """Say what is wrong with a path that the user named, and who named it."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").write_text("hello")
    (tmp_path / "with-text").mkdir()
    (tmp_path / "with-text" / "python.sh").write_text("hello")
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EngineUnavailable, match=words) as raised:
        find_kit(name, {})
    assert "named by the setting engine.kit_python" in str(raised.value)
    with pytest.raises(EngineUnavailable, match=f"named by the variable {PYTHON_VARIABLE}"):
        find_kit("", {PYTHON_VARIABLE: name})


@pytest.mark.parametrize("home", ["", ".", "home"])
def test_nothing_is_taken_from_the_working_folder(tmp_path, monkeypatch, home):
    """Start no program that lies beside the assets, whatever HOME says and whatever folder is called isaacsim."""
    for folder in (tmp_path / "isaacsim", tmp_path / "home" / "isaacsim"):
        folder.mkdir(parents=True)
        kit_python(folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "elsewhere"))
    monkeypatch.setattr("harness.engines.kit_find._FOLDERS", ("~/isaacsim",))
    with pytest.raises(EngineUnavailable, match="No Isaac Sim was found"):
        find_kit("", {"HOME": home})


def test_named_path_is_taken_from_the_folder_of_the_user(tmp_path, monkeypatch):
    """Take a relative path from where the command was given, and a bare name never from PATH."""
    script = kit_python(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert find_kit("python.sh", {}).python == script
    with pytest.raises(EngineUnavailable, match="does not exist"):
        find_kit("sh", {})


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("hello\n", "cannot be started"),
        ("#!/nowhere/sh\n", "cannot be started"),
        ("#!/bin/sh\necho wrong machine >&2; exit 3\n", "wrong machine"),
        ("#!/bin/sh\nexit 0\n", "printed nothing"),
        ("#!/bin/sh\nexec sleep 60\n", "does not start here"),
    ],
    ids=["text", "interpreter", "exit-3", "exit-0", "sleep"],
)
def test_program_that_is_not_isaac_sim_blocks(asset, tmp_path, content, words):
    """Block with the reason, and blame no asset, when the named program is something else."""
    python = tmp_path / "python.sh"
    python.write_text(content)
    python.chmod(0o755)
    verdict = drop(asset, tmp_path / "case", python, "engine.kit_start_deadline_seconds=1")
    assert (verdict.outcome, codes(verdict)) == (Outcome.BLOCKED, {"ENG001"}), verdict.summary
    assert words in verdict.summary
    assert not any("geometry" in text for text in (*verdict.causes, *verdict.fixes))
    # Neither pipes nor folders stay behind.
    assert not workers_of(tmp_path)


def test_python_without_isaac_sim_blocks(asset, tmp_path):
    """Say that a Python is not the one of Isaac Sim."""
    verdict = drop(asset, tmp_path / "case", Path(sys.executable))
    assert (verdict.outcome, codes(verdict)) == (Outcome.BLOCKED, {"ENG001"})
    assert "is not the Python of Isaac Sim" in verdict.summary


def test_failed_start_keeps_no_descriptors(tmp_path):
    """Close the pipes and remove the folder of a worker that could not be started."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    folders = set(Path(tempfile.gettempdir()).glob(f"asset-qa-worker-{os.getpid()}-*"))
    for _ in range(3):
        with pytest.raises(EngineUnavailable, match="cannot be started"):
            WorkerProcess(Launch(command=(str(tmp_path / "missing"),)))
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert set(Path(tempfile.gettempdir()).glob(f"asset-qa-worker-{os.getpid()}-*")) == folders


def test_doctor_tells_what_is_wrong_with_a_named_program(tmp_path, monkeypatch, capsys):
    """Name the variable that leads nowhere, also when another engine is checked."""
    monkeypatch.setenv(PYTHON_VARIABLE, str(tmp_path / "missing"))
    main(["doctor", "--engine", "fake"])
    assert f"missing, named by the variable {PYTHON_VARIABLE}, does not exist." in capsys.readouterr().out


def rtx_video(asset: Path, folder: Path, fault: str):
    """Drop on the embedded engine and draw with the stand-in of RTX; returns the result of the render job."""
    from harness.video.client import VideoWorker
    from harness.video.job import VideoJob

    with load_engine("ovphysx") as engine:
        verdict = run(asset, folder / "case", engine)
    job = VideoJob(
        case_dir=folder / "case", renderer="rtx", kit_python=str(kit_python(folder, fault)), kit_start_deadline_s=20
    )
    worker = VideoWorker()
    try:
        return verdict, worker.render(job, 120.0)
    finally:
        worker.close()


@pytest.mark.engine_ovphysx
@pytest.mark.video
def test_rtx_draws_the_recorded_motion(asset, tmp_path):
    """Draw with RTX: camera and poses arrive, the pictures move, and the record names what drew them."""
    import av

    _, result = rtx_video(asset, tmp_path, "")
    assert (result.status, result.renderer, result.warnings) == ("ok", "Isaac Sim RTX (replicator)", ())
    with av.open(str(tmp_path / "case" / "video.mp4")) as clip:
        pictures = [frame.to_ndarray(format="rgb24") for frame in clip.decode(video=0)]
    assert len(pictures) == result.frames
    # The stand-in draws each body as a red square; the camera follows the asset.
    rows, columns = np.nonzero(pictures[0][:, :, 0] > 200)
    assert 180 < np.median(rows) < 300
    assert 280 < np.median(columns) < 360


@pytest.mark.engine_ovphysx
@pytest.mark.video
@pytest.mark.parametrize(
    ("fault", "reason"),
    [("black", "black or of one colour"), ("crash-draw", "died during drawing"), ("no-licence", "licence")],
)
def test_rtx_that_fails_is_reported_and_replaced(asset, tmp_path, fault, reason):
    """Draw with OpenGL where RTX gives black pictures or none, say why, and keep the verdict."""
    verdict, result = rtx_video(asset, tmp_path, fault)
    assert verdict.outcome is Outcome.PASS
    assert result.status == "ok"
    assert "RTX" not in (result.renderer or "")
    assert any(reason in text for text in result.warnings), result.warnings


@pytest.mark.engine_kit
@pytest.mark.skipif(
    not (os.environ.get(PYTHON_VARIABLE) and "OMNI_KIT_ACCEPT_EULA" in os.environ),
    reason="boots the kernel of Isaac Sim: only where its user has accepted NVIDIA's licence and names its Python",
)
def test_real_kernel_boots_under_supervision():
    """Start the real Kit kernel with the worker and end it."""
    from harness.engines.kit_engine import kit_launch
    from harness.engines.process import WorkerProcess

    process = WorkerProcess(kit_launch(find_kit()), arguments=["kernel", "120"])
    try:
        hello = process.receive(deadline_s=150)
        assert hello.kind == "hello", hello.data
        assert str(hello.data["version"]).startswith("Kit ")
    finally:
        process.close()


@pytest.mark.engine_kit
@pytest.mark.skipif(
    os.environ.get("ASSET_QA_KIT_SELFTEST") != "1",
    reason="needs NVIDIA Isaac Sim with an accepted licence and a GPU; set ASSET_QA_KIT_SELFTEST=1 there",
)
def test_real_isaac_sim_conforms(tmp_path):
    """Check the real engine where somebody has it."""
    with load_engine("kit") as engine:
        assert check_engine(engine, tmp_path) == []


def test_doctor_says_last_words_of_a_program_that_is_not_isaac_sim(tmp_path, capsys):
    """Name the last thing that the program printed, and think of the path before the licence."""
    python = tmp_path / "python.sh"
    python.write_text("#!/bin/sh\necho wrong machine >&2; exit 3\n")
    python.chmod(0o755)
    assert main(["doctor", "--engine", "kit", "--kit-python", str(python)]) == 4
    text = capsys.readouterr().out
    assert "It printed last: wrong machine" in text
    assert "fix: Make sure that --kit-python names Isaac Sim" in text
    main(["doctor", "--engine", "kit", "--kit-python", str(kit_python(tmp_path, "no-licence"))])
    assert "fix: Isaac Sim runs only after you have read and accepted" in capsys.readouterr().out
