"""Pictures of meshes: a plain rasteriser with depth buffer, flat shading and dark edges; needs numpy, pillow and trimesh only."""

import io
from collections.abc import Sequence

import numpy as np


def view(turn: float, tilt: float) -> np.ndarray:
    """The rotation for looking from the front, turned about the upright axis and tilted from above, both in degrees."""
    a, b = np.radians(turn), np.radians(tilt)
    about = np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])
    # seen from the front: x right, z up, y away; then tipped forwards
    lean = np.array([[1, 0, 0], [0, np.sin(b), np.cos(b)], [0, -np.cos(b), np.sin(b)]])
    return lean @ about


def render(
    meshes: Sequence[tuple["object", tuple[int, int, int]]], rotation: np.ndarray, width: int = 1400, oversample: int = 2
) -> bytes:
    """A PNG of (mesh, colour) pairs; each mesh has `vertices`, `faces` (trimesh)."""
    from PIL import Image

    size = width * oversample
    points = [np.asarray(mesh.vertices) @ rotation.T for mesh, _colour in meshes]
    low = np.min([p.min(axis=0) for p in points], axis=0)
    high = np.max([p.max(axis=0) for p in points], axis=0)
    scale = (size * 0.96) / (high[0] - low[0])
    tall = int((high[1] - low[1]) * scale + size * 0.04)
    margin = size * 0.02
    depth = np.full((tall, size), -1e9)
    image = np.full((tall, size, 3), 255.0)
    which = np.full((tall, size), -1, np.int64)
    normals_at = np.zeros((tall, size, 3), np.float32)
    light = np.array([-0.35, 0.45, 0.82])
    light /= np.linalg.norm(light)
    for number, ((mesh, colour), p) in enumerate(zip(meshes, points, strict=True)):
        x = (p[:, 0] - low[0]) * scale + margin
        y = tall - ((p[:, 1] - low[1]) * scale + margin)
        z = p[:, 2]
        normals = np.asarray(mesh.face_normals) @ rotation.T
        shade = np.clip(normals @ light, 0, 1) * 0.65 + 0.35
        for face in np.flatnonzero(normals[:, 2] > 1e-6):
            a, b, c = mesh.faces[face]
            xs, ys, zs = x[[a, b, c]], y[[a, b, c]], z[[a, b, c]]
            x0, x1 = max(int(np.floor(xs.min())), 0), min(int(np.ceil(xs.max())) + 1, size)
            y0, y1 = max(int(np.floor(ys.min())), 0), min(int(np.ceil(ys.max())) + 1, tall)
            if x0 >= x1 or y0 >= y1:
                continue
            area = (xs[1] - xs[0]) * (ys[2] - ys[0]) - (xs[2] - xs[0]) * (ys[1] - ys[0])
            if abs(area) < 1e-9:
                continue
            gx, gy = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
            w1 = ((gx - xs[0]) * (ys[2] - ys[0]) - (xs[2] - xs[0]) * (gy - ys[0])) / area
            w2 = ((xs[1] - xs[0]) * (gy - ys[0]) - (gx - xs[0]) * (ys[1] - ys[0])) / area
            w0 = 1 - w1 - w2
            inside = (w0 >= -1e-6) & (w1 >= -1e-6) & (w2 >= -1e-6)
            if not inside.any():
                continue
            here = w0 * zs[0] + w1 * zs[1] + w2 * zs[2]
            window = depth[y0:y1, x0:x1]
            closer = inside & (here > window)
            window[closer] = here[closer]
            image[y0:y1, x0:x1][closer] = np.asarray(colour) * shade[face]
            which[y0:y1, x0:x1][closer] = number
            normals_at[y0:y1, x0:x1][closer] = normals[face]
    # dark lines where depth jumps, the surface bends or another part begins
    edge = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        jump = np.abs(np.diff(depth, axis=axis)) > 0.9
        bend = (np.diff(normals_at, axis=axis) ** 2).sum(axis=2) > 0.35
        other = np.diff(which, axis=axis) != 0
        mark = jump | bend | other
        if axis == 0:
            edge[1:] |= mark
        else:
            edge[:, 1:] |= mark
    image[edge] *= 0.45
    picture = Image.fromarray(np.clip(image, 0, 255).astype(np.uint8)).resize(
        (width, tall // oversample), Image.Resampling.LANCZOS
    )
    out = io.BytesIO()
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(out, "PNG", optimize=True)
    return out.getvalue()
