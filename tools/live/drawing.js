// What the parts of a page are made of: elements, also of drawings.

const SVG = "http://www.w3.org/2000/svg";

function node(tag, attributes = {}, ...children) {
  const drawing = ["svg", "path", "line", "text", "circle"].includes(tag);
  const made = drawing ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
