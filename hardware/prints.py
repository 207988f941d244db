"""Writes the enclosure's files: STL to print, STEP to change, pictures, and a summary of sizes and checks."""

import re
import zipfile
from pathlib import Path

from hardware import enclosure, parts
from hardware.render3d import render, view

TOLERANCE = 0.02  # mm, of curved surfaces in the STL


def check_mesh(mesh) -> list[str]:
    """What is wrong with a mesh for printing, as sentences: holes, wrong way round, too large for the bed, several bodies."""
    faults = []
    if not mesh.is_watertight:
        faults.append("not watertight")
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        faults.append("faces turned the wrong way")
    size = mesh.extents
    if max(size[0], size[1]) > parts.BED + 1e-6:
        faults.append(f"{size[0]:.1f} x {size[1]:.1f} mm doesn't fit the bed")
    if mesh.body_count != 1:
        faults.append(f"{mesh.body_count} bodies")
    return faults


def write(folder: Path) -> dict:
    """Writes everything; gives the summary: for each part size, volume, faults."""
    import trimesh
    from build123d import export_step, export_stl

    made = enclosure.parts_made()
    summary = {}
    meshes = {}
    steps = []
    for name, part in made.items():
        turned = enclosure.printed(name, part)
        path = folder / f"{name}.stl"
        export_stl(turned, path, tolerance=TOLERANCE, angular_tolerance=0.2)
        mesh = trimesh.load_mesh(path)
        step = folder / f"{name}.step"
        export_step(turned, step)
        text = re.sub(r"(FILE_NAME\('[^']*',)'[^']*'", r"\1'2025-01-01T00:00:00'", step.read_text())
        steps.append((step.name, text))
        step.unlink()
        summary[name] = {
            "size_mm": [round(float(value), 2) for value in mesh.extents],
            "volume_cm3": round(float(mesh.volume) / 1000, 2),
            "triangles": len(mesh.faces),
            "valid_solid": bool(part.is_valid),
            "faults": check_mesh(mesh),
        }
        # for the pictures: where it sits

        verts, faces = part.tessellate(0.05, 0.3)
        placed = trimesh.Trimesh([(v.X, v.Y, v.Z) for v in verts], faces, process=True)
        meshes[name] = placed
    with zipfile.ZipFile(folder / "enclosure-step.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in steps:
            entry = zipfile.ZipInfo(name, (2025, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    pictures(folder, meshes)
    return summary


def _colour(name: str) -> tuple[int, int, int]:
    for key, colour in sorted(enclosure.COLOURS.items(), key=lambda pair: -len(pair[0])):
        if name.startswith(key):
            shift = 14 if name.endswith("right") else 0
            return tuple(min(255, value + shift) for value in colour)
    return (128, 128, 128)


def pictures(folder: Path, meshes: dict) -> None:
    """The whole device, its parts apart, and base and top from inside."""
    shown = [name for name in meshes if not name.endswith("1.3")]
    (folder / "enclosure.png").write_bytes(render([(meshes[name], _colour(name)) for name in shown], view(-18, 48), 1200))
    lifted = []
    for name in shown:
        mesh = meshes[name].copy()
        up = {"base": 0, "grid": 70, "top": 150, "knob": 70, "console-lid": 50}.get(
            name.removesuffix("-left").removesuffix("-right"), 0
        )
        aside = -12 if name.endswith("left") else 12 if name.endswith("right") else 0
        mesh.apply_translation((aside, -25 if name.startswith(("console", "knob")) else 0, up))
        lifted.append((mesh, _colour(name)))
    (folder / "enclosure-apart.png").write_bytes(render(lifted, view(-22, 32), 1200))
    inside = [(meshes[name], _colour(name)) for name in ("base-left", "base-right", "console-base")]
    (folder / "enclosure-base.png").write_bytes(render(inside, view(0, 62), 1200))
    import numpy as np

    over = []
    turned = np.eye(4)
    turned[1, 1] = turned[2, 2] = -1
    for name, shift in (("top-left", -12), ("top-right", 12), ("grid-left", -12), ("grid-right", 12), ("console-lid", 0)):
        mesh = meshes[name].copy()
        mesh.apply_transform(turned)
        mesh.apply_translation((shift, 0 if name.startswith("top") else -215 if name.startswith("grid") else 45, 0))
        over.append((mesh, _colour(name)))
    (folder / "enclosure-below.png").write_bytes(render(over, view(0, 62), 1200))
