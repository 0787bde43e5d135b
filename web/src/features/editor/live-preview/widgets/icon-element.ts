/** An icon of the app's set, for parts of the editor that React does not draw. */

const SVG = 'http://www.w3.org/2000/svg';

export type IconShapes = readonly (readonly [string, Readonly<Record<string, string>>])[];

export function iconElement(shapes: IconShapes): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  for (const [tag, shape] of shapes) {
    const part = svg.appendChild(document.createElementNS(SVG, tag));
    for (const [name, value] of Object.entries(shape)) part.setAttribute(name, value);
  }
  return svg;
}
