// Whether a click is meant for what it hits. A button that has just taken the place of another one is the danger:
// the second click of a double click, or a finger that was on its way, would hit it. What appears where nothing
// could be clicked is clicked on purpose.

const EARLY = 400;

/** @typedef {{meaning: string, layer: number, box: DOMRect}} Target */
/** @type {{at: number, targets: Target[]}[]} what could be clicked before each change of the last moments */
let before = [];

/** @param {Element} button */
function target(button) {
  const own = /** @type {HTMLElement} */ (button);
  const named = own.dataset.means || own.dataset.action || own.closest("li")?.dataset.key;
  const layer = own.closest(".cover, .notice") ? 2 : own.closest(".wheel") ? 1 : 0;
  return { meaning: named || own.getAttribute("aria-label") || own.textContent || "", layer, box: own.getBoundingClientRect() };
}

/** To be called before anything changes. */
export function remember() {
  const at = performance.now();
  before = before.filter((one) => at - one.at < EARLY);
  before.push({ at, targets: Array.from(document.querySelectorAll("button:enabled"), target).filter((one) => one.box.width > 0) });
}

/**
 * Whether a moment ago something else was where this button was clicked.
 * @param {Element} button
 * @param {number} x
 * @param {number} y
 */
export function isNewThere(button, x, y) {
  const now = performance.now(), { meaning } = target(button);
  return before.some(({ at, targets }) => {
    if (now - at >= EARLY) return false;
    const there = targets.filter(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    const top = Math.max(0, ...there.map((one) => one.layer));
    return there.length > 0 && !there.some((one) => one.layer === top && one.meaning === meaning);
  });
}
