/** How a kind is drawn for a reader where its element is none that Markdown itself has: `kinds/<kind>/draw.tsx`. */
import { type ComponentType, createElement } from 'react';
import type { Element } from '../../../../../markdown/src/read/elements.ts';
import type { Drawers, DrawnProps } from './draw-elements.tsx';

export interface KindDrawer {
  /** The element's name. */
  readonly name: string;
  /** A property that tells the kind's elements from others of the name, if there are others. */
  readonly having?: string;
  readonly draw: ComponentType<DrawnProps>;
}

/** @returns the kinds' drawers by the names of elements; an element that is none of theirs is drawn as it is */
export function drawersOf(kinds: readonly (readonly KindDrawer[])[]): Drawers {
  const drawers: Record<string, ComponentType<DrawnProps>> = {};
  for (const [name, ofName] of Map.groupBy(kinds.flat(), (drawer) => drawer.name))
    drawers[name] = ({ node, children, ...others }) => {
      const found = ofName.find(
        ({ having }) => having === undefined || node.properties[having] !== undefined,
      );
      return found
        ? createElement(found.draw, { node, ...others }, children)
        : createElement(name, others, children);
    };
  return drawers;
}

export function directionOf(node: Element): string | undefined {
  const direction = node.properties.dir;
  return typeof direction === 'string' ? direction : undefined;
}
