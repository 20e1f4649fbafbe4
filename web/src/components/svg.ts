/** Saves a drawing of the page as a file that stands on its own. */

import { asText, type Table } from "../model/figures.ts";

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
  "direction",
];

const SVG = "http://www.w3.org/2000/svg";

/** The drawing as text, with its styles and numbers inside. */
export function svgText(svg: SVGSVGElement, title: string, table: Table): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  inlineStyles(svg, copy);

  const background = document.createElementNS(SVG, "rect");
  background.setAttribute("width", "100%");
  background.setAttribute("height", "100%");
  background.setAttribute("fill", getComputedStyle(document.documentElement).backgroundColor);
  const heading = document.createElementNS(SVG, "title");
  heading.textContent = title;
  const numbers = document.createElementNS(SVG, "desc");
  numbers.textContent = `${title}\n${asText(table)}`;
  copy.prepend(heading, numbers, background);
  clean(copy);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

export function saveSvg(svg: SVGSVGElement, title: string, table: Table): void {
  const file = new Blob([svgText(svg, title, table)], { type: "image/svg+xml" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `cento-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "figure"}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Writes what the style sheet says about each element onto it. */
function inlineStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  for (const name of ["class", "style", "role", "tabindex"]) to.removeAttribute(name);
  for (let i = 0; i < from.children.length; i++) inlineStyles(from.children[i]!, to.children[i]!);
}

/** XML has no form for most control characters and for halves of surrogate pairs, and names may hold them. */
export const xmlText = (text: string) => text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, "\uFFFD");

function clean(node: Node): void {
  if (node.nodeType === Node.COMMENT_NODE) (node as Comment).remove();
  else if (node.nodeType === Node.TEXT_NODE) node.nodeValue = xmlText(node.nodeValue ?? "");
  if (node instanceof Element) {
    for (const attribute of [...node.attributes]) attribute.value = xmlText(attribute.value);
  }
  for (const child of [...node.childNodes]) clean(child);
}
