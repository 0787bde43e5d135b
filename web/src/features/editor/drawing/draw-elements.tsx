/** Draws the elements of a page with React: each as it is, or by what stands for its name. */
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react';
import type { Content, Element, Value } from '../../../../../markdown/src/read/elements.ts';

export interface DrawnProps {
  readonly node: Element;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** By the names of the elements. */
export type Drawers = Readonly<Record<string, ComponentType<DrawnProps>>>;

// Blanks between their parts are no text.
const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr']);
const ATTRIBUTES: Readonly<Record<string, string>> = {
  ariaLabel: 'aria-label',
  ariaDescribedBy: 'aria-describedby',
  dataChange: 'data-change',
  dataFootnoteRef: 'data-footnote-ref',
  dataFootnotes: 'data-footnotes',
  dataFootnoteBackref: 'data-footnote-backref',
};
const LETTER_BEHIND_DASH = /-([a-z])/g;

export function drawElements(nodes: readonly Content[], drawers: Drawers): ReactNode {
  return createElement(Fragment, null, ...drawAll(nodes, drawers));
}

function drawAll(nodes: readonly Content[], drawers: Drawers): ReactNode[] {
  // The same key as before for what stays, where another kind comes or goes in front of it.
  const counts = new Map<string, number>();
  return nodes.map((node) => {
    if (node.type === 'text') return node.value;
    const count = counts.get(node.tagName) ?? 0;
    counts.set(node.tagName, count + 1);
    return draw(node, `${node.tagName}-${count}`, drawers);
  });
}

function draw(node: Element, key: string, drawers: Drawers): ReactNode {
  const { tagName } = node;
  const all = drawAll(node.children, drawers);
  const children = TABLE_PARTS.has(tagName)
    ? all.filter((child) => typeof child !== 'string' || child.trim() !== '')
    : all;
  const drawer = Object.hasOwn(drawers, tagName) ? drawers[tagName] : undefined;
  return drawer
    ? createElement(drawer, { ...attributesOf(node), key, node }, ...children)
    : createElement(tagName, { ...attributesOf(node), key }, ...children);
}

/** @returns them as React names them */
export function attributesOf({ properties }: Element): Readonly<Record<string, unknown>> {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'style') attributes.style = styleOf(String(value));
    else if (name === 'align') attributes.style = { textAlign: value };
    else attributes[ATTRIBUTES[name] ?? name] = joined(value);
  }
  return attributes;
}

function joined(value: Value): unknown {
  return Array.isArray(value) ? value.join(' ') : value;
}

function styleOf(style: string): Readonly<Record<string, string>> {
  const [name = '', value = ''] = style.split(': ');
  return { [name.replaceAll(LETTER_BEHIND_DASH, (_, letter: string) => letter.toUpperCase())]: value };
}
