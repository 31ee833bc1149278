"""Opening USD files: what is wrong with a file as a file, and which prim is the asset."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from pxr import Sdf, Usd, UsdGeom, UsdUtils

from harness.errors import UsageError
from harness.intake import Intake, read_asset
from harness.outcomes import Severity

UNITS = 'metersPerUnit = 1\n    upAxis = "Z"'
HEAD = f'defaultPrim = "Root"\n    {UNITS}'
BODY = """def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    def Cube "Cube" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 0.2
    }
}
"""


def write(
    folder: Path, text: str, *, name: str = "asset.usda", head: str = f'defaultPrim = "Root"\n    {UNITS}'
) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#usda 1.0\n(\n    {head}\n)\n{text}\n", encoding="utf-8")
    return path


def severities(intake: Intake) -> dict[str, Severity]:
    return {f.code: f.severity for f in intake.findings}


def message(intake: Intake, code: str) -> str:
    return next(f.message for f in intake.findings if f.code == code)


def test_sound_file_has_no_findings(tmp_path):
    """Read a sound asset without a remark, with its digest."""
    path = write(tmp_path, BODY)
    intake = read_asset(path)
    assert intake.findings == ()
    assert intake.facts is not None and intake.facts.has_default_prim
    assert intake.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (intake.path, intake.usd_path) == (path, path)


def test_nothing_is_written_beside_the_asset(tmp_path, capfd):
    """Leave the folder as it is, also for broken files, and the terminal quiet."""
    write(tmp_path, BODY.replace('def Xform "Root"', 'def Xform "Root"'), name="good.usda")
    write(tmp_path, 'def "Root" (references = @./gone.usda@)\n{\n}', name="gone_ref.usda")
    (tmp_path / "bad.usda").write_text("#usda 1.0\ndef {")
    before = {p.name: (p.stat().st_mtime_ns, p.read_bytes()) for p in tmp_path.iterdir()}
    for name in sorted(before):
        read_asset(tmp_path / name)
    assert {p.name: (p.stat().st_mtime_ns, p.read_bytes()) for p in tmp_path.iterdir()} == before
    assert capfd.readouterr() == ("", "")


def test_header_alone_is_no_asset(tmp_path):
    """Tell a file that ends after its header from one that says something but has no prim."""
    (tmp_path / "header.usda").write_text("#usda 1.0\n")
    assert severities(read_asset(tmp_path / "header.usda")) == {"INT001": Severity.ERROR}
    intake = read_asset(write(tmp_path, "", head=UNITS))
    assert severities(intake) == {"INT005": Severity.ERROR}
    assert intake.facts is None


@pytest.mark.parametrize("kind", ["usda", "usdc", "usd"])
def test_damaged_files(tmp_path, kind):
    """Refuse files cut short or overwritten, whatever their format."""
    stage = Usd.Stage.CreateNew(str(tmp_path / f"good.{kind}"))
    UsdGeom.Sphere.Define(stage, "/Root")
    stage.Save()
    data = (tmp_path / f"good.{kind}").read_bytes()
    for name, damaged in (("cut", data[: len(data) // 3]), ("zero", b"\0" * len(data)), ("empty", b"")):
        path = tmp_path / f"{name}.{kind}"
        path.write_bytes(damaged)
        intake = read_asset(path)
        assert severities(intake) == {"INT001": Severity.ERROR}
        assert path.name in message(intake, "INT001")
        assert str(tmp_path) not in message(intake, "INT001")


def test_missing_layers_name_asset_layer_and_prim(tmp_path):
    """Say which file is missing, and which layer and prim name it."""
    write(
        tmp_path,
        'def Xform "Part"\n{\n    def "Lid" (payload = @./lid.usd@)\n    {\n    }\n}',
        name="parts/part.usda",
        head='defaultPrim = "Part"',
    )
    intake = read_asset(
        write(tmp_path, 'def Xform "Root"\n{\n    def "P" (references = @parts/part.usda@)\n    {\n    }\n}')
    )
    assert severities(intake) == {"INT002": Severity.ERROR}
    text = message(intake, "INT002")
    assert "payload parts/lid.usd" in text and "/Part/Lid" in text and "parts/part.usda" in text
    assert intake.findings[0].sites[0].prim_path == "/Root/P/Lid"
    assert intake.facts is None


def test_layer_that_is_no_usd_file(tmp_path):
    """Name a referenced file that exists and cannot be read."""
    (tmp_path / "part.usda").write_text("not usd")
    intake = read_asset(write(tmp_path, 'def "Root" (references = @./part.usda@)\n{\n}'))
    assert severities(intake) == {"INT001": Severity.ERROR}
    assert "part.usda cannot be read" in message(intake, "INT001")


def test_missing_sublayer(tmp_path):
    """Refuse an asset whose sublayer is missing, even if that leaves nothing."""
    intake = read_asset(write(tmp_path, "", head=f"{UNITS}\n    subLayers = [@./base.usda@]"))
    assert severities(intake)["INT002"] is Severity.ERROR
    assert "sublayer base.usda" in message(intake, "INT002")


def test_asset_of_sublayers_only(tmp_path):
    """Read an asset whose root layer only names others."""
    write(tmp_path, BODY, name="base.usda")
    head = f'defaultPrim = "Root"\n    {UNITS}\n    subLayers = [@./base.usda@]'
    intake = read_asset(write(tmp_path, "", head=head))
    assert intake.findings == ()
    assert intake.facts is not None
    assert [layer.identifier for layer in intake.facts.layers] == ["asset.usda", "base.usda"]


@pytest.mark.parametrize(
    "text",
    [
        'def Xform "Root"\n{\n    def "P" (active = false\n    references = @./gone.usda@)\n    {\n    }\n}',
        'def Xform "Root" (variants = { string v = "a" }\n prepend variantSets = "v")\n{\n    variantSet "v" = {\n'
        '        "a" {\n        }\n        "b" (references = @./gone.usda@) {\n        }\n    }\n}',
        'def Xform "Root"\n{\n}\ndef "Other" (references = @./gone.usda@)\n{\n}',
    ],
    ids=["inactive", "variant-not-selected", "outside-the-root"],
)
def test_missing_layers_that_take_no_part(tmp_path, text):
    """Remark on a missing file at most where nothing of the tested asset needs it."""
    intake = read_asset(write(tmp_path, text))
    assert set(severities(intake).values()) <= {Severity.INFO}
    assert intake.facts is not None


def test_reference_to_a_prim_that_is_not_there(tmp_path):
    """Refuse a reference whose file exists and whose prim does not."""
    write(tmp_path, 'def Xform "A"\n{\n}', name="part.usda", head=UNITS)
    intake = read_asset(write(tmp_path, 'def "Root" (references = @./part.usda@)\n{\n}'))
    assert severities(intake) == {"INT003": Severity.ERROR}


def test_reference_cycle_through_two_files(tmp_path):
    """Refuse two files that reference each other."""
    write(tmp_path, 'def "Root" (references = @./b.usda@)\n{\n}', name="a.usda")
    write(tmp_path, 'def "Root" (references = @./a.usda@)\n{\n}', name="b.usda")
    intake = read_asset(tmp_path / "a.usda")
    assert severities(intake) == {"INT003": Severity.ERROR}
    assert "@anon" not in message(intake, "INT003") and str(tmp_path) not in message(intake, "INT003")


OVER = 'over "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n}'


@pytest.mark.parametrize(
    ("head", "text", "code", "root"),
    [
        ('defaultPrim = "Root"', OVER, "INT006", "/Root"),
        ('defaultPrim = "Root"', OVER.replace("over", "class"), "INT006", "/Root"),
        ("", OVER, "INT006", "/Root"),
        ('defaultPrim = "Gone"', BODY, "INT006", "/Root"),
        ("", BODY, "INT006", "/Root"),
        ("", BODY + 'class "Helper"\n{\n}', "INT006", "/Root"),
        ("", BODY + 'over "Patch"\n{\n}', "INT006", "/Root"),
        ('defaultPrim = "Root"', OVER + '\ndef "Other"\n{\n}', "INT005", None),
        ('defaultPrim = "Root"', 'def "Root" (active = false)\n{\n}\ndef "Other"\n{\n}', "INT005", None),
        ('defaultPrim = "Gone"', BODY + 'def "Other"\n{\n}', "INT005", None),
        ("", 'class "Root"\n{\n}', "INT005", None),
        ("", BODY + 'def "Other"\n{\n}', "INT004", None),
    ],
)
def test_which_prim_is_the_asset(tmp_path, head, text, code, root):
    """Take the default prim or the only root prim, and nothing by guessing."""
    intake = read_asset(write(tmp_path, text, head=f"{head}\n    {UNITS}"))
    assert code in severities(intake)
    if root is None:
        assert intake.facts is None
    else:
        assert intake.facts is not None
        assert (intake.facts.root_prim_path, intake.facts.has_default_prim) == (root, False)
        assert len(intake.facts.bodies) == 1


def test_default_prim_below_another(tmp_path):
    """Take a default prim that is no root prim where the layer names it by path."""
    text = 'def Xform "World"\n{\n    def Cube "Asset"\n    {\n    }\n}'
    path = write(tmp_path, text, head=UNITS)
    layer = Sdf.Layer.FindOrOpen(str(path))
    layer.defaultPrim = "/World/Asset"
    layer.Save()
    del layer
    intake = read_asset(path)
    assert intake.facts is not None
    assert intake.facts.root_prim_path == "/World/Asset"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('metersPerUnit = 0.01\n upAxis = "Y"', "Lengths are converted from 0.01 m units, Y up is turned to Z up"),
        ('metersPerUnit = 1\n upAxis = "Y"', "Y up is turned to Z up"),
        ('metersPerUnit = 1\n kilogramsPerUnit = 0.001\n upAxis = "Z"', "Masses are converted from 0.001 kg units"),
        (
            'metersPerUnit = 0.01\n kilogramsPerUnit = 0.001\n upAxis = "Y"',
            "Lengths are converted from 0.01 m units, Y up is turned to Z up, masses from 0.001 kg units",
        ),
    ],
)
def test_conversions_are_said(tmp_path, head, expected):
    """State every conversion in one sentence."""
    intake = read_asset(write(tmp_path, BODY, head=f'defaultPrim = "Root"\n {head}'))
    assert severities(intake) == {"INT010": Severity.INFO}
    assert message(intake, "INT010") == expected + "."


def test_units_that_are_not_written(tmp_path):
    """Warn of fallback units, and remark on the fallback axis."""
    intake = read_asset(write(tmp_path, BODY, head='defaultPrim = "Root"'))
    assert severities(intake) == {"INT007": Severity.WARN, "INT009": Severity.INFO, "INT010": Severity.INFO}
    assert intake.facts is not None
    assert (intake.facts.meters_per_unit, intake.facts.up_axis) == (0.01, "Y")


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf"])
@pytest.mark.parametrize("name", ["metersPerUnit", "kilogramsPerUnit"])
def test_units_that_cannot_be(tmp_path, name, value):
    """Fail units that are not positive numbers."""
    intake = read_asset(write(tmp_path, BODY, head=f'defaultPrim = "Root"\n {name} = {value}\n upAxis = "Z"'))
    assert severities(intake)["INT008"] is Severity.FAIL
    assert intake.facts is None


def test_axis_that_is_none(tmp_path):
    """Warn of an up axis other than Y and Z and take USD's fallback."""
    intake = read_asset(write(tmp_path, BODY, head='defaultPrim = "Root"\n metersPerUnit = 1\n upAxis = "X"'))
    assert severities(intake)["INT009"] is Severity.WARN
    assert intake.facts is not None and intake.facts.up_axis == "Y"


def test_packages_read_like_folders(tmp_path):
    """Read a usdz with the same facts as its unpacked form; its layers carry the digest of the package."""
    write(tmp_path, BODY.replace("Root", "Part"), name="src/part.usda", head=f'defaultPrim = "Part"\n {UNITS}')
    source = write(tmp_path / "src", 'def "Root" (references = @./part.usda@)\n{\n}')
    package = tmp_path / "box.usdz"
    assert UsdUtils.CreateNewUsdzPackage(Sdf.AssetPath(str(source)), str(package))
    intake = read_asset(package)
    plain = read_asset(source)
    assert intake.facts is not None and plain.facts is not None
    assert intake.findings == plain.findings == ()
    assert [b.path for b in intake.facts.bodies] == [b.path for b in plain.facts.bodies]
    assert all(layer.identifier.startswith("box.usdz") for layer in intake.facts.layers)
    assert {layer.sha256 for layer in intake.facts.layers} == {intake.sha256}


def test_broken_package(tmp_path):
    """Refuse a package without a readable layer."""
    package = tmp_path / "box.usdz"
    package.write_bytes(b"PK\x03\x04 nothing")
    assert severities(read_asset(package)) == {"INT001": Severity.ERROR}


def test_layers_elsewhere_are_named_without_their_folder(tmp_path):
    """Record a layer outside the asset's folder by its bare name."""
    write(tmp_path, BODY, name="library/part.usda")
    intake = read_asset(write(tmp_path / "asset", 'def "Root" (references = @../library/part.usda@)\n{\n}'))
    assert intake.facts is not None
    assert [layer.identifier for layer in intake.facts.layers] == ["asset.usda", "part.usda"]


def test_links_read_from_where_they_are(tmp_path):
    """Resolve relative references beside a symbolic link, as USD does, and digest the file behind it."""
    real = write(tmp_path, 'def "Root" (references = @./part.usda@)\n{\n}', name="store/asset.usda")
    write(tmp_path, BODY, name="use/part.usda")
    link = tmp_path / "use" / "asset.usda"
    link.symlink_to(real)
    intake = read_asset(link)
    assert intake.findings == ()
    assert intake.sha256 == hashlib.sha256(real.read_bytes()).hexdigest()


def test_odd_names(tmp_path):
    """Read files with spaces, brackets, per cents and foreign letters in their path."""
    for name in ("my asset.usda", "a[1].usda", "100%.usda", "größe.usda", "f [x]/y.usda", "LOUD.USDA"):
        assert read_asset(write(tmp_path, BODY, name=name)).facts is not None


def test_missing_textures_are_remarks(tmp_path):
    """Remark on a texture that is not there, with prim and layer, and leave it at ten."""
    shaders = "\n".join(
        f'    def Shader "S{i}"\n    {{\n        asset inputs:file = @./t{i}.png@\n    }}' for i in range(14)
    )
    intake = read_asset(write(tmp_path, f'def Xform "Root"\n{{\n{shaders}\n}}'))
    assert set(severities(intake).values()) == {Severity.INFO}
    assert len(intake.findings) == 11
    assert "/Root/S0 names ./t0.png (in asset.usda)" in intake.findings[0].message
    assert "4 more files" in intake.findings[-1].message
    assert intake.facts is not None and len(intake.facts.missing_texture_paths) == 14


def variants(name: str, inner: str = "") -> str:
    """Return the text of a variant set ``name`` with ``off`` and ``on``; ``on`` holds ``inner``."""
    return f"""variantSet "{name}" = {{
        "off" {{
        }}
        "on" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {{
            {inner}
        }}
    }}"""


def with_variants(folder: Path) -> Path:
    head = '(variants = {{ string {0} = "off" }}\n prepend variantSets = "{0}")'
    inner = f'def Xform "Inner" {head.format("mode")}\n{{\n    {variants("mode")}\n}}'
    return write(folder, f'def Xform "Root" {head.format("Physics")}\n{{\n    {variants("Physics", inner)}\n}}')


def test_variants_are_selected_on_all_prims(tmp_path):
    """Select variants on the root prim and on prims that a selection brings in, without touching the file."""
    path = with_variants(tmp_path)
    text = path.read_bytes()
    intake = read_asset(path, variants={"Physics": "on", "mode": "on"})
    assert intake.facts is not None
    assert [b.path for b in intake.facts.bodies] == ["/Root", "/Root/Inner"]
    chosen = [(s.prim_path, s.variant_set, s.selection) for s in intake.facts.variant_selections]
    assert chosen == [("/Root", "Physics", "on"), ("/Root/Inner", "mode", "on")]
    assert path.read_bytes() == text
    # The selection ends with the reading.
    again = read_asset(path)
    assert again.facts is not None and again.facts.bodies == ()


@pytest.mark.parametrize(
    ("choice", "said"),
    [({"Physik": "on"}, "Valid: Physics"), ({"Physics": "yes"}, "Valid: off, on"), ({"mode": "on"}, "Valid: Physics")],
)
def test_variants_that_are_not_there(tmp_path, choice, said):
    """Name the variant sets or variants that there are."""
    with pytest.raises(UsageError, match=said):
        read_asset(with_variants(tmp_path), variants=choice)
    with pytest.raises(UsageError, match="none"):
        read_asset(write(tmp_path, BODY, name="plain.usda"), variants={"a": "b"})


def test_paths_that_cannot_be_read(tmp_path):
    """Ask for another path where there is nothing, a folder, or another format."""
    for path, said in (
        (tmp_path / "gone.usda", "does not exist"),
        (tmp_path, "folder"),
        (tmp_path / "robot.step", "not supported"),
    ):
        if path.suffix == ".step":
            path.write_text("<robot/>")
        with pytest.raises(UsageError, match=said):
            read_asset(path)


def test_a_file_is_read_anew_each_time(tmp_path):
    """See changes to a file between two readings in one process."""
    path = write(tmp_path, BODY)
    heights = []
    for size in ("0.2", "0.4"):
        path.write_text(path.read_text().replace("double size = 0.2", f"double size = {size}"))
        facts = read_asset(path).facts
        assert facts is not None
        heights.append(round(float(facts.bodies[0].judged_points_m[:, 2].max()), 6))
    assert heights == [0.1, 0.2]


def test_missing_value_clips_warn(tmp_path):
    """Warn of files of value clips that cannot be found, and of none that is there."""
    text = """#usda 1.0
(
    defaultPrim = "R"
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "R" (
    clips = {
        dictionary default = {
            double2[] active = [(0, 0)]
            asset[] assetPaths = [@./clip.usda@]
            asset manifestAssetPath = @./manifest.usda@
            string primPath = "/R"
            double2[] times = [(0, 0), (10, 10)]
        }
    }
)
{
}
"""
    path = tmp_path / "asset.usda"
    path.write_text(text)

    def missing():
        return [f for f in read_asset(path).findings if f.code == "INT002"]

    assert [f.severity for f in missing()] == [Severity.WARN, Severity.WARN]
    assert "clip.usda" in missing()[0].message
    for name in ("clip.usda", "manifest.usda"):
        (tmp_path / name).write_text('#usda 1.0\n\nover "R"\n{\n}\n')
    assert missing() == []


@pytest.mark.parametrize("kind", ["class", "over"])
def test_a_default_prim_that_is_no_definition_is_told_apart(tmp_path, kind):
    """Say to write def, instead of naming a default prim that is named already."""
    path = tmp_path / "asset.usda"
    path.write_text(f'#usda 1.0\n(\n    defaultPrim = "R"\n    metersPerUnit = 1\n)\n\n{kind} Xform "R"\n{{\n}}\n')
    (made,) = [f for f in read_asset(path).findings if f.code == "INT006"]
    assert f"'{kind}'" in made.fix
    assert "loads nothing" not in made.message
