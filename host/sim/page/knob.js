// The knob and the buttons of the device, for mouse, finger and wheel. Keys are in keys.js.

const HOLD_MS = 600;
const DETENT = 15; // degrees of the picture a detent turns it by
const WHEEL_STEP = 50; // pixels of a touchpad's wheel a detent takes; a mouse's notch is at least one

/** Calls press or hold(name) for an element that is pressed shortly or long; the ring or button shows the time running. */
export function pressable(element, { press, hold }) {
  let timer = null;
  let held = false;
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    element.classList.remove("holding");
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = false;
    element.classList.add("holding");
    timer = setTimeout(() => {
      held = true;
      stop();
      hold();
    }, HOLD_MS);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(name, stop);
  element.addEventListener("contextmenu", (event) => timer !== null || held ? event.preventDefault() : undefined);
  element.addEventListener("click", (event) => {
    if (held) {
      held = false;
      return;
    }
    if (event.shiftKey) hold();
    else press();
  });
  return stop;
}

export class Knob {
  /** turned(steps, pressed), pressed() and held() are called for what hands do. */
  constructor(element, body, { turned, pressed, held }) {
    this.element = element;
    this.body = body;
    this.turned = turned;
    this.angle = 0;
    this.wheel = 0;
    this.drag = null;
    this.moved = false;
    this.cancelHold = pressable(element, {
      press: () => {
        if (!this.moved) pressed();
        this.moved = false;
      },
      hold: () => {
        if (!this.moved) held();
      },
    });
    element.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.onDown(event));
    element.addEventListener("pointermove", (event) => this.onMove(event));
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => (this.drag = null));
  }

  /** Turns the picture and says so. */
  turn(steps, pressed = false) {
    this.angle += steps * DETENT;
    this.body.style.transform = `rotate(${this.angle}deg)`;
    this.turned(steps, pressed);
  }

  onWheel(event) {
    event.preventDefault();
    const delta = event.deltaY || event.deltaX; // with Shift some systems turn the wheel sideways
    if (event.deltaMode !== 0 || Math.abs(delta) >= 100) {
      this.turn(Math.sign(delta), event.shiftKey);
      return;
    }
    this.wheel += delta;
    const steps = Math.trunc(this.wheel / WHEEL_STEP);
    if (steps === 0) return;
    this.wheel -= steps * WHEEL_STEP;
    this.turn(steps, event.shiftKey);
  }

  direction(event) {
    const box = this.element.getBoundingClientRect();
    return (Math.atan2(event.clientY - box.y - box.height / 2, event.clientX - box.x - box.width / 2) * 180) / Math.PI;
  }

  /** So close to the axis that a tremble would be a turn. */
  nearMiddle(event) {
    const box = this.element.getBoundingClientRect();
    return Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2) < box.width * 0.12;
  }

  onDown(event) {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.drag = { from: this.direction(event), rest: 0 };
    this.moved = false;
  }

  onMove(event) {
    if (!this.drag || this.nearMiddle(event)) return;
    const now = this.direction(event);
    const change = ((now - this.drag.from + 540) % 360) - 180;
    this.drag.from = now;
    this.drag.rest += change;
    const steps = Math.trunc(this.drag.rest / DETENT);
    if (steps === 0) return;
    this.drag.rest -= steps * DETENT;
    this.moved = true;
    this.cancelHold();
    this.turn(steps, event.shiftKey);
  }
}
