// Making and updating elements. Text always becomes text nodes: nothing that others send is ever markup.

/**
 * An element with attributes, listeners ("onclick") and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
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
  for (const child of Array.from(parent.children)) known.set(/** @type {HTMLElement} */ (child).dataset.key, child);
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
