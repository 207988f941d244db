"""The plate that carries the lights: its outline, holes and notches for the wires; the same for wood with strips and for the printed board."""

from math import cos, pi, sin

from hardware import parts

Point = tuple[float, float]

NOTCH_X, NOTCH_WIDTH, NOTCH_DEPTH = 88.0, 16.0, 6.0  # wires come up from below here, front and back, left and right


def rounded(width: float, depth: float, radius: float, steps: int = 8) -> list[Point]:
    """A rectangle with round corners round the origin, counterclockwise from its right side."""
    points = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        cx, cy = sx * (width / 2 - radius), sy * (depth / 2 - radius)
        for step in range(steps + 1):
            a = pi / 2 * (k + step / steps)
            points.append((cx + radius * cos(a), cy + radius * sin(a)))
    return points


def outline() -> list[Point]:
    """The plate's outline with its four notches, counterclockwise."""
    back, depth = parts.PLATE.depth / 2, NOTCH_DEPTH
    points = rounded(parts.PLATE.width, parts.PLATE.depth, parts.PLATE.corner)
    quarter = len(points) // 4

    def notch(x: float, y: float, sign: int) -> list[Point]:
        half = sign * NOTCH_WIDTH / 2
        inner = y - depth if y > 0 else y + depth
        return [(x - half, y), (x - half, inner), (x + half, inner), (x + half, y)]

    # along the back from right to left, along the front from left to right
    behind = notch(NOTCH_X, back, -1) + notch(-NOTCH_X, back, -1)
    front = notch(-NOTCH_X, -back, 1) + notch(NOTCH_X, -back, 1)
    return points[:quarter] + behind + points[quarter : 3 * quarter] + front + points[3 * quarter :]


def holes() -> list[Point]:
    """The centres of its screw holes."""
    return parts.CORNER_HOLES + parts.EAR_HOLES
