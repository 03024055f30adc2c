// Making and updating elements. Text always becomes text nodes: nothing that others send is ever markup.

/**
 * An element with attributes, listeners ("onclick") and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** A button. @param {string} label @param {() => void} onclick @param {Record<string, any>} [attributes] */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/**
 * A button that does what a key does.
 * @param {string} label
 * @param {string} key
 * @param {Act} act
 * @param {boolean} [main]
 */
export function keyButton(label, key, act, main = false) {
  return button(label, () => act({ press: key }), { "data-main": main, "data-action": `key:${key}` });
}

/**
 * Set attributes: null and false remove one, true makes it empty, "on..." is a listener, "--..." a style property.
 * @param {HTMLElement} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, String(value));
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value === true ? "" : value)) element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Set an element's text, if it is different.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A part of an element that is certainly there.
 * @template {HTMLElement} [Part=HTMLElement]
 * @param {Element | Document} whole
 * @param {string} selector
 */
export const part = (whole, selector) => /** @type {Part} */ (whole.querySelector(selector));

/** The children of an element. @param {Element} parent */
export const childrenOf = (parent) => /** @type {HTMLElement[]} */ (Array.from(parent.children));

/**
 * Replace the children of an element; the focus stays on the same control, and a panel where it was scrolled.
 * @param {HTMLElement} parent
 * @param {...HTMLElement} children
 */
export function redraw(parent, ...children) {
  const same = (/** @type {Element} */ one) => one.tagName + (one.getAttribute("name") || one.textContent);
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = parent.querySelector(".panel")?.scrollTop || 0;
  parent.replaceChildren(...children);
  parent.querySelector(".panel")?.scrollTo(0, scrolled);
  if (!focused) return;
  const controls = /** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll("button, select, input"));
  Array.from(controls).find((one) => same(one) === same(focused))?.focus({ preventScroll: true });
}

/**
 * Make the children of an element match a list; each item keeps its element as long as its key stays.
 * @template T
 * @param {HTMLElement} parent
 * @param {T[]} items
 * @param {(item: T, place: number) => string} key
 * @param {(item: T, place: number) => HTMLElement} make
 * @param {(element: HTMLElement, item: T, place: number) => void} update
 * @returns {HTMLElement[]} the elements that are new
 */
export function keyed(parent, items, key, make, update) {
  const known = new Map();
  for (const child of childrenOf(parent)) known.set(child.dataset.key, child);
  /** @type {HTMLElement[]} */
  const made = [];
  /** @type {HTMLElement | null} */
  let before = null;
  items.forEach((item, place) => {
    const name = key(item, place);
    let element = known.get(name);
    known.delete(name);
    if (!element) {
      element = make(item, place);
      element.dataset.key = name;
      made.push(element);
    }
    update(element, item, place);
    const next = before ? before.nextElementSibling : parent.firstElementChild;
    if (next !== element) parent.insertBefore(element, next);
    before = element;
  });
  for (const gone of known.values()) gone.remove();
  return made;
}

/**
 * A text with values for its {names}.
 * @param {string} text
 * @param {Record<string, any>} values
 * @returns {string}
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/**
 * The form of a word for this number.
 * @param {string[]} forms for none, one and several
 * @param {number} count
 * @returns {string}
 */
export function many(forms, count) {
  return filled(forms[Math.min(2, count)], { count });
}
