// The hexagonal board: 127 cells in rows a (bottom) to m, numbered by diagonals; cell index 0 is a1, 126 is m13.

const RADIUS = 6;
export const PITCH = 100; // between the middles of neighbouring cells, in the units of the drawing
export const SIDE = PITCH / Math.sqrt(3);
const MARGIN = 45; // round the cells, for letters and numbers at the edge
export const WIDTH = 13 * PITCH + 2 * MARGIN;
export const HEIGHT = 12 * PITCH * (Math.sqrt(3) / 2) + 2 * SIDE + 2 * MARGIN;

export const DIRECTIONS = { e: [1, 0], ne: [1, 1], nw: [0, 1], w: [-1, 0], sw: [-1, -1], se: [0, -1] };

/** All cells by index: {index, name, row, x, y (steps from the centre), cx, cy (middle in the drawing)}. */
export const CELLS = [];
const byPlace = new Map();

for (let y = -RADIUS; y <= RADIUS; y += 1) {
  for (let x = -RADIUS; x <= RADIUS; x += 1) {
    if (Math.abs(x - y) > RADIUS) continue;
    const cell = {
      index: CELLS.length,
      name: "abcdefghijklm"[y + RADIUS] + (x + RADIUS + 1),
      row: y + RADIUS,
      x,
      y,
      cx: WIDTH / 2 + (x - y / 2) * PITCH,
      cy: HEIGHT / 2 - y * PITCH * (Math.sqrt(3) / 2),
    };
    CELLS.push(cell);
    byPlace.set(`${x},${y}`, cell.index);
  }
}

export const CENTRE = byPlace.get("0,0");

const byName = new Map(CELLS.map((cell) => [cell.name, cell.index]));

/** Index of the cell with this name, undefined when there is none. */
export const named = (name) => byName.get(name);

/** Index of the neighbour of a cell in a direction, undefined beyond the edge. */
export function neighbour(index, direction) {
  const [dx, dy] = DIRECTIONS[direction];
  return byPlace.get(`${CELLS[index].x + dx},${CELLS[index].y + dy}`);
}

/** Corners of a hexagon with a corner on top around a point, as SVG points; size 1 touches its neighbours. */
export function corners(cx, cy, size = 1) {
  const points = [];
  for (let corner = 0; corner < 6; corner += 1) {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    points.push([cx + SIDE * size * Math.cos(angle), cy + SIDE * size * Math.sin(angle)]);
  }
  return points;
}

export const pointsText = (points) => points.map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" ");

/** The letters of the rows and the numbers of the diagonals, where they stand at the board's edge: {text, cx, cy}. */
export const EDGES = [];
for (const cell of CELLS) {
  if (neighbour(cell.index, "w") === undefined) EDGES.push({ text: cell.name[0], cx: cell.cx - 0.74 * PITCH, cy: cell.cy });
  const below = `${cell.x},${cell.y - 1}`; // a diagonal goes down to the right
  if (!byPlace.has(below)) EDGES.push({ text: cell.name.slice(1), cx: cell.cx + 0.38 * PITCH, cy: cell.cy + 0.68 * PITCH });
}
