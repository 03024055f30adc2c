// The page: keeps the state that the program sends, lets the right part draw it, and sends back what is done.
import { isNewThere, remember } from "./aim.js";
import { useDeck } from "./cards.js";
import { Connection, kept } from "./connection.js";
import { button, h, keyButton, part, redraw, write } from "./dom.js";
import { drawHall, drawLobby } from "./lobby.js";
import { setSpeed } from "./motion.js";
import { Panel } from "./panels.js";
import { Story } from "./story.js";
import { Table } from "./table.js";

const KEYS = /** @type {Record<string, string>} */ ({ Enter: "enter", Escape: "escape", " ": "space", ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Home: "home", End: "end", PageUp: "pageup", PageDown: "pagedown", Backspace: "backspace" });

/** @type {Record<string, HTMLAudioElement>} loaded at once: a request for one later would tell when it is played */
const TONES = { turn: new Audio("/turn.wav"), uno: new Audio("/uno.wav") };

const given = JSON.parse(part(document, "#given").textContent || "{}");
const words = given.words;
const app = part(document, "#app");
const now = part(document, "#now");
if (location.pathname !== "/") history.replaceState(null, "", "/" + location.hash);

/** @type {any} everything the program has told us */
let state = {};
let met = false;
let muted = kept("muted") === "yes";
let pointed = false;  // a pointer clicks, and not a key

const seal = given.guest ? (await import("./sealed.js")).Seal : null;
const connection = new Connection(given.ticket || "", given.pace, { hear, lost }, seal);
const act = (/** @type {Record<string, any>} */ message) => connection.send(message.click && pointed ? { ...message, asked: state.asked } : message);
const table = new Table(words, act), story = new Story(words, act), panel = new Panel(words, act);

// -- the frame around everything ---------------------------------------------------------------------------

const title = h("h1"), clock = h("span", { class: "clock", role: "timer" });
const themes = button("◐", changeTheme, { class: "quiet", "aria-label": words.theme, title: words.theme });
const sound = button("♪", changeSound, { class: "quiet", "aria-label": words.sound, title: words.sound });
const talk = button("☰", () => openStory(!app.classList.contains("talking")), { class: "quiet talk", "aria-label": words.log, title: words.log, "aria-expanded": "false" });
const place = h("main");
const timeline = h("input", { type: "range", min: 0, step: 1, "aria-label": words.where, oninput: seek });
const where = h("span");
const replay = h("footer", { class: "replay", hidden: true }, timeline, where);
const notice = h("div", { class: "notice", role: "alert", hidden: true });
app.append(h("header", {}, title, clock, sound, themes, talk), place, story.root, replay, panel.root, notice);

function changeTheme() {
  kept("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  useLook();
}

function changeSound() {
  muted = !muted;
  kept("muted", muted ? "yes" : "no");
  useLook();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", useLook);

function useLook() {
  const look = state.look || {};
  const own = look.theme === "light" ? "light" : dark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = kept("theme") || own;
  document.documentElement.dataset.palette = look.theme === "colour-blind" ? "colour-blind" : "";
  sound.setAttribute("aria-pressed", String(!muted && look.sound !== "off"));
  setSpeed(look.animation === undefined ? 1 : look.animation);
}

let seeking = 0;

/** Go where the slider is: not more often than the program takes it. */
function seek() {
  seeking ||= window.setTimeout(() => {
    seeking = 0;
    act({ click: `seek:${timeline.value}` });
  }, 50);
}

/** @param {boolean} open */
function openStory(open) {
  app.classList.toggle("talking", open);
  talk.setAttribute("aria-expanded", String(open));
  talk.classList.remove("news");
}

// -- what the program says ---------------------------------------------------------------------------------

/** @param {any} message */
function hear(message) {
  met = true;
  if (message.alive) return;
  if (message.cards) return useDeck(message.cards);
  if (message.taken) return tell(words.taken, () => act({ take: true }));
  if (message.moved) return tell(words.moved, () => location.reload());
  notice.hidden = true;
  remember();
  const known = Boolean(state.kind), [drop, fresh] = message.log || [0, []];
  if (!known) story.list.replaceChildren();
  for (const name of message.gone || []) delete state[name];
  Object.assign(state, message.set);
  connection.done = state.kind === "over";
  story.add(drop, fresh);
  draw(message.flights || [], message.now || 0);
  announce(known ? fresh : []);
  if (message.tone && !muted && state.look && state.look.sound !== "off") TONES[message.tone].play().catch(() => {});
  if (message.chat) {
    openStory(true);
    story.input.focus();
  }
}

/** @param {Flight[]} flights @param {number} clockNow */
function draw(flights, clockNow) {
  app.dataset.kind = state.kind;
  document.title = state.window_title || (state.title ? `${state.title} - p2puno` : "p2puno");
  useLook();
  write(title, state.title || "p2puno");
  write(clock, state.clock || "");
  story.show(state.kind === "lobby" || Boolean(state.chats), state.coach);
  panel.show(state.kind === "table" ? state.overlay : null, state.side);
  replay.hidden = !state.timeline;
  if (state.timeline) {
    Object.assign(timeline, { max: state.timeline.last, value: state.timeline.at, hidden: !state.timeline.shown });
    write(where, state.timeline.label);
  }
  if (state.kind !== "table") return redraw(place, drawRoom());
  if (place.firstChild !== table.root) place.replaceChildren(table.root);
  table.show({ ...state }, flights, clockNow);
}

/** What is shown where there is no table. */
function drawRoom() {
  if (state.kind === "hall") return drawHall(state, words, act);
  if (state.kind === "lobby") return drawLobby(state, words, act, (text) => write(now, text));
  const lines = (state.lines || []).map((/** @type {string} */ line) => h("p", {}, line));
  if (state.kind === "question") return h("div", { class: "waiting" }, ...lines, h("div", { class: "options" }, keyButton(state.yes, "y", act, true), keyButton(state.no, "n", act)));
  return h("div", { class: "waiting" }, h("p", {}, state.kind === "over" ? words.over : words.wait), ...lines);
}

/**
 * Let a screen reader say what is new, and what the player must decide.
 * @param {(LogLine | string)[]} fresh
 */
function announce(fresh) {
  if (fresh.length && !app.classList.contains("talking")) talk.classList.add("news");
  const told = fresh.map((line) => (typeof line === "string" ? line : line.text));
  const said = [...told, state.urgent ? state.prompt : ""].filter(Boolean).join(" ");
  if (fresh.length || said !== now.dataset.last) write(now, said);
  now.dataset.last = said;
}

/**
 * Cover the page with a sentence, and perhaps a way on.
 * @param {string} text
 * @param {() => void} [here]
 */
function tell(text, here) {
  notice.hidden = false;
  notice.replaceChildren(h("p", {}, text), ...(here ? [button(words.here, here, { "data-main": true })] : []));
}

/** @param {number} code */
function lost(code) {
  if (state.kind === "over" || code === 4001) return;
  if (!met && (code === 1008 || connection.failures > 0)) {
    connection.done = true;
    tell(given.guest ? words.unknown_key : words.locked);
  } else if (met) tell(code === 1008 ? words.refused : words.lost);
  state = {};
}

// -- keys --------------------------------------------------------------------------------------------------

addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  pointed = event.detail > 0;
  if (!button || !pointed || button.classList.contains("claim") || !isNewThere(button, event.clientX, event.clientY)) return;
  event.stopPropagation();
  event.preventDefault();
  table.message.hidden = false;
  write(table.message, words.early);
}, true);

addEventListener("keydown", (event) => {
  pointed = false;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, select, textarea")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const pressed = target.closest("button") && (event.key === "Enter" || event.key === " ");
  const scrolls = state.overlay && target.closest(".rows") && /^(Arrow(Up|Down)|Page|Home|End| )/.test(event.key) && !String(state.overlay.rows.map((/** @type {any} */ row) => row.action).join(""));
  if (pressed || scrolls) return;
  const key = KEYS[event.key] || (Array.from(event.key).length === 1 ? event.key : "");
  if (!key) return;
  event.preventDefault();
  act({ press: key });
});

useLook();
draw([], 0);
connection.open();
