// Movement: cards that fly, and everything turning over. With reduced motion, or at speed 0, nothing moves.
import { card } from "./cards.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let speed = 1;

/** @param {number} value 2 is twice as fast, 0 turns movement off */
export function setSpeed(value) {
  speed = value;
}

/** @returns {boolean} */
export function moves() {
  return speed > 0 && !calm.matches;
}

/**
 * Let an element move for a moment.
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} milliseconds
 * @param {number} [delay]
 */
export function animate(element, frames, milliseconds, delay = 0) {
  if (!moves()) return null;
  return element.animate(frames, { duration: milliseconds / speed, delay: delay / speed, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" });
}

/**
 * Let a card fly from one place to another, above everything.
 * @param {string | null} code
 * @param {number} side
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {{delay?: number, turn?: number}} [how]
 */
export function fly(code, side, from, to, how = {}) {
  if (!moves() || !from.width || !to.width) return;
  const flying = document.createElement("div");
  flying.className = "flying";
  flying.append(card(code, side));
  flying.style.width = `${to.width}px`;
  document.body.append(flying);
  const place = (/** @type {DOMRect} */ box) => `translate(${box.left + box.width / 2 - to.width / 2}px, ${box.top + box.height / 2 - to.height / 2}px) scale(${box.width / to.width})`;
  const middle = new DOMRect((from.left + to.left) / 2, (from.top + to.top) / 2 - 24, (from.width + to.width) / 2, (from.height + to.height) / 2);
  const moving = animate(
    flying,
    [
      { transform: `${place(from)} rotate(${how.turn || 0}deg)` },
      { transform: `${place(middle)} rotate(${(how.turn || 0) / 2}deg)` },
      { transform: place(to) },
    ],
    340,
    how.delay,
  );
  if (moving) moving.finished.finally(() => flying.remove());
  else flying.remove();
}

/**
 * Turn cards over, one after the other.
 * @param {Iterable<Element>} elements
 */
export function turnOver(elements) {
  let place = 0;
  for (const element of elements) {
    const turned = [{ transform: "perspective(60rem) rotateY(180deg)" }, { transform: "perspective(60rem) rotateY(90deg) scale(1.08)" }, { transform: "none" }];
    animate(element, turned, 620, 18 * Math.min(place, 20));
    place += 1;
  }
}
