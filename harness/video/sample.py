"""A small case with a known fall: warms the renderer up and serves as an example of the input files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from harness.video.job import VideoEvent, VideoJob

__all__ = ["write_sample_case"]

_SCENE = """#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "World"
{
    def Xform "Drop"
    {
        def Xform "Asset"
        {
            double3 xformOp:translate = (0, 0, 1)
            uniform token[] xformOpOrder = ["xformOp:translate"]
            rel material:binding = </World/Drop/Asset/Wood>
            def Cube "Box"
            {
                double size = 0.2
            }
            def Cylinder "Glass"
            {
                double radius = 0.05
                double height = 0.3
                color3f[] primvars:displayColor = [(0.2, 0.6, 0.9)]
                float[] primvars:displayOpacity = [0.5]
                rel material:binding = None
            }
            def Mesh "Label"
            {
                int[] faceVertexCounts = [4]
                int[] faceVertexIndices = [0, 1, 2, 3]
                point3f[] points = [(-0.1, -0.11, -0.1), (0.1, -0.11, -0.1), (0.1, -0.11, 0.1), (-0.1, -0.11, 0.1)]
                texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] (
                    interpolation = "vertex"
                )
            }
            def Material "Wood"
            {
                token outputs:surface.connect = </World/Drop/Asset/Wood/Surface.outputs:surface>
                def Shader "Surface"
                {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor.connect = </World/Drop/Asset/Wood/Picture.outputs:rgb>
                    token outputs:surface
                }
                def Shader "Picture"
                {
                    uniform token info:id = "UsdUVTexture"
                    asset inputs:file = @./sample.png@
                    float3 outputs:rgb
                }
            }
        }
    }
}
"""


def write_sample_case(folder: Path) -> VideoJob:
    """Write a scene, a texture and a trajectory, and return the job that makes a video of them.

    Args:
        folder: An existing directory.
    """
    import cv2

    (folder / "scene.usda").write_text(_SCENE, encoding="utf-8")
    checks = (np.indices((16, 16)).sum(axis=0) % 2 * 120 + 60).astype(np.uint8)
    (folder / "sample.png").write_bytes(cv2.imencode(".png", np.repeat(checks[:, :, None], 3, axis=2))[1].tobytes())
    time_s = np.arange(97) / 240
    height = np.maximum(1 - 0.5 * 9.81 * time_s**2, 0.12)
    position = np.zeros((time_s.size, 1, 3), np.float32)
    position[:, 0, 2] = height
    np.savez(
        folder / "trajectory.npz",
        time_s=time_s,
        body_paths=np.array(["/World/Drop/Asset"]),
        position_m=position,
        orientation_xyzw=np.tile(np.array([0, 0, 0, 1], np.float32), (time_s.size, 1, 1)),
    )
    return VideoJob(
        case_dir=folder, title="sample", outcome="PASS", events=(VideoEvent(name="ground-contact", time_s=0.4),)
    )
