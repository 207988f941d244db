// The layout "path": places count from 1 along a row of cards, 0 is before the first. Discs stand on cards, the bottom one first.
// The interface is told in hexagons.js.

import { el, put } from "../dom.js";
import { t } from "../words.js";

const DISC = "disc";

// Colours that fit the names; a help for the eye only, the names stand on the cards.
const HUES = { golden: 45, green: 130, blood: 0, peacock: 195, fox: 22, mirror: 210, monal: 262, nest: 34, reeves: 62, trap: 285, amherst: 325, fart: 92 };

/** A hue for a card, the same for all of its kind. */
function hue(token) {
  const letters = String(token).replace(/\d+$/, "");
  return HUES[letters] ?? [...letters].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);
}

export function mount(root, { tap }) {
  const list = el("ol", { class: "path" });
  root.replaceChildren(list);
  let focusPlace = null;

  function update({ scene, screen }) {
    put(list, "aria-label", t("path"));
    const had = list.contains(document.activeElement) ? focusPlace : null;
    const marks = scene?.marks ?? {};
    const options = new Set((screen?.choices ?? []).map((choice) => choice.place));
    const at = screen?.choices?.[screen.at]?.place;
    const places = Object.keys(marks).map(Number).sort((a, b) => a - b);
    list.replaceChildren(...places.map((place) => el("li", {}, card(place, marks[place], options.has(place), place === at))));
    if (had !== null) list.querySelector(`[data-place="${had}"]`)?.focus({ preventScroll: true });
  }

  function card(place, marks, can, here) {
    const lying = marks.filter((mark) => mark[0] !== DISC);
    const discs = marks.filter((mark) => mark[0] === DISC);
    const bare = lying.length === 0; // before the Path, or a card that is collected
    const words = [place === 0 ? t("before_path") : t("place", place), ...marks.map((mark) => mark[2])];
    if (can) words.push(t("can_choose"));
    if (here) words.push(t("under_cursor"));
    const button = el("button", {
      type: "button", "data-place": place, "aria-label": words.join(", "), "aria-current": here ? "true" : null,
      class: `path-card${bare ? " bare" : ""}${can ? " can" : ""}${here ? " at" : ""}`,
      onclick: (event) => event.detail < 2 && tap(place),
      onfocus: () => (focusPlace = place),
    },
    el("span", { class: "path-number" }, place === 0 ? "" : String(place)),
    el("span", { class: "path-words" }, bare && place === 0 ? t("before_path") : lying.map((mark) => mark[2]).join(", ")),
    el("span", { class: "discs" }, ...discs.map((mark) => el("span", { class: "disc" }, mark[2]))));
    if (!bare) button.style.setProperty("--hue", hue(lying[0][1]));
    return button;
  }

  return { update, remove: () => root.replaceChildren() };
}
