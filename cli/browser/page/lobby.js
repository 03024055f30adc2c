// Before the game: who is here, what is played, how to join; and the form that changes it.
import { button, filled, h, keyButton } from "./dom.js";

/** @param {Lobby} state @param {Words} words @param {Act} act */
function drawChairs(state, words, act) {
  return h("ol", { class: "chairs" }, ...state.chairs.map((chair, place) =>
    h("li", { class: chair.own ? "chair own" : chair.name ? "chair" : "chair free" },
      h("span", { class: "face", "--hue": (place * 137) % 360, "aria-hidden": "true" }, chair.name ? Array.from(chair.name)[0] : "+"),
      h("span", { class: "name" }, chair.name || words.free),
      h("span", { class: "note" }, chair.note),
      state.may.host && chair.name && !chair.own && drawRemoval(filled(words.remove, { name: chair.name }), () => act({ click: `remove:${chair.name}` })))));
}

/** @param {string} label @param {() => void} remove */
function drawRemoval(label, remove) {
  return button("×", () => confirm(`${label}?`) && remove(), { class: "quiet", "aria-label": label, title: label });
}

/** @param {Lobby} state @param {Words} words @param {(text: string) => void} tell */
function drawInvitation(state, words, tell) {
  const commands = state.invitation.commands;
  return commands.length > 0 && h("section", { class: "invitation" }, h("h2", {}, state.heading), ...commands.map((command) =>
    h("p", {}, h("code", {}, command), button(words.copy, () => navigator.clipboard.writeText(command).then(() => tell(words.copied), () => {})))));
}

/** @param {Form} form @param {Words} words @param {Act} act */
function drawForm(form, words, act) {
  const lines = form.fields.map((field) => field.values.length
    ? h("label", {}, h("span", {}, field.label), drawSelect(field, act), field.opens && button("…", () => act({ set: [field.name, ""] }), { title: field.hint, "aria-label": field.hint }))
    : button(field.label, () => act({ set: [field.name, ""] }), { "data-main": true, title: field.hint }));
  return h("div", { class: "cover" }, h("div", { class: "panel form", role: "dialog", "aria-modal": "true", "aria-label": form.title }, h("h2", {}, form.title), ...lines,
    h("p", { class: "message", role: "alert" }, form.message), button(words.close, () => act({ press: "escape" }))));
}

/** @param {FormLine} field @param {Act} act */
function drawSelect(field, act) {
  if (field.values.length === 2 && field.values.includes("")) {  // to be ticked
    const [on] = field.values.filter(Boolean);
    return h("input", { type: "checkbox", name: field.name, checked: field.value === on, onchange: (/** @type {any} */ event) => act({ set: [field.name, event.target.checked ? on : ""] }) });
  }
  const options = field.values.map((value, place) => h("option", { value, selected: value === field.value }, field.labels[place] || value || "–"));
  return h("select", { name: field.name, onchange: (/** @type {any} */ event) => act({ set: [field.name, event.target.value] }) }, ...options);
}

/**
 * The hall of a tournament: what our player waits for, the standings, and the tables that can be watched.
 * @param {Hall} state
 * @param {Words} words
 * @param {Act} act
 */
export function drawHall(state, words, act) {
  return h("div", { class: "lobby" },
    h("p", { class: "prompt", role: "status" }, state.status),
    h("section", { class: "terms" }, h("pre", {}, state.standings.join("\n"))),
    h("div", { class: "options" }, ...state.tables.map((table, place) => button(table, () => act({ press: String(place + 1) })))),
    h("p", { class: "message", role: "alert" }, state.message),
    h("div", { class: "options" }, keyButton(words.leave, "q", act)));
}

/**
 * The whole lobby. It is drawn anew when something changes; the focus stays.
 * @param {Lobby} state
 * @param {Words} words
 * @param {Act} act
 * @param {(text: string) => void} tell
 */
export function drawLobby(state, words, act, tell) {
  return h("div", { class: "lobby" },
    h("p", { class: "prompt", role: "status" }, state.status),
    drawChairs(state, words, act),
    drawInvitation(state, words, tell),
    ...state.codes.map(([name, address, image]) => h("section", { class: "invitation code" }, h("img", { src: image, alt: address }), h("p", {}, filled(words.guest_code, { name })))),
    h("section", { class: "terms" }, ...state.rules.map((rule) => h("p", {}, rule))),
    h("p", { class: "message", role: "alert" }, state.message),
    h("div", { class: "options" },
      state.may.agree && keyButton(words.agree, "a", act, true),
      state.may.take && keyButton(words.take_proposal, "o", act, true),
      state.may.guest && button(words.add_guest, () => {
        const name = prompt(words.guest_name);
        if (name) act({ set: ["guest", name] });
      }, { "data-action": "guest" }),
      state.may.back && keyButton(filled(words.let_back, { name: state.may.back }), "b", act),
      state.may.change && keyButton(state.may.host ? words.rules : words.propose, "r", act),
      state.may.leave && keyButton(words.leave, "q", act)),
    state.form && drawForm(state.form, words, act));
}
