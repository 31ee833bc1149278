"""Which files an asset depends on, also those that do not exist yet and would be found first."""

from __future__ import annotations

import pytest
from pxr import Ar

from harness.intake.dependencies import dependencies_of

HEADER = '#usda 1.0\n(\n    defaultPrim = "Root"\n{more})\n'


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Two folders on the search path; the second holds a part."""
    for name in ("first", "second", "assets"):
        (tmp_path / name).mkdir()
    (tmp_path / "second" / "part.usda").write_text(HEADER.format(more="") + 'def Xform "Root"\n{\n}\n')
    folders = [str(tmp_path / "first"), str(tmp_path / "second")]
    monkeypatch.setenv("PXR_AR_DEFAULT_SEARCH_PATH", ":".join(folders))
    Ar.DefaultResolver.SetDefaultSearchPath(folders)
    yield tmp_path
    Ar.DefaultResolver.SetDefaultSearchPath([])


@pytest.mark.parametrize("arc", ["references", "payload", "subLayers", "variant"])
def test_files_that_would_be_found_first_are_missing_ones(library, arc):
    """Depend on the places before the one where a file is found: a file that appears there takes its place."""
    asset = library / "assets" / "asset.usda"
    more = "    subLayers = [@part.usda@]\n" if arc == "subLayers" else ""
    prim = f'def "Root" (prepend {arc} = @part.usda@)\n{{\n}}\n' if arc in ("references", "payload") else ""
    if arc == "variant":
        prim = (
            'def Xform "Root" (\n    prepend variantSets = "kind"\n)\n{\n    variantSet "kind" = {\n'
            '        "part" (prepend references = @part.usda@)\n        {\n        }\n    }\n}\n'
        )
    asset.write_text(HEADER.format(more=more) + prim)
    found = dependencies_of(asset)
    assert set(found.files) == {str(asset), str(library / "second" / "part.usda")}
    assert set(found.missing) == {str(library / "assets" / "part.usda"), str(library / "first" / "part.usda")}


def test_a_file_beside_the_asset_has_nothing_before_it(library):
    """Depend on no other place for a path that starts with a dot."""
    asset = library / "assets" / "asset.usda"
    (library / "assets" / "part.usda").write_text((library / "second" / "part.usda").read_text())
    asset.write_text(HEADER.format(more="") + 'def "Root" (prepend references = @./part.usda@)\n{\n}\n')
    assert dependencies_of(asset).missing == ()
