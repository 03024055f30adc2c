// Before the game: who is here, what is played, how to join; and the form that changes it.
import { filled, h } from "./dom.js";

/** @typedef {import("./types.js").Words} Words */
/** @typedef {(message: Record<string, any>) => void} Act */

/**
 * @param {Record<string, any>} state
 * @param {Words} words
 * @param {Act} act
 */
function drawChairs(state, words, act) {
  return h("ol", { class: "chairs" }, ...state.chairs.map((/** @type {any} */ chair, /** @type {number} */ place) =>
    h("li", { class: chair.own ? "chair own" : chair.name ? "chair" : "chair free" },
      h("span", { class: "face", "--hue": (place * 137) % 360, "aria-hidden": "true" }, chair.name ? Array.from(chair.name)[0] : "+"),
      h("span", { class: "name" }, chair.name || words.free),
      h("span", { class: "note" }, chair.note),
      state.may.host && chair.name && !chair.own && h("button", { type: "button", class: "quiet", "aria-label": filled(words.remove, { name: chair.name }), title: filled(words.remove, { name: chair.name }), onclick: () => confirm(`${filled(words.remove, { name: chair.name })}?`) && act({ click: `remove:${(place + 1) % 10}` }) }, "×"))));
}

/**
 * @param {Record<string, any>} state
 * @param {Words} words
 * @param {(text: string) => void} tell
 */
function drawInvitation(state, words, tell) {
  const commands = state.invitation.commands;
  return commands.length > 0 && h("section", { class: "invitation" }, h("h2", {}, state.heading), ...commands.map((/** @type {string} */ command) =>
    h("p", {}, h("code", {}, command), h("button", { type: "button", onclick: async () => {
      await navigator.clipboard.writeText(command).then(() => tell(words.copied), () => {});
    } }, words.copy))));
}

/**
 * @param {Record<string, any>} form
 * @param {Words} words
 * @param {Act} act
 */
function drawForm(form, words, act) {
  const lines = form.fields.map((/** @type {any} */ field) => field.values.length
    ? h("label", {}, h("span", {}, field.label), drawSelect(field, act), field.opens && h("button", { type: "button", title: field.hint, "aria-label": field.hint, onclick: () => act({ set: [field.name, ""] }) }, "…"))
    : h("button", { type: "button", "data-main": true, title: field.hint, onclick: () => act({ set: [field.name, ""] }) }, field.label));
  return h("div", { class: "cover" }, h("div", { class: "panel form", role: "dialog", "aria-modal": "true", "aria-label": form.title }, h("h2", {}, form.title), ...lines,
    h("p", { class: "message", role: "alert" }, form.message), h("button", { type: "button", onclick: () => act({ press: "escape" }) }, words.close)));
}

/**
 * @param {any} field
 * @param {Act} act
 */
function drawSelect(field, act) {
  if (field.values.length === 2 && field.values.includes("")) {  // to be ticked
    const [on] = field.values.filter(Boolean);
    return h("input", { type: "checkbox", name: field.name, checked: field.value === on, onchange: (/** @type {any} */ event) => act({ set: [field.name, event.target.checked ? on : ""] }) });
  }
  const options = field.values.map((/** @type {string} */ value, /** @type {number} */ place) => h("option", { value, selected: value === field.value }, field.labels[place] || value || "–"));
  return h("select", { name: field.name, onchange: (/** @type {any} */ event) => act({ set: [field.name, event.target.value] }) }, ...options);
}

/**
 * The hall of a tournament: what our player waits for, the standings, and the tables that can be watched.
 * @param {Record<string, any>} state
 * @param {Words} words
 * @param {Act} act
 */
export function drawHall(state, words, act) {
  return h("div", { class: "lobby" },
    h("p", { class: "prompt", role: "status" }, state.status),
    h("section", { class: "terms" }, h("pre", {}, state.standings.join("\n"))),
    h("div", { class: "options" }, ...state.tables.map((/** @type {string} */ table, /** @type {number} */ place) => h("button", { type: "button", onclick: () => act({ press: String(place + 1) }) }, table))),
    h("p", { class: "message", role: "alert" }, state.message),
    h("div", { class: "options" }, h("button", { type: "button", "data-action": "key:q", onclick: () => act({ press: "q" }) }, words.leave)));
}

/**
 * The whole lobby. It is drawn anew when something changes; the focus stays.
 * @param {Record<string, any>} state
 * @param {Words} words
 * @param {Act} act
 * @param {(text: string) => void} tell
 */
export function drawLobby(state, words, act, tell) {
  const button = (/** @type {string} */ label, /** @type {string} */ key, main = false) => h("button", { type: "button", "data-main": main, "data-action": `key:${key}`, onclick: () => act({ press: key }) }, label);
  return h("div", { class: "lobby" },
    h("p", { class: "prompt", role: "status" }, state.status),
    drawChairs(state, words, act),
    drawInvitation(state, words, tell),
    ...state.codes.map((/** @type {string[]} */ [name, address, image]) => h("section", { class: "invitation code" }, h("img", { src: image, alt: address }), h("p", {}, filled(words.guest_code, { name })))),
    h("section", { class: "terms" }, ...state.rules.map((/** @type {string} */ rule) => h("p", {}, rule))),
    h("p", { class: "message", role: "alert" }, state.message),
    h("div", { class: "options" },
      state.may.agree && button(words.agree, "a", true),
      state.may.take && button(words.take_proposal, "o", true),
      state.may.guest && h("button", { type: "button", "data-action": "guest", onclick: () => {
        const name = prompt(words.guest_name);
        if (name) act({ set: ["guest", name] });
      } }, words.add_guest),
      state.may.back && button(filled(words.let_back, { name: state.may.back }), "b"),
      state.may.change && button(state.may.host ? words.rules : words.propose, "r"),
      button(words.leave, "q")),
    state.form && drawForm(state.form, words, act));
}
