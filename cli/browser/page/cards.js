// Pictures of cards. Their markup comes from our own program (cli/browser/cards_svg.py) and from nowhere else.
import { set } from "./dom.js";

const policies = /** @type {any} */ (window).trustedTypes;
const policy = policies ? policies.createPolicy("cards", { createHTML: (/** @type {string} */ markup) => markup }) : null;
/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/** @type {Deck} */
let deck = { sides: [{}], back: "", colours: {} };

/** @param {Deck} cards */
export function useDeck(cards) {
  deck = cards;
  drawn.clear();
}

/** @param {string} colour */
export function colourOf(colour) {
  const [name, fill, ink, letter] = deck.colours[colour] || [colour, "#888", "#fff", colour];
  return { name, fill, ink, letter };
}

/**
 * The name and markup of a card, which may be of the other side.
 * @param {string} code
 * @param {number} side
 * @returns {[string, string] | undefined}
 */
function known(code, side) {
  return (deck.sides[side] || {})[code] || (deck.sides[1 - side] || {})[code];
}

/** @param {string | null} code @param {number} side @returns {string} empty for a hidden card */
export function cardName(code, side) {
  const found = code ? known(code, side) : undefined;
  return found ? found[0] : "";
}

/**
 * A card as a picture; face down without a code.
 * @param {string | null} code
 * @param {number} side
 * @returns {SVGElement}
 */
export function card(code, side = 0) {
  const name = `${side}${code || ""}`;
  let picture = drawn.get(name);
  if (!picture) {
    picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const found = code ? known(code, side) : undefined;
    const markup = found ? found[1] : deck.back;
    picture.innerHTML = policy ? policy.createHTML(markup) : markup;
    set(/** @type {any} */ (picture), { viewBox: "0 0 60 90", class: "card", "aria-hidden": "true", "data-code": found ? code : null });
    drawn.set(name, picture);
  }
  return /** @type {SVGElement} */ (picture.cloneNode(true));
}

/**
 * Show a card in an element, if it shows another one.
 * @param {HTMLElement} place
 * @param {string | null} code
 * @param {number} side
 */
export function putCard(place, code, side) {
  const wanted = `${side}${code || ""}`;
  if (place.dataset.card === wanted && place.querySelector("svg.card")) return;
  place.dataset.card = wanted;
  const before = place.querySelector("svg.card");
  if (before) before.replaceWith(card(code, side));
  else place.prepend(card(code, side));
}
