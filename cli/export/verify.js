// Checks the log of a recorded game in the browser: hash chain, signatures, and the scores that all have signed
// (docs/protocol.md). It knows no rule of the game and no proof of the deck: those only `p2puno verify` checks.
import { filled } from "../browser/page/dom.js";
import { verifyAsync } from "../browser/page/vendor/noble-ed25519/ed25519.js";

/** @typedef {{is: "right" | "false" | "open", says: string}} Finding */

const GENESIS = "p2puno/genesis\0", ENTRY = "p2puno/entry\0", NOBODY = -1;

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
/** @param {Uint8Array} data @returns {string} */
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {Uint8Array<ArrayBuffer>} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
/** @param {...Uint8Array} parts @returns {Uint8Array<ArrayBuffer>} */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));

/**
 * Decodes msgpack, as far as the log uses it.
 * @param {Uint8Array} data
 * @returns {any}
 */
function unpack(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  const take = (/** @type {number} */ count) => data.subarray(at, (at += count));
  const number = (/** @type {number} */ size, signed = false) => {
    const value = size === 8 ? Number(signed ? view.getBigInt64(at) : view.getBigUint64(at)) : size === 4 ? (signed ? view.getInt32(at) : view.getUint32(at)) : size === 2 ? (signed ? view.getInt16(at) : view.getUint16(at)) : signed ? view.getInt8(at) : view.getUint8(at);
    at += size;
    return value;
  };
  const list = (/** @type {number} */ count) => Array.from({ length: count }, next);
  const text = (/** @type {number} */ count) => new TextDecoder("utf-8", { fatal: true }).decode(take(count));
  /** @returns {any} */
  function next() {
    const kind = number(1);
    if (kind < 0x80) return kind;
    if (kind >= 0xe0) return kind - 256;
    if (kind >= 0x90 && kind < 0xa0) return list(kind - 0x90);
    if (kind >= 0xa0 && kind < 0xc0) return text(kind - 0xa0);
    switch (kind) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: case 0xc5: case 0xc6: return take(number(1 << (kind - 0xc4)));
      case 0xcc: case 0xcd: case 0xce: case 0xcf: return number(1 << (kind - 0xcc));
      case 0xd0: case 0xd1: case 0xd2: case 0xd3: return number(1 << (kind - 0xd0), true);
      case 0xd9: case 0xda: case 0xdb: return text(number(1 << (kind - 0xd9)));
      case 0xdc: case 0xdd: return list(number(kind === 0xdc ? 2 : 4));
    }
    throw new Error("not msgpack as we use it");
  }
  return next();
}

/** @type {boolean | null} whether the browser itself knows Ed25519 */
let native = null;

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} tag
 * @param {Uint8Array} body
 * @param {Uint8Array<ArrayBuffer>} signature
 * @returns {Promise<boolean>}
 */
async function isSigned(key, tag, body, signature) {
  const message = joined(new TextEncoder().encode(tag), body);
  if (native !== false) {
    try {
      const known = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
      native = true;
      return await crypto.subtle.verify({ name: "Ed25519" }, known, signature, message);
    } catch {
      if (native) return false;
      native = false;
    }
  }
  return verifyAsync(signature, message, key, { zip215: false }).catch(() => false);
}

/**
 * Checks the whole log.
 * @param {any} log as cli/export/embedded_log.py writes it
 * @param {any} game what the page shows
 * @param {Record<string, string>} words
 * @returns {Promise<Finding[]>}
 */
export async function verified(log, game, words) {
  const wrong = (/** @type {number} */ position, /** @type {string} */ why) => [{ is: /** @type {const} */ ("false"), says: filled(words.wrong, { position, why }) }];
  try {
    return await check(log, game, words, wrong);
  } catch {
    return wrong(0, words.wrong_hash);
  }
}

/**
 * @param {any} log
 * @param {any} game
 * @param {Record<string, string>} words
 * @param {(position: number, why: string) => Finding[]} wrong
 * @returns {Promise<Finding[]>}
 */
async function check(log, game, words, wrong) {
  const body = bytes(log.genesis[0]), id = await sha256(body), seats = unpack(body)[3];
  const names = seats.map((/** @type {any[]} */ seat) => seat[1]);
  if (hex(id) !== game.game || JSON.stringify(names) !== JSON.stringify(game.players)) return wrong(0, words.wrong_hash);
  for (let seat = 0; seat < seats.length; seat += 1) {
    if (!(await isSigned(seats[seat][0].slice(), GENESIS, body, bytes(log.genesis[1][seat])))) return wrong(0, filled(words.wrong_signature, { name: names[seat] }));
  }
  let previous = id, signatures = seats.length, certificates = 0, rounds = 0;
  /** @type {Uint8Array | null} what the agreements of this round must say */
  let agreed = null;
  for (const [place, [text, signature]] of log.entries.entries()) {
    const entry = bytes(text), [, of, position, before, seat, kind, payload] = unpack(entry);
    if (position !== place + 1 || hex(of) !== hex(id) || hex(before) !== hex(previous)) return wrong(place + 1, words.wrong_hash);
    if (seat === NOBODY) certificates += 1;
    else {
      if (!seats[seat] || !(await isSigned(seats[seat][0].slice(), ENTRY, entry, bytes(signature)))) return wrong(position, filled(words.wrong_signature, { name: names[seat] || "?" }));
      signatures += 1;
    }
    const signed = log.agreements[position];
    if (signed) {
      agreed = await sha256(joined(await sha256(new TextEncoder().encode(signed[0])), bytes(signed[1])));
      if (JSON.stringify(JSON.parse(signed[0]).totals) !== JSON.stringify(totalsBefore(game, position))) return wrong(position, words.wrong_scores);
      rounds += 1;
    }
    if (kind === "agree" && (!agreed || hex(payload[0]) !== hex(agreed))) return wrong(position, words.wrong_scores);
    previous = await sha256(entry);
  }
  if (log.entries.length !== game.moments.length) return wrong(log.entries.length, words.wrong_hash);
  /** @type {Finding[]} */
  const found = [
    { is: "right", says: filled(words.chain, { count: log.entries.length + 1 }) },
    { is: "right", says: filled(words.signed, { count: signatures, names: names.join(", ") }) },
    { is: "right", says: filled(words.agreed, { count: rounds }) },
    { is: "open", says: words.last_scores },
  ];
  if (certificates) found.push({ is: "open", says: filled(words.certificates, { count: certificates }) });
  return [...found, { is: "open", says: words.only_verify }];
}

/**
 * The scores that the page shows before an entry.
 * @param {any} game
 * @param {number} position
 * @returns {number[]}
 */
function totalsBefore(game, position) {
  const shown = game.moments.filter((/** @type {any} */ moment) => moment.position < position && moment.totals);
  return shown.length ? shown[shown.length - 1].totals : game.players.map(() => 0);
}
