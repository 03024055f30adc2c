// What happened, in sentences with the cards in their colours, and the line to chat in.
import { childrenOf, h, write } from "./dom.js";

export class Story {
  /** @param {Words} words @param {Act} act */
  constructor(words, act) {
    this.list = h("ol", { class: "log", role: "log", tabindex: "0", "aria-label": words.log });
    this.coach = h("p", { class: "coach", hidden: true });
    this.input = h("input", { maxlength: 300, autocomplete: "off", "aria-label": words.chat, placeholder: words.chat, enterkeyhint: "send" });
    this.form = h("form", { class: "chat", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.input.value.trim()) act({ say: this.input.value });
      this.input.value = "";
    } }, this.input, h("button", { type: "submit" }, words.send));
    this.root = h("aside", { class: "story", "aria-label": words.log }, this.coach, this.list, this.form);
  }

  /**
   * @param {number} drop how many lines to remove at the beginning
   * @param {(LogLine | string)[]} fresh
   */
  add(drop, fresh) {
    const follows = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    for (const item of childrenOf(this.list).slice(0, drop)) item.remove();
    this.list.append(...fresh.map(drawLine));
    if (follows || this.list.childElementCount === fresh.length) this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {boolean} chats @param {string} [coach] */
  show(chats, coach = "") {
    this.form.hidden = !chats;
    this.coach.hidden = !coach;
    write(this.coach, coach);
  }
}

/** @param {LogLine | string} line */
function drawLine(line) {
  if (typeof line === "string") return h("li", {}, line);
  const item = h("li", { class: `of-${line.kind}` });
  const signs = Array.from(line.text);  // as the program counts them
  let at = 0;
  for (const [start, end, colour] of line.cards) {
    item.append(signs.slice(at, start).join(""), h("b", { class: `named-${colour}` }, signs.slice(start, end).join("")));
    at = end;
  }
  item.append(signs.slice(at).join(""));
  return item;
}
