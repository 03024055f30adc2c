// Plays a recorded game: makes a scene of every step, as the program does of a live game, and lets the table
// of the live page draw it.
import { cardName, useDeck } from "../browser/page/cards.js";
import { filled, h } from "../browser/page/dom.js";
import { Table } from "../browser/page/table.js";
import { verified } from "./verify.js";

/** @typedef {Record<string, any>} Any */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const data = JSON.parse($("data").textContent);
const game = data.game, words = data.words, names = game.players, twoSided = data.cards.sides.length > 1;
useDeck(data.cards);
const table = new Table(words, () => {});
$("place").append(table.root);

/** @type {Any} after the reveal: deal -> "card,side" -> code */
const faces = {};
for (const deal of game.deals) faces[deal.number] = Object.fromEntries((deal.cards || []).map((/** @type {any[]} */ [card, side, code]) => [`${card},${side}`, code]));
/** @type {Any} */
const dealOf = Object.fromEntries(game.deals.map((/** @type {Any} */ deal) => [deal.number, deal]));
const frames = allFrames();
const lastTurn = frames[frames.length - 1].turn;

// -- every position, once ------------------------------------------------------------------------------------

/** @returns {Any[]} */
function allFrames() {
  /** @type {Any[]} */
  const found = [];
  /** @type {Any} */
  let known = {};
  /** @type {any} */
  let state = null, totals = names.map(() => 0), deal = 0, round = 1;
  for (const moment of game.moments) {
    if (moment.deal !== deal) [deal, state, known] = [moment.deal, null, {}];
    if (moment.state) state = changed(state, moment.state);
    if (moment.knows) {
      known = { ...known };
      for (const [seat, card, side, code] of moment.knows) known[`${seat === null ? "" : seat}:${card},${side}`] = code;
    }
    totals = moment.totals || totals;
    if (moment.text) found.push({ time: moment.time, text: moment.text, events: moment.events || [], turn: moment.turn, deal, round, state, totals, known });
    else if (found.length) {
      const last = found[found.length - 1];     // a step is shown as it stands right before the next one
      if (last.deal === deal || !last.state) Object.assign(last, { state, known, totals, deal });
    }
    if (moment.result) round += 1;
  }
  if (!found.length) found.push({ text: [words.cut], events: [], turn: 0, deal: 0, round: 1, state: null, totals, known: {} });
  return found;
}

/** @param {Any | null} before @param {Any} change @returns {Any} */
function changed(before, change) {
  /** @type {Any} */
  const next = { ...(before || { hands: {}, pile: [], discard: [], aside: [] }) };
  const patched = (/** @type {any[]} */ old, /** @type {any} */ tail) => (tail ? old.slice(0, tail[0]).concat(tail[1]) : []);
  next.hands = { ...next.hands };
  for (const [name, value] of Object.entries(change)) {
    if (name === "hands") for (const seat of Object.keys(value)) next.hands[seat] = patched(next.hands[seat] || [], value[seat]);
    else if (name === "pile" || name === "discard" || name === "aside") next[name] = patched(next[name], value);
    else if (name !== "left") next[name] = value;
  }
  for (const seat of change.left || []) delete next.hands[seat];
  return next;
}

// -- who looks -----------------------------------------------------------------------------------------------

const looks = game.perspective === "all" ? ["all", "spectator", ...names.map((/** @type {string} */ _name, /** @type {number} */ seat) => String(seat))]
  : game.perspective === "spectator" ? ["spectator"] : [String(game.perspective), "spectator"];
for (const look of looks) $("who").append(h("option", { value: look }, look === "all" ? words.all : look === "spectator" ? words.spectator : names[look]));
let who = looks[0], at = 0, speed = 1;
/** @type {any} */
let playing = null;

/**
 * The face of a card, if this perspective knows it.
 * @param {Any} frame
 * @param {number} card
 * @param {number} side
 * @returns {string | null}
 */
function face(frame, card, side) {
  const key = `${card},${side}`;
  if (who === "all" && faces[frame.deal] && faces[frame.deal][key]) return faces[frame.deal][key];
  return frame.known[`:${key}`] || (who === "spectator" ? null : frame.known[`${who}:${key}`]) || null;
}

const colours = "BGRYPTOU";
/** @param {Any} frame @param {number[]} hand @param {number} side */
function sorted(frame, hand, side) {
  const place = (/** @type {number} */ card) => { const code = face(frame, card, side); return code ? (colours.indexOf(code[0]) + 1 || 9) + code : "~"; };
  return hand.slice().sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

// -- scenes --------------------------------------------------------------------------------------------------

/** Partners have one score together. @param {Any} frame @param {number} seat @returns {number} */
function scoreOf(frame, seat) {
  const side = game.sides.find((/** @type {number[]} */ seats) => seats.includes(seat));
  return side.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + frame.totals[one], 0);
}

/** @param {Any} frame @param {number} seat @param {number[]} order @returns {Seat} */
function seatOf(frame, seat, order) {
  const now = frame.state, hand = now ? now.hands[seat] : null, side = now ? now.side : 0, deal = dealOf[frame.deal];
  const open = hand ? sorted(frame, hand, side).map((card) => face(frame, card, side)) : [];
  const away = hand && twoSided ? hand.map((/** @type {number} */ card) => face(frame, card, 1 - side)) : [];
  const shows = open.some(Boolean) ? open : away;
  const own = order.indexOf(Number(who));
  return {
    seat, name: names[seat], cards: hand ? hand.length : null, score: scoreOf(frame, seat), waits: !now, away: false, key: "", chosen: false,
    to_move: Boolean(now && now.waiting && now.waiting[0] === "choice" && now.waiting[1] === seat), dealer: Boolean(now && deal.dealer === seat),
    partner: Boolean(deal && deal.partners && own >= 0 && order[(own + 2) % 4] === seat),
    uno: now && hand && hand.length === 1 ? (now.uno === seat && !now.called ? "open" : "called") : "",
    turned_away: /** @type {any} */ (shows.some(Boolean) ? shows : []), side: shows === open ? side : 1 - side,
  };
}

/** @param {Any} frame */
function sceneOf(frame) {
  const now = frame.state, side = now ? now.side : 0;
  const order = frame.deal && dealOf[frame.deal] ? dealOf[frame.deal].order : names.map((/** @type {string} */ _name, /** @type {number} */ seat) => seat);
  const below = who === "all" ? order[0] : Number(who), place = order.indexOf(below);
  const around = place < 0 ? order : [...order.slice(place + 1), ...order.slice(0, place)];
  const hand = place >= 0 && now ? now.hands[below] || [] : [];
  const top = now ? now.pile[now.pile.length - 1] : undefined;
  return {
    title: data.title, side, two_sided: twoSided, own: place < 0 ? null : seatOf(frame, below, order), others: around.map((/** @type {number} */ seat) => seatOf(frame, seat, order)),
    top: now ? now.top : null, colour: now ? now.colour : null, direction: now ? now.direction : 1, pile: now ? now.pile.length : 0,
    pile_shows: twoSided && top !== undefined ? face(frame, top, 1 - side) : null,
    battle: now && now.aside.length ? ["", now.aside.map((/** @type {any[]} */ [, card]) => face(frame, card, side))] : null,
    hand: sorted(frame, hand, side).map((card) => ({ card, face: face(frame, card, side), key: "", playable: false, selected: false, planned: false, other_side: twoSided ? face(frame, card, 1 - side) : null, dim: false })),
    news: now ? "" : words.between, progress: null, prompt: "", urgent: false, options: [], message: "", coach: "", log: [], window: null, clock: "", overlay: null, moment: null, timeline: null, seated: false, chats: false,
  };
}

/**
 * What happened in a step, with the cards that this perspective saw being drawn.
 * @param {Any} frame
 * @param {Any | undefined} previous
 * @returns {string}
 */
function told(frame, previous) {
  const texts = frame.text.slice();
  if (frame.state && previous && previous.state && previous.deal === frame.deal) {
    for (const event of frame.events) {
      if (event.event !== "Drew" || event.says === undefined) continue;
      const had = new Set(previous.state.hands[event.seat] || []);
      const fresh = (frame.state.hands[event.seat] || []).filter((/** @type {number} */ card) => !had.has(card)).map((/** @type {number} */ card) => face(frame, card, frame.state.side)).filter(Boolean);
      if (fresh.length && fresh.length <= event.cards) texts[event.says] += ` (${fresh.map((/** @type {string} */ code) => cardName(code, frame.state.side)).join(", ")})`;
    }
  }
  return texts.join(" ");
}

/** @param {Any} frame */
function flightsOf(frame) {
  return frame.events.flatMap((/** @type {Any} */ event) => event.event === "Played" ? [{ origin: event.seat, target: null, face: event.face, cards: 1 }]
    : event.event === "Drew" ? [{ origin: null, target: event.seat, face: null, cards: event.cards }] : []);
}

/** @param {boolean} onwards whether this is the next step after the one that was shown */
function show(onwards = false) {
  const frame = frames[at];
  table.show(/** @type {any} */ (sceneOf(frame)), onwards ? flightsOf(frame) : []);
  $("where").textContent = `${filled(words.round, { number: frame.round })}, ${filled(words.turn, { n: frame.turn, of: lastTurn })}`;
  $("scrub").value = at;
  $("scrub").setAttribute("aria-valuetext", $("where").textContent);
  fillLog();
  $("now").textContent = told(frame, frames[at - 1]);
  try { history.replaceState(null, "", "#t=" + frame.turn); } catch { /* a page without an address of its own */ }
}

/** What was told so far: nobody wants to read the end before it comes. */
function fillLog() {
  const log = $("log");
  for (const item of log.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
  while (log.children.length > at + 1) log.lastChild.remove();
  for (let step = log.children.length; step <= at; step += 1) log.append(h("li", { onclick: () => { stop(); go(step); } }, told(frames[step], frames[step - 1])));
  const current = log.children[at];
  current.setAttribute("aria-current", "step");
  log.scrollTop = Math.max(0, current.offsetTop - log.offsetTop - log.clientHeight + current.offsetHeight + 24);
}

// -- moving --------------------------------------------------------------------------------------------------

/** @param {number} step */
function go(step) {
  const before = at;
  at = Math.max(0, Math.min(frames.length - 1, step));
  show(at === before + 1);
}
const turnAt = (/** @type {number} */ turn) => { const step = frames.findIndex((frame) => frame.turn >= turn); return step < 0 ? frames.length - 1 : step; };
const next = (/** @type {(frame: Any) => boolean} */ test) => { const step = frames.findIndex((frame, place) => place > at && test(frame)); return step < 0 ? frames.length - 1 : step; };
const firstOf = (/** @type {number} */ round) => frames.findIndex((frame) => frame.round === round);
/** @type {Record<string, () => void>} */
const moves = {
  start: () => go(0), end: () => go(frames.length - 1), back: () => go(at - 1), forward: () => go(at + 1),
  turn_on: () => go(next((frame) => frame.turn > frames[at].turn)),
  turn_back: () => go(turnAt(frames[Math.max(0, turnAt(frames[at].turn) - 1)].turn)),
  round_on: () => go(next((frame) => frame.round > frames[at].round)),
  round_back: () => { const first = firstOf(frames[at].round); go(at > first ? first : firstOf(frames[Math.max(0, first - 1)].round)); },
};
/** @type {Record<string, string>} */
const kinds = { challenge: "Challenged", uno: "Called", catch: "Caught", flip: "Flipped", battle: "BattleBegan", crash: "Crashed", swap: "Swapped" };
const has = (/** @type {Any} */ frame, /** @type {string} */ kind) => frame.events.some((/** @type {Any} */ event) => event.event === kinds[kind]);
for (const kind of Object.keys(kinds)) if (frames.some((frame) => has(frame, kind))) $("jump").append(h("option", { value: kind }, words[kind]));

/** @param {string} kind */
function jump(kind) {
  const step = frames.findIndex((frame, place) => place > at && has(frame, kind));
  if (step < 0) $("now").textContent = $("where").textContent = words.nomore;
  else go(step);
}

function stop() {
  if (playing !== null) clearTimeout(playing);
  playing = null;
  $("play").textContent = words.play;
}

/** @param {number} step @returns {number} seconds, as it was played, with idle time cut */
function pause(step) {
  const after = frames[step + 1], [shortest, longest] = data.pace;
  const real = after && frames[step].time && after.time ? (after.time - frames[step].time) / 1000 : 0;
  return after ? Math.max(shortest, Math.min(longest, real)) : 0;
}

function step() {
  go(at + 1);
  if (at >= frames.length - 1) stop();
  else playing = setTimeout(step, (pause(at) * 1000) / speed);
}

function toggle() {
  if (playing !== null) return stop();
  if (at >= frames.length - 1) go(0);
  $("play").textContent = words.pause;
  playing = setTimeout(step, 300 / speed);
}

/** @param {string} value */
function look(value) {
  who = $("who").value = value;
  $("log").replaceChildren();
  show();
}

/** @param {number} by */
function faster(by) {
  const list = $("speed");
  list.selectedIndex = Math.max(0, Math.min(list.options.length - 1, list.selectedIndex + by));
  speed = Number(list.value);
}

const theme = (/** @type {string} */ value) => { document.documentElement.dataset.theme = value; };

async function copyLink() {
  if (navigator.clipboard && window.isSecureContext) await navigator.clipboard.writeText(location.href).catch(() => {});
  $("now").textContent = $("where").textContent = words.copied;
}

async function verify() {
  $("found").replaceChildren(h("p", {}, words.checking));
  $("checked").showModal();
  const found = data.log ? await verified(data.log, game, words) : [{ is: "open", says: words.no_log }, { is: "open", says: words.only_verify }];
  $("found").replaceChildren(...found.map((one) => h("p", { class: one.is }, one.says)));
}

// -- controls ------------------------------------------------------------------------------------------------

$("scrub").max = frames.length - 1;
$("scrub").addEventListener("input", (/** @type {any} */ event) => { stop(); go(Number(event.target.value)); });
$("play").addEventListener("click", toggle);
$("who").addEventListener("change", (/** @type {any} */ event) => look(event.target.value));
$("speed").addEventListener("change", (/** @type {any} */ event) => { speed = Number(event.target.value); });
$("jump").addEventListener("change", (/** @type {any} */ event) => { stop(); if (event.target.value) jump(event.target.value); event.target.value = ""; });
$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
$("verify").addEventListener("click", verify);
$("link").addEventListener("click", copyLink);
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-do]"))) button.addEventListener("click", () => { stop(); moves[button.dataset.do || ""](); });
addEventListener("hashchange", () => { const to = /t=(\d+)/.exec(location.hash); if (to) { stop(); go(turnAt(Number(to[1]))); } });
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = /** @type {HTMLElement} */ (event.target), inList = target.tagName === "SELECT", slider = target.id === "scrub";
  const arrow = !inList && !(slider && !event.shiftKey), turns = event.shiftKey;
  /** @type {Record<string, (() => void) | false>} */
  const does = {
    " ": target.tagName !== "BUTTON" && !inList && toggle, ArrowRight: arrow && (turns ? moves.turn_on : moves.forward), ArrowLeft: arrow && (turns ? moves.turn_back : moves.back),
    PageDown: !slider && moves.round_on, PageUp: !slider && moves.round_back, Home: !inList && moves.start, End: !inList && moves.end,
    p: !inList && (() => look(looks[(looks.indexOf(who) + 1) % looks.length])), "+": () => faster(1), "-": () => faster(-1),
  };
  const wanted = does[event.key];
  if (!wanted) return;
  event.preventDefault();
  if (wanted !== toggle && !["p", "+", "-"].includes(event.key)) stop();
  wanted();
});
theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const asked = /t=(\d+)/.exec(location.hash);
go(asked ? turnAt(Number(asked[1])) : 0);
