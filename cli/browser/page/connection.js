// The one WebSocket to our own program: shows its pass, and comes back by itself.

const AGAIN = [300, 700, 1500, 3000];
/** Milliseconds of silence after which the connection is cut, whatever the browser says; the program speaks every 3 s. */
const SILENCE = 8000;

/**
 * Something that is kept where no other site and no other port can read it.
 * @param {string} name
 * @param {string} [value]
 * @param {Storage} [store]
 * @returns {string}
 */
export function kept(name, value, store = localStorage) {
  try {
    if (value) store.setItem(name, value);
    return value || store.getItem(name) || "";
  } catch {
    return value || "";
  }
}

/** @returns {string} the name of this tab, which survives reloading */
function tab() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return kept("tab", "", sessionStorage) || kept("tab", bytes.join("-"), sessionStorage);
}

export class Connection {
  /**
   * @param {string} ticket given with the page, if it was opened with a token
   * @param {number[]} pace how many messages it may send per second, and at once
   * @param {{hear: (message: any) => void, lost: (code: number) => void}} handlers
   * @param {(new () => import("./sealed.js").Seal) | null} Seal encrypts the messages of a guest's phone
   */
  constructor(ticket, pace, handlers, Seal = null) {
    this.ticket = kept("ticket", ticket);
    this.handlers = handlers;
    this.Seal = Seal;
    /** @type {import("./sealed.js").Seal | null} */
    this.seal = null;
    this.failures = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.done = false;
    this.heard = 0;
    const [rate, burst] = pace;
    this.left = burst;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.hidden || this.open());
    setInterval(() => {
      this.left = Math.min(burst, Math.max(0, this.left) + rate);
      this.listen();
    }, 1000);
  }

  /** Give up a connection that is silent. */
  listen() {
    const socket = this.socket;
    if (!socket || Date.now() - this.heard <= SILENCE) return;
    this.closed(socket, 0);
    socket.close();
  }

  /** @param {WebSocket} socket @param {number} code */
  closed(socket, code) {
    if (this.socket !== socket) return;
    this.socket = null;
    this.handlers.lost(code);
    if (code === 4001) this.done = true;  // another window has the table
    if (this.done) return;
    setTimeout(() => this.open(), AGAIN[Math.min(this.failures, AGAIN.length - 1)]);
    this.failures += 1;
  }

  open() {
    this.listen();
    if (this.done || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const socket = new WebSocket(`ws://${location.host}/table`);
    this.socket = socket;
    this.heard = Date.now();
    const seal = (this.seal = this.Seal && new this.Seal());
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => (seal ? socket.send(seal.nonce) : this.send({ ticket: this.ticket, tab: tab() })));
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      if (seal && !seal.keys) {
        seal.begin(event.data);
        this.send({ tab: tab() });
        return;
      }
      this.failures = 0;
      this.handlers.hear(JSON.parse(seal ? seal.open(event.data) : event.data));
    });
    socket.addEventListener("close", (event) => this.closed(socket, event.code));
  }

  /** @param {Record<string, any>} message */
  send(message) {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN || (this.left -= 1) < 0) return;
    const text = JSON.stringify(message);
    this.socket.send(this.seal ? /** @type {any} */ (this.seal.close(text)) : text);
  }
}
