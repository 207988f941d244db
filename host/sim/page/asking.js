// Questions at any time, typed or by button. The device answers; the answer is shown here and said.

import { $, el, put, show } from "./dom.js";
import { CELLS } from "./hex.js";
import { hasWords, t } from "./words.js";

// What a question is about, by game: kinds of things, each chosen from what lies on the table.
const ABOUT = {
  fowl_play: { near: ["steps", "place"], reach: ["fox"], tunnel: ["tunnel"], where: ["piece"] },
  fancy_feathers: { at: ["card"], collect: ["disc", "card"], where: ["disc_or_type"] },
  birds_of_a_feather: { bird: ["bird"], has: ["seat"], misses: ["seat"] },
};
const STEPS = 6;

export class Asking {
  /** link: the connection; say(text): says an answer; scene(): what lies on the table, or null; game(): its name, or null. */
  constructor({ link, say, scene, game }) {
    Object.assign(this, { link, say, scene, game });
    this.what = null; // the question that is being put together
    this.number = 0; // of the last question: an answer that comes late is dropped
    $("ask-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("ask-text").value.trim();
      if (text) this.ask({ text });
    });
    $("ask-text").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.isComposing) event.preventDefault();
    });
    $("ask-fold").addEventListener("toggle", () => this.offer());
  }

  /** Fills the list of questions, when it is open: what can be asked depends on what is going on. */
  async offer() {
    if (!$("ask-fold").open) return;
    const reply = await this.link.request({ ask: "questions" });
    const game = this.game();
    const known = reply.ok ? reply.questions ?? [] : [];
    this.close();
    $("ask-list").replaceChildren(...known.map(({ what, words }) => {
      const key = hasWords(`ask_${game}_${what}`) ? `ask_${game}_${what}` : `ask_${what}`;
      return el("button", { type: "button", onclick: () => this.choose(what) }, hasWords(key) ? t(key) : words);
    }));
  }

  /** A question's button: asked at once, or after its things are chosen. */
  choose(what) {
    const kinds = ABOUT[this.game()]?.[what] ?? [];
    const lists = kinds.map((kind) => [kind, this.things(kind)]);
    if (lists.length === 0 || lists.some(([, groups]) => groups.every((group) => group.length === 0))) {
      this.close();
      this.ask({ what, things: [] });
      return;
    }
    this.what = what;
    const fields = lists.map(([kind, groups]) => el("div", { class: "field" }, el("label", { for: `ask-${kind}` }, t(`ask_about_${kind}`)),
      el("select", { id: `ask-${kind}` }, ...groups.filter((group) => group.length > 0).flatMap((group, _, all) => {
        const options = group.map(({ key, words }) => el("option", { value: key }, words));
        return all.length > 1 ? [el("optgroup", { label: group.title }, ...options)] : options;
      }))));
    $("ask-about").replaceChildren(
      ...fields,
      el("div", { class: "moves" },
        el("button", { type: "submit", class: "strong" }, t("ask")),
        el("button", { type: "button", onclick: () => this.close() }, t("cancel"))));
    $("ask-about").onsubmit = (event) => {
      event.preventDefault();
      this.ask({ what, things: [...$("ask-about").querySelectorAll("select")].map((select) => select.value) });
    };
    $("ask-about").hidden = false;
    $("ask-about").querySelector("select").focus();
  }

  close() {
    this.what = null;
    $("ask-about").hidden = true;
    $("ask-about").replaceChildren();
  }

  /** The things of a kind that can be chosen: groups of {key, words}, each with a title. */
  things(kind) {
    const scene = this.scene();
    const marked = (role, key = (value) => `${role} ${value}`) => {
      const found = [];
      for (const [place, marks] of Object.entries(scene?.marks ?? {})) {
        for (const [name, value, words] of marks) {
          if (name === role) found.push({ key: key(value, place), words, value, place: Number(place) });
        }
      }
      return found.sort((one, other) => one.value - other.value || one.place - other.place);
    };
    const titled = (title, group) => Object.assign(group, { title: t(title) });
    if (kind === "steps") return [Array.from({ length: STEPS }, (_, n) => ({ key: `number ${n + 1}`, words: String(n + 1) }))];
    if (kind === "fox") return [marked("fox")];
    if (kind === "tunnel") return [marked("tunnel", (_, place) => `space ${place}`).map((one) => ({ ...one, words: CELLS[one.place].name }))];
    if (kind === "piece" || kind === "place") {
      const groups = [titled("ask_foxes", marked("fox")), titled("ask_fowl", marked("fowl"))];
      const spaces = CELLS.map(({ index, name }) => ({ key: `space ${index}`, words: name }));
      return kind === "piece" ? groups : [...groups, titled("ask_spaces", spaces)];
    }
    if (kind === "card") return [marked("card", (_, place) => `space ${place}`).map((one) => ({ ...one, words: `${one.place}: ${one.words}` })).sort((one, other) => one.place - other.place)];
    if (kind === "disc") return [marked("disc", (value) => `seat ${value}`)];
    if (kind === "disc_or_type") {
      const types = new Map();
      for (const { value, words } of marked("card", () => "")) types.set(String(value).replace(/\d+$/, ""), words.replace(/ \d+$/, ""));
      return [titled("ask_discs", marked("disc", (value) => `seat ${value}`)),
        titled("ask_types", [...types].map(([token, words]) => ({ key: `type ${token}`, words })))];
    }
    if (kind === "seat") return [(scene?.sheet?.seats ?? []).map((words, seat) => ({ key: `seat ${seat}`, words }))];
    if (kind === "bird") return [Object.entries(scene?.names ?? {}).map(([place, words]) => ({ key: `space ${place}`, words }))];
    return [];
  }

  async ask(question) {
    this.number += 1;
    const { number } = this;
    const reply = await this.link.request({ ask: "question", ...question });
    if (number !== this.number) return;
    const texts = reply.ok ? reply.texts ?? [] : [reply.text || (hasWords(reply.code) ? t(reply.code) : t("ask_no_answer"))];
    $("answer").replaceChildren(...texts.map((text) => el("li", {}, text)));
    $("answer").hidden = false;
    $("answer").classList.toggle("refused", !reply.ok);
    put($("answer"), "tabindex", $("answer").scrollHeight > $("answer").clientHeight ? "0" : null); // what scrolls must be reached by keyboard
    show($("answer-title"), t("answer_to_question"));
    this.say(texts.join(" "));
    if (reply.ok && question.text) $("ask-text").value = "";
  }

  /** The language has changed, or what is on the table. */
  draw() {
    this.offer();
    if ($("answer").hidden) return;
    show($("answer-title"), t("answer_to_question"));
  }
}
