// The question and its choices, in words.

import { $, el, put, show } from "./dom.js";
import { icon, picture } from "./pieces.js";
import { sheetTable } from "./table.js";
import { t } from "./words.js";

const NARROW = matchMedia("(max-width: 959px)"); // as in style.css: all in one column
const FILTER_FROM = 13; // lists of this length get a field to find in them
const BY_HAND = ["setup", "game", "announce"]; // modes in which what is to be done first is done by hand
const ABOUT = ["menu", "dialog"]; // modes in which the display's heading says what the question is about
const GUARD_MS = 300;
const LONGEST_NAME = 12; // what a record has room for
const WIDE = 22; // choices with more characters get a wide column

/** The choice that there is only one of and that is no place: a button beside the question is enough for it. */
function only(screen) {
  const choices = screen?.choices ?? [];
  return choices.length === 1 && screen.kind === "one" && !screen.sheet && choices[0].place === undefined ? choices[0] : null;
}

/** A text that the small display shows on several pages is several choices to turn through; here it stands in full, and is one. */
function first(choices, at) {
  let index = at;
  while (index > 0 && choices[index - 1].words === choices[index].words) index -= 1;
  return index;
}

/** Only a text to read, on however many pages of the small display. */
function onlyRead(screen) {
  const choices = screen?.choices ?? [];
  return screen?.mode === "dialog" && screen.do?.length > 0 && choices.length > 1 && first(choices, choices.length - 1) === 0;
}

export class Question {
  /** send(message) takes input events; refocus() is called when the list in focus was replaced. */
  constructor({ send }) {
    this.send = send;
    this.screen = null;
    this.buttons = [];
    $("hold").addEventListener("click", () => send({ hold: "confirm" }));
    $("go").addEventListener("click", () => this.enter() || send({ press: "confirm" }));
  }

  /** Draws a screen (null: none yet). looks as in pieces.js, scene for the pictures beside the choices. */
  draw(screen, scene, looks) {
    const had = this.focusInside();
    if (screen?.id !== this.screen?.id) this.since = performance.now();
    this.screen = screen;
    this.buttons = [];
    const seats = screen?.seats ?? [];
    const whose = seats.every((seat) => screen.title.includes(seat)) ? "" : seats.join(" · ");
    show($("seats"), whose || (ABOUT.includes(screen?.mode) && screen.head !== screen.title ? screen.head : ""));
    const refused = $("refused").hidden ? "" : $("refused").textContent;
    show($("rides"), (screen?.rides ?? []).filter((words) => words !== refused).slice(-3).join(" "));
    $("question").textContent = screen ? screen.title : t("starting");
    const todo = (screen?.do ?? []).filter((words) => words !== screen.title);
    $("do").hidden = !todo.length;
    $("do").classList.toggle("plain", !BY_HAND.includes(screen?.mode));
    $("do").classList.toggle("large", (screen?.choices ?? []).length <= 1 && todo.length <= 3);
    $("do-list").replaceChildren(...todo.map((words) => el("li", {}, words)));
    $("choices").replaceChildren(...this.content(screen, scene, looks));
    show($("hold"), screen?.sheet ? t("to_the_end") : screen?.hold);
    $("hold").title = t("hold_title");
    const one = only(screen);
    $("go").textContent = one ? one.words : t("go_on");
    $("go").hidden = !screen || (!one && !screen.sheet && !onlyRead(screen) && (screen.kind === "text" || (screen.choices ?? []).length > 0));
    document.querySelector(".choose").hidden = $("choices").childElementCount === 0;
    document.querySelector("main").classList.toggle("places", (screen?.choices ?? []).some((choice) => choice.place !== undefined));
    this.move(screen);
    if (had) this.focus();
    if (had && NARROW.matches) scrollTo({ top: 0 }); // what was chosen far down the page is answered at its top
  }

  /**
   * Takes the only choice there is, whatever page of its text the small display is at; false when there are others. As on the device,
   * nothing is taken in the first moment, so that a hasty second press doesn't confirm what nobody has read.
   */
  enter() {
    if (!only(this.screen)) return false;
    if (performance.now() - this.since >= GUARD_MS) this.send({ choose: 0, screen: this.screen.id });
    return true;
  }

  /** Is it a click of its own? The second half of a double click would take what only came with the first. */
  meant(event) {
    const before = this.clicked ?? 0;
    this.clicked = event.timeStamp; // when the hand did it, however long the page was busy with the first
    return event.detail < 2 || this.clicked - before >= GUARD_MS;
  }

  content(screen, scene, looks) {
    if (!screen) return [];
    if (screen.sheet) return [sheetTable(screen.sheet, screen.at)];
    const parts = [];
    if (only(screen)) return screen.mode === "sheet" && scene?.sheet ? [sheetTable(scene.sheet)] : [];
    if (screen.kind === "some") parts.push(this.picked(screen));
    const choices = screen.choices ?? [];
    if (choices.length >= FILTER_FROM) parts.push(this.filter(choices));
    const pictured = choices.some((choice) => this.drawing(choice, scene, looks));
    const longest = Math.max(0, ...choices.map((choice) => choice.words.length));
    let list = null;
    let group = null;
    const texts = screen.mode === "dialog" && screen.do?.length > 0;
    if (onlyRead(screen)) return [];
    choices.forEach((choice, index) => {
      if (list === null || choice.group !== group) {
        list = el("ul", { class: `choice-list ${longest > WIDE ? "wide" : pictured ? "pictured" : longest < 5 ? "narrow" : ""}` });
        parts.push(list);
        group = choice.group;
      }
      list.append(el("li", { hidden: texts && first(choices, index) !== index }, this.button(choice, index, screen, scene, looks)));
    });
    if (screen.kind === "text") parts.push(this.textForm(choices.length > 0));
    return parts;
  }

  button(choice, index, screen, scene, looks) {
    const drawing = this.drawing(choice, scene, looks);
    const chosen = this.isPicked(screen, choice, index);
    const button = el("button", {
      type: "button",
      class: chosen ? "choice chosen" : "choice",
      tabindex: "-1",
      "aria-pressed": screen.kind === "some" ? String(chosen) : null,
      onclick: (event) => this.meant(event) && this.send({ choose: index, screen: screen.id }),
    }, drawing ? icon(drawing) : null, el("span", {}, choice.words));
    this.buttons.push(button);
    return button;
  }

  /** The picture beside a choice: of the piece it names, or that stands on its place. */
  drawing(choice, scene, looks) {
    const [kind, value] = (choice.key ?? "").split(" ");
    if ((kind === "fowl" || kind === "card") && looks[value]) return picture(["fowl", Number(value), "", ""], looks);
    const marks = choice.place === undefined ? [] : (scene?.marks?.[choice.place] ?? []);
    const top = marks.findLast((mark) => (mark[0] === "fowl" && looks[mark[1]]) || (mark[0] === "fox" && looks.seats));
    return top ? picture(top, looks) : null;
  }

  isPicked(screen, choice, index) {
    return (screen.picked ?? []).some((each) => each === index || each === choice.key || each === choice.words);
  }

  picked(screen) {
    const words = (screen.picked ?? []).map((each) => {
      const choice = (screen.choices ?? []).find((one, index) => index === each || one.key === each);
      return choice ? choice.words : String(each);
    });
    const many = screen.least === screen.most ? screen.most : `${screen.least}–${screen.most}`;
    const text = [t("pick_some", words.length, many)];
    if (words.length) text.push(t("picked", words.join(", ")));
    return el("p", { class: "quiet" }, text.join(". "));
  }

  filter(choices) {
    const none = el("p", { class: "quiet", role: "status" });
    const find = (event) => {
      const letters = event.target.value.trim().toLowerCase();
      let count = 0;
      choices.forEach((choice, index) => {
        const fits = letters.split(/\s+/).every((part) => choice.words.toLowerCase().includes(part));
        this.buttons[index].parentElement.hidden = !fits;
        count += fits;
      });
      none.textContent = count ? "" : t("none_match");
    };
    const only = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const fitting = this.buttons.filter((button) => !button.parentElement.hidden);
      const named = this.buttons[choices.findIndex((choice) => choice.words.startsWith(`${event.target.value.trim()}:`))]; // a card by its number
      if (named || fitting.length === 1) (named ?? fitting[0]).click();
    };
    const label = t("filter", choices.length);
    return el("div", { class: "filter" },
      el("input", { type: "search", "aria-label": label, placeholder: label, oninput: find, onkeydown: only }), none);
  }

  textForm(other) {
    const input = el("input", { type: "text", id: "text-answer", maxlength: LONGEST_NAME, autocomplete: "off" });
    const answer = (event) => {
      event.preventDefault();
      if (input.value.trim()) this.send({ text: input.value.trim() });
    };
    return el("form", { class: "text-form", onsubmit: answer },
      el("label", { for: "text-answer" }, t(other ? "new_name" : "answer")), el("div", { class: "line-row" }, input, el("button", { class: "strong" }, t("enter"))));
  }

  /** Shows where the cursor is; the choice under it is the one that Tab reaches. */
  move(screen) {
    show($("note"), (screen?.note ?? []).join(" · "));
    if (screen?.sheet) $("choices").replaceChildren(sheetTable(screen.sheet, screen.at));
    const focused = this.buttons.includes(document.activeElement);
    const at = screen?.mode === "dialog" && screen.do?.length ? first(screen.choices, screen.at) : screen?.at;
    this.buttons.forEach((button, index) => {
      const here = index === at;
      put(button, "aria-current", here ? "true" : null);
      put(button, "tabindex", here ? "0" : "-1");
      if (here && focused && button !== document.activeElement) button.focus();
    });
    this.intoView(this.buttons[at]);
  }

  /** Scrolls the list, never the page, so that the choice under the cursor can be seen. */
  intoView(button) {
    const box = $("choices");
    if (!button || box.scrollHeight <= box.clientHeight) return;
    const outer = box.getBoundingClientRect();
    const inner = button.getBoundingClientRect();
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
  }

  focusInside() {
    return $("choices").contains(document.activeElement) || [$("hold"), $("go")].includes(document.activeElement);
  }

  focus() {
    const next = this.buttons[this.screen?.at ?? 0] ?? $("choices").querySelector("input");
    if (next) next.focus({ preventScroll: true });
    else if (!$("go").hidden) $("go").focus({ preventScroll: true });
  }
}
