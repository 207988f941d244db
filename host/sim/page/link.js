// The websocket to the server: messages out and in, requests with an answer, and a new connection when it breaks.

const WAITS_MS = [100, 250, 500, 1000, 2000, 4000, 8000];
const REQUEST_MS = 10000;

export class Link {
  /** heard(message) is called for each message that is no answer; changed(connected) when the connection comes or goes. */
  constructor({ heard, changed }) {
    this.heard = heard;
    this.changed = changed;
    this.socket = null;
    this.tries = 0;
    this.requests = new Map();
    this.lastId = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.connect();
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`ws://${location.host}/link`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.changed(true);
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.fail("lost");
      this.changed(false);
      this.timer = setTimeout(() => this.connect(), WAITS_MS[Math.min(this.tries, WAITS_MS.length - 1)]);
      this.tries += 1;
    };
  }

  /** Connects now instead of after the wait. */
  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  /** Sends a message; false when there is no connection. */
  send(message) {
    if (!this.connected) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends a request and gives its answer; the `lines` or `texts` of a long one are put together. An answer with ok false is given, too. */
  request(message) {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      const request = { resolve, lines: [], texts: [] };
      request.timer = setTimeout(() => this.settle(id, { ok: false, code: "no-answer", text: "" }), REQUEST_MS);
      this.requests.set(id, request);
      if (!this.send({ ...message, id })) this.settle(id, { ok: false, code: "device-away", text: "" });
    });
  }

  settle(id, reply) {
    const request = this.requests.get(id);
    if (!request) return;
    clearTimeout(request.timer);
    this.requests.delete(id);
    request.resolve(reply);
  }

  fail(code) {
    for (const id of [...this.requests.keys()]) this.settle(id, { ok: false, code, text: "" });
  }

  take(message) {
    if (!("reply" in message)) {
      this.heard(message);
      return;
    }
    const request = this.requests.get(message.reply);
    if (!request) return;
    for (const name of ["lines", "texts"]) request[name].push(...(message[name] ?? []));
    if (!message.more) this.settle(message.reply, { ...message, lines: request.lines, texts: request.texts });
  }
}
