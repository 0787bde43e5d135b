/** Lucide's icons for what is drawn without React. */

const SHAPES = {
  chevron: [['path', { d: 'm6 9 6 6 6-6' }]],
  copy: [
    ['rect', { width: '14', height: '14', x: '8', y: '8', rx: '2', ry: '2' }],
    ['path', { d: 'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2' }],
  ],
} as const satisfies Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>;

const FRAME = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'aria-hidden': 'true',
};

export function iconElement(name: keyof typeof SHAPES): SVGElement {
  const icon = makeShape('svg', FRAME);
  icon.append(...SHAPES[name].map(([tag, attributes]) => makeShape(tag, attributes)));
  return icon;
}

function makeShape(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  return shape;
}
