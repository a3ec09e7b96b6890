// What all parts of a page share: who makes them, and the elements that they are made of.

const MAKERS = {}; // by kind: (settings, an element to fill, the place of the part)

const SVG = "http://www.w3.org/2000/svg";

function node(tag, attributes = {}, ...children) {
  const drawing = ["svg", "path", "line", "text", "circle"].includes(tag);
  const made = drawing ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const press = (text, look = "") => node("button", { type: "button", class: `tl-button ${look}` }, text);
