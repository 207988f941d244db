// What the pieces of a game look like: asked of the device once a game, since scenes only number them.
// Only Fowl Play! needs it, whose cards differ from copy to copy.

const GAME = "fowl_play";

export class Looks {
  /** copy: what the device's own copy shows, while no game has begun; changed() is called when `now` has become another. */
  constructor(link, copy, changed) {
    this.link = link;
    this.copy = copy;
    this.changed = changed;
    this.now = {}; // card -> "duck-white-circle"; `seats`: colours of the foxes, once they are known
    this.asked = null;
  }

  /** Forgets everything: another device, another game. */
  clear() {
    this.asked = null;
  }

  /** Asks anew when the screen belongs to another game, or when a set-up or an offer to go on has become a game. */
  async follow(screen) {
    const key = screen.game === GAME ? this.phase(screen.mode) : "";
    if (key === this.asked) return;
    this.asked = key;
    const found = key ? await this.ask() : {};
    if (key !== this.asked || JSON.stringify(found) === JSON.stringify(this.now)) return;
    this.now = found;
    this.changed();
  }

  phase(mode) {
    if (mode === "setup" || mode === "sheet") return mode;
    if (mode === "game" || this.asked === "game") return "game";
    return mode === "announce" ? "announce" : this.asked || "before"; // a set-up announces, too; menus and dialogs belong to either
  }

  async ask() {
    const reply = await this.link.request({ ask: "state" });
    if (reply.ok && reply.state?.shows) return { ...reply.state.shows, seats: reply.state.seats };
    return this.copy.looks();
  }
}
