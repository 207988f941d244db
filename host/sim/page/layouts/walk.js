// Walking over the cells of a board with the keys: one cell at a time is in the tab order, arrows move in the hexagon's directions.

import { put } from "../dom.js";
import { CELLS, neighbour } from "../hex.js";

const KEYS = {
  ArrowLeft: ["w", "w"],
  ArrowRight: ["e", "e"],
  ArrowUp: ["nw", "ne"],
  ArrowDown: ["se", "sw"],
};

/**
 * frame   the HTML element round the drawing (listeners for focus on SVG would make Tab stop there, too)
 * groups  the 127 elements by cell index, each with data-place
 * home    the cell that Tab reaches first
 * tap     called with the cell that Enter or Space is pressed on
 * stops   function: the cells that N and P go to
 * moved   called with the cell that Tab reaches from now on
 * Returns move(cell, focus).
 */
export function walkable(frame, groups, { home, tap, stops, moved = () => undefined }) {
  let here = home;

  function move(cell, focus = true) {
    put(groups[here], "tabindex", "-1");
    here = cell;
    put(groups[here], "tabindex", "0");
    moved(here);
    if (focus) groups[here].focus();
  }

  frame.addEventListener("focusin", (event) => {
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (place !== undefined) move(Number(place), false);
  });

  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (place === undefined) return;
    const cell = Number(place);
    const letter = event.key.toLowerCase();
    if (KEYS[event.key]) {
      const next = neighbour(cell, KEYS[event.key][event.shiftKey ? 1 : 0]);
      if (next !== undefined) move(next);
    } else if (letter === "n" || letter === "p") {
      const next = jump(cell, letter === "n");
      if (next !== undefined) move(next);
    } else if ((event.key === "Enter" || event.key === " ") && !event.shiftKey) {
      if (!event.repeat) tap(cell);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  function jump(cell, forward) {
    const cells = stops().filter((each) => CELLS[each]).sort((a, b) => a - b);
    if (forward) return cells.find((each) => each > cell) ?? cells[0];
    return cells.findLast((each) => each < cell) ?? cells[cells.length - 1];
  }

  move(home, false);
  return move;
}
