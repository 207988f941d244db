// The layout "sheet": 35 places, five rows (habitats) of seven (birds), as on a printed score sheet.
// The interface is told in hexagons.js.

import { el, put } from "../dom.js";
import { t } from "../words.js";

const COLUMNS = 7;
const ROWS = 5;

export function mount(root, { tap }) {
  const table = el("table", { class: "sheet" });
  root.replaceChildren(el("div", { class: "sheet-frame" }, table));
  let focusPlace = null;

  function update({ scene, screen }) {
    put(table, "aria-label", t("sheet"));
    const had = table.contains(document.activeElement) ? focusPlace : null;
    const options = new Set((screen?.choices ?? []).map((choice) => choice.place));
    const at = screen?.choices?.[screen.at]?.place;
    const rows = [];
    for (let row = 0; row < ROWS; row += 1) {
      const cells = [];
      for (let column = 0; column < COLUMNS; column += 1) cells.push(el("td", {}, bird(row * COLUMNS + column, scene, options, at)));
      rows.push(el("tr", {}, ...cells));
    }
    table.replaceChildren(el("tbody", {}, ...rows));
    if (had !== null) table.querySelector(`[data-place="${had}"]`)?.focus();
  }

  function bird(place, scene, options, at) {
    const marks = scene?.marks?.[place] ?? [];
    const name = scene?.names?.[place] ?? String(place + 1);
    const words = [name, marks.length ? marks.map((mark) => mark[2]).join(", ") : t("empty")];
    if (options.has(place)) words.push(t("can_choose"));
    return el("button", {
      type: "button", "data-place": place, "aria-label": words.join(", "), "aria-current": place === at ? "true" : null,
      class: `bird${options.has(place) ? " can" : ""}${place === at ? " at" : ""}${marks.length ? " marked" : ""}`,
      onclick: () => tap(place),
      onfocus: () => (focusPlace = place),
    },
    el("span", { class: "bird-name" }, name),
    el("span", { class: "bird-marks" }, marks.map((mark) => mark[3] || mark[2]).join(" ")));
  }

  return { update, remove: () => root.replaceChildren() };
}
