// The device's display: 128 x 64 pixels, drawn one by one, each a whole number of the screen's own pixels wide.

const WIDTH = 128;
const HEIGHT = 64;
const LIT = "#cfeaff";
const DARK = "#05070a";

export class Display {
  constructor(canvas, glass) {
    this.canvas = canvas;
    this.glass = glass;
    this.pages = Array.from({ length: 8 }, () => new Uint8Array(WIDTH));
    this.contrast = 255;
    this.on = true;
    this.waiting = false;
    new ResizeObserver(() => this.fit()).observe(glass);
    this.fit();
  }

  /** Takes a `display` message: changed pages, contrast, on. */
  take({ pages = {}, contrast, on }) {
    for (const [number, text] of Object.entries(pages)) {
      const data = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
      if (this.pages[number] && data.length === WIDTH) this.pages[number] = data;
    }
    if (contrast !== undefined) this.contrast = contrast;
    if (on !== undefined) this.on = on;
    this.redraw();
  }

  clear() {
    for (const page of this.pages) page.fill(0);
    this.contrast = 255;
    this.on = true;
    this.redraw();
  }

  /** Is the pixel lit? */
  pixel(x, y) {
    return this.on && ((this.pages[y >> 3][x] >> (y & 7)) & 1) === 1;
  }

  /** Chooses the largest whole scale that fits into the glass. */
  fit() {
    const ratio = devicePixelRatio || 1;
    const style = getComputedStyle(this.glass);
    const room = this.glass.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const scale = Math.max(1, Math.floor((room * ratio) / WIDTH + 0.01));
    this.canvas.style.width = `${(scale * WIDTH) / ratio}px`;
    this.canvas.style.height = `${(scale * HEIGHT) / ratio}px`;
    if (this.canvas.width !== scale * WIDTH) {
      this.canvas.width = scale * WIDTH;
      this.canvas.height = scale * HEIGHT;
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
    const scale = this.canvas.width / WIDTH;
    const gap = scale >= 4 ? 1 : 0; // the dark lines between the pixels of such a display, where there is room for them
    const context = this.canvas.getContext("2d");
    context.fillStyle = DARK;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    context.fillStyle = LIT;
    context.globalAlpha = 0.55 + 0.45 * (this.contrast / 255);
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        if (this.pixel(x, y)) context.fillRect(x * scale, y * scale, scale - gap, scale - gap);
      }
    }
    context.globalAlpha = 1;
  }
}
