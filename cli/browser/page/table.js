// Draws a scene: seats around the piles, the hand below, and what can be done now. It judges no rule: what is
// possible, and what it is called, comes with the scene (cli/screen/scene.py).
import { card, cardName, colourOf, putCard } from "./cards.js";
import { childrenOf, filled, h, keyed, many, part, set, write } from "./dom.js";
import { animate, fly, turnOver } from "./motion.js";
import { TOUCH, drawChoices, drawMoment, drawWheel } from "./panels.js";

const CLAIMS = ["do:uno", "do:catch", "do:jump"];
/** Answers nothing that is asked. */
const BESIDE = ["do:help", "do:leave", "do:hint", "do:hands"];
const SMALLEST_STEP = 30;
const KEPT = 5;

export class Table {
  /** @param {Words} words @param {Act} act */
  constructor(words, act) {
    this.words = words;
    this.act = act;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {[string, number, number][]} the cards below the top one: code, side, turn */
    this.thrown = [];
    this.turns = 0;
    const click = () => act({ click: "do:draw" });
    this.seats = h("ul", { class: "seats", role: "list" });
    this.pile = h("button", { class: "pile", type: "button", "data-means": "pile", onclick: click });
    this.top = h("div", { class: "top", role: "img" });
    this.ring = h("div", { class: "ring", "aria-hidden": "true" });
    this.colour = h("span", { class: "colour" });
    this.direction = h("span", { class: "direction" });
    this.news = h("p", { class: "news" });
    this.laid = h("div", { class: "laid" });
    this.busy = h("progress", { hidden: true });
    this.moment = h("div", { class: "moment", role: "status", hidden: true });
    this.wheel = h("div", { class: "wheel", role: "group", hidden: true });
    this.centre = h("div", { class: "centre" }, this.ring, this.pile, this.top, this.laid);
    const facts = h("div", { class: "facts" }, this.colour, this.direction, this.news, this.busy);
    this.felt = h("section", { class: "felt", "aria-label": words.table }, this.seats, h("div", { class: "middle" }, this.centre, facts), this.wheel, this.moment);
    this.prompt = h("p", { class: "prompt", role: "status" });
    this.message = h("p", { class: "message", role: "alert" });
    this.options = h("div", { class: "options", role: "group" });
    this.hand = h("ul", { class: "hand fan", role: "list", "aria-label": words.hand });
    this.own = h("div", { class: "own" });
    this.claim = h("button", { class: "claim", type: "button", onclick: () => act({ click: this.claim.dataset.action }) });
    this.dock = h("section", { class: "dock", "aria-label": words.hand }, h("div", { class: "asked" }, this.own, this.prompt, this.message, this.options), h("div", { class: "holding" }, this.hand, this.claim));
    this.root = h("div", { class: "table" }, this.felt, this.dock);
    new ResizeObserver(() => this.fan()).observe(this.hand);
  }

  /**
   * @param {Scene} scene
   * @param {Flight[]} flights the cards that move now
   * @param {number} now the program's clock, for what ends at a time
   */
  show(scene, flights = [], now = 0) {
    const before = this.scene;
    const from = flights.length ? this.places() : null;
    this.scene = scene;
    const flipped = before !== null && before.two_sided && scene.two_sided && before.side !== scene.side;
    set(this.root, { "data-flip": scene.two_sided, "data-side": scene.side, "data-crowd": scene.others.length > 5, "data-urgent": scene.urgent, "data-seated": scene.seated });
    this.showSeats(scene);
    this.showPiles(scene, before);
    const added = this.showHand(scene);
    this.showAsked(scene);
    this.showClaim(scene, now);
    drawWheel(this.wheel, scene.options.filter((option) => option.colour), this.act);
    drawMoment(this.moment, scene.moment, scene.side);
    if (flipped) turnOver(this.root.querySelectorAll(".hand .card, .top .card, .pile .card, .seat .card"));
    else if (from) this.let_fly(flights, from, added, scene);
  }

  // -- the others ------------------------------------------------------------------------------------------

  /** @param {Scene} scene */
  showSeats(scene) {
    const count = scene.others.length;
    const make = () => h("li", { class: "seat" },
      h("button", { class: "who", type: "button" }, h("span", { class: "face", "aria-hidden": "true" }), h("span", { class: "name" }), h("span", { class: "points" })),
      h("div", { class: "fan small" }), h("span", { class: "badge" }), h("span", { class: "unseen told" }));
    const update = (/** @type {HTMLElement} */ element, /** @type {Seat} */ seat, /** @type {number} */ place) => {
      // From our left over the top to our right, on an ellipse.
      const angle = Math.PI * (count === 1 ? 0.5 : 1.06 - (1.12 * place) / (count - 1));
      set(element, { "--x": (50 + 42 * Math.cos(angle)).toFixed(2), "--y": (65 - 55 * Math.sin(angle)).toFixed(2) });
      this.showSeat(element, seat, scene);
    };
    keyed(this.seats, scene.others, (seat) => String(seat.seat), make, update);
    if (scene.own) {
      this.own.hidden = false;
      const marks = [scene.own.dealer && this.words.dealer, scene.own.uno && "UNO"].filter(Boolean).join(" · ");
      write(this.own, [scene.own.name, many(this.words.points, scene.own.score), marks].filter(Boolean).join("  ·  "));
      set(this.own, { class: scene.own.to_move ? "own turn" : "own" });
    } else this.own.hidden = true;
  }

  /** @param {HTMLElement} element @param {Seat} seat @param {Scene} scene */
  showSeat(element, seat, scene) {
    const words = this.words, who = /** @type {HTMLButtonElement} */ (element.querySelector(".who"));
    set(element, { class: ["seat", seat.to_move && "turn", seat.away && "away", seat.partner && "partner", seat.chosen && "chosen", seat.key && "askable"].filter(Boolean).join(" "), "data-seat": seat.seat, "aria-current": seat.to_move ? "true" : null });
    set(who, { "--hue": (seat.seat * 137) % 360, "data-shown": seat.key || null });
    who.disabled = !seat.key;
    who.onclick = () => this.act({ click: `seat:${seat.seat}` });
    write(part(element, ".face"), Array.from(seat.name)[0] || "?");
    write(part(element, ".name"), seat.name);
    write(part(element, ".points"), String(seat.score));
    const out = seat.cards !== null ? "" : !seat.waits ? words.left : scene.top !== null ? words.waits : "";
    const held = seat.cards === null ? out : many(words.cards, seat.cards);
    const marks = [held, many(words.points, seat.score), seat.dealer && words.dealer, seat.partner && words.partner, seat.away && words.away, seat.uno && (seat.uno === "open" ? "UNO?" : "UNO!")];
    const badge = part(element, ".badge");
    write(badge, seat.uno ? (seat.uno === "open" ? "UNO?" : "UNO!") : seat.away ? words.away : seat.cards === null ? out : String(seat.cards));
    set(badge, { "data-uno": seat.uno || null, "aria-hidden": "true", title: marks.filter(Boolean).join(", ") });
    write(part(element, ".told"), marks.filter(Boolean).join(", "));
    const fan = part(element, ".fan");
    const count = seat.cards || 0, open = seat.turned_away;
    const shown = Array.from({ length: open.length || Math.min(count, 12) }, (_, place) => open[place] || null);
    const turned = open.length && scene.two_sided && !scene.timeline ? 1 - scene.side : scene.side;
    const side = seat.side === undefined ? turned : seat.side;
    keyed(fan, shown, (code, place) => String(place), () => h("span", { class: "held" }), (one, code) => putCard(one, code, side));
    this.spread(fan, shown.length);
  }

  // -- the middle ------------------------------------------------------------------------------------------

  /** @param {Scene} scene @param {Scene | null} before */
  showPiles(scene, before) {
    const words = this.words, side = scene.side;
    const playing = scene.top !== null;
    set(this.centre, { "data-playing": playing });
    putCard(this.pile, scene.pile_shows, scene.pile_shows ? 1 - side : side);
    set(this.pile, { "--depth": Math.min(6, Math.ceil(scene.pile / 12)), "data-count": scene.pile, "data-empty": scene.pile === 0, "aria-label": filled(words.pile, { count: scene.pile }) });
    this.pile.disabled = !scene.seated;
    if (playing) {
      if (!before || before.top !== scene.top || before.side !== side) {
        if (before && before.top && before.side === side) this.thrown.push([before.top, side, (this.turns += 47)]);
        else this.thrown = [];
        this.thrown = this.thrown.slice(-KEPT);
        this.top.replaceChildren(...this.thrown.map(([code, of, turn]) => {
          const below = h("span", { class: "thrown", "--turn": (turn % 37) - 18 });
          below.append(card(code, of));
          return below;
        }));
        this.top.append(card(scene.top, side));
      }
      set(this.top, { "aria-label": `${words.top}: ${cardName(scene.top, side)}` });
    } else if (this.top.childElementCount) {
      this.top.replaceChildren();
      this.thrown = [];
    }
    const colour = scene.colour ? colourOf(scene.colour) : null;
    write(this.colour, colour ? filled(words.colour, { colour: colour.name }) : "");
    set(this.root, { "--now": colour ? colour.fill : "transparent", "--now-ink": colour ? colour.ink : "inherit", "data-colour": scene.colour });
    set(this.ring, { "data-way": scene.direction > 0 ? "on" : "back", "data-playing": playing });
    write(this.direction, playing ? (scene.direction > 0 ? `↻ ${words.clockwise}` : `↺ ${words.counter}`) : "");
    write(this.news, scene.news);
    this.busy.hidden = !scene.progress;
    if (scene.progress) [this.busy.value, this.busy.max] = scene.progress;
    const laid = scene.battle && !scene.moment ? scene.battle[1] : [];
    const about = scene.battle && !scene.moment ? scene.battle[0] : "";
    this.laid.replaceChildren(...(about ? [h("span", {}, about)] : []), ...laid.map((code) => card(code, side)));
  }

  // -- our own hand ----------------------------------------------------------------------------------------

  /** @param {Scene} scene @returns {HTMLElement[]} the cards that are new */
  showHand(scene) {
    const words = this.words, side = scene.side;
    const make = () => h("li", {}, h("button", { class: "holds", type: "button" }, h("kbd", { "aria-hidden": "true" })));
    const added = keyed(this.hand, scene.hand, (one) => String(one.card), make, (item, one) => {
      const button = /** @type {HTMLButtonElement} */ (item.firstElementChild);
      button.onclick = () => this.act({ click: `card:${one.card}` });
      button.disabled = !scene.seated;
      putCard(button, one.face, side);
      write(part(button, "kbd"), one.key);
      const other = one.other_side ? filled(words.other_side, { card: cardName(one.other_side, 1 - side) }) : "";
      const label = [one.face ? cardName(one.face, side) : words.face_down, one.playable && words.playable, one.selected && words.selected, one.planned && words.planned, other];
      set(button, { "aria-label": label.filter(Boolean).join(", "), "aria-pressed": String(one.selected), title: other || null });
      set(item, { class: [one.playable && "playable", one.selected && "lifted", one.planned && "planned", one.dim && "dim"].filter(Boolean).join(" ") });
      let peek = /** @type {HTMLElement | null} */ (button.querySelector(".peek"));
      if (one.other_side && !peek) button.append((peek = h("span", { class: "peek", "aria-hidden": "true" })));
      if (peek && one.other_side) putCard(peek, one.other_side, 1 - side);
      else if (peek) peek.remove();
    });
    this.fan();
    return added;
  }

  /** Spread the hand, in as many rows as it needs to be touched. */
  fan() {
    const items = childrenOf(this.hand);
    const first = items[0], width = this.hand.clientWidth;
    if (!first || !width) return;
    const card = first.offsetWidth || 60;
    const most = Math.max(6, Math.floor((width - 1.72 * card) / Math.max(SMALLEST_STEP, card * 0.3)) + 1);
    const rows = Math.ceil(items.length / most), each = Math.ceil(items.length / rows);
    set(this.hand, { "--rows": rows, "--step": [0, 0, 0.78, 0.55][rows] ?? 0.4 });
    items.forEach((item, place) => {
      const row = Math.floor(place / each), inRow = Math.min(each, items.length - row * each), at = place % each;
      set(item, { "--row": rows - 1 - row, "--n": inRow });
      this.lean(item, at, inRow);
    });
  }

  /** @param {HTMLElement} fan @param {number} count */
  spread(fan, count) {
    childrenOf(fan).forEach((item, place) => {
      set(item, { "--n": count });
      this.lean(item, place, count);
    });
  }

  /** @param {HTMLElement} item @param {number} place @param {number} count */
  lean(item, place, count) {
    const off = place - (count - 1) / 2;
    set(item, { "--off": off, "--bend": count > 1 ? (off / ((count - 1) / 2)).toFixed(3) : 0 });
  }

  // -- what can be done ------------------------------------------------------------------------------------

  /** @param {Scene} scene */
  showAsked(scene) {
    write(this.prompt, scene.prompt);
    this.prompt.classList.toggle("unseen", scene.prompt === scene.news);
    set(this.prompt, { "data-urgent": scene.urgent });
    write(this.message, scene.message);
    this.message.hidden = !scene.message;
    const offered = scene.options.filter((option) => !option.colour && !CLAIMS.includes(option.action) && option.action !== "do:chat")
      .map((option) => (option.action === "do:help" && TOUCH.matches ? { ...option, label: this.words.more } : option));
    drawChoices(this.options, offered, this.act, (option) => option.strong || (scene.urgent && option.action.startsWith("do:") && !BESIDE.includes(option.action)));
  }

  /**
   * The one button for calling UNO and for catching, always at the same place.
   * @param {Scene} scene
   * @param {number} now
   */
  showClaim(scene, now) {
    const offered = scene.options.find((option) => CLAIMS.includes(option.action));
    this.claim.hidden = !scene.seated || (!scene.hand.length && !offered);
    const open = scene.window;
    write(this.claim, offered ? offered.label : "UNO!");
    set(this.claim, { "data-action": offered ? offered.action : "do:uno", "data-offered": Boolean(offered), "aria-label": offered ? [offered.label, open && !open.own && open.name].filter(Boolean).join(" ") : "UNO", title: offered ? offered.key : null });
    if (open && offered && this.claim.dataset.ends !== String(open.ends)) {
      this.claim.dataset.ends = String(open.ends);
      this.claim.animate(/** @type {any} */ ([{ "--left": 1 }, { "--left": 0 }]), Math.max(0, open.ends - now));
    }
  }

  // -- movement --------------------------------------------------------------------------------------------

  /** Where everything is now. */
  places() {
    const box = (/** @type {Element | null} */ element) => (element ? element.getBoundingClientRect() : new DOMRect());
    /** @type {Map<string, DOMRect>} */
    const hand = new Map();
    for (const item of childrenOf(this.hand)) hand.set(item.dataset.key || "", box(item));
    return { hand, held: this.scene ? this.scene.hand : [] };
  }

  /**
   * @param {Flight[]} flights
   * @param {{hand: Map<string, DOMRect>, held: HandCard[]}} before
   * @param {HTMLElement[]} added the cards that are new in our hand
   * @param {Scene} scene
   */
  let_fly(flights, before, added, scene) {
    const own = scene.own ? scene.own.seat : -1;
    const seat = (/** @type {number} */ number) => (this.seats.querySelector(`[data-seat="${number}"] .fan`) || this.hand).getBoundingClientRect();
    const small = (/** @type {DOMRect} */ box) => new DOMRect(box.left + box.width / 2 - 18, box.top + box.height / 2 - 27, 36, 54);
    const pile = this.pile.getBoundingClientRect(), top = this.top.getBoundingClientRect();
    const fresh = added.slice();
    for (const flight of flights) {
      if (flight.target === null) {
        const still = new Set(scene.hand.map((one) => one.card));
        const played = before.held.find((one) => one.face === flight.face && !still.has(one.card));
        const from = flight.origin === own && played ? before.hand.get(String(played.card)) : flight.origin !== null ? small(seat(flight.origin)) : pile;
        fly(flight.face, scene.side, from || pile, top, { turn: flight.origin === own ? 0 : -25 });
        const landed = this.top.lastElementChild;
        if (landed) animate(landed, [{ opacity: 0 }, { opacity: 0, offset: 0.98 }, { opacity: 1 }], 340);
      } else if (flight.target === own) {
        for (let place = 0; place < flight.cards && fresh.length; place += 1) {
          const item = /** @type {HTMLElement} */ (fresh.shift()), to = item.getBoundingClientRect();
          animate(item, [{ translate: `${pile.left - to.left}px ${pile.top - to.top}px`, opacity: 0.4 }, { translate: "0 0", opacity: 1 }], 420, 70 * place);
        }
      } else {
        for (let place = 0; place < Math.min(4, flight.cards); place += 1) fly(null, scene.side, pile, small(seat(flight.target)), { delay: 80 * place, turn: 20 });
      }
    }
  }
}
