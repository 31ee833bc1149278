"""Author materials: colours and textures for drawing, contact numbers for colliding."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from pxr import Gf, Sdf, Usd, UsdPhysics, UsdShade

from harness.intake.urdf_meshes import MeshLook
from harness.intake.urdf_usd import Names, put
from harness.urdf.fidelity import Fate, Fidelity
from harness.urdf.files import FileFinder
from harness.urdf.model import ContactCoefficients, Material, Robot

__all__ = ["Looks"]

_GREY = (0.6, 0.6, 0.6, 1.0)
_DEFAULT_FRICTION = 0.5


class Looks:
    """Materials of one robot, each authored once.

    Args:
        stage: Stage to author on.
        root: Path of the robot.
        names: Names that are taken.
        finder: Finds textures.
        fidelity: Takes what could not be converted.
        folder: Folder that textures are copied to, ``None`` to leave them where they are.
    """

    def __init__(
        self, stage: Usd.Stage, root: str, names: Names, finder: FileFinder, fidelity: Fidelity, folder: Path | None
    ) -> None:
        self._stage, self._root, self._names = stage, root, names
        self._finder, self._fidelity, self._folder = finder, fidelity, folder
        self._scope: dict[str, str] = {}
        self._made: dict[object, str] = {}
        self._copied: dict[str, str] = {}
        self.contacts: dict[str, ContactCoefficients] = {}
        """Prims of contact materials with what they are from."""

    def bind(self, prim: Usd.Prim, material: Material, robot: Robot) -> None:
        """Bind the material of a visual.

        Args:
            prim: Prim to draw.
            material: As it is written in the visual.
            robot: Robot whose materials it may refer to.
        """
        meant = next((m for m in robot.materials if m.name == material.name), material) if material.name else material
        if not material.is_reference:
            meant = material
        key = (meant.name, meant.rgba, meant.texture)
        if key not in self._made:
            texture = self._texture(meant) if meant.texture is not None else None
            self._made[key] = self._surface(meant.name or "material", meant.rgba or _GREY, texture)
            self._fidelity.converted("material")
        _bind(prim, self._stage, self._made[key])

    def bind_look(self, prim: Usd.Prim, look: MeshLook) -> None:
        """Bind the material that a mesh file brings.

        Args:
            prim: Prim to draw.
            look: The material.
        """
        if look not in self._made:
            image = self._image(look)
            self._made[look] = self._surface(look.name, look.rgba or _GREY, image)
        _bind(prim, self._stage, self._made[look])

    def bind_contact(self, prim: Usd.Prim, contact: ContactCoefficients) -> None:
        """Bind the contact numbers of a collision.

        Args:
            prim: The collider.
            contact: As it is written.
        """
        if contact.mu is None and contact.kp is None and contact.kd is None:
            return
        key = (contact.mu, contact.kp, contact.kd)
        if key not in self._made:
            self._made[key] = self._contact(contact)
        material = UsdShade.Material(self._stage.GetPrimAtPath(self._made[key]))
        UsdShade.MaterialBindingAPI.Apply(prim).Bind(material, UsdShade.Tokens.weakerThanDescendants, "physics")

    def _contact(self, contact: ContactCoefficients) -> str:
        path = self._names.path(self._folder_prim("PhysicsMaterials"), "contact", "contact")
        material = UsdShade.Material.Define(self._stage, path)
        physics = UsdPhysics.MaterialAPI.Apply(material.GetPrim())
        friction = contact.mu
        if friction is None:
            # Without a friction value the material would be frictionless.
            friction = _DEFAULT_FRICTION
            text = f"it names no mu; a friction of {_DEFAULT_FRICTION:g} was taken"
            self._fidelity.add(Fate.APPROXIMATED, contact.element, text, path)
        physics.CreateStaticFrictionAttr(friction)
        physics.CreateDynamicFrictionAttr(friction)
        real = Sdf.ValueTypeNames.Float
        soft: dict[str, tuple[Any, Any]] = {}
        if contact.kp:
            soft["physxMaterial:compliantContactStiffness"] = (real, contact.kp)
            if contact.kd is not None:
                soft["physxMaterial:compliantContactDamping"] = (real, contact.kd)
        elif contact.kd:
            self._fidelity.add(
                Fate.DROPPED, contact.element, "kd without kp has no counterpart: only springs are damped"
            )
        if soft:
            put(material.GetPrim(), "PhysxMaterialAPI", soft)
        self._fidelity.converted("contact_coefficients")
        self.contacts[path] = contact
        return path

    def _folder_prim(self, name: str) -> str:
        if name not in self._scope:
            self._scope[name] = self._names.path(self._root, name, name)
            self._stage.DefinePrim(self._scope[name], "Scope")
        return self._scope[name]

    def _surface(self, name: str, rgba: tuple[float, float, float, float], texture: str | None) -> str:
        path = self._names.path(self._folder_prim("Looks"), name, "material")
        material = UsdShade.Material.Define(self._stage, path)
        shader = UsdShade.Shader.Define(self._stage, f"{path}/Surface")
        shader.CreateIdAttr("UsdPreviewSurface")
        shader.CreateInput("roughness", Sdf.ValueTypeNames.Float).Set(0.6)
        color = shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
        color.Set(Gf.Vec3f(*rgba[:3]))
        if rgba[3] < 1:
            shader.CreateInput("opacity", Sdf.ValueTypeNames.Float).Set(rgba[3])
        if texture is not None:
            reader = UsdShade.Shader.Define(self._stage, f"{path}/Coordinates")
            reader.CreateIdAttr("UsdPrimvarReader_float2")
            reader.CreateInput("varname", Sdf.ValueTypeNames.String).Set("st")
            image = UsdShade.Shader.Define(self._stage, f"{path}/Texture")
            image.CreateIdAttr("UsdUVTexture")
            image.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(Sdf.AssetPath(texture))
            image.CreateInput("wrapS", Sdf.ValueTypeNames.Token).Set("repeat")
            image.CreateInput("wrapT", Sdf.ValueTypeNames.Token).Set("repeat")
            coordinates = reader.CreateOutput("result", Sdf.ValueTypeNames.Float2)
            image.CreateInput("st", Sdf.ValueTypeNames.Float2).ConnectToSource(coordinates)
            color.ConnectToSource(image.CreateOutput("rgb", Sdf.ValueTypeNames.Float3))
        material.CreateSurfaceOutput().ConnectToSource(shader.CreateOutput("surface", Sdf.ValueTypeNames.Token))
        return path

    def _texture(self, material: Material) -> str | None:
        assert material.texture is not None
        found, reason = self._finder.find(material.texture)
        if found is None:
            text = f"the texture {material.texture} cannot be found: {reason}"
            self._fidelity.add(Fate.DROPPED, material.element, text)
            return None
        if self._folder is None:
            return str(found)
        key = str(found)
        if key not in self._copied:
            target = self._new_file(found.stem, found.suffix)
            shutil.copyfile(found, target)
            self._copied[key] = f"./{target.parent.name}/{target.name}"
        return self._copied[key]

    def _image(self, look: MeshLook) -> str | None:
        if look.image is None or self._folder is None:
            return None
        target = self._new_file(look.name, ".png")
        try:
            mode = "RGBA" if look.image.mode in ("RGBA", "LA", "PA") else "RGB"
            look.image.convert(mode).save(target)
        except (OSError, ValueError) as error:
            self._fidelity.add(Fate.DROPPED, None, f"a texture of the mesh material '{look.name}' is damaged ({error})")
            target.unlink(missing_ok=True)
            return None
        return f"./{target.parent.name}/{target.name}"

    def _new_file(self, stem: str, suffix: str) -> Path:
        assert self._folder is not None
        self._folder.mkdir(parents=True, exist_ok=True)
        name = self._names.path("//files", stem, "texture").rpartition("/")[2]
        return self._folder / f"{name}{suffix.lower()}"


def _bind(prim: Usd.Prim, stage: Usd.Stage, path: str) -> None:
    UsdShade.MaterialBindingAPI.Apply(prim).Bind(UsdShade.Material(stage.GetPrimAtPath(path)))
