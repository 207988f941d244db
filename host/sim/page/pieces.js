// Pictures of pieces, as SVG groups around the point 0,0 in the units of hex.js (a cell is 100 wide).
// Roles that have no picture here are drawn as a label with the device's short words, so every game can be shown.

import { svg } from "./dom.js";
import { corners, pointsText } from "./hex.js";
import { hasWords, readable, t } from "./words.js";

// The borders of the printed fowl, and the colours of fowl and foxes.
const BORDERS = { chicken: "#f2a0bd", duck: "#f4d03c", goose: "#f0862c", turkey: "#58a7e0" };
const FILLS = { black: "#1b1b1d", brown: "#7b4a26", orange: "#f08a24", white: "#fbf8f1" };
const TYPES = ["chicken", "duck", "goose", "turkey"];
const FOXES = ["black", "brown", "orange", "white"];

const FOX = "M-34,-36 C-20,-30 -14,-26 -10,-20 C-4,-22 4,-22 10,-20 C14,-26 20,-30 34,-36 C37,-18 36,-6 30,6 C24,18 10,30 0,38 C-10,30 -24,18 -30,6 C-36,-6 -37,-18 -34,-36 Z";
const MUZZLE = "M0,38 C-9,31 -15,26 -17,18 C-15,8 -8,5 0,5 C8,5 15,8 17,18 C15,26 9,31 0,38 Z";

/** A fowl's token: border by type, shape by shape and colour, with the number of its card (none: no number). */
export function fowl(look, number) {
  const [type, color, shape] = look.split("-");
  const parts = [
    svg("circle", { r: 39, fill: BORDERS[type], stroke: "#000", "stroke-width": 2 }),
    svg("circle", { r: 31, fill: "#efe4cf" }),
    shapeOf(shape, FILLS[color]),
  ];
  if (number) {
    const ink = color === "white" ? "#1b1b1d" : "#fff";
    parts.push(svg("text", { y: 8.5, "text-anchor": "middle", "font-size": 24, "font-weight": 900, fill: ink }, String(number)));
  }
  if (hasWords(`letter_${type}`)) {
    parts.push(svg("circle", { cx: 27, cy: -27, r: 13, fill: BORDERS[type], stroke: "#000", "stroke-width": 2 }));
    parts.push(svg("text", { x: 27, y: -20.5, "text-anchor": "middle", "font-size": 18, "font-weight": 900, fill: "#1b1b1d" }, t(`letter_${type}`)));
  }
  return svg("g", { class: "piece fowl" }, ...parts);
}

function shapeOf(shape, fill) {
  const style = { fill, stroke: "#1b1b1d", "stroke-width": 2.5, "stroke-linejoin": "round" };
  if (shape === "circle") return svg("circle", { r: 24, ...style });
  if (shape === "square") return svg("rect", { x: -21, y: -21, width: 42, height: 42, ...style });
  return svg("polygon", { points: pointsText(corners(0, 0, 0.46)), ...style });
}

/** A fox in its seat's colour. */
export function fox(color) {
  const dark = color === "black" || color === "brown";
  const line = dark ? "#ffe2b8" : "#1b1b1d";
  return svg("g", { class: "piece fox" },
    svg("path", { d: FOX, fill: FILLS[color], stroke: "#000", "stroke-width": 9, "stroke-linejoin": "round" }),
    svg("path", { d: FOX, fill: FILLS[color], stroke: line, "stroke-width": 3.5, "stroke-linejoin": "round" }),
    svg("path", { d: MUZZLE, fill: dark ? "#ffe2b8" : color === "white" ? "#d9cdb8" : "#fff4e0" }),
    svg("circle", { cx: -13, cy: -1, r: 4, fill: line }),
    svg("circle", { cx: 13, cy: -1, r: 4, fill: line }),
    svg("circle", { cy: 33, r: 5, fill: "#1b1b1d" }));
}

/** The entrance of a tunnel. */
export function tunnel() {
  return svg("g", { class: "piece tunnel" },
    svg("circle", { r: 36, fill: "#0a0908", stroke: "#8d6a45", "stroke-width": 6 }),
    svg("circle", { r: 27, fill: "none", stroke: "#4c3824", "stroke-width": 4 }),
    svg("circle", { r: 19, fill: "none", stroke: "#33261a", "stroke-width": 3 }));
}

/** Any other mark: its short words on a label. */
export function label(short) {
  const width = Math.min(92, 22 + 15 * [...short].length);
  return svg("g", { class: "piece label" },
    svg("rect", { x: -width / 2, y: -19, width, height: 38, rx: 9, fill: "#efe4cf", stroke: "#1b1b1d", "stroke-width": 2.5 }),
    svg("text", { y: 8, "text-anchor": "middle", "font-size": 22, "font-weight": 700, fill: "#1b1b1d",
      textLength: short.length > 5 ? width - 12 : null, lengthAdjust: "spacingAndGlyphs" }, short));
}

/** A space where a fowl starts: a footprint in the colour of its flock. */
export function footprint(type, letter) {
  return svg("g", { class: "piece footprint" },
    svg("path", { d: "M0,18 L0,-18 M0,6 L-17,-10 M0,6 L17,-10", fill: "none", stroke: BORDERS[type], "stroke-width": 6, "stroke-linecap": "round" }),
    letter ? svg("text", { x: 24, y: 22, "text-anchor": "middle", "font-size": 20, "font-weight": 900, fill: BORDERS[type] }, letter) : "");
}

/** A ring round what is to be laid out now. */
function now(group) {
  return svg("g", { class: "piece now" }, svg("circle", { r: 45, fill: "none", stroke: "#fff", "stroke-width": 5, "stroke-dasharray": "12 8" }), group);
}

/**
 * The picture of a mark of the scene, [role, value, words, short]; null for roles that the lights alone show.
 * looks: card number -> "duck-white-circle", and `seats`: the colours of the foxes, as far as they are known.
 */
export function picture([role, value, words, short], looks) {
  if (role === "fowl" && looks[value]) return fowl(looks[value], value);
  if (role === "now" && looks[value]) return now(fowl(looks[value], value));
  if (role === "fox" && FOXES.includes(looks.seats?.[value])) return fox(looks.seats[value]);
  if (role === "tunnel") return tunnel();
  if (role === "start" && TYPES[value]) return footprint(TYPES[value]);
  return label(readable(short ?? "") || words || "");
}

/** A small picture to stand in a line of text. */
export function icon(group) {
  return svg("svg", { class: "icon", viewBox: "-44 -44 88 88", "aria-hidden": "true" }, group);
}
