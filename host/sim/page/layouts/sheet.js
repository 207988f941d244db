// The layout "sheet": places 0 to 34 are five rows (habitats) of seven (birds), as on a printed score sheet; 35 to 39 are the rows'
// headings. The interface is told in hexagons.js.

import { el, put } from "../dom.js";
import { t } from "../words.js";

const COLUMNS = 7;
const ROWS = 5;
const HEADINGS = ROWS * COLUMNS;
const TICKS = { recorded: "✓", seen: "✓", missing: "" }; // the one of these roles that a bird has stands in its box

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
      const title = scene?.names?.[HEADINGS + row];
      const cells = [];
      if (title) cells.push(el("th", { scope: "row" }, box(HEADINGS + row, title, [], options, at)));
      for (let column = 0; column < COLUMNS; column += 1) {
        const place = row * COLUMNS + column;
        const name = scene?.names?.[place] ?? String(column + 1);
        const short = title && name.startsWith(`${title} `) ? name.slice(title.length + 1) : name;
        cells.push(el("td", {}, box(place, short, scene?.marks?.[place] ?? [], options, at, name)));
      }
      rows.push(el("tr", {}, ...cells));
    }
    table.replaceChildren(el("tbody", {}, ...rows));
    if (had !== null) table.querySelector(`[data-place="${had}"]`)?.focus({ preventScroll: true });
  }

  function box(place, short, marks, options, at, name = short) {
    const words = [name, ...marks.map((mark) => mark[2])];
    if (options.has(place)) words.push(t("can_choose"));
    if (place === at) words.push(t("under_cursor"));
    const tick = marks.find((mark) => mark[0] in TICKS)?.[0];
    const others = marks.filter((mark) => !(mark[0] in TICKS));
    const heading = place >= HEADINGS;
    return el("button", {
      type: "button", "data-place": place, "aria-label": words.join(", "), title: words.slice(1).join(", "), "aria-current": place === at ? "true" : null,
      class: `bird ${heading ? "heading" : (tick ?? "")}${options.has(place) ? " can" : ""}${place === at ? " at" : ""}`,
      onclick: (event) => event.detail < 2 && tap(place),
      onfocus: () => (focusPlace = place),
    },
    el("span", { class: "bird-name" }, short),
    heading ? null : el("span", { class: "tick" }, TICKS[tick] ?? ""),
    ...others.map((mark) => el("span", { class: "bird-mark" }, mark[2])));
  }

  return { update, remove: () => root.replaceChildren() };
}
