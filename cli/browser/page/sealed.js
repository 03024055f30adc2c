// Encrypts all messages with the key that was in the page's address, after the #: a guest's phone has no other
// protection on plain http (docs/browser.md says what it does not protect from).
import { kept } from "./connection.js";
import { chacha20poly1305 } from "./vendor/noble-ciphers/chacha.js";

const NONCE = 12;

/** @param {Uint8Array} key @param {Uint8Array} nonce @returns {Uint8Array} */
const stream = (key, nonce) => chacha20poly1305(key, nonce).encrypt(new Uint8Array(64)).slice(0, 64);

/** @param {number} number @returns {Uint8Array} */
function counted(number) {
  const nonce = new Uint8Array(NONCE);
  new DataView(nonce.buffer).setUint32(NONCE - 4, number);
  return nonce;
}

/** The key: the address is not the place to keep it, where everybody who looks at the phone sees it. */
const secret = kept("key", location.hash.slice(1));
if (location.hash) history.replaceState(null, "", "/");

/** @returns {Uint8Array} */
function keyOf() {
  const text = atob(secret.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

export class Seal {
  constructor() {
    this.nonce = crypto.getRandomValues(new Uint8Array(NONCE));
    this.sent = this.received = 0;
    /** @type {Uint8Array | null} */
    this.keys = null;
  }

  /** @param {ArrayBuffer} theirs what the program answered to our nonce */
  begin(theirs) {
    this.keys = stream(stream(keyOf(), this.nonce).slice(0, 32), new Uint8Array(theirs));
  }

  /** @param {string} text @returns {Uint8Array} */
  close(text) {
    const keys = /** @type {Uint8Array} */ (this.keys);
    return chacha20poly1305(keys.slice(32), counted(this.sent++)).encrypt(new TextEncoder().encode(text));
  }

  /** @param {ArrayBuffer} message @returns {string} raises an error unless it is the program's next message */
  open(message) {
    const keys = /** @type {Uint8Array} */ (this.keys);
    return new TextDecoder().decode(chacha20poly1305(keys.slice(0, 32), counted(this.received++)).decrypt(new Uint8Array(message)));
  }
}
