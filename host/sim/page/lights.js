// The 127 lights under the board, drawn with their glow.

import { CELLS, HEIGHT, PITCH, WIDTH, corners } from "./hex.js";

const COUNT = CELLS.length;

/** What the eye makes of a light: its hue at full brightness, and how strong it is, 0 to 1. Weak ones are still plain to see. */
export function seen(r, g, b) {
  const most = Math.max(r, g, b);
  if (most === 0) return null;
  const hue = [r, g, b].map((part) => Math.round((part / most) * 255));
  return { hue, strength: 0.28 + 0.72 * Math.sqrt(most / 255) };
}

export class Lights {
  constructor(canvas) {
    this.canvas = canvas;
    this.colors = new Uint8Array(3 * COUNT);
    this.waiting = false;
    canvas.style.aspectRatio = `${WIDTH} / ${HEIGHT}`;
    new ResizeObserver(() => this.fit()).observe(canvas.parentElement);
    this.fit();
  }

  /** Takes a `lights` message: first cell -> run of rgb hex. */
  take(runs) {
    for (const [first, text] of Object.entries(runs)) {
      for (let n = 0; n < text.length / 2; n += 1) {
        const at = 3 * Number(first) + n;
        if (at < this.colors.length) this.colors[at] = parseInt(text.slice(2 * n, 2 * n + 2), 16);
      }
    }
    this.redraw();
  }

  clear() {
    this.colors.fill(0);
    this.redraw();
  }

  fit() {
    const ratio = devicePixelRatio || 1;
    const width = Math.round(this.canvas.clientWidth * ratio);
    if (width > 0 && this.canvas.width !== width) {
      this.canvas.width = width;
      this.canvas.height = Math.round((width * HEIGHT) / WIDTH);
    }
    this.redraw();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const context = this.canvas.getContext("2d");
    const scale = this.canvas.width / WIDTH;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, WIDTH, HEIGHT);
    for (const cell of CELLS) this.cell(context, cell);
    context.globalCompositeOperation = "lighter";
    for (const cell of CELLS) this.glow(context, cell);
    context.globalCompositeOperation = "source-over";
  }

  light(cell) {
    return seen(this.colors[3 * cell.index], this.colors[3 * cell.index + 1], this.colors[3 * cell.index + 2]);
  }

  cell(context, cell) {
    const light = this.light(cell);
    const { cx, cy } = cell;
    hexagon(context, cx, cy, 0.955);
    const dark = context.createLinearGradient(0, cy - PITCH / 2, 0, cy + PITCH / 2);
    dark.addColorStop(0, "#303338");
    dark.addColorStop(1, "#25272b");
    context.fillStyle = dark;
    context.fill();
    if (light) {
      const [r, g, b] = light.hue;
      const white = [r, g, b].map((part) => Math.round(part + (255 - part) * 0.55 * light.strength));
      const fill = context.createRadialGradient(cx, cy, 0, cx, cy, PITCH * 0.6);
      fill.addColorStop(0, `rgba(${white},${light.strength})`);
      fill.addColorStop(0.4, `rgba(${r},${g},${b},${light.strength * 0.92})`);
      fill.addColorStop(1, `rgba(${r},${g},${b},${light.strength * 0.55})`);
      context.fillStyle = fill;
      context.fill();
    }
    context.strokeStyle = "#0c0d0e";
    context.lineWidth = 3;
    context.stroke();
  }

  glow(context, cell) {
    const light = this.light(cell);
    if (!light) return;
    const { cx, cy } = cell;
    const reach = PITCH * (0.75 + 0.6 * light.strength);
    const halo = context.createRadialGradient(cx, cy, PITCH * 0.3, cx, cy, reach);
    halo.addColorStop(0, `rgba(${light.hue},${0.22 * light.strength})`);
    halo.addColorStop(1, `rgba(${light.hue},0)`);
    context.fillStyle = halo;
    context.beginPath();
    context.arc(cx, cy, reach, 0, 2 * Math.PI);
    context.fill();
  }
}

function hexagon(context, cx, cy, size) {
  context.beginPath();
  for (const [x, y] of corners(cx, cy, size)) context.lineTo(x, y);
  context.closePath();
}
