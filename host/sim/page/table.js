// A score sheet as a table: a line for each way to score, a column for each seat, and under the points why.

import { el } from "./dom.js";
import { t } from "./words.js";

/** sheet: {seats, rows: [label, [points or null], [reason or null]]}; at: index of the cell under the cursor, line by line. */
export function sheetTable({ seats, rows }, at = -1) {
  const head = el("tr", {}, el("th", { scope: "col" }, el("span", { class: "hidden" }, t("line_of_sheet"))), ...seats.map((seat) => el("th", { scope: "col" }, seat)));
  const now = at < 0 ? -1 : Math.floor(at / seats.length);
  const body = rows.map(([label, points, reasons], index) => el("tr", { class: index === now ? "now" : index === rows.length - 1 ? "total" : null },
    el("th", { scope: "row" }, label),
    ...points.map((value, seat) => el("td", { class: at >= 0 && index * seats.length + seat === at ? "at" : null },
      el("span", { class: value ? "points" : "points nothing" }, value === null ? "–" : String(value).replace("-", "−")),
      reasons[seat] ? el("small", {}, reasons[seat]) : null))));
  return el("div", { class: "sheet-frame", tabindex: "0", role: "group", "aria-label": t("score_sheet") },
    el("table", { class: "score" }, el("thead", {}, head), el("tbody", {}, ...body)));
}
