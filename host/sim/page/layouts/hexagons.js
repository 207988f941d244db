// The layout "hexagons": places are the cells of the board itself. Every cell is a space to tap and to walk on with the keys.
//
// A layout has one function, mount(root, {tap, title}), where tap(place) is called for a space that was chosen. It returns
//   update({scene, screen, looks, pieces, names})  draws what lies where and what can be chosen; called whenever any of it changes
//   remove()                                       takes itself out of the page

import { el, put, svg } from "../dom.js";
import { CELLS, CENTRE, EDGES, HEIGHT, SIDE, WIDTH, corners, pointsText } from "../hex.js";
import { picture } from "../pieces.js";
import { t } from "../words.js";
import { walkable } from "./walk.js";

export function mount(root, { tap }) {
  const grid = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "grid", class: "hexagons" });
  const edges = EDGES.map(({ text, cx, cy }) => svg("text", { class: "edge", x: cx, y: cy + 13, "text-anchor": "middle" }, text));
  const spaces = [];
  const rings = svg("g", { class: "rings", "aria-hidden": "true" });
  let options = new Map(); // place -> index among the choices

  for (let row = 12; row >= 0; row -= 1) {
    const line = svg("g", { role: "row" });
    for (const cell of CELLS.filter((each) => each.row === row)) line.append(space(cell));
    grid.append(line);
  }
  grid.addEventListener("mousedown", (event) => event.preventDefault()); // a tap leaves the focus, and with it the keys, where they are
  grid.append(rings, svg("g", { "aria-hidden": "true" }, ...edges));
  const frame = el("div", { class: "frame" }, grid);
  root.replaceChildren(frame);

  function space(cell) {
    const marks = svg("g", { class: "marks" });
    const at = svg("g", { transform: `translate(${cell.cx.toFixed(1)} ${cell.cy.toFixed(1)})` }, marks);
    const name = svg("text", { class: "cell-name", x: cell.cx, y: cell.cy + 0.76 * SIDE, "text-anchor": "middle", "aria-hidden": "true" }, cell.name);
    const group = svg("g", { role: "gridcell", class: "cell", tabindex: "-1", "data-place": cell.index },
      svg("polygon", { class: "hit", points: pointsText(corners(cell.cx, cell.cy, 0.97)) }), name, at);
    group.addEventListener("click", (event) => event.detail < 2 && tap(cell.index)); // not twice for a double tap
    spaces[cell.index] = { cell, group, name, marks, drawn: "" };
    return group;
  }

  function update({ scene, screen, looks, pieces, names }) {
    put(grid, "aria-label", t("board"));
    grid.classList.toggle("names", names);
    grid.classList.toggle("pieces", pieces);
    options = new Map();
    (screen?.choices ?? []).forEach((choice, index) => {
      if (choice.place !== undefined && !options.has(choice.place)) options.set(choice.place, index);
    });
    const at = screen?.choices?.[screen.at]?.place;
    for (const each of spaces) {
      const marks = scene?.marks?.[each.cell.index] ?? [];
      draw(each, marks, looks, pieces);
      describe(each, marks, scene, at);
    }
    drawRings(at);
  }

  function draw(each, marks, looks, pieces) {
    const drawn = pieces ? JSON.stringify([marks, marks.map((mark) => looks[mark[1]] ?? ""), looks.seats ?? "", t("board")]) : "";
    if (drawn === each.drawn) return;
    each.drawn = drawn;
    const shown = marks.length > 1 ? marks.filter((mark) => mark[0] !== "start") : marks; // a piece hides the footprint under it
    const pictures = pieces ? shown.map((mark) => picture(mark, looks)).filter(Boolean) : [];
    each.marks.replaceChildren(...pictures);
    each.group.classList.toggle("taken", pictures.length > 0);
  }

  function describe(each, marks, scene, at) {
    const place = each.cell.index;
    const words = marks.map((mark) => mark[2]).filter(Boolean);
    const parts = [scene?.names?.[place] ?? each.cell.name, words.length ? words.join(", ") : t("empty")];
    if (options.has(place)) parts.push(t("can_choose"));
    if (place === at) parts.push(t("under_cursor"));
    put(each.group, "aria-label", parts.join(", "));
    each.group.classList.toggle("can", options.has(place));
    each.group.classList.toggle("at", place === at);
  }

  function drawRings(at) {
    const places = [...options.keys()].filter((place) => CELLS[place]);
    rings.replaceChildren(...places.map((place) => {
      const { cx, cy } = CELLS[place];
      return svg("polygon", { class: place === at ? "ring-at" : "ring-can", points: pointsText(corners(cx, cy, place === at ? 0.9 : 0.86)) });
    }));
  }

  walkable(frame, spaces.map((each) => each.group), { home: CENTRE, tap, stops: () => [...options.keys()] });
  return { update, remove: () => root.replaceChildren() };
}
