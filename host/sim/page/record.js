// The record: save it as a file, and enter lines of it by keyboard.

import { $, show } from "./dom.js";
import { t } from "./words.js";

const ANSWER_MS = 3000;
const SEAL = / #[0-9a-f]{8}( t=\d+)?$/; // a journal's, at the end of a line
const NOTES = /^# (gone|here) /; // who has left the table stands on the score sheet
const HEAD = /^(roost|rules)\b/; // a whole record may be pasted; these lines the device has written itself

/** Hands text to the browser as a file. */
export function download(name, text, type = "text/plain;charset=utf-8") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** The name of a file: game, date and time. head: a record's first line. */
export function stamped(head, ending) {
  const game = head.split(" ")[2] ?? "game";
  const now = new Date();
  const stamp = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 16).replace(/[:T]/g, "-");
  return `${game}-${stamp}.${ending}`;
}

export class Record {
  constructor(link) {
    this.link = link;
    this.sending = null; // {settle} while a line waits for its answer
    this.recorded = null;
    $("save").addEventListener("click", () => this.save());
    $("line-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter();
    });
    $("line").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      this.enter();
    });
    $("line").addEventListener("input", () => this.grow());
  }

  /** Shows the last line recorded. */
  draw(recorded) {
    this.recorded = recorded;
    const key = recorded?.lines === 1 ? "lines_1" : "lines";
    show($("recorded"), recorded ? t(key, recorded.lines, recorded.line) : t("no_lines"));
  }

  /** The device has gone on: a line entered here was taken. */
  taken() {
    this.sending?.settle(null);
  }

  /** Takes a refusal; true when it answers a line entered here, which then shows it. */
  refused(words) {
    if (!this.sending) return false;
    this.sending.settle(words);
    return true;
  }

  grow() {
    const field = $("line");
    field.rows = Math.min(8, Math.max(1, field.value.split("\n").length));
  }

  /** Sends the lines one after the other and stops at the first that is refused; it and those after it stay in the field. */
  async enter() {
    const lines = $("line").value.split("\n").map((line) => line.replace(/#.*/, "").trim()).filter((line) => line && !HEAD.test(line));
    if (this.sending || lines.length === 0) return;
    show($("line-error"), "");
    for (let at = 0; at < lines.length; at += 1) {
      const problem = await this.one(lines[at]);
      if (problem !== null) {
        show($("line-error"), lines.length > 1 ? t("line_stopped", at + 1, lines[at], problem) : problem);
        $("line").value = lines.slice(at).join("\n");
        this.grow();
        return;
      }
    }
    $("line").value = "";
    this.grow();
  }

  /** Sends one line; gives null when it was recorded, else why not. */
  one(line) {
    return new Promise((resolve) => {
      const settle = (problem) => {
        clearTimeout(timer);
        this.sending = null;
        resolve(problem);
      };
      const timer = setTimeout(() => settle(null), ANSWER_MS); // neither a new question nor a refusal: nothing to wait for
      this.sending = { settle };
      if (!this.link.send({ line })) settle(t("device-away"));
    });
  }

  async save(result = $("save-result")) {
    const reply = await this.link.request({ ask: "record", whole: true });
    const lines = (reply.lines ?? []).map((line) => line.replace(SEAL, "")).filter((line) => !line.startsWith("#") || NOTES.test(line));
    if (!reply.ok || lines.length === 0) {
      show(result, t("not_saved", reply.text ?? ""));
      return;
    }
    const name = stamped(lines[0], "roost");
    download(name, lines.join("\n") + "\n");
    show(result, t("saved", name));
  }
}
