// "Your copy": which spaces of the printed board are tunnels and footprints, and what the 36 cards show.
// The device checks what is entered; here nothing can be entered that isn't seven spaces, four times nine, each fowl once.

import { $, el, show, svg } from "./dom.js";
import { CELLS, CENTRE, HEIGHT, SIDE, WIDTH, corners, named, pointsText } from "./hex.js";
import { walkable } from "./layouts/walk.js";
import { footprint, fowl, icon, tunnel } from "./pieces.js";
import { download } from "./record.js";
import { t } from "./words.js";

const GAME = "fowl_play";
const TYPES = ["chicken", "duck", "goose", "turkey"];
const PLURALS = ["chickens", "ducks", "geese", "turkeys"];
const COLORS = ["black", "brown", "white"];
const SHAPES = ["circle", "hexagon", "square"];
const LOOKS = TYPES.flatMap((type) => COLORS.flatMap((color) => SHAPES.map((shape) => `${type}-${color}-${shape}`)));
const STANDARD = [
  "tunnels g7 i11 k9 i5 e3 c5 e9",
  `cards ${LOOKS.join(" ")}`,
  "place m7 m8 m9 l6 l7 l8 k5 k6 k7 m13 m12 m11 l13 l12 l11 k13 k12 k11 a7 a6 a5 b8 b7 b6 c9 c8 c7 a1 a2 a3 b1 b2 b3 c1 c2 c3",
];
const LATER = "roost-copy-later";
const STEPS = ["ask", "tunnels", "flocks", "cards", "check"];

/** {tunnels: Set of cells, flocks: four Sets of cells, cards: 36 looks} from lines of the record; what is missing is standard. */
export function parse(lines) {
  const words = {};
  for (const line of [...STANDARD, ...lines]) {
    const [word, ...tokens] = line.trim().split(/\s+/);
    words[word] = tokens;
  }
  const flocks = TYPES.map(() => new Set());
  words.place.forEach((name, card) => {
    const type = TYPES.indexOf((words.cards[card] ?? "").split("-")[0]);
    if (type >= 0 && named(name) !== undefined) flocks[type].add(named(name));
  });
  return {
    tunnels: new Set(words.tunnels.map(named).filter((cell) => cell !== undefined)),
    flocks,
    cards: words.cards.slice(0, 36),
  };
}

/** The lines of a copy. A flock's fowl lie on its spaces in board order, by colour, then shape. */
export function lines({ tunnels, flocks, cards }) {
  const names = (cells) => [...cells].sort((a, b) => a - b).map((cell) => CELLS[cell].name);
  const order = [...cards].sort((a, b) => LOOKS.indexOf(a) - LOOKS.indexOf(b));
  const spaces = flocks.flatMap(names);
  const place = cards.map((look) => spaces[order.indexOf(look)]);
  return [`tunnels ${names(tunnels).join(" ")}`, `cards ${cards.join(" ")}`, `place ${place.join(" ")}`];
}

const lookWords = (look) => {
  const [type, color, shape] = look.split("-");
  return t("fowl", t(type), t(color), t(shape));
};

export class Copy {
  constructor(link) {
    this.link = link;
    this.step = "ask";
    this.kept = null; // lines the device uses
    this.own = true;
    this.flock = 0;
    this.card = 0;
    this.home = CENTRE;
    this.asked = false;
    $("copy-dialog").addEventListener("close", () => sessionStorageSet(LATER));
  }

  async fetch() {
    const reply = await this.link.request({ ask: "copy", game: GAME });
    const own = (reply.lines ?? []).filter((line) => /^(tunnels|cards|place) /.test(line));
    this.own = reply.own ?? own.length > 0;
    this.kept = own.length ? own : STANDARD;
    return reply.ok;
  }

  /** What each card shows, by the device's own copy. */
  async looks() {
    await this.fetch();
    return Object.fromEntries(parse(this.kept).cards.map((look, at) => [at + 1, look]));
  }

  /** Asks, before the first game: no answer kept on the device yet, and nobody said "later" in this tab. */
  async offer(screen) {
    if (this.asked || !screen || !["menu", "setup"].includes(screen.mode)) return;
    this.asked = true;
    if (sessionStorageGet(LATER) || !(await this.fetch()) || this.own) return;
    this.show("ask");
  }

  async open() {
    this.asked = true;
    await this.fetch();
    this.show("ask");
  }

  show(step) {
    this.step = step;
    if (step === "ask") this.draft = parse(this.kept);
    this.message = "";
    this.draw();
    if (!$("copy-dialog").open) $("copy-dialog").showModal();
    $("copy-title").focus();
  }

  translate() {
    if ($("copy-dialog").open) this.draw();
  }

  draw() {
    const titles = { ask: "copy_ask", tunnels: "copy_step_tunnels", flocks: "copy_step_flocks", cards: "copy_step_cards", check: "copy_step_check", text: "copy_text" };
    $("copy-title").textContent = t(titles[this.step]);
    const body = { ask: this.askBody, tunnels: this.tunnelsBody, flocks: this.flocksBody, cards: this.cardsBody, check: this.checkBody, text: this.textBody };
    const focus = document.activeElement?.dataset?.key;
    $("copy-body").replaceChildren(...body[this.step].call(this), el("p", { class: "refused", role: "alert", id: "copy-message", hidden: !this.message }, this.message || ""));
    if (focus) $("copy-body").querySelector(`[data-key="${focus}"]`)?.focus();
  }

  // ---- the steps

  askBody() {
    return [
      el("p", {}, t("copy_why")),
      el("p", { class: "quiet" }, t(this.own ? "copy_own" : "copy_example")),
      el("div", { class: "copy-both" }, this.board({}), this.cardTable({})),
      this.buttons(
        ["copy_yes", () => this.keep(this.kept), "strong"],
        ["copy_no", () => this.show("tunnels")],
        ["copy_text", () => this.show("text")],
        [this.own ? "close" : "copy_later", () => $("copy-dialog").close()],
      ),
    ];
  }

  tunnelsBody() {
    const { tunnels } = this.draft;
    const toggle = (cell) => {
      if (cell === CENTRE) return;
      if (!tunnels.delete(cell) && tunnels.size < 7) tunnels.add(cell);
      this.draw();
    };
    return [
      el("p", {}, t("copy_tunnels_hint"), " ", el("strong", { role: "status" }, t("copy_count", tunnels.size, 7))),
      this.board({ tap: toggle, pressed: (cell) => tunnels.has(cell) }),
      this.walk(() => (tunnels.size === 7 ? "" : t("copy_tunnels_few", tunnels.size))),
    ];
  }

  flocksBody() {
    const { flocks } = this.draft;
    const toggle = (cell) => {
      const mine = flocks[this.flock];
      if (mine.delete(cell)) return this.draw();
      if (mine.size >= 9) return undefined;
      for (const flock of flocks) flock.delete(cell);
      mine.add(cell);
      return this.draw();
    };
    const tabs = el("div", { class: "flock-tabs", role: "group", "aria-label": t("copy_step_flocks") }, ...TYPES.map((type, at) => el("button", {
      type: "button", class: `flock-${type}`, "data-key": `flock-${at}`, "aria-pressed": String(at === this.flock),
      onclick: () => {
        this.flock = at;
        this.draw();
      },
    }, t(PLURALS[at]), " ", el("span", { class: "badge" }, t("copy_count", flocks[at].size, 9)))));
    const few = () => flocks.map((flock, at) => (flock.size === 9 ? "" : t("copy_too_few", t(PLURALS[at]), flock.size, 9))).filter(Boolean).join(" ");
    return [el("p", {}, t("copy_flocks_hint")), tabs, this.board({ tap: toggle, pressed: (cell) => flocks[this.flock].has(cell) }), this.walk(few)];
  }

  cardsBody() {
    const { cards } = this.draft;
    const done = this.card >= 36;
    const set = (look) => {
      if (done) return;
      const other = cards.indexOf(look);
      [cards[this.card], cards[other]] = [look, cards[this.card]];
      this.card += 1;
      this.draw();
    };
    return [
      el("p", { role: "status" }, done ? t("copy_card_all") : t("copy_cards_hint", this.card + 1)),
      el("div", { class: "copy-both" }, this.fowlTable(set, done ? null : cards[this.card]), this.cardTable({ pick: (at) => {
        this.card = at;
        this.draw();
      }, at: this.card })),
      this.walk(() => ""),
    ];
  }

  checkBody() {
    return [
      el("div", { class: "copy-both" }, this.board({}), this.cardTable({})),
      this.buttons(
        ["copy_keep", () => this.keep(lines(this.draft)), "strong"],
        ["copy_previous", () => this.show("cards")],
        ["cancel", () => $("copy-dialog").close()],
      ),
    ];
  }

  textBody() {
    const field = el("textarea", { id: "copy-lines", rows: 12, spellcheck: "false", autocapitalize: "none" });
    field.value = lines(this.draft).map((line) => `${line}\n`).join("");
    const given = () => field.value.split("\n").map((line) => line.replace(/#.*/, "").trim()).filter(Boolean);
    return [
      el("label", { for: "copy-lines" }, t("copy_text_label")),
      field,
      this.buttons(
        ["copy_take_over", () => this.keep(given()), "strong"],
        ["copy_download", () => download(`${GAME}-copy.txt`, field.value)],
        ["copy_previous", () => this.show("ask")],
      ),
    ];
  }

  /** Sends lines to the device, which checks them and keeps them. */
  async keep(wanted) {
    const reply = await this.link.request({ set: { copy: wanted }, game: GAME });
    if (!reply.ok) {
      this.message = t("copy_refused", reply.text ?? "");
      show($("copy-message"), this.message);
      return;
    }
    this.kept = wanted;
    this.own = true;
    $("copy-dialog").close();
    show($("notice-text"), t("copy_kept"));
    $("notice").hidden = false;
    setTimeout(() => {
      if ($("notice-text").textContent === t("copy_kept")) $("notice").hidden = true;
    }, 5000);
  }

  walk(problem) {
    const at = STEPS.indexOf(this.step);
    return this.buttons(
      ["copy_next", () => {
        this.message = problem();
        if (this.message) show($("copy-message"), this.message);
        else this.show(STEPS[at + 1]);
      }, "strong"],
      ["copy_previous", () => this.show(STEPS[at - 1])],
      ["cancel", () => $("copy-dialog").close()],
    );
  }

  buttons(...entries) {
    return el("div", { class: "moves" }, ...entries.map(([key, act, style]) => el("button", { type: "button", class: style ?? "", "data-key": key, onclick: act }, t(key))));
  }

  // ---- the drawings

  /** The board with tunnels and footprints; with tap, each space is a button. */
  board({ tap, pressed }) {
    const { tunnels, flocks } = this.draft;
    const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "copy-board", role: tap ? "group" : "img", "aria-label": tap ? t("board") : this.boardWords() });
    for (const cell of CELLS) {
      const flock = flocks.findIndex((each) => each.has(cell.index));
      const words = [cell.name, tunnels.has(cell.index) ? t("tunnel") : "", flock >= 0 ? t(PLURALS[flock]) : ""].filter(Boolean).join(", ");
      const group = svg("g", tap ? {
        role: "button", tabindex: "-1", "aria-label": words, "aria-pressed": String(pressed(cell.index)), class: "copy-cell",
        "data-key": `cell-${cell.index}`, "data-place": cell.index, onclick: () => tap(cell.index),
      } : { class: "copy-cell" },
      svg("polygon", { points: pointsText(corners(cell.cx, cell.cy, 0.97)), class: flock >= 0 ? `flock-${TYPES[flock]}` : "" }));
      if (tunnels.has(cell.index)) group.append(svg("g", { transform: `translate(${cell.cx} ${cell.cy - 4}) scale(0.9)` }, tunnel()));
      else if (flock >= 0) group.append(svg("g", { transform: `translate(${cell.cx} ${cell.cy - 8})` }, footprint(TYPES[flock], t(`letter_${TYPES[flock]}`))));
      group.append(svg("text", { class: "cell-name", x: cell.cx, y: cell.cy + 0.76 * SIDE, "text-anchor": "middle" }, cell.name));
      drawing.append(group);
    }
    if (!tap) return drawing;
    const frame = el("div", {}, drawing);
    walkable(frame, [...drawing.children], {
      home: this.home, tap, stops: () => [...CELLS.keys()].filter(pressed), moved: (cell) => (this.home = cell),
    });
    return frame;
  }

  boardWords() {
    const { tunnels, flocks } = this.draft;
    const names = (cells) => [...cells].map((cell) => CELLS[cell].name).join(" ");
    return `${t("copy_drawing")}. ${t("tunnel")}: ${names(tunnels)}. ${flocks.map((flock, at) => `${t(PLURALS[at])}: ${names(flock)}`).join(". ")}.`;
  }

  /** The cards 1 to 36 with what they show; with pick, each is a button. */
  cardTable({ pick, at }) {
    return el("ol", { class: "copy-cards", "aria-label": t("copy_cards_drawing") }, ...this.draft.cards.map((look, index) => {
      const words = `${t("copy_card", index + 1)}: ${lookWords(look)}`;
      const inside = [icon(fowl(look)), el("span", { class: "card-number" }, String(index + 1))];
      return el("li", {}, pick
        ? el("button", { type: "button", "aria-label": words, title: words, "data-key": `card-${index}`, "aria-current": index === at ? "true" : null, onclick: () => pick(index) }, ...inside)
        : el("span", { class: "card-face", role: "img", "aria-label": words, title: words }, ...inside));
    }));
  }

  /** The 36 fowl to choose from. */
  fowlTable(pick, now) {
    return el("div", { class: "fowl-table", role: "group", "aria-label": t("copy_step_cards") }, ...LOOKS.map((look) => el("button", {
      type: "button", "aria-label": lookWords(look), title: lookWords(look), "data-key": look, "aria-current": look === now ? "true" : null, onclick: () => pick(look),
    }, icon(fowl(look)))));
  }
}

function sessionStorageSet(key) {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    return; // forbidden: then the question comes again with the next load
  }
}

function sessionStorageGet(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
