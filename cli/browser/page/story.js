// What happened, in sentences with the cards in their colours, and the line to chat in.
import { h, write } from "./dom.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Words} Words */

export class Story {
  /**
   * @param {Words} words
   * @param {(message: Record<string, any>) => void} act
   */
  constructor(words, act) {
    this.list = h("ol", { class: "log", role: "log", tabindex: "0", "aria-label": words.log });
    this.coach = h("p", { class: "coach", hidden: true });
    this.input = /** @type {HTMLInputElement} */ (h("input", { maxlength: 300, autocomplete: "off", "aria-label": words.chat, placeholder: words.chat, enterkeyhint: "send" }));
    this.form = h("form", { class: "chat", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.input.value.trim()) act({ say: this.input.value });
      this.input.value = "";
    } }, this.input, h("button", { type: "submit" }, words.send));
    this.root = h("aside", { class: "story", "aria-label": words.log }, this.coach, this.list, this.form);
  }

  /**
   * @param {(Line | string)[]} lines
   * @param {boolean} chats
   * @param {string} [coach]
   * @returns {string[]} the texts that are new
   */
  show(lines, chats, coach = "") {
    this.form.hidden = !chats;
    this.coach.hidden = !coach;
    write(this.coach, coach);
    const texts = lines.map((line) => JSON.stringify(line)), known = /** @type {HTMLElement[]} */ (Array.from(this.list.children));
    const kept = known.map((item) => item.dataset.line || "");
    let drop = 0;
    while (drop < kept.length && kept.slice(drop).some((line, place) => line !== texts[place])) drop += 1;
    for (const item of known.slice(0, drop)) item.remove();
    const fresh = lines.slice(kept.length - drop);
    const follows = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    this.list.append(...fresh.map(drawLine));
    if (fresh.length && (follows || drop === kept.length)) this.list.scrollTop = this.list.scrollHeight;
    return drop === kept.length && kept.length ? [] : fresh.map((line) => (typeof line === "string" ? line : line.text));
  }
}

/** @param {Line | string} line */
function drawLine(line) {
  const item = h("li", { "data-line": JSON.stringify(line) });
  if (typeof line === "string") {
    item.append(line);
    return item;
  }
  item.className = `of-${line.kind}`;
  const signs = Array.from(line.text);  // as the program counts them
  let at = 0;
  for (const [start, end, colour] of line.cards) {
    item.append(signs.slice(at, start).join(""), h("b", { class: `named-${colour}` }, signs.slice(start, end).join("")));
    at = end;
  }
  item.append(signs.slice(at).join(""));
  return item;
}
