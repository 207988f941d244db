// No cards at hand? The panel of the dealer that sits on the host: who plays, whose hand is looked at, what is chosen in secret.

import { el, svg } from "./dom.js";
import { fowl } from "./pieces.js";

const WORDS = {
  en: {
    title: "No cards at hand?",
    title_on: "The cards",
    what: "The page shuffles, deals and draws for you, and can play for any seat. The device sees only what would lie open at the table.",
    deal: "Deal for the next game",
    deal_seed: "Number of the deal (empty: any)",
    wanted: "The cards are dealt here as soon as the set-up is done. Whatever the device says about cards until then is done for you: just confirm it. What is secret, such as a target, you choose here afterwards.",
    not_wanted: "No, don't deal",
    stop: "Stop dealing",
    seed: "Deal number {0}",
    people: "a person",
    random: "computer, plays anything",
    greedy: "computer, greedy",
    sensible: "computer, plays well",
    who: "Who plays {0}?",
    show: "{0} only: show",
    show_asked: "{0} only: choose",
    hand: "{0}’s cards",
    in_hand: "In hand",
    cover: "Cover the cards",
    nothing: "No cards.",
    laid: "Laid face down: {0}",
    kept: { fowl_play: "Target", fancy_feathers: "Given up for Foxes", birds_of_a_feather: "To be passed on" },
    asks: {
      target: "Choose the target card. It stays secret until the end.",
      card: "Choose the fowl card for this turn.",
      give: "Give up one card for the Fox.",
      bird: "Choose the bird for this round.",
      discard: "Discard one card; then one is drawn.",
      pass: "Choose a card to pass on, {0} of {1}.",
      "draft-hand": "Draft a card for the hand.",
      "draft-deck": "Draft a card for the deck.",
    },
    waits: {
      target: "chooses a target",
      card: "chooses a card",
      give: "gives up a card",
      bird: "chooses a bird",
      discard: "discards a card",
      pass: "passes cards on",
      "draft-hand": "drafts",
      "draft-deck": "drafts",
    },
    cards: "{0} cards",
    cards_1: "1 card",
    paused: "Something was taken back. Nothing is entered from here until you go on.",
    go_on: "Go on",
    astray: "A line was entered that these cards don't allow. Take it back on the device, or stop dealing.",
    away: "The device is elsewhere; dealing goes on with the game.",
    over: "The game is over.",
    enters: "The page deals and plays for the computer: it enters this by itself.",
  },
  de: {
    title: "Keine Karten zur Hand?",
    title_on: "Die Karten",
    what: "Die Seite mischt, teilt aus und zieht nach und kann jeden Platz spielen. Das Gerät sieht nur, was am Tisch offen läge.",
    deal: "Für die nächste Partie austeilen",
    deal_seed: "Nummer der Verteilung (leer: beliebig)",
    wanted: "Ausgeteilt wird hier, sobald der Aufbau fertig ist. Was das Gerät bis dahin über Karten sagt, ist damit getan: einfach bestätigen. Geheimes, etwa eine Zielkarte, wird danach hier gewählt.",
    not_wanted: "Nein, nicht austeilen",
    stop: "Nicht mehr austeilen",
    seed: "Verteilung {0}",
    people: "ein Mensch",
    random: "Computer, spielt irgendetwas",
    greedy: "Computer, gierig",
    sensible: "Computer, spielt gut",
    who: "Wer spielt {0}?",
    show: "Nur {0}: zeigen",
    show_asked: "Nur {0}: wählen",
    hand: "Karten von {0}",
    in_hand: "Auf der Hand",
    cover: "Karten verdecken",
    nothing: "Keine Karten.",
    laid: "Verdeckt ausgelegt: {0}",
    kept: { fowl_play: "Zielkarte", fancy_feathers: "Für Füchse abgegeben", birds_of_a_feather: "Weiterzugeben" },
    asks: {
      target: "Die Zielkarte wählen. Sie bleibt bis zum Ende geheim.",
      card: "Die Karte für diesen Zug wählen.",
      give: "Eine Karte für den Fuchs abgeben.",
      bird: "Den Vogel für diese Runde wählen.",
      discard: "Eine Karte abwerfen; dann wird eine gezogen.",
      pass: "Eine Karte zum Weitergeben wählen, {0} von {1}.",
      "draft-hand": "Eine Karte für die Hand wählen.",
      "draft-deck": "Eine Karte für den Stapel wählen.",
    },
    waits: {
      target: "wählt eine Zielkarte",
      card: "wählt eine Karte",
      give: "gibt eine Karte ab",
      bird: "wählt einen Vogel",
      discard: "wirft eine Karte ab",
      pass: "gibt Karten weiter",
      "draft-hand": "wählt Karten",
      "draft-deck": "wählt Karten",
    },
    cards: "{0} Karten",
    cards_1: "1 Karte",
    paused: "Etwas wurde zurückgenommen. Von hier wird nichts eingegeben, bis es weitergeht.",
    go_on: "Weiter",
    astray: "Eine Zeile wurde eingegeben, die diese Karten nicht zulassen. Bitte am Gerät zurücknehmen oder das Austeilen beenden.",
    away: "Das Gerät ist gerade woanders; ausgeteilt wird mit der Partie weiter.",
    over: "Die Partie ist zu Ende.",
    enters: "Die Seite teilt aus und spielt für den Computer: das gibt sie selbst ein.",
  },
};

function words(key, ...values) {
  const own = WORDS[document.documentElement.lang] ?? WORDS.en;
  const found = key.split(".").reduce((from, part) => from?.[part], own) ?? key;
  return found.replaceAll(/\{(\d)\}/g, (_, place) => values[Number(place)]);
}

export class Dealer {
  /** link: the connection; box: the element that the panel fills. */
  constructor(link, box) {
    this.link = link;
    this.box = box;
    this.state = { on: false, wanted: false };
    this.hand = null;
    this.wanted = null; // the seat whose hand is to be shown
    this.dialog = el("dialog", { class: "hand", "aria-labelledby": "hand-title" });
    this.dialog.addEventListener("close", () => this.covered());
    document.body.append(this.dialog);
    this.draw();
  }

  /** Takes what the host's dealer says. */
  take({ state, hand }) {
    if (state) {
      this.state = state;
      this.draw();
    }
    if (hand !== undefined) this.takeHand(hand);
  }

  /** Why a question of the game isn't for people to answer, in words; "" if it is. */
  answers() {
    return this.state.on && this.state.enters ? words("enters") : "";
  }

  /** The language of the page has changed. */
  translate() {
    this.draw();
    if (this.hand) this.drawHand();
  }

  say(message) {
    this.link.send({ dealer: message });
  }

  // ---- the panel

  draw() {
    const focus = document.activeElement?.id;
    this.box.replaceChildren(el("h2", { id: "dealer-title" }, words(this.state.on ? "title_on" : "title")), ...(this.state.on ? this.table() : this.offer()));
    if (focus) document.getElementById(focus)?.focus();
  }

  offer() {
    if (this.state.wanted) {
      return [
        el("p", { role: "status" }, words("wanted")),
        el("button", { type: "button", id: "dealer-stop", onclick: () => this.say({ do: "stop" }) }, words("not_wanted")),
      ];
    }
    const seed = el("input", { type: "text", id: "dealer-seed", inputmode: "numeric", pattern: "[0-9]{1,9}", maxlength: 9, autocomplete: "off" });
    const form = el("form", { class: "deal" },
      el("label", { for: "dealer-seed" }, words("deal_seed")),
      el("div", { class: "line-row" }, seed, el("button", { type: "submit", id: "dealer-deal" }, words("deal"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(/^\d{1,9}$/.test(seed.value) ? { do: "deal", seed: Number(seed.value) } : { do: "deal" });
    });
    return [el("p", { class: "quiet" }, words("what")), form];
  }

  table() {
    const { seats, paused, astray, over, here, seed } = this.state;
    const problem = astray ? "astray" : over ? "over" : !here ? "away" : paused ? "paused" : "";
    return [
      el("ul", { class: "deal-seats" }, ...seats.map((seat, number) => this.seat(seat, number))),
      el("p", { id: "dealer-problem", role: "status", class: astray ? "refused" : "quiet" }, problem ? words(problem) : ""),
      paused && !astray ? el("button", { type: "button", id: "dealer-go-on", class: "strong", onclick: () => this.say({ do: "go-on" }) }, words("go_on")) : "",
      el("p", { class: "deal-foot" },
        el("span", { class: "quiet" }, words("seed", seed)),
        el("button", { type: "button", id: "dealer-stop", onclick: () => this.say({ do: "stop" }) }, words("stop"))),
    ];
  }

  seat(seat, number) {
    const who = el("select", { id: `deal-who-${number}`, "aria-label": words("who", seat.words) },
      ...[null, ...this.state.kinds].map((kind) => el("option", { value: kind ?? "", selected: kind === seat.computer }, words(kind ?? "people"))));
    who.addEventListener("change", () => this.say({ do: "seat", seat: number, computer: who.value || null }));
    const asked = seat.asks && !seat.computer;
    const open = el("button", { type: "button", id: `deal-show-${number}`, class: asked ? "strong" : "", disabled: Boolean(seat.computer),
      onclick: () => this.open(number) }, words(asked ? "show_asked" : "show", seat.words));
    const count = words(seat.hand === 1 ? "cards_1" : "cards", seat.hand);
    return el("li", {},
      el("strong", {}, seat.words), who, open,
      el("span", { class: "quiet" }, asked ? `${count}, ${words(`waits.${seat.asks}`)}` : count));
  }

  // ---- a hand

  open(seat) {
    this.wanted = seat;
    this.say({ do: "open", seat });
  }

  takeHand(hand) {
    if (hand && hand.seat !== this.wanted) return; // covered meanwhile
    const chose = this.hand?.question && hand && kind(hand) !== kind(this.hand); // it is decided: nobody else shall see more
    this.hand = hand;
    if (!hand || chose) {
      this.hand = this.wanted = null;
      if (this.dialog.open) this.dialog.close();
      return;
    }
    this.drawHand();
    if (!this.dialog.open) this.dialog.showModal();
  }

  covered() {
    this.hand = this.wanted = null;
    this.dialog.replaceChildren();
    this.say({ do: "close" });
  }

  drawHand() {
    const { seat, cards, laid, kept, question } = this.hand;
    const name = this.state.seats[seat].words;
    const asked = question?.asking;
    const options = (question?.options ?? []).map((card) => el("li", {},
      el("button", { type: "button", class: "deal-card", onclick: () => this.say({ do: "choose", seat, card: card.card }) }, picture(card), card.words)));
    const rest = cards.filter((card) => !question || !question.options.some((option) => option.card === card.card));
    this.dialog.replaceChildren(
      el("h2", { id: "hand-title", tabindex: "-1" }, words("hand", name)),
      asked ? el("p", { class: "deal-ask" }, words(`asks.${asked}`, ...question.of)) : "",
      asked ? el("ul", { class: "deal-cards", "aria-label": words(`asks.${asked}`, ...question.of) }, ...options) : "",
      ...list(words("in_hand"), rest, asked ? "" : words("nothing")),
      laid ? el("p", {}, words("laid", laid.words)) : "",
      ...list(words(`kept.${this.state.game}`), kept, ""),
      el("form", { method: "dialog" }, el("button", { id: "hand-cover" }, words("cover"))));
    this.dialog.querySelector(".deal-card, #hand-cover")?.focus();
  }
}

/** What a hand is asked: drafting for hand and deck is one thing. */
function kind(hand) {
  return hand.question?.asking.split("-")[0];
}

/** A heading and the cards under it; where there are none, the text for that, or nothing at all. */
function list(title, cards, empty) {
  if (!cards.length) return empty ? [el("p", { class: "quiet" }, empty)] : [];
  return [el("h3", {}, title), el("ul", { class: "deal-cards" }, ...cards.map((card) => el("li", { class: "deal-card" }, picture(card), card.words)))];
}

/** A small picture of a card, where there is one. */
function picture(card) {
  return card.look ? svg("svg", { viewBox: "-44 -44 88 88", class: "deal-picture", "aria-hidden": "true" }, fowl(card.look, card.card)) : "";
}
