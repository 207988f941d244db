// Small helpers for building elements.

export const $ = (id) => document.getElementById(id);

/** An HTML element: el("button", {class: "x", onclick: f}, "text", child ...). */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Shows text in an element, or hides it when there is none. */
export function show(element, text) {
  element.hidden = !text;
  if (element.textContent !== (text || "")) element.textContent = text || "";
}

/** Sets an attribute only where it changes, so that nothing is announced or drawn anew. */
export function put(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
