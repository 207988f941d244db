// What a screen reader (live region) and, if wanted, the browser's own speech say: questions, results, and while the cursor moves only
// the option under it. Several things at once become one announcement.

const GATHER_MS = 90;
const CURSOR_MS = 160;

/** Several texts in one, with a pause between them. */
function sentences(texts) {
  return texts.map((text, index) => (index < texts.length - 1 && !/[.!?:…]$/.test(text) ? `${text}.` : text)).join(" ");
}

export class Voice {
  constructor(region, settings) {
    this.region = region;
    this.settings = settings;
    this.waiting = [];
    this.option = null;
  }

  /** Says a sentence; it is gathered with others that come within a moment. */
  say(text) {
    if (!text) return;
    this.option = null;
    this.waiting.push(text);
    this.later(GATHER_MS);
  }

  /** Says the option under the cursor; a later one takes its place. */
  move(text, read) {
    this.option = { text, read };
    if (this.waiting.length === 0) this.later(CURSOR_MS);
  }

  /** Takes back a sentence that something else says. */
  drop(text) {
    this.waiting = this.waiting.filter((each) => each !== text);
  }

  /** Forgets what waits, when the device starts anew. */
  quiet() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.option = null;
  }

  later(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), wait);
  }

  flush() {
    const result = this.waiting.length > 0;
    const text = result ? sentences([...new Set(this.waiting)]) : (this.option?.text ?? "");
    const already = !result && this.option?.read; // the element in focus says it itself
    this.quiet();
    if (!text) return;
    if (!already) {
      const line = document.createElement("p");
      line.textContent = text;
      this.region.replaceChildren(line);
    }
    this.speak(text);
  }

  speak(text) {
    if (!this.settings.speech || !("speechSynthesis" in window)) return;
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    words.rate = this.settings.rate;
    speechSynthesis.speak(words);
  }
}
