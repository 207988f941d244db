// The score sheet to keep, offered while it is on the screen: as a page that prints, as values, and the record that it was made from.

import { $, show } from "./dom.js";
import { download, stamped } from "./record.js";
import { t } from "./words.js";

export class Keeping {
  /** link: the connection; record: the Record; screen() and scene(): what the device shows, or null. */
  constructor({ link, record, screen, scene }) {
    Object.assign(this, { link, record, screen, scene });
    for (const form of ["html", "csv"]) $(`keep-${form}`).addEventListener("click", () => this.keep(form));
    $("keep-record").addEventListener("click", () => record.save($("keep-result")));
  }

  draw() {
    const shown = this.screen()?.mode === "sheet";
    if ($("keep").hidden === shown) show($("keep-result"), "");
    $("keep").hidden = !shown;
  }

  async keep(form) {
    const names = (this.screen()?.sheet ?? this.scene()?.sheet)?.seats ?? [];
    const reply = await this.link.request({ ask: "record", whole: true });
    if (!reply.ok || reply.lines.length === 0) {
      show($("keep-result"), t("not_saved", reply.text ?? ""));
      return;
    }
    const text = reply.lines.join("\n") + "\n";
    const body = JSON.stringify({ record: text, language: document.documentElement.lang, names: spelled(reply.lines, names) });
    let answer = null;
    try {
      answer = await fetch(`score.${form}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    } catch { // the server is gone: said below
    }
    if (!answer?.ok) {
      show($("keep-result"), t("not_saved", answer ? await answer.text() : t("lost")));
      return;
    }
    const name = stamped(reply.lines[0], form);
    download(name, await answer.text(), answer.headers.get("Content-Type"));
    show($("keep-result"), t("saved", name));
  }
}

/** How the seats' names are spelled: their names in the record beside those on the sheet. */
function spelled(lines, names) {
  const seats = lines.find((line) => line.startsWith("seats "))?.replace(/#.*/, "").trim().split(/\s+/).slice(1) ?? [];
  return seats.length === names.length ? Object.fromEntries(seats.map((seat, index) => [seat, names[index]])) : {};
}
