/**
 * The app's icons for what React does not draw: the editor's widgets, and the menus that it opens while one types. They are
 * made at once and anywhere, also while React draws, when no root of its own could.
 */
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Each of Lucide's components passes its shapes to one that draws them all. */
interface IconComponent {
  readonly render: (
    props: object,
    ref: null,
  ) => ReactElement<{ readonly icon: { readonly node: readonly Shape[] } }>;
}

const FRAME = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'aria-hidden': 'true',
};

/** @returns the icon, hidden from screen readers */
export function iconElement(icon: LucideIcon): SVGElement {
  const { props } = (icon as unknown as IconComponent).render({}, null);
  const element = makeElement('svg', FRAME);
  for (const [tag, { key: _, ...attributes }] of props.icon.node)
    element.append(makeElement(tag, attributes));
  return element;
}

function makeElement(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
