// What covers the table for a while: the colour wheel, moments, and panels with text, results and settings.
import { card, cardName, colourOf } from "./cards.js";
import { h, keyed, part, redraw, set, write } from "./dom.js";
import { animate } from "./motion.js";

/** Where there is no keyboard, the list of keys is a list of what else can be done. */
export const TOUCH = matchMedia("(hover: none) and (pointer: coarse)");

/**
 * Buttons for what can be done, each with its key.
 * @param {HTMLElement} place
 * @param {Choice[]} options
 * @param {Act} act
 * @param {(option: Choice) => boolean} isMain
 */
export function drawChoices(place, options, act, isMain) {
  const make = () => h("button", { type: "button" }, h("kbd", { "aria-hidden": "true" }), h("span"));
  keyed(place, options, (option) => option.action, make, (button, option) => {
    button.onclick = () => act({ click: option.action });
    write(part(button, "kbd"), option.key);
    write(part(button, "span"), option.label);
    set(button, { "data-action": option.action, "data-means": option.action + option.label, "data-selected": option.selected, "data-main": isMain(option) });
  });
}

/**
 * The choice of a colour, as a wheel of four.
 * @param {HTMLElement} wheel
 * @param {Choice[]} options
 * @param {Act} act
 */
export function drawWheel(wheel, options, act) {
  const opened = wheel.hidden && options.length > 0;
  wheel.hidden = options.length === 0;
  const make = () => h("button", { type: "button" }, h("b"), h("span"), h("kbd", { "aria-hidden": "true" }));
  keyed(wheel, options, (option) => option.action, make, (button, option) => {
    const colour = colourOf(option.colour || "");
    button.onclick = () => act({ click: option.action });
    write(part(button, "b"), colour.letter);
    write(part(button, "span"), colour.name);
    write(part(button, "kbd"), option.key);
    set(button, { "--fill": colour.fill, "--ink": colour.ink, "data-colour": option.colour, "data-selected": option.selected, "aria-label": colour.name });
  });
  if (opened) animate(wheel, [{ scale: 0.4, rotate: "-90deg", opacity: 0 }, { scale: 1, rotate: "0deg", opacity: 1 }], 320);
}

/**
 * A moment in the middle of the table; the two cards of a battle come face to face.
 * @param {HTMLElement} place
 * @param {Moment | null} moment
 * @param {number} side
 */
export function drawMoment(place, moment, side) {
  const shown = moment ? JSON.stringify(moment) : "";
  if (place.dataset.shown === shown) return;
  const same = Boolean(moment) && place.dataset.cards === JSON.stringify(moment ? [moment.title, moment.cards] : null);
  place.dataset.shown = shown;
  place.dataset.cards = moment ? JSON.stringify([moment.title, moment.cards]) : "";
  place.hidden = !moment;
  if (!moment) return;
  const fighters = moment.cards.map(([name, code], number) => {
    const one = h("figure", { "data-number": number }, card(code, side), h("figcaption", {}, name));
    if (!same) animate(one, [{ translate: `${number ? 60 : -60}vw 0`, rotate: `${number ? 30 : -30}deg` }, { translate: `${number ? -1.2 : 1.2}rem 0`, offset: 0.75 }, { translate: "0 0" }], 420);
    return one;
  });
  place.replaceChildren(h("h2", {}, moment.title), ...(fighters.length ? [h("div", { class: "fight" }, ...fighters)] : []), h("p", {}, moment.text));
  if (!same && !fighters.length) animate(place, [{ scale: 0.6, opacity: 0 }, { scale: 1.06, opacity: 1, offset: 0.7 }, { scale: 1 }], 300);
}

/** @param {string} style @returns {string} */
const look = (style) => style.split(" ").map((name) => name.replace(/^class:/, "row-").replace(/\W/g, "-")).filter(Boolean).join(" ");

/** @param {Row} row @param {number} side @param {Act} act */
function drawRow(row, side, act) {
  if (!row.text.trim() && !row.cards.length && !row.head.trim()) return h("div", { class: "gap" });
  const texts = row.cells.length ? row.cells : [row.text.trim()];
  const parts = [
    row.head.trim() && h("b", { class: "head" }, row.head.trim()),
    ...texts.map((text, place) => h("span", { class: row.cells.length ? `cell${/^[+\d.]*$/.test(text) ? " number" : ""}` : "text", "data-place": place }, text)),
    row.cards.length > 0 && h("span", { class: "faces" }, ...row.cards.map((code) => h("span", { role: "img", "aria-label": cardName(code, side) }, card(code, side)))),
    row.bar !== null && h("meter", { min: 0, max: 1, value: Math.max(0, Math.min(1, row.bar)) }),
    row.code.startsWith("data:") && h("img", { class: "qr", src: row.code, alt: "" }),
    row.after && h("span", { class: "after" }, row.after),
  ];
  const attributes = { "data-action": row.action || null, class: `row ${row.cells.length ? "cells" : ""} ${look(row.style)}`, "data-sign": row.sign || null };
  return row.action ? h("button", { type: "button", ...attributes, onclick: () => act({ click: row.action }) }, ...parts) : h("div", attributes, ...parts);
}

export class Panel {
  /** @param {Words} words @param {Act} act */
  constructor(words, act) {
    this.words = words;
    this.act = act;
    this.title = h("h2", { id: "panel-title" });
    this.rows = h("div", { class: "rows", tabindex: "0" });
    this.options = h("div", { class: "options" });
    this.root = h("div", { class: "cover", hidden: true }, h("div", { class: "panel", role: "dialog", "aria-modal": "true", "aria-labelledby": "panel-title" }, this.title, this.rows, this.options));
    this.shown = "";
  }

  /** @param {Overlay | null} overlay @param {number} side */
  show(overlay, side) {
    const shown = overlay ? JSON.stringify(overlay) : "";
    if (shown === this.shown) return;
    const opened = this.root.hidden, focused = this.root.contains(document.activeElement);
    this.shown = shown;
    this.root.hidden = !overlay;
    if (!overlay) return;
    set(this.root, { "data-kind": overlay.kind });
    write(this.title, overlay.kind === "help" && TOUCH.matches ? this.words.more : overlay.title);
    redraw(this.rows, ...overlay.rows.map((row) => drawRow(row, side, this.act)));
    drawChoices(this.options, overlay.options, this.act, (option) => option.selected);
    if (opened) animate(this.root, [{ opacity: 0, translate: "0 1rem" }, { opacity: 1, translate: "0 0" }], 220);
    const first = opened ? this.options.querySelector("[data-main]") || this.options.querySelector("button") : null;
    if (opened || (focused && !this.root.contains(document.activeElement))) /** @type {HTMLElement} */ (first || this.rows).focus({ preventScroll: true });
  }
}
