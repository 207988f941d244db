// The layout "path": places count from 1 along a row of cards, 0 is before the first. Discs stand on cards, the bottom one first.
// The interface is told in hexagons.js.

import { el, put } from "../dom.js";
import { t } from "../words.js";

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
    list.replaceChildren(...places.map((place) => el("li", {}, card(place, marks[place], options, at, scene))));
    if (had !== null) list.querySelector(`[data-place="${had}"]`)?.focus();
  }

  function card(place, marks, options, at, scene) {
    const name = place === 0 ? t("before_path") : (scene?.names?.[place] ?? String(place));
    const lying = marks.filter((mark) => mark[0] !== "disc");
    const discs = marks.filter((mark) => mark[0] === "disc");
    const words = [name, ...marks.map((mark) => mark[2])];
    if (options.has(place)) words.push(t("can_choose"));
    const button = el("button", {
      type: "button", "data-place": place, "aria-label": words.join(", "), "aria-current": place === at ? "true" : null,
      class: `path-card${options.has(place) ? " can" : ""}${place === at ? " at" : ""}`,
      onclick: () => tap(place),
      onfocus: () => (focusPlace = place),
    },
    el("span", { class: "path-number" }, place === 0 ? "" : name),
    el("span", { class: "path-words" }, place === 0 ? name : lying.map((mark) => mark[2]).join(", ")),
    el("span", { class: "discs" }, ...discs.map((mark) => el("span", { class: "disc" }, mark[3] || mark[2]))));
    return button;
  }

  return { update, remove: () => root.replaceChildren() };
}
