/** How a kind is drawn for a reader where its element is more than HTML's own: `kinds/<kind>/draw.tsx`. */
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
  for (const [name, ofName] of Map.groupBy(kinds.flat(), (drawer) => drawer.name)) {
    const others = ofName.find(({ having }) => having === undefined)?.draw;
    const special = ofName.filter(({ having }) => having !== undefined);
    if (others && special.length === 0) drawers[name] = others;
    else
      drawers[name] = ({ node, children, ...rest }) => {
        const found =
          special.find(({ having = '' }) => node.properties[having] !== undefined)?.draw ?? others;
        return found
          ? createElement(found, { node, ...rest }, children)
          : createElement(name, rest, children);
      };
  }
  return drawers;
}

export function directionOf(node: Element): string | undefined {
  return textIn(node.properties.dir);
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
